// sed: a machine over phases; between two steps its state is the cycle it is in.

#include <algorithm>

#include "pysub/files/file_system.h"
#include "pysub/shell/command.h"
#include "shell/commands/replace_file.h"
#include "shell/commands/text/sed_script.h"
#include "shell/commands/text/sed_substitute.h"
#include "shell/commands/text_command.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

constexpr int kDebug = 256, kPosix = 257, kSandbox = 258, kFollow = 259;
constexpr CommandOption kOptions[] = {
    {'n', "quiet"},
    LongRow('n', "silent"),
    LongRow(kDebug, "debug"),
    {'e', "expression", OptionArgument::kRequired},
    {'f', "file", OptionArgument::kRequired},
    LongRow(kFollow, "follow-symlinks"),
    {'i', "in-place", OptionArgument::kOptional},
    {'l', "line-length", OptionArgument::kRequired},
    LongRow(kPosix, "posix"),
    {'E', "regexp-extended"},
    {'r', ""},
    {'s', "separate"},
    LongRow(kSandbox, "sandbox"),
    {'u', "unbuffered"},
    {'z', "null-data"},
};

// What a cycle puts out at its end.
struct Appended {
  enum class Kind : uint8_t { kText, kFile, kLine } kind = Kind::kText;
  std::string text;
  void Fields(Archive& archive) { archive(kind, text); }
};

// Files of R stay open.
struct LineFile {
  std::string name;
  int fd = -1;
  void Fields(Archive& archive) { archive(name, fd); }
};

