# Names for the scripts, which do the work; all of them run without make as well.

PREFIX ?= /usr/local

.PHONY: run test build install package lint bench record soak

run test build lint package:
	@scripts/$@

bench:
	@Benchmarks/run

# make soak: notesync, then a thousand histories of the simulation, of the index and of random trees, then the faults.
# make soak SEEDS=1..10000: many more histories of the simulation than a test run has time for.
# make soak SEEDS=notesync: those of notesync, and its conformance suite with large requests and proxies.
soak:
	@scripts/soak $(SEEDS)

install:
	@scripts/install $(PREFIX)

# Rewrites the expected output of the transcripts and docs/cli-reference.md; read the difference before you commit.
record:
	@TL_RECORD=1 scripts/test --debug --filter 'TranscriptTests|ReferenceTests'
