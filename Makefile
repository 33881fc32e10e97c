# The few commands that a person types. Each works from any folder: make -C PATH target.

CARGO ?= cargo
WARPLOOM = target/release/warploom

.PHONY: build tools tools-formal tools-cuda liberty emit kernels cosim cosim-full test test-full test-system check papers
.PHONY: mutate mutate-smoke prove proofs-kept prove-smoke regress regress-full lint synth bench doctor clean fuzz fuzz-full fuzz-table

# The command line tool; Cargo re-does only what changed.
build:
	@$(CARGO) build --release --locked --quiet

# Simulation, synthesis and lint tools, pinned, into .tools/ (silent when up to date).
tools:
	@tools/fetch.sh base

# Solvers, needed by `make prove` and the proofs of `make test`.
tools-formal:
	@tools/fetch.sh formal

# NVIDIA's compiler from CUDA C to PTX, for tests/system and sm/tests/modules/build only; proprietary.
tools-cuda:
	@tools/fetch.sh cuda

# A 45 nm cell library for synth, on the user's own behalf: read the note that it prints.
liberty:
	@tools/liberty.sh

# Verilog of every unit in every preset, into generated/.
emit: build
	@$(WARPLOOM) emit

# PTX of the kernels, from their CUDA C (needs Debian's clang-14; the PTX is committed).
kernels:
	@kernels/build

# Every unit in lockstep with its golden model: its first preset, and the one that differs most.
cosim: tools emit
	@$(WARPLOOM) cosim

# The same for every preset, a million cycles each.
cosim-full: tools emit
	@$(WARPLOOM) cosim --all-presets

# Every unit and every kernel for some minutes, with a page: out/report/index.html.
regress: tools build
	@$(WARPLOOM) regress --html out/report --junit out/report/junit.xml

# The same for a night; a run that was stopped goes on where it was.
regress-full: tools build
	@$(WARPLOOM) regress --suite full --coverage --resume out/regress/full --html out/report-full

# Every figure and table of the papers, measured: docs/papers, and out/papers/index.html. What has run
# with this build is not run again.
papers: build
	@$(WARPLOOM) paper --resume out/paper/all --markdown docs/papers

# Every mutant of every unit, into docs/mutation.md; a run that was stopped goes on where it was.
mutate: tools build
	@$(WARPLOOM) mutate --resume out/mutate/all --markdown docs/mutation.md --html out/mutants

# A hundred mutants of four small units: a part of `make test`.
mutate-smoke: tools
	@$(CARGO) test --release --locked --test main -- mutate::

# Properties of the units and blocks that can be proven so far, shown for every cycle, into docs/proofs.md: units in
# their smallest preset, with mutants of each; codecs in all of theirs, and with each two modes. What is proven of
# unchanged text is not proven again; what an engine leaves open is no success. Steps in tests/proofs were found
# before; where a text has changed others are found: `make proofs-kept` keeps them for the next run.
PROVEN = bdi_compressor bdi_decompressor avc_encoder avc_decoder avc_cache power_controller power_array mshr_tracker \
	fetch_unit_list slumber_control slumber_top bank_gate regfile osu_bank pattern_compressor metadata_decoder \
	capacity_manager regless_l1_arbiter osu regless_shard regless
PROVEN_BLOCKS = round_robin_arbiter_2 round_robin_arbiter_3 round_robin_arbiter_4 round_robin_arbiter_8 fifo_5x8 \
	memory_10x8 manager_queue_2 manager_queue_4 manager_bank_2 regfile_cluster_16
PROVEN_CODECS = $(addprefix --unit ,bdi_compressor bdi_decompressor avc_encoder)
PROVEN_PRESETS = latency-1 latency-2 latency-4 latency-8 static-4-0 static-4-1 static-4-2
PROVEN_MODES = 4x0,4x1 4x0,4x2 4x1,4x2
PROVE = $(WARPLOOM) prove --timeout 180s --steps tests/proofs
prove: tools tools-formal build
	-@$(PROVE) $(addprefix --unit ,$(PROVEN)) $(addprefix --block ,$(PROVEN_BLOCKS)) --sample 20 \
		--resume out/prove/units
	-@for preset in $(PROVEN_PRESETS); do $(PROVE) $(PROVEN_CODECS) --preset $$preset --resume out/prove/$$preset; done
	-@for modes in $(PROVEN_MODES); do $(PROVE) --unit bdi_compressor --unit bdi_decompressor --preset fermi \
		--set modes=$$modes --resume out/prove/$$modes; done
	@$(PROVE) --merge $(addprefix out/prove/,units $(PROVEN_PRESETS) $(PROVEN_MODES)) --markdown docs/proofs.md \
		--html out/proofs

# The steps that the last run of `make prove` found, for the next one.
proofs-kept:
	@mkdir -p tests/proofs
	@cp out/prove/*/steps/*.steps tests/proofs/

# Five small units, and what becomes of wrong ones: a part of `make test`.
prove-smoke: tools tools-formal
	@$(CARGO) test --release --locked --test main -- prove::

# The whole test suite with a smoke selection of presets and bugs.
test: tools tools-formal
	@$(CARGO) test --release --locked --workspace --no-fail-fast

# The same with every preset and every bug.
test-full: tools tools-formal
	@WARPLOOM_TESTS=full $(CARGO) test --release --locked --workspace --no-fail-fast

# What needs root: Icarus as one more linter, a full disk, clang for kernels, a browser, a Slurm.
test-system: tools build
	@tests/system/run

# Before every commit: format, clippy, documentation of sm, drift of generated/, emitted text, fast tests, growth in gates.
check: tools build
	@$(CARGO) fmt --all --check
	@$(CARGO) clippy --release --locked --workspace --all-targets --quiet -- -D warnings
	@RUSTDOCFLAGS="-D warnings" $(CARGO) doc --release --locked --quiet -p sm --no-deps
	@$(CARGO) test --release --locked --workspace --lib --quiet
	@$(CARGO) test --release --locked --quiet -p hdl --test main -- edits:: emit:: emit_errors:: purpose::
	@$(CARGO) test --release --locked --quiet --test main -- bugs::every_seeded_bug_has_its_place drift:: errors:: files:: layers:: walls::
	@$(WARPLOOM) synth --check

# Every unit for a minute, from the committed sequences on.
fuzz: tools build
	@$(WARPLOOM) fuzz --time 60s

# Every deep bug is found within two minutes, from nothing.
fuzz-full: tools build
	@$(WARPLOOM) fuzz --bugs --time 120s

# The table of docs/fuzzing-bugs.md: three searches for each deep bug, and chance alone.
fuzz-table: tools build
	@$(WARPLOOM) fuzz --bugs --time 120s --repeats 3 --random --markdown docs/fuzzing-bugs.md

# Every linter over generated/; any warning is a failure.
lint: tools build
	@$(WARPLOOM) lint

# Gates, depth, memory bits and, after `make liberty`, area and timing: docs/synthesis.md.
LIBERTY = $(wildcard .tools/liberty/*.lib)
synth: tools build
	@$(WARPLOOM) synth $(if $(LIBERTY),--liberty $(LIBERTY)) --markdown docs/synthesis.md

# The figures of docs/bench.md.
bench: tools build
	@$(WARPLOOM) bench

doctor: build
	@$(WARPLOOM) doctor

clean:
	rm -rf target .cache out
