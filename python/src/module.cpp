#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind.hpp"
#include "vieta/error.hpp"
#include "vieta/target.hpp"

// `vieta._core`: thin and private. Arguments arrive checked and in the library's own terms; errors leave as
// ValueError with the library's message.
NB_MODULE(_core, module) {
  namespace nb = nanobind;
  // At exit Python leaves alone what a module's globals refer to in circles (a result that holds a function of the same
  // module). That is no reason to frighten anybody.
  nb::set_leak_warnings(false);
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const vieta::error& problem) {
      PyErr_SetString(PyExc_ValueError, problem.what());
    }
  });
  module.attr("version") = VIETA_VERSION;
  module.def("isa", [] { return std::string(vieta::name(vieta::detect_isa())); });
  vieta::python::bind_roots(module);
  vieta::python::bind_real_roots(module);
  vieta::python::bind_minimax(module);
  vieta::python::bind_newton(module);
}
