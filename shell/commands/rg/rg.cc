// rg: ripgrep 13. See README.md.

#include <algorithm>
#include <cerrno>
#include <memory>

#include "pysub/files/file_system.h"
#include "pysub/shell/command.h"
#include "shell/commands/rg/matcher.h"
#include "shell/commands/rg/options.h"
#include "shell/commands/rg/printer.h"
#include "shell/commands/rg/search.h"
#include "shell/commands/rg/walk.h"
#include "shell/commands/simple.h"
#include "shell/commands/text_command.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace rg {
namespace {

constexpr uint64_t kMostConfiguration = 64 << 10;

enum class Input : uint8_t {
  kGiven,  // a pipe or a file
  kHost,   // the host's stream, which may be empty
  kNone,   // a device, or nothing
};

// What standard input is, as /proc tells any program.
Input InputOf(CommandIo& io) {
  if (!io.IsOpen(0)) return Input::kNone;
  if (io.FileSize(0)) return Input::kGiven;
  files::Result<std::string> stat = io.files().ReadFile(CallerOf(io), "/proc/self/stat", 0, 64);
  if (!stat.ok()) return Input::kHost;
  const std::string process = stat->substr(0, stat->find(' '));
  files::Result<std::string> target =
      io.files().Readlink(CallerOf(io), "/proc/" + process + "/fd/0");
  if (!target.ok() || target->starts_with("host:")) return Input::kHost;
  return target->starts_with("pipe:") ? Input::kGiven : Input::kNone;
}

// The words are read again after a load; what is saved is what was read from files, and where the
// search stands.
class Rg : public Command {
 public:
  Progress Step(CommandIo& io) override {
    if (!ready_) {
      if (std::optional<Progress> end = Start(io)) return *end;
    }
    return Run(io);
  }
  void Fields(Archive& archive) override {
    archive(started_, words_, pattern_file_, reading_fd_, reader_, patterns_);
    archive.Charged(patterns_charged_);
    archive(patterns_read_, paths_, chosen_, begun_, walk_, printer_, search_, current_, matched_,
            failed_, searched_any_);
  }

 private:
  // A status: the command is over.
  std::optional<Progress> Start(CommandIo& io);
  std::optional<Progress> ReadPatterns(CommandIo& io);
  std::optional<Progress> Build(CommandIo& io);
  std::optional<Progress> ChoosePaths(CommandIo& io);
  Progress Run(CommandIo& io);
  std::optional<Progress> Look(CommandIo& io, const Walk::Found& found);
  Progress End(CommandIo& io);
  void ReadConfiguration(CommandIo& io);
  std::string Shown(std::string_view path) const {
    if (options_.default_path && path.starts_with("./")) path.remove_prefix(2);
    return std::string(path);
  }
  void Complain(CommandIo& io, std::string_view text) {
    failed_ = true;
    if (options_.messages) io.Write(2, std::string(text) + "\n");
  }

  // Made of the words.
  bool ready_ = false;
  Options options_;
  Matcher matcher_;
  bool with_name_ = false;

