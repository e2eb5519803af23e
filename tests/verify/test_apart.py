"""The checker stands apart from what it checks."""

from __future__ import annotations

import subprocess
import sys


def test_the_checker_loads_no_kernel_and_no_compiler():
    script = (
        "import sys, shoal.verify.refuse, shoal.verify.verdict, shoal.verify.ring, shoal.verify.two_tables\n"
        "print(*(name for name in sys.modules if name.startswith(('numba', 'llvmlite', 'shoal.kernels', 'shoal.jit'))))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
