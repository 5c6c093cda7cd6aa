"""
All tests, and one last line that says how many passed and failed.

    python3 sdks/python/tests
    python3 sdks/python/tests packed    # of the wheel, by Debian's Python with what .ci/run installs for it
"""

from __future__ import annotations

import sys
import unittest
from pathlib import Path

HERE = Path(__file__).parent


# Where something passed is not kept by unittest.
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
    # What breaks down before its tests do counts too; nothing is to be skipped, so that is no success either.
    failed = len(result.failures) + len(result.errors) + len(result.skipped) + len(result.unexpectedSuccesses)
    print(f"{CountingResult.passed} passed, {failed} failed")
    sys.exit(0 if failed == 0 and CountingResult.passed > 0 else 1)
