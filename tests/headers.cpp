// Belongs to the headers that all tests share (CMakeLists.txt).
int main() {}
