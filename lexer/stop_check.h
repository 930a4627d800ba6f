#ifndef PYSUB_LEXER_STOP_CHECK_H_
#define PYSUB_LEXER_STOP_CHECK_H_

#include <cstdint>

namespace pysub {

// Tells long work without a result of its own whether to give up: compiling a text that a program made counts as that
// program's time. Not thread-safe; one for each Compile().
class StopCheck {
 public:
  using Question = bool (*)(void* context);

  StopCheck() = default;
  StopCheck(Question is_over, void* context) : is_over_(is_over), context_(context) {}

  // Called for each small piece of work (a token, an expression). True: give up, and so is every later answer.
  bool Over() {
    if (--countdown_ > 0) [[likely]] return false;
    if (!stopped_) stopped_ = is_over_ != nullptr && is_over_(context_);
    countdown_ = stopped_ ? 0 : kInterval;
    return stopped_;
  }
  bool stopped() const { return stopped_; }

 private:
  static constexpr int32_t kInterval = 1024;

  Question is_over_ = nullptr;
  void* context_ = nullptr;
  int32_t countdown_ = kInterval;
  bool stopped_ = false;
};

// For a check that may be absent.
inline bool IsOver(StopCheck* stop) { return stop != nullptr && stop->Over(); }
inline bool HasStopped(const StopCheck* stop) { return stop != nullptr && stop->stopped(); }

}  // namespace pysub

#endif  // PYSUB_LEXER_STOP_CHECK_H_