// The stream editor of POSIX with GNU's additions: a line, a script that is run for it, output. The
// machine of phases is in Run().
class Sed : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(script_file_, script_texts_, script_reader_, script_fd_, phase_, next_, fd_, name_,
            space_, terminated_, hold_, line_, pc_, in_range_, range_end_, appended_, append_at_,
            append_fd_, out_fds_, out_missing_, line_files_, last_regex_, replaced_, printed_,
            skip_read_, quit_, status_, failed_, edited_, missing_newline_, substitution_);
    archive.Charged(charged_);
    if (phase_ > Phase::kFinish || append_at_ > appended_.size()) archive.Fail();
    for (const Appended& one : appended_) {
      if (one.kind > Appended::Kind::kLine) archive.Fail();
    }
  }

 protected:
  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override;
  void Suspend() override { script_reader_.Suspend(); }

 private:
  enum class Phase : uint8_t { kScript, kRead, kExecute, kEndCycle, kAppend, kFinish };
  enum class Flow : uint8_t { kNext, kEndCycle, kDelete, kRestart, kAgain, kStop };

  std::optional<Progress> ReadScripts(CommandIo& io);
  std::optional<Progress> Prepare(CommandIo& io);
  Got HasMore(CommandIo& io);
  Got ReadSpace(CommandIo& io, bool append);
  bool CloseFile(CommandIo& io);
  void BeginRanges();
  Got IsLast(CommandIo& io, bool* last);
  Got Matches(CommandIo& io, const SedCommand& command, bool* matches);
  Got MatchesAddress(CommandIo& io, const SedAddress& address, bool* matches);
  Got Execute(CommandIo& io, Flow* flow);
  Got RunCommand(CommandIo& io, const SedCommand& command, Flow* flow);
  Got Substitute(CommandIo& io, const SedCommand& command, Flow* flow);
  Got NextLine(CommandIo& io, const SedCommand& command, Flow* flow);
  Got AppendAll(CommandIo& io);
  const Regex* RegexOf(CommandIo& io, int index);
  // Counts what the three texts hold now; `ahead`: how much of it was counted before it was taken.
  bool Charge(CommandIo& io, uint64_t ahead = 0) {
    const uint64_t held = space_.capacity() + hold_.capacity() + edited_.capacity();
    return io.Reserve(static_cast<int64_t>(held - std::exchange(charged_, held) - ahead));
  }
  // Before one of them becomes `size` bytes. False: there is no memory for it.
  bool Grow(CommandIo& io, std::string* text, size_t size) {
    if (size <= std::max<size_t>(text->capacity(), 65536)) return true;
    const size_t room = size + size / 4;
    return io.Reserve(static_cast<int64_t>(room)) && MoveText(&io.account(), text, room) &&
           Charge(io, room);
  }
  bool Append(CommandIo& io, std::string* text, std::string_view more) {
    if (!Grow(io, text, text->size() + more.size())) return false;
    text->append(more);
    return true;
  }
  // The line, with its delimiter unless the last line of the input lacks it.
  void Print(CommandIo& io, std::string_view text, bool terminated = true) {
    Raw(io, text);
    if (terminated) Raw(io, std::string_view(&delimiter_, 1));
    missing_newline_ = !terminated && !in_place_;
  }
  // To a file of w; /dev/stdout is another stream than standard output is.
  void PrintTo(CommandIo& io, int file, std::string_view text, bool terminated) {
    int fd = out_fds_[file];
    if (out_missing_[file]) io.Write(fd, std::string_view(&delimiter_, 1));
    out_missing_[file] = !terminated;
    io.Write(fd, text);
    if (terminated) io.Write(fd, std::string_view(&delimiter_, 1));
  }
  // What `l` prints, which may be four times as long: in pieces.
  void List(CommandIo& io, size_t width) {
    constexpr size_t kPiece = 16384;
    size_t column = 0;
    for (size_t at = 0; at < space_.size() && io.account().Tick(0); at += kPiece)
      Raw(io, SedUnambiguous(std::string_view(space_).substr(at, kPiece), width, &column,
                             io.account()));
    Raw(io, "$\n");
  }
  void Raw(CommandIo& io, std::string_view text) {
    if (in_place_) {
      (void)Append(io, &edited_, text);  // (else the account ends the script)
      return;
    }
    if (missing_newline_) io.Out(std::string_view(&delimiter_, 1));
    missing_newline_ = false;
    io.Out(text);
  }

  bool quiet_ = false, extended_ = false, posix_ = false, separate_ = false, in_place_ = false;
  bool follows_ = false;  // --follow-symlinks
  std::string suffix_;
  size_t wrap_ = 70;
  char delimiter_ = '\n';
  std::vector<SedPiece> pieces_;
  std::vector<std::string> names_;
  SedScript script_;
  bool ready_ = false;
  int exit_status_ = 4;  // after an error in the middle

  uint64_t script_file_ = 0;               // pieces read so far
  std::vector<std::string> script_texts_;  // of pieces that are files
  LineReader script_reader_;
  int script_fd_ = -1;
  Phase phase_ = Phase::kScript;
  uint64_t next_ = 0;
  int fd_ = -1;
  std::string name_ = "-";
  std::string space_;
  bool terminated_ = true;
  std::string hold_;
  uint64_t line_ = 0;
  uint64_t pc_ = 0;
  std::vector<uint8_t> in_range_;  // per command: 0 outside, 1 inside, 2 never again
  std::vector<uint64_t> range_end_;
  std::vector<Appended> appended_;
  uint64_t append_at_ = 0;
  int append_fd_ = -1;
  std::vector<int> out_fds_;
  std::vector<uint8_t> out_missing_;  // whose last line lacks its end
  std::vector<LineFile> line_files_;
  int last_regex_ = -1;
  bool replaced_ = false, printed_ = false, skip_read_ = false, quit_ = false;
  int status_ = 0;
  bool failed_ = false;
  std::string edited_;  // with -i: what the file becomes
  uint64_t charged_ = 0;
  SedSubstitution substitution_;
  bool missing_newline_ = false;  // what was printed last lacks its end
};

