#include "report/array/roots_array.hpp"

#include <complex>
#include <cstdint>
#include <ostream>
#include <string>

#include "base/number.hpp"
#include "report/array/npy.hpp"

namespace vieta::report {

void write_npy(std::ostream& out, const roots_result& result) {
  std::vector<std::complex<double>> values;
  for (const root& z : result.roots) values.insert(values.end(), static_cast<std::size_t>(z.multiplicity), z.value);
  write_npy_head(out, 'c', sizeof(std::complex<double>), {values.size()});
  out.write(reinterpret_cast<const char*>(values.data()),
            static_cast<std::streamsize>(values.size() * sizeof(std::complex<double>)));
}

void write_csv(std::ostream& out, const roots_result& result) {
  out << "re,im,radius,multiplicity,status\n";
  for (std::size_t k = 0; k < result.roots.size(); ++k) {
    const root& z = result.roots[k];
    const bool text = !result.decimal.empty();
    std::string line = text ? result.decimal[k].re : shortest(z.value.real());
    line += ',' + (text ? result.decimal[k].im : shortest(z.value.imag()));
    line += ',' + (text ? result.decimal[k].radius : shortest(z.radius));
    line += ',' + std::to_string(z.multiplicity) + ',' + name(z.status) + '\n';
    out.write(line.data(), static_cast<std::streamsize>(line.size()));
  }
}

}  // namespace vieta::report
