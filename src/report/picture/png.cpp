#include "report/picture/png.hpp"

#include <ostream>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb_image_write.h>

namespace vieta::report {

void write_png(std::ostream& out, const bitmap& picture) {
  const auto write = [](void* stream, void* data, int size) {
    static_cast<std::ostream*>(stream)->write(static_cast<const char*>(data), size);
  };
  const int width = static_cast<int>(picture.width), height = static_cast<int>(picture.height);
  stbi_write_png_compression_level = 16;
  stbi_write_force_png_filter = 0;  // flat colours are smallest as they are
  stbi_write_png_to_func(write, &out, width, height, 3, picture.rgb.data(), 3 * width);
}

}  // namespace vieta::report
