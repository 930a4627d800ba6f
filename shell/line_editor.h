#ifndef PYSUB_SHELL_LINE_EDITOR_H_
#define PYSUB_SHELL_LINE_EDITOR_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

struct editline;
struct history;

namespace pysub {

enum class LineResult : uint8_t { kLine, kEnd, kInterrupted };

// What could follow the text before the cursor: `start` is where the word to be completed begins,
// `words` are whole words that begin so.
struct Completions {
  size_t start = 0;
  std::vector<std::string> words;
};
using Completer = std::function<Completions(std::string_view before_cursor)>;

// Lines from a terminal, with editing, history and completion: libedit. Highlighting is what it
// cannot do.
class LineEditor {
 public:
  // `history_file` may be empty: then the history ends with this object.
  LineEditor(std::string history_file, Completer completer);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  // One line with its newline. kEnd: Ctrl-D on an empty line; kInterrupted: Ctrl-C.
  LineResult Read(const char* prompt, std::string* line);

 private:
  static LineEditor& Of(editline* edit);
  static int GetCharacter(editline* edit, wchar_t* character);
  static unsigned char Complete(editline* edit, int key);
  void ShowWords(const std::vector<std::string>& words) const;

  editline* edit_;
  history* history_;
  std::string history_file_;
  Completer completer_;
  const char* prompt_ = "";
  bool interrupted_ = false;
};

}  // namespace pysub

#endif  // PYSUB_SHELL_LINE_EDITOR_H_
