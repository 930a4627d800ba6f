#ifndef PYSUB_LEXER_BASE_STOP_CHECK_H_
#define PYSUB_LEXER_BASE_STOP_CHECK_H_

#include <cstddef>
#include <cstdint>

namespace pysub {

// Tells long work without a result of its own whether to give up: compiling a text that a program
// made counts as that program's time. Not thread-safe; one for each Compile(). The question may
// look at a clock, so it is put only once in kInterval calls; in between a call is a subtraction.
class StopCheck {
 public:
  using Question = bool (*)(void* context);

  StopCheck() = default;
  StopCheck(Question is_over, void* context) : is_over_(is_over), context_(context) {}

  // Called for each small piece of work (a token, an expression). True: give up, and so
  // is every later answer.
  bool Over() {
    if (--countdown_ > 0) [[likely]]
      return false;
    if (!stopped_) stopped_ = is_over_ != nullptr && is_over_(context_);
    countdown_ = stopped_ ? 0 : kInterval;
    return stopped_;
  }
  // The same at once, between larger pieces of work.
  bool OverNow() {
    countdown_ = 1;
    return Over();
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

// Walks bytes from `at` to `size` in pieces that take some tens of microseconds, which the question
// between them does not lengthen:
//
//   Pieces piece(at, size, stop);
//   do {
//     while (at < piece.end()) at += ...;  // may go beyond the end of the piece, not beyond `size`
//   } while (piece.Next(at));
//
// It ends at `size`, or before it when it is over: so the caller asks `stop` before it
// believes what was found.
class Pieces {
 public:
  Pieces(size_t at, size_t size, StopCheck* stop) : size_(size), end_(End(at, size)), stop_(stop) {}

  size_t end() const { return end_; }
  // Whether there is something left to do at `at`, in time.
  bool Next(size_t at) {
    if (end_ == size_) [[likely]]
      return false;
    if (at >= size_ || (stop_ != nullptr && AsksOver(stop_))) return false;
    end_ = End(at, size_);
    return true;
  }

 private:
  static constexpr size_t kBytes = 128 * 1024;

  static size_t End(size_t at, size_t size) { return size - at <= kBytes ? size : at + kBytes; }
  [[gnu::noinline]] static bool AsksOver(StopCheck* stop) { return stop->OverNow(); }

  size_t size_, end_;
  StopCheck* stop_;
};

}  // namespace pysub

#endif  // PYSUB_LEXER_BASE_STOP_CHECK_H_
