# Names for the scripts, which do the work; all of them run without make as well.

PREFIX ?= /usr/local

.PHONY: run test build install lint bench record

run test build lint:
	@scripts/$@

bench:
	@Benchmarks/run

install:
	@scripts/install $(PREFIX)

# Writes the expected output of the transcripts anew; look at the difference before you commit.
record:
	@TL_RECORD=1 scripts/test --filter Transcript
