"""Generates types and synchronous modules while the package is built, unless a source distribution has brought them."""

import subprocess
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

GENERATOR = Path(__file__).parents[1] / "generate.py"
"""In a checkout of the repository."""


def generate() -> None:
    """Write the generated modules into the package."""
    if GENERATOR.exists():
        subprocess.run([sys.executable, GENERATOR, "types"], check=True)


class Build(build_py):
    """Builds the package with its generated modules."""

    def run(self) -> None:
        """Generate the modules first."""
        generate()
        super().run()


class Distribute(sdist):
    """Packs the sources with the generated modules."""

    def run(self) -> None:
        """Generate the modules first."""
        generate()
        super().run()


setup(cmdclass={"build_py": Build, "sdist": Distribute})
