#include <algorithm>
#include <cerrno>
#include <charconv>

#include "pysub/shell/command.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"
#include "shell/syntax/arena.h"
#include "shell/text_search.h"
#include "shell/whole_number.h"

namespace pysub::shell {
namespace {

constexpr uint64_t kMaxCommandChars = 131072;

enum LongOptions { kSlotVariable = kFirstLongOption, kShowLimits };
constexpr CommandOption kOptions[] = {
    {'0', "null"},
    {'a', "arg-file", OptionArgument::kRequired},
    {'d', "delimiter", OptionArgument::kRequired},
    {'e', "eof", OptionArgument::kOptional},
    {'i', "replace", OptionArgument::kOptional},
    {'l', "max-lines", OptionArgument::kOptional},
    {'n', "max-args", OptionArgument::kRequired},
    {'o', "open-tty"},
    {'P', "max-procs", OptionArgument::kRequired},
    {'p', "interactive"},
    {'r', "no-run-if-empty"},
    {'s', "max-chars", OptionArgument::kRequired},
    {'t', "verbose"},
    {'x', "exit"},
    {'E', "", OptionArgument::kRequired},
    {'I', "", OptionArgument::kRequired},
    {'L', "", OptionArgument::kRequired},
    LongRow(kSlotVariable, "process-slot-var", OptionArgument::kRequired),
    LongRow(kShowLimits, "show-limits"),
};

// xargs [-0rtx] [-a FILE] [-d CHAR] [-E EOF] [-I TEXT] [-L LINES] [-n ARGS] [-P PROCS] [-s CHARS]
// [COMMAND...] Children run one after the other, whatever -P says.
class Xargs : public Command {
 public:
  //   input --> words --> items_ --> args_ (until -n, -L, -s or the limit is reached) --> a child
  //                                       ^                                               |
  //                                       +------------------ waits until it ended -------+
  Progress Step(CommandIo& io) override {
    if (!started_) {
      if (std::optional<Progress> end = Start(io)) return *end;
    }
    while (true) {
      if (child_ >= 0) {
        std::optional<int> status = io.WaitChild(child_);
        if (!status) return Progress::Wait();
        child_ = -1;
        if (std::optional<Progress> end = ChildEnded(io, *status)) return *end;
      }
      std::optional<Progress> end;
      if (TakeItems(io, &end)) {
        if (end || (end = Launch(io))) return *end;
      } else if (end) {
        return *end;
      } else if (input_ends_) {
        if (!args_.empty() || (!ran_ && !no_run_if_empty_ && replace_.empty())) {
          if ((end = Launch(io))) return *end;
        } else if (child_ < 0) {
          if (failed_) return Progress::Done(1);
          return Progress::Done(status_);
        }
      } else {
        switch (ReadItems(io)) {
          case ReadStatus::kWait: return Progress::Wait();
          case ReadStatus::kError:
            // What was complete before the error still runs.
            failed_ = input_ends_ = true;
            if (queue_.empty() && args_.empty()) return Progress::Done(1);
            break;
          case ReadStatus::kEnd: input_ends_ = true; break;
          case ReadStatus::kData: break;
        }
      }
      if (io.Tick(64)) return Progress::Yield();
    }
  }
  void Fields(Archive& archive) override {
    archive(started_, no_run_if_empty_, trace_, exit_if_too_big_, delimited_, delimiter_, fd_,
            replace_, end_marker_, max_args_, max_lines_, max_chars_, command_, base_chars_, queue_,
            next_, word_, in_word_, marker_seen_, line_has_words_, args_, arg_chars_, arg_lines_,
            input_ends_, failed_, warned_, ran_, inherits_input_, child_, status_, word_room_,
            slot_variable_);
    archive.Charged(queued_bytes_);
    if (next_ > queue_.size() || max_chars_ > kMaxCommandChars || (started_ && command_.empty()))
      archive.Fail();
  }

 private:
  // A word of the input. `ends_line` is for -L, which counts lines.
  struct Item {
    std::string text;
    bool ends_line = false;
    void Fields(Archive& archive) { archive(text, ends_line); }
  };

