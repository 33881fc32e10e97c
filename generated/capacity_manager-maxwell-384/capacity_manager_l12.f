../rtl/manager_stack.v
../rtl/manager_warp.v
../rtl/manager_bank_l12.v
../rtl/fifo_12x12.v
../rtl/manager_queue_12.v
../rtl/manager_row.v
../rtl/capacity_manager_l12.v
