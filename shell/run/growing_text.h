#ifndef PYSUB_SHELL_RUN_GROWING_TEXT_H_
#define PYSUB_SHELL_RUN_GROWING_TEXT_H_

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "shell/run/budget.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {

// Room for `more` bytes, which are paid for already: a text that moves to grow is paid for twice
// meanwhile, and is given an eighth more than it needs.
inline bool MakeRoom(Budget* budget, std::string* text, size_t more) {
  const size_t need = text->size() + more;
  if (need <= text->capacity() || need < 65536) return true;
  const size_t room = need + need / 8;
  const ScopedMemoryCharge moving(budget, room - more);
  return moving.ok() && MoveText(budget, text, room);
}

// The same for a list that gets one element more.
template <typename List>
bool MakeRoom(Budget* budget, List* list) {
  if (list->size() < list->capacity() || list->size() < 1024) return true;
  const size_t room = list->size() + list->size() / 8;
  const ScopedMemoryCharge moving(budget, room * sizeof((*list)[0]));
  if (moving.ok()) list->reserve(room);
  return moving.ok();
}

// A text that is made of parts whose number or size a script chooses: the place it takes is paid
// for, with the work of copying, before it grows; while it moves both places. Once there is no room
// it stays as it is. Without a budget it just grows.
class GrowingText {
 public:
  explicit GrowingText(Budget* budget) : budget_(budget) {}

  bool Append(std::string_view more) {
    if (more.size() > room_ - text_.size() && !Grow(more.size())) return false;
    text_ += more;
    return true;
  }
  bool Append(char c) {
    if (room_ == text_.size() && !Grow(1)) return false;
    text_ += c;
    return true;
  }
  bool AppendRepeated(char c, size_t count) {
    if (count > room_ - text_.size() && !Grow(count)) return false;
    text_.append(count, c);
    return true;
  }
  bool full() const { return full_; }  // a limit was reached
  const std::string& text() const { return text_; }
  // What stands behind `size` goes again.
  void Cut(size_t size) { text_.resize(size); }
  // What stands before `size` is done with.
  void Erase(size_t size) { text_.erase(0, size); }
  // The text; what its place was paid with goes to `held`, or is given back.
  std::string Take(MemoryCharge* held = nullptr) {
    if (held != nullptr) held->Take(std::move(held_));
    held_.Release();
    room_ = 0;
    return std::exchange(text_, std::string());
  }

 private:
  bool Grow(size_t more) {
    if (full_) return false;
    const size_t need = text_.size() + more;
    const size_t room = need + need / (need > kLargeText ? 8 : 2);
    if (budget_ != nullptr) {
      full_ = !budget_->Tick(room / 16 + 1) || !held_.Add(budget_, static_cast<int64_t>(room));
      if (full_) return false;
    }
    full_ = !MoveText(budget_, &text_, room);
    if (full_) return false;
    if (budget_ != nullptr) held_.Set(budget_, static_cast<int64_t>(room));
    room_ = room;
    return true;
  }

  Budget* budget_;
  std::string text_;
  size_t room_ = 0;  // that is paid for
  bool full_ = false;
  MemoryCharge held_;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_GROWING_TEXT_H_