std::optional<int> Sed::Start(CommandIo& io) {
  Options options(io, kOptions);
  options.set_usage_only("Usage: " + std::string(io.name()) +
                         " [OPTION]... {script-only-if-no-other-script} [input-file]...");
  while (options.Next()) {
    switch (options.id()) {
      case 'n': quiet_ = true; break;
      case 'e': pieces_.push_back({std::string(options.value()), ""}); break;
      case 'f': pieces_.push_back({"", std::string(options.value())}); break;
      case 'i':
        in_place_ = separate_ = true;
        suffix_ = options.value();
        break;
      case 'l': {
        // As atoi() has it.
        const std::string_view digits =
            options.value().substr(0, options.value().find_first_not_of("0123456789"));
        wrap_ = ParseCount(digits).value_or(0);
        break;
      }
      case 'E':
      case 'r': extended_ = true; break;
      case kPosix: posix_ = true; break;
      case kFollow: follows_ = true; break;
      case 's': separate_ = true; break;
      case 'z': delimiter_ = '\0'; break;
      default: break;
    }
  }
  if (options.status()) return options.status();
  names_ = options.operands();
  if (pieces_.empty()) {
    if (names_.empty()) return options.TryHelp();
    pieces_.push_back({names_[0], ""});
    names_.erase(names_.begin());
  }
  if (names_.empty() && in_place_) {
    io.Error("no input files");
    return 4;
  }
  if (names_.empty()) names_.push_back("-");
  return std::nullopt;
}

std::optional<Progress> Sed::ReadScripts(CommandIo& io) {
  for (; script_file_ < pieces_.size(); ++script_file_) {
    const std::string& file = pieces_[script_file_].file;
    if (script_texts_.size() <= script_file_) script_texts_.resize(script_file_ + 1);
    if (file.empty()) continue;
    if (script_fd_ < 0) script_fd_ = file == "-" ? 0 : io.Open(file, OpenMode::kRead);
    if (script_fd_ < 0) {
      io.Error("couldn't open file " + file, io.error());
      return Progress::Done(4);
    }
    while (true) {
      std::string_view bytes;
      Got got = script_reader_.Some(io, script_fd_, &bytes);
      if (auto end = StepEnd(got)) return end;
      if (got == Got::kError) {
        io.Error("read error on " + file, io.error());
        return Progress::Done(1);
      }
      if (got == Got::kEnd) break;
      // as it takes while it grows
      if (!io.Reserve(static_cast<int64_t>(3 * bytes.size()))) return Progress::Done(2);
      script_texts_[script_file_] += bytes;
      if (io.Tick(bytes.size())) return Progress::Yield();
    }
    if (script_fd_ > 0) io.Close(script_fd_);
    script_fd_ = -1;
    script_reader_.Clear();
  }
  return std::nullopt;
}

// Parses the script, each time after a load as well; opens the files of w once.
std::optional<Progress> Sed::Prepare(CommandIo& io) {
  ready_ = true;
  const auto swap_texts = [this] {
    for (size_t i = 0; i < pieces_.size() && i < script_texts_.size(); ++i) {
      if (!pieces_[i].file.empty()) pieces_[i].text.swap(script_texts_[i]);
    }
  };
  std::string error;
  int status = 1;
  swap_texts();
  const bool parsed = ParseSedScript(
      pieces_, {.extended = extended_, .posix = posix_, .nul_lines = delimiter_ == 0},
      &io.account(), &script_, &error, &status);
  swap_texts();
  if (!parsed) {
    if (!io.account().Look()) return Progress::Done(2);
    io.Error(error);
    return Progress::Done(status);
  }
  quiet_ |= script_.quiet;
  size_t count = script_.commands.size();
  if (phase_ != Phase::kScript) {
    bool reading = fd_ < 0 || (next_ > 0 && next_ <= names_.size());
    if (in_range_.size() == count && range_end_.size() == count && pc_ <= count &&
        out_fds_.size() == script_.files.size() && out_missing_.size() == out_fds_.size() &&
        reading) {
      return std::nullopt;
    }
    return Progress::Done(4);  // saved by somebody else
  }
  if (!io.Reserve(static_cast<int64_t>(count * (sizeof(in_range_[0]) + sizeof(range_end_[0])) +
                                       16 * script_.files.size()))) {
    return Progress::Done(2);
  }
  in_range_.resize(count);
  range_end_.assign(count, 0);
  BeginRanges();
  out_fds_.clear();
  out_missing_.clear();
  for (const std::string& file : script_.files) {
    int fd = file == "/dev/stdout"   ? 1
             : file == "/dev/stderr" ? 2
                                     : io.Open(file, OpenMode::kWrite);
    if (fd < 0) {
      io.Error("couldn't open file " + file, io.error());
      return Progress::Done(4);
    }
    (void)io.Tick(64);
    out_fds_.push_back(fd);
    out_missing_.push_back(0);
  }
  phase_ = Phase::kRead;
  return std::nullopt;
}

