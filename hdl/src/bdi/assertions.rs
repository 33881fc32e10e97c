//! The properties of the BDI units as SystemVerilog assertions, in a module bound to the unit.
//!
//! Each assertion has the name of its `spec` property with `_A` behind it. Properties that need a
//! second unit (`RoundTripIsIdentity`) are cosimulation's.

use spec::bdi::{BdiParameters, Mode};

/// Body of the checker of `bdi_compressor`: declarations and assertions.
///
/// `RESET` stands for the condition under which reset is asserted.
pub fn compressor(parameters: &BdiParameters) -> String {
    let mut ranges = vec!["2'd0"];
    for mode in parameters.modes().iter() {
        ranges.push(["2'd1", "2'd2", "2'd3"][mode.delta_bytes()]);
    }
    let one_of = |ranges: &[&str]| {
        let tests = ranges.iter().map(|r| format!("out_range == {r}"));
        tests.collect::<Vec<_>>().join(" || ")
    };
    let mut text = pipeline(parameters.latency());
    text += &format!(
        "\
  wire [7:0] enable_of_range = (out_range == 2'd0) ? 8'hff :
    (out_range == 2'd1) ? 8'h01 : (out_range == 2'd2) ? 8'h07 : 8'h1f;
  BankEnableIsLowMask_A: assert property (@(posedge clock) disable iff (RESET)
    out_valid |-> (out_bank_enable == enable_of_range));

  for (genvar i = 0; i < 8; i++) begin : gen_disabled
    DisabledBanksAreZero_A: assert property (@(posedge clock) disable iff (RESET)
      (out_valid && !out_bank_enable[i]) |-> (out_banks[i*128+:128] == 128'd0));
  end

  logic [{top}:0] bypass_q;
  always_ff @(posedge clock) begin
    bypass_q <= {shift_bypass};
  end
  BypassIsUncompressed_A: assert property (@(posedge clock) disable iff (RESET)
    (out_valid && bypass_q[{top}]) |-> (out_range == 2'd0));

  RangeIsEnabledMode_A: assert property (@(posedge clock) disable iff (RESET)
    out_valid |-> ({enabled}));
",
        top = parameters.latency() - 1,
        shift_bypass = shift("bypass_q", "in_bypass", parameters.latency()),
        enabled = one_of(&ranges),
    );
    if parameters.modes().contains(Mode::FourZero) {
        text += &format!(
            "
  logic [{top}:0] equal_q;
  always_ff @(posedge clock) begin
    equal_q <= {shift_equal};
  end
  EqualLanesTakeOneBank_A: assert property (@(posedge clock) disable iff (RESET)
    (out_valid && equal_q[{top}] && !bypass_q[{top}]) |-> (out_bank_enable == 8'h01));
",
            top = parameters.latency() - 1,
            shift_equal = shift(
                "equal_q",
                "(in_data == {32{in_data[31:0]}})",
                parameters.latency()
            ),
        );
    }
    text
}

/// Body of the checker of `bdi_decompressor`.
pub fn decompressor(parameters: &BdiParameters) -> String {
    let latency = parameters.latency();
    let mut text = pipeline(latency);
    text += &format!(
        "\
  logic [31:0] base_q [{latency}];
  always_ff @(posedge clock) begin
    base_q[0] <= in_banks[31:0];
    for (int i = 1; i < {latency}; i++) begin
      base_q[i] <= base_q[i-1];
    end
  end
  LaneZeroIsBase_A: assert property (@(posedge clock) disable iff (RESET)
    out_valid |-> (out_data[31:0] == base_q[{top}]));
",
        top = latency - 1
    );
    text
}

/// What both units promise about their pipeline.
fn pipeline(latency: usize) -> String {
    format!(
        "\
  localparam int Latency = {latency};

  logic [{top}:0] valid_q;
  logic [9:0] tag_q [Latency];
  logic [4:0] age_q;
  always_ff @(posedge clock) begin
    if (RESET) begin
      valid_q <= '0;
      age_q <= '0;
    end else begin
      valid_q <= {shift_valid};
      if (age_q != 5'd31) age_q <= age_q + 5'd1;
    end
    tag_q[0] <= in_tag;
    for (int i = 1; i < Latency; i++) begin
      tag_q[i] <= tag_q[i-1];
    end
  end

  LatencyIsExact_A: assert property (@(posedge clock) disable iff (RESET)
    (out_valid == valid_q[{top}]) && (!out_valid || out_tag == tag_q[{top}]));
  ResetEmptiesPipeline_A: assert property (@(posedge clock) disable iff (RESET)
    (age_q < 5'(Latency)) |-> !out_valid);

",
        top = latency - 1,
        shift_valid = shift("valid_q", "in_valid", latency),
    )
}

/// A shift register's next value; one bit has nothing to shift.
fn shift(register: &str, input: &str, latency: usize) -> String {
    match latency {
        1 => input.to_owned(),
        _ => format!("{{{register}[{}:0], {input}}}", latency - 2),
    }
}
