# Spack: put this file into var/spack/repos/builtin/packages/vieta/.
from spack.package import *


class Vieta(CMakePackage, CudaPackage):
    """Roots of polynomials and solutions of polynomial systems, each with a proof, on CPUs and GPUs."""

    homepage = "https://github.com/vieta/vieta"
    url = "https://github.com/vieta/vieta/releases/download/v0.1.0/vieta-0.1.0.tar.gz"

    license("Apache-2.0")

    version("0.1.0", sha256="0000000000000000000000000000000000000000000000000000000000000000")

    variant("shared", default=True, description="A shared library")
    variant("arb", default=True, description="Arbitrary precision by Arb")
    variant("mpi", default=False, description="Ranks of MPI")

    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("python@3.9:", type="build")
    depends_on("boost@1.74:", type="build")
    depends_on("nlohmann-json@3.11:", type="build")
    depends_on("cli11@2.3:", type="build")
    depends_on("flint", when="+arb")
    depends_on("gmp", when="+arb")
    depends_on("mpi", when="+mpi")

    conflicts("%gcc@:10", msg="vieta needs C++20")

    def cmake_args(self):
        args = [
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define_from_variant("VIETA_ARB", "arb"),
            self.define_from_variant("VIETA_MPI", "mpi"),
            self.define_from_variant("VIETA_CUDA", "cuda"),
            self.define("VIETA_SIMD", "all"),
            self.define("VIETA_BUILD_TESTS", False),
            self.define("VIETA_BUILD_PYTHON", False),
        ]
        if self.spec.satisfies("+cuda") and "none" not in self.spec.variants["cuda_arch"].value:
            args.append(self.define("CMAKE_CUDA_ARCHITECTURES", self.spec.variants["cuda_arch"].value))
        return args

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def solves(self):
        Executable(self.prefix.bin.vieta)("roots", "x^5 - x - 1")