  bool started_ = false;
  std::vector<std::string> words_;  // those of RIPGREP_CONFIG_PATH
  uint64_t pattern_file_ = 0;
  int reading_fd_ = -1;
  LineReader reader_;
  std::vector<std::string> patterns_;
  uint64_t patterns_charged_ = 0;
  bool patterns_read_ = false;
  std::vector<std::string> paths_;
  bool chosen_ = false;  // paths_ are what is searched
  bool begun_ = false;
  Walk walk_;
  Printer printer_;
  Search search_;
  std::string current_;  // the file that is searched, as the walk found it
  bool matched_ = false, failed_ = false, searched_any_ = false;
};

// RIPGREP_CONFIG_PATH names a file of options, one a line.
void Rg::ReadConfiguration(CommandIo& io) {
  const std::optional<std::string_view> path = io.Env("RIPGREP_CONFIG_PATH");
  if (!path || path->empty()) return;
  const auto& words = io.args();
  if (std::find(words.begin(), words.end(), "--no-config") != words.end()) return;
  files::Result<std::string> text = io.files().ReadFile(CallerOf(io), *path, 0, kMostConfiguration);
  if (!text.ok()) {
    io.Write(2, std::string(*path) + ": " + std::string(ErrnoText(text.error())) + " (os error " +
                    std::to_string(text.error()) + ")\n");
    return;
  }
  if (!io.Reserve(static_cast<int64_t>(3 * text->size() + 256))) return;
  io.Tick(text->size());
  for (size_t at = 0; at < text->size();) {
    const size_t end = std::min(text->find('\n', at), text->size());
    std::string_view line = std::string_view(*text).substr(at, end - at);
    at = end + 1;
    auto blank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
    while (!line.empty() && blank(line.front())) line.remove_prefix(1);
    while (!line.empty() && blank(line.back())) line.remove_suffix(1);
    if (!line.empty() && line[0] != '#') words_.emplace_back(line);
  }
}

std::optional<Progress> Rg::Start(CommandIo& io) {
  if (!started_) {
    started_ = true;
    ReadConfiguration(io);
  }
  options_ = {};
  std::vector<std::string> words = words_;
  words.insert(words.end(), io.args().begin(), io.args().end());
  if (std::optional<int> status = ReadOptions(io, words, &options_)) return Progress::Done(*status);
  if (options_.pcre2_version) {
    io.Out(
        "PCRE2 is not available in this build of ripgrep: -P searches with an engine of its "
        "own.\n");
    return Progress::Done(1);
  }
  if (!patterns_read_) {
    if (std::optional<Progress> end = ReadPatterns(io)) return end;
    patterns_read_ = true;
  }
  if (std::optional<Progress> end = Build(io)) return end;
  if (std::optional<Progress> end = ChoosePaths(io)) return end;
  const Options& o = options_;
  with_name_ = o.with_name.value_or(o.vimgrep || o.paths.size() > 1);
  if (!o.with_name && !with_name_ && o.paths.size() == 1 && o.paths[0] != "-") {
    files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), o.paths[0]);
    with_name_ = stat.ok() && stat->IsDirectory();
  }
  walk_.SetOptions(&options_);
  printer_.SetOptions(&options_, &matcher_);
  search_.SetOptions(&options_, &matcher_, &printer_);
  ready_ = true;
  return std::nullopt;
}

// -e and the first operand, then the lines of -f.
std::optional<Progress> Rg::ReadPatterns(CommandIo& io) {
  if (options_.files || options_.type_list) return std::nullopt;
  if (patterns_.empty() && pattern_file_ == 0 && reading_fd_ < 0) patterns_ = options_.patterns;
  while (pattern_file_ < options_.pattern_files.size()) {
    const std::string& path = options_.pattern_files[pattern_file_];
    auto complain = [&](int error) {
      io.Write(2, (path == "-" ? std::string("<stdin>") : path) + ": " +
                      std::string(ErrnoText(error)) + " (os error " + std::to_string(error) +
                      ")\n");
      return Progress::Done(2);
    };
    if (reading_fd_ < 0) {
      reading_fd_ = path == "-" ? 0 : io.Open(path, OpenMode::kRead);
      if (reading_fd_ < 0) return complain(io.error());
    }
    Line line;
    const Got got = reader_.Next(io, reading_fd_, '\n', &line);
    if (got == Got::kWait || got == Got::kYield || got == Got::kNoMemory) reader_.Suspend();
    if (auto end = StepEnd(got)) return end;
    if (got == Got::kError) return complain(io.error());
    if (got == Got::kData) {
      std::string_view text = line.text;
      if (text.ends_with('\r')) text.remove_suffix(1);
      const uint64_t bytes = text.size() + 3 * sizeof(std::string);
      if (!io.Reserve(static_cast<int64_t>(bytes))) return Progress::Done(2);
      patterns_charged_ += bytes;
      patterns_.emplace_back(text);
      if (io.Tick(text.size() + 32)) {
        reader_.Suspend();
        return Progress::Yield();
      }
      continue;
    }
    if (reading_fd_ > 0) io.Close(reading_fd_);
    reading_fd_ = -1;
    reader_.Clear();
    ++pattern_file_;
  }
  return std::nullopt;
}

std::optional<Progress> Rg::Build(CommandIo& io) {
  if (std::optional<int> status = CheckSizeLimits(io, options_)) return Progress::Done(*status);
  std::string error;
  if (!patterns_.empty() && !matcher_.Build(patterns_, options_, &io.account(), &error)) {
    io.Write(2, error + "\n");
    return Progress::Done(2);
  }
  if (std::optional<int> status = FinishOptions(io, &options_)) return Progress::Done(*status);
  return std::nullopt;
}

