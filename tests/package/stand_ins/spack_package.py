"""spack.package as far as packaging/spack/package.py uses it, for tests/package/follow_recipes.py."""

import subprocess


def directive(*_args, **_keywords):
    pass


version = variant = depends_on = conflicts = license = directive


def run_after(_phase):
    return lambda function: setattr(function, "runs_after", True) or function


def on_package_attributes(**_attributes):
    return lambda function: function


class Executable:
    def __init__(self, path):
        self.path = path

    def __call__(self, *arguments):
        subprocess.run([self.path, *arguments], check=True)


class CudaPackage:
    pass


class CMakePackage:
    """A package whose spec is a dictionary of variants; a variant that is not named has its default."""

    def __init__(self, spec, prefix):
        self.spec, self.prefix = spec, prefix

    def define(self, name, value):
        text = ";".join(value) if isinstance(value, (list, tuple)) else ("ON" if value else "OFF") if isinstance(value, bool) else value
        return f"-D{name}={text}"

    def define_from_variant(self, name, variant):
        return self.define(name, self.spec[variant])
