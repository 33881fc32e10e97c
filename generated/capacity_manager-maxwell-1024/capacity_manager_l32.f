../rtl/manager_stack.v
../rtl/manager_warp.v
../rtl/manager_bank_l32.v
../rtl/fifo_32x12.v
../rtl/manager_queue_32.v
../rtl/manager_row.v
../rtl/capacity_manager_l32.v
