../rtl/manager_stack.v
../rtl/manager_warp.v
../rtl/manager_bank_l4.v
../rtl/fifo_4x12.v
../rtl/manager_queue_4.v
../rtl/manager_row.v
../rtl/capacity_manager_l4.v