// ---- input
// False: writing the edited file failed.
bool Sed::CloseFile(CommandIo& io) {
  if (fd_ > 0) io.Close(fd_);
  bool edit = in_place_ && fd_ > 0;
  fd_ = -1;
  if (!edit) return true;
  files::Caller caller{.cwd = io.cwd(), .umask = io.umask()};
  std::string path = names_[next_ - 1], backup;
  if (follows_) {
    if (auto real = io.files().Realpath(caller, path); real.ok()) path = *real;
  }
  files::Result<files::Stat> stat = io.files().StatPath(caller, path);
  if (!suffix_.empty()) {
    size_t slash = path.rfind('/') + 1;
    const std::string base = path.substr(slash);
    if (suffix_.find('*') == std::string::npos) {
      backup = base + suffix_;
    } else {
      for (char c : suffix_) backup += c == '*' ? base : std::string(1, c);
    }
    if (backup.find('/') == std::string::npos) backup = path.substr(0, slash) + backup;
  }
  const uint32_t mode = stat.ok() ? stat->mode & 07777 : 0666;
  const Replaced replaced = ReplaceFile(io, path, edited_, mode, "sed", backup);
  edited_.clear();
  if (replaced.ok()) return true;
  const std::string name =
      (replaced.name.find('/') == std::string::npos ? "./" : "") + replaced.name;
  const bool is_full = replaced.status.error() == ENOSPC || replaced.status.error() == EFBIG;
  io.Error(replaced.call != Replaced::Call::kWrite ? "cannot rename " + path
           : is_full                               ? "couldn't flush " + name
                                                   : "couldn't open temporary file " + name,
           replaced.status.error());
  return false;
}

// Is there another line? Opens the files that follow as needed.
Got Sed::HasMore(CommandIo& io) {
  while (true) {
    if (fd_ < 0) {
      if (next_ >= names_.size()) return Got::kEnd;
      const std::string& name = names_[next_++];
      fd_ = name == "-" && !in_place_ ? 0 : io.Open(name, OpenMode::kRead);
      files::Result<files::Stat> stat = io.files().StatPath({.cwd = io.cwd()}, name);
      bool directory = fd_ > 0 && stat.ok() && stat->IsDirectory();
      if (fd_ < 0 || directory) {
        if (fd_ < 0) {
          io.Error("can't read " + name, io.error());
        } else if (in_place_) {
          io.Error("couldn't edit " + name + ": not a regular file");
          status_ = 4;
        } else {
          io.Error("read error on " + name + ": Is a directory");
          io.Close(fd_);
          return Got::kError;
        }
        if (directory) io.Close(fd_);
        fd_ = -1;
        failed_ = true;
        continue;
      }
      name_ = name;
      if (separate_) {
        line_ = 0;
        BeginRanges();
      }
    }
    switch (io.Peek(fd_)) {
      case ReadStatus::kData: return Got::kData;
      case ReadStatus::kWait: return Got::kWait;
      case ReadStatus::kError:
        io.Error("read error on " + (name_ == "-" ? "stdin" : name_), io.error());
        failed_ = true;
        break;
      case ReadStatus::kEnd: break;
    }
    if (!CloseFile(io)) return Got::kNoMemory;
  }
}

