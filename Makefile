# The few commands that a person types. Each works from any folder: make -C PATH target.

.PHONY: tools tools-formal

# Simulation, synthesis and lint tools, pinned, into .tools/ (silent when up to date).
tools:
	@tools/fetch.sh base

# Solvers and proof drivers, needed by the formal targets only.
tools-formal:
	@tools/fetch.sh formal
