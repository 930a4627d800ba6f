#ifndef PYSUB_SHELL_RUN_GROWING_TEXT_H_
#define PYSUB_SHELL_RUN_GROWING_TEXT_H_

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "shell/run/budget.h"

namespace pysub::shell {

// Before `text` grows by `more` bytes, which are paid for already: a text that moves to grow is there twice meanwhile.
inline bool MayMove(Budget* budget, const std::string& text, size_t more) {
  return more <= text.capacity() - text.size() || text.size() < 65536 || budget->HasRoom(text.size());
}

// The same for a list that gets one element more.
template <typename List>
bool MayGrow(Budget* budget, const List& list) {
  return list.size() < list.capacity() || list.size() < 4096 || budget->HasRoom(list.size() * sizeof(list[0]));
}

// A text that is made of parts whose number or size a script chooses: paid for, with the work of copying, before it
// grows. Once there is no room it stays as it is. Without a budget it just grows.
class GrowingText {
 public:
  explicit GrowingText(Budget* budget) : budget_(budget) {}

  bool Append(std::string_view more) {
    if (more.size() > room_ && !Grow(more.size())) return false;
    room_ -= more.size();
    text_ += more;
    return true;
  }
  bool Append(char c) {
    if (room_ == 0 && !Grow(1)) return false;
    --room_;
    text_ += c;
    return true;
  }
  bool full() const { return full_; }  // a limit was reached
  const std::string& text() const { return text_; }
  // What stands before `size` is done with.
  void Erase(size_t size) { text_.erase(0, size); }
  // The text; what it was paid with goes to `held`, or is given back.
  std::string Take(HeldMemory* held = nullptr) {
    if (held_.bytes() > 0) held_.Set(budget_, static_cast<int64_t>(text_.size()));
    if (held != nullptr) held->Take(std::move(held_));
    held_.Release();
    room_ = 0;
    return std::exchange(text_, std::string());
  }

 private:
  bool Grow(size_t more) {
    if (full_) return false;
    size_t pays = std::max(more, std::min<size_t>(text_.size() / 8 + 512, 1 << 20));
    if (budget_ != nullptr) {
      full_ = !budget_->Tick(pays / 16 + 1) || !held_.Add(budget_, static_cast<int64_t>(pays)) ||
              !MayMove(budget_, text_, pays);
      if (full_) return false;
    }
    room_ += pays;
    return true;
  }

  Budget* budget_;
  std::string text_;
  size_t room_ = 0;  // paid for, and not used yet
  bool full_ = false;
  HeldMemory held_;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_GROWING_TEXT_H_