// N appends to the pattern space, n and the cycle's begin replace it. HasMore() comes first: at the
// end of the input N and n print the space and end, and for this the space must still be whole.
Got Sed::ReadSpace(CommandIo& io, bool append) {
  Got got = HasMore(io);
  if (got != Got::kData) return got;
  Line line;
  switch (io.ReadLine(fd_, delimiter_, &line)) {
    case ReadStatus::kData: break;
    case ReadStatus::kWait: return Got::kWait;
    default: return Got::kEnd;
  }
  const size_t before = append ? space_.size() + 1 : 0;
  if (!Grow(io, &space_, before + line.text.size())) return Got::kNoMemory;
  if (append) {
    space_ += delimiter_;
  } else {
    space_.clear();
  }
  space_ += line.text;
  terminated_ = line.terminated;
  ++line_;
  (void)io.Tick(line.text.size());
  return Charge(io) ? Got::kData : Got::kNoMemory;
}

// A range 0,/re/ is open before the first line, so that the regex may end it at that line. All
// others begin closed.
void Sed::BeginRanges() {
  for (size_t i = 0; i < in_range_.size(); ++i)
    in_range_[i] = script_.commands[i].from.kind == SedAddress::Kind::kZero;
}

// `$` is the only address that needs a look ahead. At a pipe it must wait for the next byte or the
// end, so a line is printed one line late there, as in GNU sed. With -s or -i each file has its own
// last line.
Got Sed::IsLast(CommandIo& io, bool* last) {
  if (separate_ && fd_ >= 0) {
    ReadStatus status = io.Peek(fd_);
    *last = status != ReadStatus::kData;
    return status == ReadStatus::kWait ? Got::kWait : Got::kData;
  }
  Got got = HasMore(io);
  *last = got == Got::kEnd;
  return got == Got::kEnd ? Got::kData : got;
}

// ---- addresses
const Regex* Sed::RegexOf(CommandIo& io, int index) {
  if (index >= 0) last_regex_ = index;
  if (last_regex_ < 0 || last_regex_ >= static_cast<int>(script_.regexes.size())) {
    io.Error("-e expression #1, char 0: no previous regular expression");
    exit_status_ = 1;
    return nullptr;
  }
  return script_.regexes[last_regex_].get();
}

// An error here is not "no match": an account that is used up, or a pattern that takes too long,
// ends the command.
Got Sed::MatchesAddress(CommandIo& io, const SedAddress& address, bool* matches) {
  switch (address.kind) {
    case SedAddress::Kind::kLine: *matches = line_ == address.first; return Got::kData;
    case SedAddress::Kind::kStep:
      *matches = line_ >= address.first && (line_ - address.first) % address.step == 0;
      return Got::kData;
    case SedAddress::Kind::kLast: return IsLast(io, matches);
    case SedAddress::Kind::kRegex: {
      const Regex* regex = RegexOf(io, address.regex);
      if (regex == nullptr) return Got::kError;
      (void)io.Tick(space_.size());
      RegexOutcome outcome =
          regex->Search(RegexSubject(space_), 0, nullptr, 0, RegexAnchor::kNone, &io.account());
      if (outcome == RegexOutcome::kStopped) return Got::kError;
      if (outcome == RegexOutcome::kGaveUp) {
        io.Error("exceeded the step limit for back-references");
        return Got::kError;
      }
      *matches = outcome == RegexOutcome::kMatch;
      return Got::kData;
    }
    default: *matches = true; return Got::kData;
  }
}

