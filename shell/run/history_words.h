#ifndef PYSUB_SHELL_RUN_HISTORY_WORDS_H_
#define PYSUB_SHELL_RUN_HISTORY_WORDS_H_

#include <cstddef>
#include <string_view>

namespace pysub::shell {

class Budget;

// The words of an entry as its designators count them: quotes and $( ) keep them together,
// operators are words of their own.
class HistoryWords {
 public:
  explicit HistoryWords(std::string_view line, char comment) : line_(line), comment_(comment) {}
  // False: there is none left. The next word is [begin(), end()).
  bool Next(Budget* budget);
  size_t begin() const { return begin_; }
  size_t end() const { return end_; }

 private:
  std::string_view line_;
  char comment_;
  size_t begin_ = 0, end_ = 0;
};

// Where the word ends that begins at `at`.
size_t EndOfHistoryWord(std::string_view line, size_t at);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_HISTORY_WORDS_H_
