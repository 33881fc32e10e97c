manager_stack.v
manager_warp.v
manager_bank_l6.v
manager_queue_6.v
capacity_manager_l6.v
