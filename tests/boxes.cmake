# `solve_boxes`: known systems and files of systems, random systems against an exhaustive reference, the program.
vieta_test(boxes_tests unit/boxes_test.cpp unit/boxes_io_test.cpp)
vieta_test(boxes_random_tests property/boxes_random.cpp oracles/boxes_reference.cpp)