// One address, a range or none. A range has a state per command in in_range_: 0 closed, 1 open, 2
// over for ever. The state changes as lines come to this command, not as they are read. Lines that
// `n` or a branch leads past are not seen here. What then holds is what GNU sed does.
Got Sed::Matches(CommandIo& io, const SedCommand& command, bool* matches) {
  using Kind = SedAddress::Kind;
  *matches = true;
  if (command.from.kind == Kind::kNone) return Got::kData;
  if (command.to.kind == Kind::kNone) return MatchesAddress(io, command.from, matches);
  size_t index = static_cast<size_t>(&command - script_.commands.data());
  // A range that begins at a line begins once: there, or at the first line behind it that
  // comes to this command.
  const bool once = command.from.kind == Kind::kZero || command.from.kind == Kind::kLine;
  const uint8_t closed = once ? 2 : 0;
  if (in_range_[index] == 1) {
    if (command.to.kind == Kind::kRegex || command.to.kind == Kind::kLast) {
      bool end = false;
      Got got = MatchesAddress(io, command.to, &end);
      if (got != Got::kData) return got;
      if (end) in_range_[index] = closed;
      return Got::kData;
    }
    uint64_t end = range_end_[index];
    if (line_ >= end) in_range_[index] = closed;
    if (line_ <= end) return Got::kData;
    // The end was passed unseen (n, N): the range may begin again here.
  }
  if (in_range_[index] == 2) {
    *matches = false;
    return Got::kData;
  }
  Got got = MatchesAddress(io, command.from, matches);
  if (command.from.kind == Kind::kLine && line_ > command.from.first)
    *matches = command.to.kind != Kind::kLine || line_ <= command.to.first;
  if (got != Got::kData || !*matches) return got;
  if (once) in_range_[index] = closed;
  switch (command.to.kind) {
    case Kind::kLine: range_end_[index] = command.to.first; break;
    case Kind::kPlus: range_end_[index] = line_ + command.to.first; break;
    case Kind::kMultiple: {
      uint64_t step = command.to.first;
      // (a multiple goes on to the next)
      range_end_[index] = step == 0 ? line_ : line_ - line_ % step + step;
      break;
    }
    default: range_end_[index] = UINT64_MAX; break;
  }
  if (command.to.kind == Kind::kLast) {
    bool last = false;
    got = IsLast(io, &last);
    if (got != Got::kData) return got;
    if (last) return Got::kData;
  }
  if (range_end_[index] > line_) in_range_[index] = 1;
  return Got::kData;
}

// ---- commands
Got Sed::Substitute(CommandIo& io, const SedCommand& command, Flow*) {
  const Regex* regex = RegexOf(io, command.regex);
  if (regex == nullptr) return Got::kError;
  switch (SedSubstitute(io, command, *regex, space_, &substitution_)) {
    case SedResult::kYield: return Got::kYield;
    case SedResult::kNoMemory: return Got::kNoMemory;
    case SedResult::kUnchanged: return Got::kData;
    case SedResult::kGaveUp:
      io.Error("exceeded the step limit for back-references");
      return Got::kError;
    case SedResult::kChanged: break;
  }
  space_.swap(substitution_.out);
  if (!Charge(io)) return Got::kNoMemory;
  substitution_.Release(io);
  replaced_ = true;
  if (command.print) Print(io, space_, terminated_);
  if (command.file >= 0) PrintTo(io, command.file, space_, terminated_);
  return Got::kData;
}

// n and N. They may be called again where they waited: printed_ tells that their first half is
// done.
Got Sed::NextLine(CommandIo& io, const SedCommand& command, Flow* flow) {
  if (!printed_) {
    Got got = HasMore(io);
    if (got != Got::kEnd && got != Got::kData) return got;
    if (got == Got::kEnd) {
      quit_ = true;
      *flow = Flow::kEndCycle;
      return Got::kData;
    }
    if (command.name == 'n' && !quiet_) Print(io, space_, terminated_);
    printed_ = true;
  }
  // What was appended so far comes before the next line.
  Got got = AppendAll(io);
  if (got == Got::kData) got = ReadSpace(io, command.name == 'N');
  if (got == Got::kData) printed_ = false;
  return got;
}

