#ifndef PYSUB_OSBRIDGE_WORKER_INPUT_BUFFER_H_
#define PYSUB_OSBRIDGE_WORKER_INPUT_BUFFER_H_

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lexer/base/clipped_size.h"

namespace pysub {

// Standard input that comes in pieces and is read by lines. What was given is cut off only when it
// is half of the text, so moving costs no more than what was given, however small the pieces are.
class InputBuffer {
 public:
  void Append(std::string_view bytes) {
    if (given_ > 0 && given_ >= bytes_.size() / 2) {
      bytes_.erase(0, given_);
      given_ = searched_ = 0;
    }
    if (const size_t room = RoomFor(bytes.size()); room > bytes_.capacity()) {
      std::string larger;  // (a string that is asked for more room takes twice what it has)
      larger.reserve(room);
      larger = bytes_;
      bytes_.swap(larger);
    }
    bytes_.append(bytes);
  }
  // What it takes, and the most that it takes while so much more is appended.
  size_t bytes_held() const { return bytes_.capacity(); }
  size_t BytesToAppend(size_t more) const {
    const size_t room = RoomFor(more);
    return room > bytes_.capacity() ? room + bytes_.capacity() : room;
  }
  void End() { ended_ = true; }
  bool ended() const { return ended_; }
  std::string_view rest() const { return std::string_view(bytes_).substr(given_); }

  // The next line with its newline; "" at the end; nothing: more has to come first. Linear, however
  // small the pieces.
  std::optional<std::string_view> TakeLine() {
    const size_t newline = bytes_.find('\n', std::max(given_, searched_));
    if (newline == std::string::npos && !ended_) {
      searched_ = bytes_.size();
      return std::nullopt;
    }
    const size_t end = newline == std::string::npos ? bytes_.size() : newline + 1;
    const std::string_view line(bytes_.data() + given_, end - given_);
    given_ = end;
    return line;
  }

  // So many bytes (-1: all that will come), fewer only at the end; nothing: more has to come first.
  std::optional<std::string_view> TakeBytes(int64_t size) {
    if (!ended_ && (size < 0 || rest().size() < static_cast<uint64_t>(size))) return std::nullopt;
    const std::string_view taken =
        rest().substr(0, size < 0 ? std::string_view::npos : ClippedSize(size));
    given_ += taken.size();
    return taken;
  }

  // All that is left; nothing: more has to come first.
  std::optional<std::string_view> TakeRest() {
    if (!ended_) return std::nullopt;
    const std::string_view all = rest();
    given_ = bytes_.size();
    return all;
  }

 private:
  size_t RoomFor(size_t more) const {
    constexpr size_t kLarge = 1 << 20;
    const size_t need = bytes_.size() + more;
    if (need <= bytes_.capacity()) return bytes_.capacity();
    return need + need / (need > kLarge ? 4 : 1);
  }

  std::string bytes_;
  size_t given_ = 0;
  size_t searched_ = 0;  // up to here there is no newline that was not given
  bool ended_ = false;
};

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_WORKER_INPUT_BUFFER_H_