  // ---- options
  std::optional<uint64_t> Number(CommandIo& io, int option, std::string_view text) {
    uint64_t value = 0;
    std::string name = std::string(" for -") + static_cast<char>(option) + " option";
    uint64_t least = option == 'P' ? 0 : 1;
    if (ReadWhole(text, &value)) {
      if (value >= least) return value;
      io.Error("value " + std::string(text) + name + " should be >= " + std::to_string(least));
    } else if (text.starts_with('-')) {
      io.Error("value " + std::string(text) + name + " should be >= " + std::to_string(least));
    } else {
      io.Error("invalid number \"" + std::string(text) + "\"" + name);
    }
    TryHelp(io);
    return std::nullopt;
  }

  void Warn(CommandIo& io, std::string_view option, std::string_view previous) {
    io.Error("warning: options " + std::string(previous) + " and " + std::string(option) +
             " are mutually exclusive, ignoring previous " + std::string(previous) + " value");
  }

  bool TakeOption(CommandIo& io, int option, std::string_view value) {
    std::optional<uint64_t> number;
    switch (option) {
      case '0':
        delimited_ = true;
        delimiter_ = '\0';
        break;
      case 'd':
        if (!ParseDelimiter(io, value)) return false;
        break;
      case 'a':
        fd_ = value == "-" ? 0 : io.Open(value, OpenMode::kRead);
        inherits_input_ = fd_ != 0;
        if (fd_ < 0) {
          io.Error("Cannot open input file " + QuoteWord(value), io.error());
          return false;
        }
        break;
      case 'E':
      case 'e': end_marker_ = value; break;
      case 'I':
      case 'i':
        if (max_args_ > 0) Warn(io, "--replace/-I/-i", "--max-args");
        if (max_lines_ > 0) Warn(io, "--replace/-I/-i", "--max-lines");
        replace_ = value.empty() ? "{}" : std::string(value);
        max_args_ = max_lines_ = 0;
        break;
      case 'L':
      case 'l':
        number = option == 'l' && value.empty() ? 1 : Number(io, option, value);
        if (!number) return false;
        if (max_args_ > 0) Warn(io, "-L", "--max-args");
        if (!replace_.empty()) Warn(io, "-L", "--replace");
        max_lines_ = *number;
        max_args_ = 0;
        replace_.clear();
        break;
      case 'n':
        if (!(number = Number(io, option, value))) return false;
        if (!replace_.empty() && *number == 1) break;  // POSIX: -I already means it
        if (!replace_.empty()) Warn(io, "--max-args/-n", "--replace");
        if (max_lines_ > 0) Warn(io, "--max-args/-n", "--max-lines");
        max_args_ = *number;
        max_lines_ = 0;
        replace_.clear();
        break;
      case 's':
        if (!(number = Number(io, option, value))) return false;
        max_chars_ = std::min(*number, kMaxCommandChars);
        break;
      case 'P':
        if (!Number(io, option, value)) return false;
        break;
      case 'r': no_run_if_empty_ = true; break;
      case 't':
      case 'p': trace_ = true; break;
      case 'x': exit_if_too_big_ = true; break;
      case kSlotVariable:
        if (value.find('=') != std::string_view::npos) {
          io.Error("option --process-slot-var may not be set to a value which includes `='");
          return false;
        }
        slot_variable_ = value;
        break;
      case kShowLimits: shows_limits_ = true; break;
      case 'o': break;
    }
    return true;
  }

  std::optional<Progress> Start(CommandIo& io) {
    started_ = true;
    Options options(io, kOptions, Options::kStopAtOperand);
    while (options.Next()) {
      if (!TakeOption(io, options.id(), options.value())) return Progress::Done(1);
    }
    if (options.status()) return Progress::Done(*options.status());
    if (shows_limits_) ShowLimits(io);
    command_ = options.operands();
    if (command_.empty()) command_ = {"echo"};
    for (const std::string& word : command_) base_chars_ += word.size() + 1;
    if (base_chars_ > max_chars_) {
      io.Error("cannot fit single argument within argument list size limit");
      return Progress::Done(1);
    }
    return std::nullopt;
  }

