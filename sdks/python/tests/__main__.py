"""
Runs all tests; the last line has the numbers of passed and failed ones.

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
    failed = len(result.failures) + len(result.errors) + len(result.skipped) + len(result.unexpectedSuccesses)
    print(f"{CountingResult.passed} passed, {failed} failed")
    sys.exit(0 if failed == 0 and CountingResult.passed > 0 else 1)
