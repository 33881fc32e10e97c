// No bank that holds a part of a register is gated, none is accessed before it is awake, and a wake
// ends in time; whatever is in the banks, as long as arbiter, queues and acceptance do what they owe
// the cluster.
module TOP (
  input logic clock,
  input logic reset,
  input logic granted,
  input logic [1:0] kind,
  input logic [1:0] place,
  input logic [3:0] entry,
  input logic head0_valid,
  input logic [3:0] head0_entry,
  input logic [31:0] head0_mask,
  input logic [1:0] head0_range,
  input logic [1023:0] head0_data,
  input logic head1_valid,
  input logic [3:0] head1_entry,
  input logic [31:0] head1_mask,
  input logic [1:0] head1_range,
  input logic [1023:0] head1_data,
  input logic release_,
  input logic [3:0] release_entry,
  input logic [1:0] found,
  input logic [1:0] found0_range,
  input logic [1:0] found1_range,
  input logic [1023:0] found0_data,
  input logic [1023:0] found1_data
);

  logic mov_free;
  logic [7:0] bank_read;
  logic [7:0] bank_write;
  logic [7:0] bank_gated;
  logic [7:0] bank_isolate;

  BLOCK u_block (
    .clock(clock),
    .reset(reset),
    .granted(granted),
    .kind(kind),
    .place(place),
    .entry(entry),
    .mov_free(mov_free),
    .head0_valid(head0_valid),
    .head0_entry(head0_entry),
    .head0_mask(head0_mask),
    .head0_range(head0_range),
    .head0_data(head0_data),
    .head1_valid(head1_valid),
    .head1_entry(head1_entry),
    .head1_mask(head1_mask),
    .head1_range(head1_range),
    .head1_data(head1_data),
    .release_(release_),
    .release_entry(release_entry),
    .found(found),
    .found0_range(found0_range),
    .found1_range(found1_range),
    .found0_data(found0_data),
    .found1_data(found1_data),
    .bank_read(bank_read),
    .bank_write(bank_write),
    .bank_gated(bank_gated),
    .bank_isolate(bank_isolate)
  );

  // What the cluster knows of its registers, and the write that it holds.
  logic [ENTRIES-1:0] stored;
  logic [1:0] range[ENTRIES];
  logic writing;
  logic writing_mov;
  logic [3:0] writing_entry;
  assign stored = u_block.u_table.stored_q;
  for (genvar e = 0; e < ENTRIES; e++) begin : gen_range
    assign range[e] = {u_block.u_table.range_high_q[e], u_block.u_table.range_low_q[e]};
  end
  assign writing = u_block.u_write_stage.full_q;
  assign writing_mov = u_block.u_write_stage.kept_mov_q;
  assign writing_entry = u_block.u_write_stage.kept_entry_q;

  // A head's register, as the write before it leaves it, is uncompressed, or on its way to be.
  logic [1:0] waits;
  logic [1:0] plain;
  logic [1:0] alone;
  logic [3:0] its_entry[2];
  assign waits = {head1_valid, head0_valid};
  assign its_entry = '{head0_entry, head1_entry};
  for (genvar k = 0; k < 2; k++) begin : gen_head
    assign plain[k] = !stored[its_entry[k]] || range[its_entry[k]] == 2'd0
        || (!mov_free && u_block.u_mov.kept_entry_q == its_entry[k])
        || (writing && writing_mov && writing_entry == its_entry[k]);
    assign alone[k] = !writing || writing_mov || writing_entry != its_entry[k];
  end

IN_RESET
  DivergentIsUncompressed_M: assume property (@(posedge clock) disable iff (in_reset)
    (!head0_valid || &head0_mask || (head0_range == 2'd0 && plain[0]))
    && (!head1_valid || &head1_mask || (head1_range == 2'd0 && plain[1])));

  OneWriteForRegister_M: assume property (@(posedge clock) disable iff (in_reset)
    (waits & ~alone) == 2'd0 && !(waits == 2'd3 && head0_entry == head1_entry));

  ReleasedIsNotWritten_M: assume property (@(posedge clock) disable iff (in_reset)
    !release_ || (!(writing && writing_entry == release_entry)
      && !(head0_valid && head0_entry == release_entry)
      && !(head1_valid && head1_entry == release_entry)));

  for (genvar i = 0; i < 8; i++) begin : gen_bank
    // Registers that have bytes in the bank; cycles in which it has power and is not up.
    logic [ENTRIES-1:0] held;
    logic [9:0] waking_q;
    always_comb begin
      for (int e = 0; e < ENTRIES; e++) begin
        case (range[e])
          2'd0: held[e] = stored[e];
          2'd1: held[e] = stored[e] && i < 1;
          2'd2: held[e] = stored[e] && i < 3;
          default: held[e] = stored[e] && i < 5;
        endcase
      end
    end
    always_ff @(posedge clock) begin
      if (reset || bank_gated[i] || !bank_isolate[i]) waking_q <= 10'd0;
      else waking_q <= waking_q + 10'd1;
    end

    HeldBytesAreKnown_A: assert property (@(posedge clock) disable iff (in_reset)
      (held & ~u_block.u_banks.g_gate[i].u_gate.valid_q) == '0);

    BankThatHoldsIsAwake_A: assert property (@(posedge clock) disable iff (in_reset)
      (held != '0) -> !(bank_gated[i] || bank_isolate[i]));

    GatedBankIsNotAccessed_A: assert property (@(posedge clock) disable iff (in_reset)
      (bank_read[i] || bank_write[i]) -> !(bank_gated[i] || bank_isolate[i]));

    WakeEndsInTime_A: assert property (@(posedge clock) disable iff (in_reset)
      (waking_q != 10'd0)
      -> (!bank_gated[i] && (waking_q < 10'dWAKE_DELAY) == bank_isolate[i]));
  end

endmodule
