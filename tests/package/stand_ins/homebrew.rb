# Homebrew's Formula as far as packaging/homebrew/vieta.rb uses it, for tests/package/follow_recipes.py.
#   ruby homebrew.rb FORMULA PREFIX        in the unpacked sources: installs into PREFIX, then runs the formula's test
require "pathname"
require "tmpdir"

class Formula
  class << self
    attr_reader :block
    %i[desc homepage url sha256 license depends_on].each { |word| define_method(word) { |*| } }
    def test(&block)
      @block = block
    end
  end

  attr_reader :prefix, :testpath

  def initialize(prefix, testpath)
    @prefix = Pathname.new(prefix)
    @testpath = Pathname.new(testpath)
  end

  def bin = prefix / "bin"
  def include = prefix / "include"
  def lib = prefix / "lib"
  def std_cmake_args = %W[-DCMAKE_INSTALL_PREFIX=#{prefix} -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF -Wno-dev]

  def system(*command)
    Kernel.system(*command) || raise("failed: #{command.join(" ")}")
  end

  def shell_output(command)
    output = `#{command}`
    $?.success? ? output : raise("failed: #{command}")
  end

  def assert_match(expected, found)
    found.include?(expected) || raise("found #{found}, expected #{expected}")
  end
end

def ENV.cc = "cc"

load ARGV[0]
Dir.mktmpdir do |folder|
  formula = Vieta.new(ARGV[1], folder)
  formula.install
  ENV["LD_LIBRARY_PATH"] = formula.lib.to_s # what a Mac's library says of itself by its install name
  Dir.chdir(folder) { formula.instance_eval(&Vieta.block) }
end