  // What the real one says of a kernel, of the limits that hold here.
  void ShowLimits(CommandIo& io) const {
    constexpr uint64_t kPosixLeast = 4096, kOfEnvironment = 2048, kMostOfAll = 2097152;
    uint64_t environment = 0;
    for (const std::string& variable : io.Environment()) environment += variable.size() + 1;
    const uint64_t most = kMostOfAll - kOfEnvironment - std::min(environment, kMostOfAll / 2);
    const auto line = [&](const std::string& what, uint64_t number, const std::string& behind) {
      io.Write(2, what + std::to_string(number) + behind + "\n");
    };
    line("Your environment variables take up ", environment, " bytes");
    line("POSIX upper limit on argument length (this system): ", most, "");
    line("POSIX smallest allowable upper limit on argument length (all systems): ", kPosixLeast,
         "");
    line("Maximum length of command we could actually use: ", most - std::min(most, environment),
         "");
    line("Size of command buffer we are actually using: ", max_chars_, "");
    line("Maximum parallelism (--max-procs must be no greater): ", INT32_MAX, "");
  }

  bool ParseDelimiter(CommandIo& io, std::string_view text) {
    delimited_ = true;
    if (text.size() == 1) {
      delimiter_ = text[0];
      return true;
    }
    if (!text.starts_with('\\')) {
      io.Error("Invalid input delimiter specification " + std::string(text) +
               ": the delimiter must be either a single character or an escape sequence starting "
               "with \\.");
      return false;
    }
    constexpr std::string_view kLetters = "abfnrtv\\";
    if (size_t at = kLetters.find(text[1]); text.size() == 2 && at != std::string_view::npos) {
      delimiter_ = "\a\b\f\n\r\t\v\\"[at];
      return true;
    }
    int value = 0;
    bool hex = text[1] == 'x';
    std::string_view digits = text.substr(hex ? 2 : 1);
    auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, hex ? 16 : 8);
    if (error != std::errc() || end != digits.data() + digits.size() || value > 255) {
      io.Error("Invalid escape sequence " + std::string(text) +
               " in input delimiter specification.");
      return false;
    }
    delimiter_ = static_cast<char>(value);
    return true;
  }

  // ---- input
  static constexpr uint64_t kItemWork = 64;
  static constexpr size_t kCharactersAtOnce = 4096;

  bool AddItem(CommandIo& io, std::string_view text, bool ends_line) {
    if (!io.account().Tick(kItemWork) ||
        !io.Reserve(static_cast<int64_t>(text.size() + sizeof(Item))))
      return false;
    queued_bytes_ += static_cast<int64_t>(text.size() + sizeof(Item));
    queue_.push_back({std::string(text), ends_line});
    return true;
  }

  ReadStatus ReadItems(CommandIo& io) {
    if (io.IsOpen(fd_) == false) return ReadStatus::kEnd;
    Line line;
    ReadStatus status = io.ReadLine(fd_, delimited_ ? delimiter_ : '\n', &line);
    if (status == ReadStatus::kError) io.Error("read error", io.error());
    if (status == ReadStatus::kEnd && in_word_) {
      in_word_ = false;
      AddItem(io, word_, true);
      word_.clear();
    }
    if (status != ReadStatus::kData) return status;
    io.Tick(line.text.size());
    if (delimited_) return AddItem(io, line.text, true) ? ReadStatus::kData : ReadStatus::kError;
    const auto bytes = static_cast<int64_t>(line.text.size());
    if (!io.Reserve(bytes) || !MakeRoom(io, &word_, line.text.size() + 1, &word_room_))
      return ReadStatus::kError;
    status = ReadWords(io, line);
    return io.Reserve(-bytes) ? status : ReadStatus::kError;
  }

