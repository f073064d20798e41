# `minimax`: the method against known optima and a slow look at many points; the emitted text compiled and run.
vieta_test(minimax_tests unit/minimax_test.cpp unit/minimax_code_test.cpp)
