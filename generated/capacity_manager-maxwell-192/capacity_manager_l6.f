../rtl/manager_stack.v
../rtl/manager_warp.v
../rtl/manager_bank_l6.v
../rtl/fifo_6x12.v
../rtl/manager_queue_6.v
../rtl/manager_row.v
../rtl/capacity_manager_l6.v