  ReadStatus ReadWords(CommandIo& io, const Line& line) {
    std::string text(line.text);
    if (text.find('\0') != std::string::npos) {
      std::erase(text, '\0');
      if (!warned_) {
        io.Error(
            "WARNING: a NUL character occurred in the input.  It cannot be passed through in the "
            "argument list."
            "  Did you mean to use the --null option?");
      }
      warned_ = true;
    }
    return SplitLine(io, text, line.terminated);
  }

  static bool IsBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r' && c != '\n'); }

  // One line into words, or with -I into one item without the blanks in front. A backslash
  // takes the newline in.
  ReadStatus SplitLine(CommandIo& io, const std::string& text, bool terminated) {
    bool whole = !replace_.empty();
    bool goes_on = false;
    size_t first = queue_.size();
    size_t counted = 0;
    for (size_t at = 0; at < text.size(); ++at) {
      if (at >= counted + kCharactersAtOnce && !io.account().Tick(at - std::exchange(counted, at)))
        return ReadStatus::kError;
      char c = text[at];
      if (c == '\'' || c == '"') {
        size_t close = text.find(c, at + 1);
        if (close == std::string::npos) {
          io.Error(std::string("unmatched ") + (c == '"' ? "double" : "single") +
                   " quote; by default quotes are special to xargs unless you use the -0 option");
          in_word_ = false;
          return ReadStatus::kError;
        }
        word_.append(text, at + 1, close - at - 1);
        in_word_ = true;
        at = close;
      } else if (c == '\\') {
        in_word_ = true;
        if (at + 1 < text.size()) {
          word_ += text[++at];
        } else if (terminated) {
          word_ += '\n';
          goes_on = true;
        }
      } else if (IsBlank(c) && (!whole || !in_word_)) {
        if (in_word_ && !EndWord(io)) return ReadStatus::kError;
        if (marker_seen_) return ReadStatus::kEnd;
      } else {
        word_ += c;
        in_word_ = true;
      }
    }
    if (goes_on) return ReadStatus::kData;
    if (in_word_ && !EndWord(io)) return ReadStatus::kError;
    if (marker_seen_) return ReadStatus::kEnd;
    line_has_words_ |= queue_.size() > first;
    // A blank at the end joins the next line to this one.
    bool joins = !text.empty() && IsBlank(text.back());
    if (line_has_words_ && !joins) {
      if (queue_.size() > next_)
        queue_.back().ends_line = true;
      else
        ++arg_lines_;
      line_has_words_ = false;
    }
    return ReadStatus::kData;
  }

  bool EndWord(CommandIo& io) {
    in_word_ = false;
    if (!end_marker_.empty() && word_ == end_marker_) {
      word_.clear();
      marker_seen_ = true;
      return true;
    }
    const bool added = AddItem(io, word_, false);
    word_.clear();
    return added;
  }

  // ---- commands
  // Moves items to the command line. True: it is complete.
  bool TakeItems(CommandIo& io, std::optional<Progress>* end) {
    while (next_ < queue_.size()) {
      Item& item = queue_[next_];
      uint64_t needed = base_chars_ + arg_chars_ + item.text.size() + 1;
      if (needed > max_chars_) {
        if (args_.empty()) {
          io.Error("argument line too long");
          *end = Progress::Done(1);
        } else if (exit_if_too_big_ && (max_args_ > 0 || max_lines_ > 0)) {
          io.Error("argument list too long");
          *end = Progress::Done(1);
        }
        return true;
      }
      arg_chars_ += item.text.size() + 1;
      arg_lines_ += item.ends_line ? 1 : 0;
      args_.push_back(std::move(item.text));
      if (++next_ == queue_.size()) {
        queue_.clear();
        next_ = 0;
        (void)io.Reserve(-queued_bytes_);
        queued_bytes_ = 0;
      }
      if (!replace_.empty() || (max_args_ > 0 && args_.size() >= max_args_)) return true;
      if (max_lines_ > 0 && arg_lines_ >= max_lines_) return true;
    }
    return max_lines_ > 0 && arg_lines_ >= max_lines_ && !args_.empty();
  }

