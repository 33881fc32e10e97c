manager_stack.v
manager_warp.v
manager_bank_l16.v
manager_queue_16.v
capacity_manager_l16.v
