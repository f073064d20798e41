"""vieta for Conan 2.    conan create packaging/conan --build=missing    (in a checkout; a release: see `source`)"""

import os

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, get, rmdir

required_conan_version = ">=2.0"
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


class VietaRecipe(ConanFile):
    name = "vieta"
    version = "0.1.0"
    description = "Roots of polynomials and solutions of polynomial systems, each with a proof"
    license = "Apache-2.0"
    url = "https://github.com/vieta/vieta"
    topics = ("polynomial", "roots", "certified", "minimax", "homotopy")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    # arb: FLINT of the system, which has no recipe at ConanCenter. system: Boost, nlohmann/json and CLI11 of the system, too.
    options = {"shared": [True, False], "fPIC": [True, False], "arb": [True, False], "system": [True, False]}
    default_options = {"shared": True, "fPIC": True, "arb": False, "system": False}

    def export_sources(self):
        if os.path.exists(os.path.join(ROOT, "CMakeLists.txt")):  # a checkout
            for pattern in ("CMakeLists.txt", "LICENSE", "cmake/*", "cli/*", "src/*", "include/*", "shaders/*"):
                copy(self, pattern, ROOT, self.export_sources_folder)

    def source(self):
        if not os.path.exists(os.path.join(self.source_folder, "CMakeLists.txt")):
            get(self, **self.conan_data["sources"][self.version], strip_root=True)

    def requirements(self):
        if not self.options.system:
            self.requires("boost/[>=1.74]", options={"header_only": True})
            self.requires("nlohmann_json/[>=3.11]")
            self.requires("cli11/[>=2.3]")

    def validate(self):
        check_min_cppstd(self, 20)

    def configure(self):
        if self.options.shared:
            self.options.rm_safe("fPIC")

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables.update({
            "VIETA_SIMD": os.environ.get("VIETA_SIMD", "all"),
            "VIETA_ARB": "ON" if self.options.arb else "OFF",
            "VIETA_CUDA": "OFF",
            "VIETA_MPI": "OFF",
            "VIETA_PNG": "OFF",
            "VIETA_BUILD_TESTS": "OFF",
            "VIETA_BUILD_PYTHON": "OFF",
        })  # fmt: skip
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        for folder in ("lib/cmake", "lib/pkgconfig", "share/doc"):  # Conan makes its own
            rmdir(self, os.path.join(self.package_folder, folder))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "vieta")
        self.cpp_info.set_property("cmake_target_name", "vieta::vieta")
        self.cpp_info.set_property("pkg_config_name", "vieta")
        self.cpp_info.libs = ["vieta"]
        if self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["m", "pthread", "dl"]
        if self.options.arb:
            self.cpp_info.system_libs += ["flint-arb", "flint", "gmp"]
