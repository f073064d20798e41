#include "newton/kernels.hpp"

#include "newton/column_kernel.hpp"
#include "newton/evaluation_kernel.hpp"
#include "newton/matrix_kernel.hpp"

namespace vieta::systems::VIETA_ISA {

namespace {
using lanes = vieta::VIETA_ISA::double_lanes;
}  // namespace

constinit const kernel_table table = {
    isa::VIETA_ISA,
    {{products<lanes, 1, false>, products<lanes, 1, true>},
     {products<lanes, 2, false>, products<lanes, 2, true>},
     {products<lanes, 3, false>, products<lanes, 3, true>},
     {products<lanes, 4, false>, products<lanes, 4, true>}},
    {{equations<lanes, 1, false>, equations<lanes, 1, true>},
     {equations<lanes, 2, false>, equations<lanes, 2, true>},
     {equations<lanes, 3, false>, equations<lanes, 3, true>},
     {equations<lanes, 4, false>, equations<lanes, 4, true>}},
    {equations_proven<lanes, false>, equations_proven<lanes, true>},
    {{jacobian<lanes, 1, false>, jacobian<lanes, 1, true>},
     {jacobian<lanes, 2, false>, jacobian<lanes, 2, true>},
     {jacobian<lanes, 3, false>, jacobian<lanes, 3, true>},
     {jacobian<lanes, 4, false>, jacobian<lanes, 4, true>}},
    {multiply<lanes, false>, multiply<lanes, true>},
    {{conjugated_dot<lanes, 1, false>, conjugated_dot<lanes, 1, true>},
     {conjugated_dot<lanes, 2, false>, conjugated_dot<lanes, 2, true>},
     {conjugated_dot<lanes, 3, false>, conjugated_dot<lanes, 3, true>},
     {conjugated_dot<lanes, 4, false>, conjugated_dot<lanes, 4, true>}},
    {{subtract_multiple<lanes, 1, false>, subtract_multiple<lanes, 1, true>},
     {subtract_multiple<lanes, 2, false>, subtract_multiple<lanes, 2, true>},
     {subtract_multiple<lanes, 3, false>, subtract_multiple<lanes, 3, true>},
     {subtract_multiple<lanes, 4, false>, subtract_multiple<lanes, 4, true>}},
    {{matrix_product<lanes, 1, false>, matrix_product<lanes, 1, true>},
     {matrix_product<lanes, 2, false>, matrix_product<lanes, 2, true>},
     {matrix_product<lanes, 3, false>, matrix_product<lanes, 3, true>},
     {matrix_product<lanes, 4, false>, matrix_product<lanes, 4, true>}},
};

}  // namespace vieta::systems::VIETA_ISA
