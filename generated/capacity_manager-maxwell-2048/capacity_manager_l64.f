../rtl/manager_stack.v
../rtl/manager_warp.v
../rtl/manager_bank_l64.v
../rtl/fifo_64x12.v
../rtl/manager_queue_64.v
../rtl/manager_row.v
../rtl/capacity_manager_l64.v