  // A word of the command with the item in its places; nullopt: it gets too long.
  std::optional<std::string> Filled(CommandIo& io, std::string_view word) const {
    const auto tick = [&](uint64_t work) { return io.account().Tick(work); };
    std::string filled;
    size_t from = 0;
    for (size_t at; (at = FindText(word, replace_, from, tick)) != std::string::npos;
         from = at + replace_.size()) {
      filled.append(word.substr(from, at - from)).append(args_[0]);
      if (filled.size() > max_chars_) return std::nullopt;
    }
    return filled.append(word.substr(from));
  }

  std::optional<Progress> Launch(CommandIo& io) {
    std::vector<std::string> argv = command_;
    if (replace_.empty()) {
      argv.insert(argv.end(), args_.begin(), args_.end());
    } else {
      uint64_t bytes = 0;
      for (std::string& word : argv) {
        std::optional<std::string> filled = Filled(io, word);
        if (filled) bytes += filled->size() + 1;
        if (!filled || bytes > max_chars_) {
          io.Error(filled ? "argument list too long" : "command too long");
          return Progress::Done(1);
        }
        word = std::move(*filled);
      }
    }
    args_.clear();
    arg_chars_ = arg_lines_ = 0;
    ran_ = true;
    if (trace_) {
      std::string line;
      for (const std::string& word : argv)
        line += (line.empty() ? "" : " ") + QuoteFileIfNeeded(word, false);
      io.Write(2, line + "\n");
    }
    ChildOptions options;
    if (!inherits_input_) options.in = ChildOptions::kNull;
    if (!slot_variable_.empty()) {
      // One child runs at a time, so there is one slot.
      options.environment = io.Environment();
      std::erase_if(*options.environment, [&](const std::string& variable) {
        return variable.starts_with(slot_variable_ + "=");
      });
      options.environment->push_back(slot_variable_ + "=0");
    }
    child_ = io.Spawn(argv, options);
    if (child_ >= 0) return std::nullopt;
    io.Error(argv[0], io.error());
    return Progress::Done(io.error() == ENOENT ? 127 : 126);
  }

  // POSIX: a status of 255 stops xargs. The numbers 123, 124 and 125 are those of GNU xargs.
  std::optional<Progress> ChildEnded(CommandIo& io, int status) {
    if (status == 255) {
      io.Error(command_[0] + ": exited with status 255; aborting");
      return Progress::Done(124);
    }
    if (status > 128 && status <= 128 + 64) {
      io.Error(command_[0] + ": terminated by signal " + std::to_string(status - 128));
      return Progress::Done(125);
    }
    if (status != 0) status_ = 123;
    return std::nullopt;
  }

  bool started_ = false;
  bool no_run_if_empty_ = false;
  bool trace_ = false;
  bool exit_if_too_big_ = false;
  bool delimited_ = false;
  char delimiter_ = '\n';
  int fd_ = 0;
  std::string replace_;
  std::string slot_variable_;  // --process-slot-var
  bool shows_limits_ = false;  // (of the first step)
  std::string end_marker_;
  uint64_t max_args_ = 0;
  uint64_t max_lines_ = 0;
  uint64_t max_chars_ = kMaxCommandChars;
  std::vector<std::string> command_;
  uint64_t base_chars_ = 0;

  std::vector<Item> queue_;  // from next_ on: read and not yet in a command
  uint64_t next_ = 0;
  int64_t queued_bytes_ = 0;
  std::string word_;  // goes on in the next line
  uint64_t word_room_ = 0;
  bool in_word_ = false;
  bool line_has_words_ = false;
  bool marker_seen_ = false;

  std::vector<std::string> args_;
  uint64_t arg_chars_ = 0;
  uint64_t arg_lines_ = 0;
  bool input_ends_ = false;
  bool failed_ = false;
  bool warned_ = false;
  bool ran_ = false;
  bool inherits_input_ = false;
  int child_ = -1;
  int status_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeXargs() { return Make<Xargs>(); }

}  // namespace pysub::shell
