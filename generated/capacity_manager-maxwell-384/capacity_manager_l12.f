manager_stack.v
manager_warp.v
manager_bank_l12.v
manager_queue_12.v
capacity_manager_l12.v
