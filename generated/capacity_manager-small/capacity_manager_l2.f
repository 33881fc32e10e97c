manager_stack.v
manager_warp.v
manager_bank_l2.v
manager_queue_2.v
capacity_manager_l2.v
