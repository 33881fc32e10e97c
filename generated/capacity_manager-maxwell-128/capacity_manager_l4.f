manager_stack.v
manager_warp.v
manager_bank_l4.v
manager_queue_4.v
capacity_manager_l4.v
