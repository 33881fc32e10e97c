../rtl/manager_stack.v
../rtl/manager_warp.v
../rtl/manager_bank_l16.v
../rtl/fifo_16x12.v
../rtl/manager_queue_16.v
../rtl/manager_row.v
../rtl/capacity_manager_l16.v
