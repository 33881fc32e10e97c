manager_stack.v
manager_warp.v
manager_bank_l8.v
manager_queue_8.v
capacity_manager_l8.v
