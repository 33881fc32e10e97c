  FillLeavesOutHeldLanes_A: assert property (@(posedge clock) disable iff (in_reset)
    (l1_command_store && !l1_command_modified) -> !fill_overwrites);