// Without operands: what comes through a pipe or from a file, else what lies here.
std::optional<Progress> Rg::ChoosePaths(CommandIo& io) {
  if (!chosen_) {
    paths_ = options_.paths;
    if (paths_.empty()) {
      const std::vector<std::string>& files = options_.pattern_files;
      bool here = options_.files || options_.type_list ||
                  std::find(files.begin(), files.end(), "-") != files.end();
      if (!here) {
        switch (InputOf(io)) {
          case Input::kGiven: break;
          case Input::kNone: here = true; break;
          case Input::kHost: {
            const ReadStatus status = io.Peek(0);
            if (status == ReadStatus::kWait) return Progress::Wait();
            here = status != ReadStatus::kData;
            break;
          }
        }
      }
      paths_.push_back(here ? "./" : "-");
    }
    chosen_ = true;
  }
  options_.default_path = options_.paths.empty();
  options_.paths = paths_;
  return std::nullopt;
}

Progress Rg::Run(CommandIo& io) {
  if (options_.type_list) {
    io.Out(options_.types.List());
    return Progress::Done(0);
  }
  const bool never = !options_.files && (patterns_.empty() || options_.max_count == 0u);
  if (never) return Progress::Done(1);
  if (options_.files && search_.is_open()) return Progress::Done(2);  // a forged state
  if (!begun_) {
    walk_.ReadGlobalRules(io);
    begun_ = true;
  }
  while (true) {
    if (search_.is_open()) {
      std::string error;
      const Got got = search_.Run(io, &error);
      if (auto end = StepEnd(got)) return *end;
      if (got == Got::kError) {
        if (!io.account().Look()) return Progress::Done(2);  // it was stopped
        Complain(io, Shown(current_) + ": " + error);
      } else if (printer_.has_match()) {
        matched_ = true;
      }
      if (printer_.failed()) return Progress::Done(2);
      if (options_.show == Show::kQuiet && matched_ && !options_.stats) break;
    } else if (walk_.done()) {
      break;
    } else {
      std::optional<Walk::Found> found = walk_.Next(io);
      if (walk_.failed()) return Progress::Done(2);
      if (const std::string messages = walk_.TakeMessages(); !messages.empty())
        io.Write(2, messages);
      if (found) {
        if (std::optional<Progress> end = Look(io, *found)) return *end;
      }
    }
    if (io.Tick(64)) return Progress::Yield();
  }
  return End(io);
}

std::optional<Progress> Rg::Look(CommandIo& io, const Walk::Found& found) {
  if (!found.error.empty()) {
    Complain(io, found.error);
    return std::nullopt;
  }
  const bool is_stdin = found.path == "-";
  searched_any_ = true;
  const std::string shown = is_stdin ? "<stdin>" : Shown(found.path);
  if (options_.files) {
    matched_ = true;
    if (options_.show == Show::kQuiet) return Progress::Done(0);
    Printer::WriteName(options_, io, shown,
                       options_.null_names ? std::string_view("\0", 1) : std::string_view("\n"));
    return std::nullopt;
  }
  current_ = found.path;
  const bool lists = options_.show == Show::kWith || options_.show == Show::kWithout;
  printer_.Begin(with_name_ || lists || options_.show == Show::kJson ? shown : "");
  if (!search_.Open(io, found.path, found.is_named, is_stdin)) {
    Complain(io, shown + ": " + std::string(ErrnoText(io.error())) + " (os error " +
                     std::to_string(io.error()) + ")");
  }
  return std::nullopt;
}

Progress Rg::End(CommandIo& io) {
  if (!options_.files) {
    if (!searched_any_ && options_.default_path) {
      Complain(io,
               "No files were searched, which means ripgrep probably applied a filter you didn't "
               "expect.\nRunning with --debug will show why files are being skipped.");
    }
    if (options_.stats) printer_.PrintStats(io);
  }
  if (matched_ && (options_.show == Show::kQuiet || !failed_)) return Progress::Done(0);
  return Progress::Done(failed_ ? 2 : 1);
}

}  // namespace
}  // namespace rg

std::unique_ptr<Command> MakeRg() { return Make<rg::Rg>(); }

}  // namespace pysub::shell
