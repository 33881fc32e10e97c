../rtl/manager_stack.v
../rtl/manager_warp.v
../rtl/manager_bank_l2.v
../rtl/fifo_2x12.v
../rtl/manager_queue_2.v
../rtl/manager_row.v
../rtl/capacity_manager_l2.v
