../rtl/manager_stack.v
../rtl/manager_warp.v
../rtl/manager_bank_l8.v
../rtl/fifo_8x12.v
../rtl/manager_queue_8.v
../rtl/manager_row.v
../rtl/capacity_manager_l8.v
