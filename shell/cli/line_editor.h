#ifndef PYSUB_SHELL_CLI_LINE_EDITOR_H_
#define PYSUB_SHELL_CLI_LINE_EDITOR_H_

#include <signal.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
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

// What goes on while a key is waited for: does a little of it, and answers how long it has nothing
// to do then (0: it goes on at once; the maximum: until it is called for another key).
using Background = std::function<std::chrono::nanoseconds()>;

// `line` with terminal colours.
using Highlighter = std::function<std::string(std::string_view line)>;

// Lines from a terminal, with editing, history and completion: libedit. It knows no colours: they
// are painted over what it has drawn whenever it waits for a key, the same characters at the same
// places. While one of these lives, SIGINT is blocked but where a line is waited for (and where an
// Interrupt lets it through): Ctrl-C at any other moment is kept for then. Ctrl-\ does nothing,
// neither here nor to what runs between lines.
class LineEditor {
 public:
  // `history_file` may be empty: then the history ends with this object.
  // `highlighter` may be empty; terminals that cannot show colours, or users who want none
  // (NO_COLOR), get none.
  LineEditor(std::string history_file, Completer completer, Highlighter highlighter);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  void set_background(Background background) { background_ = std::move(background); }

  // One line with its newline, or an entry of the history that has several. `prefill` is there
  // already and can be edited, unless what was typed before or is pasted waits to be read. kEnd:
  // Ctrl-D on an empty line; kInterrupted: Ctrl-C.
  LineResult Read(const char* prompt, std::string* line, const std::string& prefill = "");
  // Up brings it back as a whole: a line, or a block of them.
  void Remember(std::string_view entry);

 private:
  static LineEditor& Of(editline* edit);
  static int GetCharacter(editline* edit, wchar_t* character);
  static unsigned char Complete(editline* edit, int key);
  bool WaitForInput();
  bool WorkInBackground(timespec* rest);
  void Paint();
  void ShowWords(std::vector<std::string> words) const;

  editline* edit_;
  history* history_;
  std::string history_file_;
  Completer completer_;
  Highlighter highlighter_;
  Background background_;
  const char* prompt_ = "";
  bool interrupted_ = false;
  void (*quit_before_)(int);
  sigset_t mask_before_;
  sigset_t mask_while_waiting_;
};

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_LINE_EDITOR_H_
