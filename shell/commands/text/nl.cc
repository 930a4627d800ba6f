#include "pysub/shell/command.h"
#include "shell/commands/text_command.h"
#include "shell/regex/regex.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

constexpr OptionArgument kRequired = OptionArgument::kRequired;
constexpr CommandOption kOptions[] = {
    {'b', "body-numbering", kRequired},   {'d', "section-delimiter", kRequired},
    {'f', "footer-numbering", kRequired}, {'h', "header-numbering", kRequired},
    {'i', "line-increment", kRequired},   {'l', "join-blank-lines", kRequired},
    {'n', "number-format", kRequired},    {'p', "no-renumber"},
    {'s', "number-separator", kRequired}, {'v', "starting-line-number", kRequired},
    {'w', "number-width", kRequired},
};

// Lines that hold only \:\:\:, \:\: or \: begin a header, a body, a footer.
class Nl : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(inputs_, number_, begun_, blank_, section_, failed_);
    if (section_ < 0 || section_ > 2 || blank_ < 0 || blank_ == INT64_MAX) archive.Fail();
  }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    Options options(io, kOptions);
    while (options.Next()) {
      std::string value(options.value());
      switch (options.id()) {
        case 'b':
          if (!Style(io, value, "body", 1)) return 1;
          break;
        case 'h':
          if (!Style(io, value, "header", 0)) return 1;
          break;
        case 'f':
          if (!Style(io, value, "footer", 2)) return 1;
          break;
        case 'd':
          if (value.size() == 1) value += ':';
          delimiter_ = value;
          break;
        case 'i':
          if (!Number(io, value, "invalid line number increment", &increment_)) return 1;
          break;
        case 'v':
          if (!Number(io, value, "invalid starting line number", &start_)) return 1;
          break;
        case 'l':
          if (!Number(io, value, "invalid line number of blank lines", &join_)) return 1;
          break;
        case 'w':
          if (!Number(io, value, "invalid line number field width", &width_)) return 1;
          if (width_ <= 0 || width_ > 1 << 20) {
            io.Error("invalid line number field width: " + QuoteWord(value) +
                     (width_ <= 0 ? ": Numerical result out of range" : ""));
            return 1;
          }
          break;
        case 's': separator_ = value; break;
        case 'p': renumber_ = false; break;
        case 'n':
          if (value != "ln" && value != "rn" && value != "rz") {
            return options.Misuse("invalid line numbering format: " + QuoteWord(value));
          }
          format_ = value;
          break;
        default: break;
      }
    }
    if (options.status()) return options.status();
    inputs_.Start(options.operands());
    return std::nullopt;
  }

  Progress Run(CommandIo& io) override {
    if (!begun_) {
      begun_ = true;
      number_ = start_;
    }
    while (true) {
      Line line;
      Got got = inputs_.NextLine(io, '\n', &line);
      if (auto end = StepEnd(got)) return *end;
      if (got == Got::kEnd) return Progress::Done(failed_ || inputs_.failed() ? 1 : 0);
      OneLine(io, line.text);
      if (io.Tick(line.text.size() + static_cast<uint64_t>(width_))) return Progress::Yield();
    }
  }
  void Suspend() override { inputs_.Suspend(); }

 private:
  static bool Number(CommandIo& io, const std::string& text, const char* what, int64_t* value) {
    bool negative = text.starts_with('-');
    std::optional<uint64_t> number = ParseCount(negative ? text.substr(1) : text);
    if (!number || *number > INT64_MAX) {
      io.Error(std::string(what) + ": " + QuoteWord(text));
      return false;
    }
    *value = negative ? -static_cast<int64_t>(*number) : static_cast<int64_t>(*number);
    return true;
  }
  bool Style(CommandIo& io, const std::string& text, const char* name, int section) {
    char kind = text.empty() ? '\0' : text[0];
    if (kind == 'p') {
      std::string error;
      regexes_[section] = Regex::Compile(text.substr(1), {.syntax = RegexSyntax::kPosixBasic},
                                         &io.account(), &error);
      if (regexes_[section] == nullptr) {
        io.Error(error);
        return false;
      }
    } else if (kind != 'a' && kind != 't' && kind != 'n') {
      io.Error(std::string("invalid ") + name + " numbering style: " + QuoteWord(text));
      io.Write(2, "Try '" + std::string(io.name()) + " --help' for more information.\n");
      return false;
    }
    styles_[section] = kind;
    return true;
  }

  void OneLine(CommandIo& io, std::string_view text) {
    for (size_t repeat = 3; repeat >= 1; --repeat) {
      if (delimiter_.empty() || text.size() != repeat * delimiter_.size()) continue;
      std::string mark;
      for (size_t i = 0; i < repeat; ++i) mark += delimiter_;
      if (text == mark) {
        section_ = static_cast<int>(3 - repeat);
        if (renumber_) number_ = start_;
        io.Out("\n");
        return;
      }
    }
    bool numbered = false;
    switch (styles_[section_]) {
      case 'a':
        numbered = true;
        if (join_ > 1) {
          blank_ = text.empty() ? blank_ + 1 : 0;
          numbered = !text.empty() || blank_ == join_;
          if (blank_ == join_) blank_ = 0;
        }
        break;
      case 't': numbered = !text.empty(); break;
      case 'p': {
        const RegexOutcome outcome = regexes_[section_]->Search(RegexSubject(text), 0, nullptr, 0,
                                                                RegexAnchor::kNone, &io.account());
        if (outcome == RegexOutcome::kGaveUp) {
          io.Error("exceeded the step limit for back-references");
          failed_ = true;
        }
        numbered = outcome == RegexOutcome::kMatch;
        break;
      }
      default: break;
    }
    std::string out;
    size_t width = static_cast<size_t>(width_);
    if (numbered) {
      std::string digits = std::to_string(number_);
      size_t missing = digits.size() < width ? width - digits.size() : 0;
      if (format_ == "ln")
        digits.append(missing, ' ');
      else if (format_ == "rn")
        digits.insert(0, missing, ' ');
      else
        digits.insert(digits.starts_with('-') ? 1 : 0, missing, '0');
      out = digits + separator_;
      if (__builtin_add_overflow(number_, increment_, &number_)) number_ = INT64_MAX;
    } else {
      out.append(width + separator_.size(), ' ');
    }
    io.Out(out);
    OutLine(io, text);
  }

  char styles_[3] = {'n', 't', 'n'};
  std::unique_ptr<Regex> regexes_[3];
  std::string delimiter_ = "\\:", separator_ = "\t", format_ = "rn";
  int64_t increment_ = 1, start_ = 1, join_ = 1, width_ = 6;
  bool renumber_ = true;
  bool failed_ = false;

  Inputs inputs_;
  int64_t number_ = 1;
  bool begun_ = false;
  int64_t blank_ = 0;
  int section_ = 1;
};

}  // namespace

std::unique_ptr<Command> MakeNl() { return Make<Nl>(); }

}  // namespace pysub::shell
