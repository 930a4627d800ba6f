#include "shell/cli/line_editor.h"

#include <histedit.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cstdlib>

#include "lexer/unicode/utf8.h"
#include "shell/cli/terminal_output.h"

namespace pysub {
namespace {

constexpr int kHistoryLines = 1000;
constexpr size_t kMostWordsShown = 200;

// The signal has to end a wait; others do, too, but mean nothing.
volatile sig_atomic_t was_interrupted = 0;
void OnSignal(int) { was_interrupted = 1; }

// What all words begin with.
std::string CommonPrefix(const std::vector<std::string>& words) {
  std::string prefix = words[0];
  for (const std::string& word : words) {
    size_t size = 0;
    while (size < prefix.size() && size < word.size() && prefix[size] == word[size]) ++size;
    prefix.resize(size);
  }
  return prefix;
}

// https://no-color.org
bool ShowsColors() {
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return (no_color == nullptr || *no_color == '\0') && terminal != nullptr &&
         std::string_view(terminal) != "dumb" && isatty(STDOUT_FILENO);
}

size_t ColumnsOfTerminal() {
  winsize size = {};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace

LineEditor::LineEditor(std::string history_file, Completer completer, Highlighter highlighter)
    : history_file_(std::move(history_file)),
      completer_(std::move(completer)),
      highlighter_(ShowsColors() ? std::move(highlighter) : nullptr) {
  sigset_t interrupts;
  sigemptyset(&interrupts);
  sigaddset(&interrupts, SIGINT);
  sigprocmask(SIG_BLOCK, &interrupts, &mask_before_);
  quit_before_ = signal(SIGQUIT, SIG_IGN);
  mask_while_waiting_ = mask_before_;
  sigdelset(&mask_while_waiting_, SIGINT);
  // libedit asks the C library about characters.
  if (std::setlocale(LC_CTYPE, "C.UTF-8") == nullptr) std::setlocale(LC_CTYPE, "");
  edit_ = el_init("pysub", stdin, isatty(STDOUT_FILENO) ? stdout : stderr, stderr);
  history_ = history_init();
  HistEvent event;
  history(history_, &event, H_SETSIZE, kHistoryLines);
  history(history_, &event, H_SETUNIQUE, 1);
  if (!history_file_.empty()) history(history_, &event, H_LOAD, history_file_.c_str());
  el_set(edit_, EL_CLIENTDATA, this);
  el_set(
      edit_, EL_PROMPT, +[](EditLine* edit) { return const_cast<char*>(Of(edit).prompt_); });
  el_set(edit_, EL_EDITOR, "emacs");
  el_set(edit_, EL_HIST, history, history_);
  el_set(edit_, EL_GETCFN, &LineEditor::GetCharacter);
  el_set(edit_, EL_ADDFN, "pysub-complete", "completes a name", &LineEditor::Complete);
  el_set(edit_, EL_BIND, "^I", "pysub-complete", nullptr);
  el_set(edit_, EL_BIND, "^R", "em-inc-search-prev", nullptr);
}

LineEditor::~LineEditor() {
  HistEvent event;
  if (!history_file_.empty()) history(history_, &event, H_SAVE, history_file_.c_str());
  history_end(history_);
  el_end(edit_);
  signal(SIGQUIT, quit_before_);
  sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
}

LineEditor& LineEditor::Of(editline* edit) {
  void* self = nullptr;
  el_get(edit, EL_CLIENTDATA, &self);
  return *static_cast<LineEditor*>(self);
}

LineResult LineEditor::Read(const char* prompt, std::string* line, const std::string& prefill) {
  prompt_ = prompt;
  pollfd typed = {STDIN_FILENO, POLLIN, 0};
  if (!prefill.empty() && poll(&typed, 1, 0) == 0) el_push(edit_, prefill.c_str());
  interrupted_ = false;
  struct sigaction action = {};
  struct sigaction before = {};
  action.sa_handler = OnSignal;
  sigaction(SIGINT, &action, &before);
  int size = 0;
  const char* text = el_gets(edit_, &size);
  sigaction(SIGINT, &before, nullptr);
  if (interrupted_) return LineResult::kInterrupted;
  if (text == nullptr || size <= 0) return LineResult::kEnd;
  line->assign(text, static_cast<size_t>(size));
  return LineResult::kLine;
}

void LineEditor::Remember(std::string_view entry) {
  if (entry.find_first_not_of(" \t\r\n") == std::string_view::npos) return;
  HistEvent event;
  history(history_, &event, H_ENTER, std::string(entry).c_str());
}

// One character of UTF-8 from the terminal; 0: the end; -1: interrupted.
int LineEditor::GetCharacter(editline* edit, wchar_t* character) {
  char bytes[4];
  size_t size = 0;
  do {
    if (!Of(edit).WaitForInput()) return -1;
    const ssize_t got = read(STDIN_FILENO, bytes + size, 1);
    if (got <= 0) return static_cast<int>(got);
    ++size;
    if (IsValidUtf8({bytes, size}, Surrogates::kRefuse)) {
      *character = static_cast<wchar_t>(*CodePoints({bytes, size}).begin());
      return 1;
    }
  } while (size < sizeof(bytes) && static_cast<uint8_t>(bytes[0]) >= 0xC2);
  *character = 0xFFFD;
  return 1;
}

// True: it is called again after `rest` at the latest.
bool LineEditor::WorkInBackground(timespec* rest) {
  if (!background_) return false;
  const std::chrono::nanoseconds idle = background_();
  if (idle == std::chrono::nanoseconds::max()) return false;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(idle);
  *rest = {static_cast<time_t>(seconds.count()), static_cast<long>((idle - seconds).count())};
  return true;
}

// False: interrupted. The signal is let through only here: one that comes a moment before
// would not end read().
bool LineEditor::WaitForInput() {
  pollfd input = {STDIN_FILENO, POLLIN, 0};
  if (highlighter_ && poll(&input, 1, 0) == 0) Paint();
  while (true) {
    timespec rest = {};
    const timespec* longest = WorkInBackground(&rest) ? &rest : nullptr;
    const int typed = ppoll(&input, 1, longest, &mask_while_waiting_);
    if (typed == 0) continue;
    if (typed > 0 || errno != EINTR || was_interrupted) break;
    el_set(edit_, EL_REFRESH);
  }
  interrupted_ = was_interrupted != 0;
  was_interrupted = 0;
  return !interrupted_;
}

// Lines of ASCII that fit beside the prompt: there every character takes one column.
void LineEditor::Paint() {
  const LineInfo* info = el_line(edit_);
  const std::string_view line(info->buffer, static_cast<size_t>(info->lastchar - info->buffer));
  const bool plain =
      std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '~'; });
  const size_t prompt = std::string_view(prompt_).size();
  if (line.empty() || !plain || prompt + line.size() + 1 >= ColumnsOfTerminal()) return;
  const size_t cursor = prompt + static_cast<size_t>(info->cursor - info->buffer);
  std::fprintf(stdout, "\r\x1b[%zuC%s\r\x1b[%zuC", prompt, highlighter_(line).c_str(), cursor);
  std::fflush(stdout);
}

unsigned char LineEditor::Complete(editline* edit, int) {
  LineEditor& self = Of(edit);
  const LineInfo* info = el_line(edit);
  const std::string before(info->buffer, static_cast<size_t>(info->cursor - info->buffer));
  if (before.find_first_not_of(" \t") == std::string::npos) {
    return el_insertstr(edit, "    ") == 0 ? CC_REFRESH : CC_ERROR;
  }
  const Completions found = self.completer_(before);
  if (found.words.empty()) return CC_REFRESH_BEEP;
  const std::string prefix = CommonPrefix(found.words);
  const std::string typed = before.substr(found.start);
  if (prefix.size() > typed.size()) {
    return el_insertstr(edit, prefix.c_str() + typed.size()) == 0 ? CC_REFRESH : CC_ERROR;
  }
  if (found.words.size() > 1) self.ShowWords(found.words);
  return CC_REDISPLAY;
}

// In columns below the line. (Names of files are anybody's.)
void LineEditor::ShowWords(std::vector<std::string> words) const {
  for (std::string& word : words) word = EscapeControls(word);
  size_t width = 0;
  for (const std::string& word : words) width = std::max(width, word.size() + 2);
  const size_t columns = std::max<size_t>(78 / width, 1);
  std::string text;
  for (size_t i = 0; i < std::min(words.size(), kMostWordsShown); ++i) {
    text += i % columns == 0 ? "\n" : std::string(width - words[i - 1].size(), ' ');
    text += words[i];
  }
  if (words.size() > kMostWordsShown) text += "\n(" + std::to_string(words.size()) + " in all)";
  text += "\n";
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

}  // namespace pysub
