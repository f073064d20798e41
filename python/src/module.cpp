#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind.hpp"
#include "vieta/error.hpp"
#include "vieta/real_roots.hpp"
#include "vieta/roots.hpp"
#include "vieta/target.hpp"

namespace vieta::python {

const numpy_parts& numpy_parts::get() {
  static const numpy_parts* const parts = [] {  // never dropped: at exit the interpreter is gone before statics are
    const nb::object numpy = nb::module_::import_("numpy");
    const auto type = [&](const char* name) { return numpy.attr("dtype")(name); };
    return new numpy_parts{numpy.attr("empty"), type("float32"), type("float64"), type("complex128"),
                           type("int8"),        type("uint8"),   type("int64"),   type("uint64")};
  }();
  return *parts;
}

void* data_of(nb::handle array) {
  Py_buffer view;
  if (PyObject_GetBuffer(array.ptr(), &view, PyBUF_WRITABLE) != 0) throw nb::python_error();
  void* const data = view.buf;
  PyBuffer_Release(&view);  // the array's owner keeps its numbers where they are
  return data;
}

}  // namespace vieta::python

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
  // The words of options that Python checks by itself, so that they stand in one place.
  module.attr("roots_methods") = nb::cast(vieta::words_of<vieta::roots_method>());
  module.attr("real_roots_methods") = nb::cast(vieta::words_of<vieta::real_roots_method>());
  module.def("isa", [] { return std::string(vieta::name(vieta::detect_isa())); });
  vieta::python::bind_aaa(module);
  vieta::python::bind_boxes(module);
  vieta::python::bind_gpu(module);
  vieta::python::bind_gpu_boxes(module);
  vieta::python::bind_ranks(module);
#ifdef VIETA_HAVE_XLA
  vieta::python::bind_xla(module);
#else
  module.def("xla_targets", [] { return nb::list(); });  // the build found no headers of XLA
#endif
  vieta::python::bind_roots(module);
  vieta::python::bind_root_batches(module);
  vieta::python::bind_real_roots(module);
  vieta::python::bind_minimax(module);
  vieta::python::bind_newton(module);
  vieta::python::bind_components(module);
  vieta::python::bind_solve(module);
  vieta::python::bind_solve_parameters(module);
}
