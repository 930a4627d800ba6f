#include <algorithm>

#include "pysub/shell/command.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

constexpr int kGroup = 256;
constexpr int kAllRepeated = 257;
constexpr CommandOption kOptions[] = {
    {'c', "count"},
    {'d', "repeated"},
    {'D', ""},
    LongRow(kAllRepeated, "all-repeated", OptionArgument::kOptional),
    {'f', "skip-fields", OptionArgument::kRequired},
    LongRow(kGroup, "group", OptionArgument::kOptional),
    {'i', "ignore-case"},
    {'s', "skip-chars", OptionArgument::kRequired},
    {'u', "unique"},
    {'w', "check-chars", OptionArgument::kRequired},
    {'z', "zero-terminated"},
    {'0', ""},
    {'1', ""},
    {'2', ""},
    {'3', ""},
    {'4', ""},
    {'5', ""},
    {'6', ""},
    {'7', ""},
    {'8', ""},
    {'9', ""},
};

// Only neighbours are compared, so one line of memory is enough. It is printed when the next
// different one is there, since only then its count is known (-D and --group print at once).
class Uniq : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(inputs_, out_, has_previous_, previous_, count_, group_started_);
  }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    Options options(io, kOptions, Options::kInOrder);
    std::string old_style;
    std::vector<std::string> files;
    while (options.Next()) {
      switch (options.id()) {
        case 'c': count_lines_ = true; break;
        case 'd': print_unique_ = false; break;
        case 'D':
        case kAllRepeated:
          print_unique_ = false;
          all_repeated_ = true;
          if (!Method(options, kAllRepeated)) return options.status();
          break;
        case kGroup:
          group_ = true;
          if (!Method(options, kGroup)) return options.status();
          break;
        case 'f':
          if (!Number(io, options.value(), "invalid number of fields to skip", &skip_fields_))
            return 1;
          break;
        case 's':
          if (!Number(io, options.value(), "invalid number of bytes to skip", &skip_bytes_))
            return 1;
          break;
        case 'w':
          if (!Number(io, options.value(), "invalid number of bytes to compare", &compare_bytes_))
            return 1;
          break;
        case 'i': ignore_case_ = true; break;
        case 'u': print_repeated_ = false; break;
        case 'z': delimiter_ = '\0'; break;
        case Options::kOperand:
          // "+N" is an older -s N.
          if (!options.value().starts_with('+') || !SetCount(options.value(), &skip_bytes_))
            files.emplace_back(options.value());
          break;
        default:
          old_style += static_cast<char>(options.id());
          if (!Number(io, old_style, "invalid number of fields to skip", &skip_fields_)) return 1;
          break;
      }
    }
    if (options.status()) return options.status();
    files.insert(files.end(), options.operands().begin(), options.operands().end());
    if (files.size() > 2) return options.Misuse("extra operand " + QuoteWord(files[2]));
    if (group_ && (count_lines_ || all_repeated_ || !print_unique_ || !print_repeated_)) {
      return options.Misuse("--group is mutually exclusive with -c/-d/-D/-u");
    }
    if (all_repeated_ && count_lines_) {
      return options.Misuse("printing all duplicated lines and repeat counts is meaningless");
    }
    inputs_.set_read_error("error reading ", true, false);
    if (files.size() == 2 && files[1] != "-") output_ = files[1];
    files.resize(std::min<size_t>(files.size(), 1));
    inputs_.Start(std::move(files));
    return std::nullopt;
  }

  Progress Run(CommandIo& io) override {
    if (out_ == 0) {
      // The input is opened first: a missing one leaves the output alone.
      if (inputs_.Open(io) == Got::kError) return Progress::Done(1);
      out_ = output_.empty() ? 1 : io.Open(output_, OpenMode::kWrite);
      if (out_ < 0) {
        io.Error(QuoteFileIfNeeded(output_), io.error());
        return Progress::Done(1);
      }
    }
    while (true) {
      Line line;
      Got got = inputs_.NextLine(io, delimiter_, &line);
      if (auto end = StepEnd(got)) return *end;
      if (got == Got::kEnd) break;
      if (has_previous_ && Same(previous_, line.text)) {
        ++count_;
        if (all_repeated_) {
          if (count_ == 2) RepeatedGroupStarts(io);
          // (With -u the last line of each group is left out.)
          if (count_ == 2 || !print_repeated_) Put(io, previous_);
          if (print_repeated_) Put(io, line.text);
          if (!print_repeated_ && !Remember(io, line.text)) return Progress::Done(2);
        } else if (group_) {
          Put(io, line.text);
        }
      } else {
        EndGroup(io);
        if (!Remember(io, line.text)) return Progress::Done(2);
        has_previous_ = true;
        count_ = 1;
        if (group_) {
          GroupStarts(io);
          Put(io, line.text);
        }
      }
      if (io.Tick(line.text.size() + 1)) return Progress::Yield();
    }
    EndGroup(io);
    if (group_ && group_started_ && (method_ == "append" || method_ == "both"))
      io.Write(out_, std::string_view(&delimiter_, 1));
    return Progress::Done(inputs_.failed() ? 1 : 0);
  }
  void Suspend() override { inputs_.Suspend(); }

 private:
  static bool Number(CommandIo& io, std::string_view text, const char* what, uint64_t* number) {
    if (SetCount(text, number)) return true;
    io.Error(std::string(text) + ": " + what);
    return false;
  }

  static bool SetCount(std::string_view text, uint64_t* number) {
    const std::optional<uint64_t> parsed = ParseCount(text);
    if (parsed) *number = *parsed;
    return parsed.has_value();
  }

  bool Method(Options& options, int option) {
    method_ = option == kGroup ? "separate" : "none";
    if (!options.has_value()) return true;
    std::vector<std::string> allowed =
        option == kGroup ? std::vector<std::string>{"prepend", "append", "separate", "both"}
                         : std::vector<std::string>{"none", "prepend", "separate"};
    for (const std::string& name : allowed) {
      if (!options.value().empty() && name.starts_with(options.value())) {
        method_ = name;
        return true;
      }
    }
    std::string valid;
    for (const std::string& name : allowed) valid += "\n  - ‘" + name + "’";
    options.Misuse("invalid argument " + QuoteWord(options.value()) + " for ‘" +
                   (option == kGroup ? "--group" : "--all-repeated") +
                   "’\nValid arguments are:" + valid);
    return false;
  }

  std::string_view KeyOf(std::string_view line) const {
    size_t at = 0;
    for (uint64_t i = 0; i < skip_fields_ && at < line.size(); ++i) {
      while (at < line.size() && IsBlank(line[at])) ++at;
      while (at < line.size() && !IsBlank(line[at])) ++at;
    }
    at += std::min<uint64_t>(skip_bytes_, line.size() - at);
    return line.substr(at, std::min<uint64_t>(compare_bytes_, line.size()));
  }
  static bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n'; }
  static char Fold(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }

  bool Same(std::string_view a, std::string_view b) const {
    a = KeyOf(a);
    b = KeyOf(b);
    if (!ignore_case_) return a == b;
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                              [](char x, char y) { return Fold(x) == Fold(y); });
  }

  // False: there is no memory for it.
  bool Remember(CommandIo& io, std::string_view line) {
    if (!io.Reserve(static_cast<int64_t>(line.size()) - static_cast<int64_t>(previous_.size())))
      return false;
    previous_ = line;
    return true;
  }

  void Put(CommandIo& io, std::string_view line) {
    io.Write(out_, line);
    io.Write(out_, std::string_view(&delimiter_, 1));
  }
  void RepeatedGroupStarts(CommandIo& io) {
    if (method_ == "prepend" || (method_ == "separate" && group_started_))
      io.Write(out_, std::string_view(&delimiter_, 1));
    group_started_ = true;
  }
  void GroupStarts(CommandIo& io) {
    if (group_started_ ? true : method_ == "prepend" || method_ == "both") {
      io.Write(out_, std::string_view(&delimiter_, 1));
    }
    group_started_ = true;
  }
  void EndGroup(CommandIo& io) {
    if (!has_previous_ || all_repeated_ || group_) return;
    if (count_ == 1 ? !print_unique_ : !print_repeated_) return;
    if (count_lines_) {
      std::string count = std::to_string(count_);
      if (count.size() < 7) count.insert(0, 7 - count.size(), ' ');
      io.Write(out_, count + " ");
    }
    Put(io, previous_);
  }

  bool count_lines_ = false, print_unique_ = true, print_repeated_ = true, all_repeated_ = false,
       group_ = false;
  bool ignore_case_ = false;
  uint64_t skip_fields_ = 0, skip_bytes_ = 0, compare_bytes_ = UINT64_MAX;
  char delimiter_ = '\n';
  std::string method_;
  std::string output_;

  Inputs inputs_;
  int out_ = 0;  // 0: not open yet
  bool has_previous_ = false;
  std::string previous_;
  uint64_t count_ = 0;
  bool group_started_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeUniq() { return Make<Uniq>(); }

}  // namespace pysub::shell
