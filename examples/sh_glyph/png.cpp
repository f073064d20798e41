#include "png.hpp"

#include <stdexcept>

#ifdef VIETA_HAVE_PNG
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb_image_write.h>
#endif

namespace sh_glyph {

#ifdef VIETA_HAVE_PNG
void write_png(const std::string& path, const std::vector<std::uint8_t>& rgb, int size) {
  if (!stbi_write_png(path.c_str(), size, size, 3, rgb.data(), 3 * size))
    throw std::runtime_error("cannot write " + path);
}
#else
void write_png(const std::string& path, const std::vector<std::uint8_t>&, int) {
  throw std::runtime_error("cannot write " + path + ": this build was made without stb");
}
#endif

}  // namespace sh_glyph