Got Sed::RunCommand(CommandIo& io, const SedCommand& command, Flow* flow) {
  switch (command.name) {
    case '{':
    case '}':
    case ':':
    case 'v': break;
    case '=': Raw(io, std::to_string(line_) + "\n"); break;
    case 'a': appended_.push_back({Appended::Kind::kText, command.text}); break;
    case 'i': Raw(io, command.text); break;
    case 'c': {
      size_t index = static_cast<size_t>(&command - script_.commands.data());
      if (command.to.kind == SedAddress::Kind::kNone || command.negated || in_range_[index] != 1)
        Raw(io, command.text);
      *flow = Flow::kDelete;
      break;
    }
    case 'b':
      pc_ = command.target < 0 ? script_.commands.size() : static_cast<uint64_t>(command.target);
      break;
    case 't':
    case 'T':
      if (replaced_ == (command.name == 't')) {
        pc_ = command.target < 0 ? script_.commands.size() : static_cast<uint64_t>(command.target);
      }
      replaced_ = false;
      break;
    case 'd': *flow = Flow::kDelete; break;
    case 'D': {
      size_t newline = space_.find(delimiter_);
      *flow = newline == std::string::npos ? Flow::kDelete : Flow::kRestart;
      if (newline != std::string::npos) space_.erase(0, newline + 1);
      break;
    }
    case 'F': Raw(io, name_ + "\n"); break;
    case 'g':
    case 'h': {
      std::string& to = command.name == 'g' ? space_ : hold_;
      const std::string& from = command.name == 'g' ? hold_ : space_;
      if (!Grow(io, &to, from.size())) return Got::kNoMemory;
      to = from;
      break;
    }
    case 'G':
    case 'H': {
      std::string& to = command.name == 'G' ? space_ : hold_;
      const std::string& from = command.name == 'G' ? hold_ : space_;
      if (!Grow(io, &to, to.size() + 1 + from.size())) return Got::kNoMemory;
      to += delimiter_;
      to += from;
      break;
    }
    case 'x': space_.swap(hold_); break;
    case 'z': space_.clear(); break;
    case 'l': List(io, command.has_number ? static_cast<size_t>(command.number) : wrap_); break;
    case 'n':
    case 'N':
      if (Got got = NextLine(io, command, flow); got != Got::kData) return got;
      break;
    case 'p': Print(io, space_, terminated_); break;
    case 'P': Print(io, std::string_view(space_).substr(0, space_.find(delimiter_))); break;
    case 'q':
    case 'Q':
      quit_ = true;
      status_ = command.number;
      *flow = command.name == 'q' ? Flow::kEndCycle : Flow::kStop;
      break;
    case 'r': appended_.push_back({Appended::Kind::kFile, command.text}); break;
    case 'R': appended_.push_back({Appended::Kind::kLine, command.text}); break;
    case 's': return Substitute(io, command, flow);
    case 'w': PrintTo(io, command.file, space_, terminated_); break;
    case 'W':
      PrintTo(io, command.file, std::string_view(space_).substr(0, space_.find(delimiter_)), true);
      break;
    case 'y': {
      ParseCharge copy(&io.account());
      if (!copy.Charge(2 * space_.size())) return Got::kNoMemory;
      space_ = SedTransliterate(command, space_, io.account());
      break;
    }
    default: break;
  }
  return Charge(io) ? Got::kData : Got::kNoMemory;
}

// Commands from pc_ on, until the cycle is over. A command that cannot go on (input is not there
// yet, time is over) puts pc_ back to itself, and is run again from its begin. So each command that
// may wait must do nothing twice: n and N remember in printed_ that they have printed, s keeps its
// place in substitution_. For these the address is not asked again either, because a range would
// take a second step.
Got Sed::Execute(CommandIo& io, Flow* flow) {
  *flow = Flow::kNext;
  while (pc_ < script_.commands.size()) {
    const SedCommand& command = script_.commands[pc_];
    uint64_t here = pc_;
    if (!printed_ && !substitution_.active) {  // not in the middle of n, N or s
      bool matches = false;
      Got got = Matches(io, command, &matches);
      if (got != Got::kData) return got;
      if (matches == command.negated) {
        pc_ = command.name == '{' ? static_cast<uint64_t>(command.target) : pc_ + 1;
        continue;
      }
    }
    ++pc_;
    Got got = RunCommand(io, command, flow);
    if (got != Got::kData) {
      pc_ = here;
      return got;
    }
    if (*flow != Flow::kNext) return Got::kData;
    if (io.Tick(8)) return Got::kYield;
  }
  *flow = Flow::kEndCycle;
  return Got::kData;
}

