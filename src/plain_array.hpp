#pragma once

#include <cstddef>
#include <memory>

namespace vieta {

/// An array whose elements are left as they come: for what is written once anyway, by several threads.
template <class T>
class plain_array {
 public:
  void resize(std::size_t size) {
    data_ = std::make_unique_for_overwrite<T[]>(size);
    size_ = size;
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] T* data() { return data_.get(); }
  [[nodiscard]] const T& operator[](std::size_t i) const { return data_[i]; }
  [[nodiscard]] T* begin() { return data_.get(); }
  [[nodiscard]] T* end() { return data_.get() + size_; }
  [[nodiscard]] const T* begin() const { return data_.get(); }
  [[nodiscard]] const T* end() const { return data_.get() + size_; }

 private:
  std::size_t size_ = 0;
  std::unique_ptr<T[]> data_;
};

}  // namespace vieta
