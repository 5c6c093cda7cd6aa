"""
Runs all tests; the last lines name the failed ones, and the very last has the numbers of passed and failed ones.

    python3 sdks/python/tests
    python3 sdks/python/tests packed    # tests the wheel, with Debian's Python and what .ci/run installs for it
"""

from __future__ import annotations

import sys
import unittest
from pathlib import Path

HERE = Path(__file__).parent


# unittest does not record which tests passed.
class CountingResult(unittest.TextTestResult):
    passed = 0

    def addSuccess(self, test: unittest.TestCase) -> None:
        super().addSuccess(test)
        CountingResult.passed += 1


if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent / "src"))
    suite = unittest.defaultTestLoader.discover(str(HERE.joinpath(*sys.argv[1:2])))
    runner = unittest.TextTestRunner(sys.stdout, resultclass=CountingResult)  # type: ignore[arg-type]
    result = runner.run(suite)
    # A failure before the tests counts too. No test may be skipped, so a skip is a failure.
    failures = [*result.failures, *result.errors, *result.skipped]
    failures += [(test, "an unexpected success") for test in result.unexpectedSuccesses]
    for test, error in failures:
        # Of a traceback, the last line says what was wrong.
        print(f"FAILED {test.id()}: {error.strip().rpartition(chr(10))[2]}")
    print(f"{CountingResult.passed} passed, {len(failures)} failed")
    sys.exit(0 if not failures and CountingResult.passed > 0 else 1)