// Texts of a, files of r, lines of R, in order.
Got Sed::AppendAll(CommandIo& io) {
  for (; append_at_ < appended_.size(); ++append_at_) {
    const Appended& one = appended_[append_at_];
    if (one.kind == Appended::Kind::kText) {
      Raw(io, one.text);
      continue;
    }
    if (one.kind == Appended::Kind::kLine) {
      auto file = std::find_if(line_files_.begin(), line_files_.end(),
                               [&](const LineFile& f) { return f.name == one.text; });
      if (file == line_files_.end()) {
        line_files_.push_back(
            {one.text, one.text == "/dev/stdin" ? 0 : io.Open(one.text, OpenMode::kRead)});
        file = line_files_.end() - 1;
      }
      Line line;
      if (file->fd < 0) continue;
      ReadStatus status = io.ReadLine(file->fd, delimiter_, &line);
      if (status == ReadStatus::kWait) return Got::kWait;
      if (status == ReadStatus::kData) Print(io, line.text);
      continue;
    }
    if (append_fd_ < 0)
      append_fd_ = one.text == "/dev/stdin" ? 0 : io.Open(one.text, OpenMode::kRead);
    while (append_fd_ >= 0) {
      std::string_view bytes;
      ReadStatus status = io.ReadSome(append_fd_, &bytes);
      if (status == ReadStatus::kWait) return Got::kWait;
      if (status != ReadStatus::kData) {
        if (append_fd_ > 0) io.Close(append_fd_);
        append_fd_ = -1;
        break;
      }
      Raw(io, bytes);
      if (!Charge(io)) return Got::kNoMemory;
      if (io.Tick(bytes.size())) return Got::kYield;
    }
  }
  appended_.clear();
  append_at_ = 0;
  return Got::kData;
}

// The cycle of POSIX sed: read a line, run the script, print the space unless -n, print what `a`
// and `r` appended. A phase is changed only when its work is done, so a saved command goes on in
// the phase in which it stopped.
Progress Sed::Run(CommandIo& io) {
  if (phase_ == Phase::kScript) {
    if (auto stop = ReadScripts(io)) return *stop;
  }
  if (!ready_) {
    if (auto stop = Prepare(io)) return *stop;
  }
  while (true) {
    Got got = Got::kData;
    switch (phase_) {
      case Phase::kScript:
      case Phase::kRead:
        if (!skip_read_) got = ReadSpace(io, false);
        if (got == Got::kEnd) {
          phase_ = Phase::kFinish;
          continue;
        }
        if (got != Got::kData) break;
        skip_read_ = false;
        replaced_ = false;
        pc_ = 0;
        phase_ = Phase::kExecute;
        break;
      case Phase::kExecute: {
        Flow flow = Flow::kNext;
        got = Execute(io, &flow);
        if (got != Got::kData) break;
        phase_ = Phase::kAppend;
        if (flow == Flow::kEndCycle) phase_ = Phase::kEndCycle;
        if (flow == Flow::kStop) phase_ = Phase::kFinish;
        skip_read_ = flow == Flow::kRestart;
        break;
      }
      case Phase::kEndCycle:
        if (!quiet_) Print(io, space_, terminated_);
        phase_ = Phase::kAppend;
        break;
      case Phase::kAppend:
        got = AppendAll(io);
        if (got == Got::kData) phase_ = quit_ ? Phase::kFinish : Phase::kRead;
        break;
      case Phase::kFinish:
        if (fd_ == 0) io.GiveBack(0);
        if (in_place_ && fd_ > 0) {  // q: the rest of the file stays
          std::string_view bytes;
          while (io.ReadSome(fd_, &bytes) == ReadStatus::kData) {
            if (!Append(io, &edited_, bytes)) return Progress::Done(2);
          }
          if (!CloseFile(io)) failed_ = true;
        }
        return Progress::Done(status_ != 0 ? status_ : failed_ ? 2 : 0);
    }
    if (auto end = StepEnd(got)) return *end;
    if (got == Got::kError) return Progress::Done(exit_status_);
    if (io.Tick(1)) return Progress::Yield();
  }
}

}  // namespace

std::unique_ptr<Command> MakeSed() { return Make<Sed>(); }

}  // namespace pysub::shell
