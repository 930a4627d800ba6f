#ifndef PYSUB_SHELL_RUN_ARGUMENTS_H_
#define PYSUB_SHELL_RUN_ARGUMENTS_H_

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace pysub::shell {

class Serialiser;

// $1, $2 ...
//
// `shift` takes from the front, and scripts do so for each of them: what is gone leaves its empty
// place there until it is half of all, so that many shifts move each text about once.
class Arguments {
 public:
  Arguments() = default;
  Arguments(std::vector<std::string> items) : items_(std::move(items)) {}  // NOLINT: it is one
  Arguments(const Arguments& other) : items_(other.begin(), other.end()) {}
  Arguments(Arguments&& other) noexcept
      : items_(std::move(other.items_)), gone_(std::exchange(other.gone_, 0)) {}
  Arguments& operator=(Arguments other) noexcept {
    items_ = std::move(other.items_);
    gone_ = other.gone_;
    return *this;
  }

  size_t size() const { return items_.size() - gone_; }
  bool empty() const { return size() == 0; }
  const std::string& back() const { return items_.back(); }
  const std::string& operator[](size_t index) const { return items_[gone_ + index]; }
  std::vector<std::string>::const_iterator begin() const {
    return items_.begin() + static_cast<std::ptrdiff_t>(gone_);
  }
  std::vector<std::string>::const_iterator end() const { return items_.end(); }
  std::span<const std::string> view() const { return {items_.data() + gone_, size()}; }
  std::vector<std::string> Copy() const { return {begin(), end()}; }

  // Without the first `count`, which are there. Returns how many texts were touched.
  size_t Shift(size_t count) {
    for (size_t i = 0; i < count; ++i) std::string().swap(items_[gone_ + i]);
    gone_ += count;
    if (gone_ <= items_.size() / 2) return count;
    items_.erase(items_.begin(), begin());
    gone_ = 0;
    return count + items_.size();
  }

  void Fields(Serialiser& serialiser);

 private:
  std::vector<std::string> items_;
  size_t gone_ = 0;  // in front
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_ARGUMENTS_H_
