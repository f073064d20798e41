class Vieta < Formula
  desc "Roots of polynomials and solutions of polynomial systems, each with a proof"
  homepage "https://github.com/vieta/vieta"
  url "https://github.com/vieta/vieta/releases/download/v0.1.0/vieta-0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "Apache-2.0"

  depends_on "boost" => :build
  depends_on "cli11" => :build
  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on "nlohmann-json" => :build
  depends_on "python@3.13" => :build
  depends_on "flint"
  depends_on "gmp"

  def install
    args = %w[
      -DVIETA_SIMD=all
      -DVIETA_ARB=ON
      -DVIETA_CUDA=OFF
      -DVIETA_MPI=OFF
      -DVIETA_BUILD_TESTS=OFF
      -DVIETA_BUILD_PYTHON=OFF
    ]
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja", *args, *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    assert_match "isolated, real", shell_output("#{bin}/vieta roots \"x^5 - x - 1\"")
    (testpath/"test.c").write <<~C
      #include <vieta.h>
      int main(void) {
        vieta_roots* r;
        int code = vieta_roots_of_text("x^2 - 2", 0, 0, &r);
        vieta_roots_free(r);
        return code;
      }
    C
    system ENV.cc, "test.c", "-I#{include}", "-L#{lib}", "-lvieta", "-o", "test"
    system "./test"
  end
end
