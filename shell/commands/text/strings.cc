#include <algorithm>
#include <cinttypes>

#include "pysub/shell/command.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

constexpr OptionArgument kRequired = OptionArgument::kRequired;
constexpr CommandOption kOptions[] = {
    HelpRow('h'),
    VersionRow('v'),
    VersionRow('V'),
    {'a', "all"},
    {'d', "data"},
    {'f', "print-file-name"},
    {'n', "bytes", kRequired},
    {'o', ""},
    {'t', "radix", kRequired},
    {'e', "encoding", kRequired},
    {'s', "output-separator", kRequired},
    {'w', "include-all-whitespace"},
    {'T', "target", kRequired},
    {'U', "unicode", kRequired},
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

// Runs of printable characters. A file is bytes, whatever format it has.
class Strings : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(inputs_, text_, start_, offset_, unit_);
    archive.Charged(charged_);
    if (unit_.size() > 3) archive.Fail();
  }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    Options options(io, kOptions);
    std::string digits;
    while (options.Next()) {
      const std::string value(options.value());
      switch (options.id()) {
        case 'f': names_ = true; break;
        case 'n':
          if (!Least(io, value)) return 1;
          break;
        case 'o': radix_ = 'o'; break;
        case 't':
          if (value.size() != 1 || std::string_view("odx").find(value[0]) == std::string_view::npos)
            return Usage(io);
          radix_ = value[0];
          break;
        case 'e':
          if (value.size() != 1 ||
              std::string_view("sSbBlL").find(value[0]) == std::string_view::npos)
            return Usage(io);
          encoding_ = value[0];
          break;
        case 's': separator_ = value; break;
        case 'w': blanks_ = true; break;
        case 'a':
        case 'd':
        case 'T': break;
        case 'U':
          // Every other way shows UTF-8 in some form.
          if (options.value() == "d" || options.value() == "default") break;
          io.Error("-U " + std::string(options.value()) +
                   " is not supported in this sandbox: bytes above 127 end a string");
          return 1;
        default:
          digits += static_cast<char>(options.id());
          if (!Least(io, digits)) return 1;
          break;
      }
    }
    if (options.status()) return options.status();
    inputs_.Start(options.operands());
    inputs_.set_quoted_missing();
    return std::nullopt;
  }

  Progress Run(CommandIo& io) override {
    while (true) {
      Got got = inputs_.Open(io);
      if (got == Got::kEnd) return Progress::Done(inputs_.failed() ? 1 : 0);
      if (got == Got::kError) continue;
      std::string_view bytes;
      got = inputs_.BytesOfFile(io, &bytes);
      if (auto end = StepEnd(got)) return *end;
      std::string out;
      if (text_.size() > 65536 && !MakeRoom(io, &text_, bytes.size(), &charged_))
        return Progress::Done(2);
      for (char c : bytes) {
        if (!Byte(io, c, &out)) return Progress::Yield();
      }
      if (got != Got::kData) {
        if (!EndRun(io, &out)) return Progress::Yield();
        inputs_.Close(io);
        offset_ = 0;
        unit_.clear();
      }
      io.Out(out);
      if (io.Tick(bytes.size() + 1)) return Progress::Yield();
    }
  }
  void Suspend() override { inputs_.Suspend(); }

 private:
  static int Usage(CommandIo& io) {
    io.Write(2,
             "Usage: strings [option(s)] [file(s)]\n Display printable strings in [file(s)] (stdin "
             "by default)\n");
    return 1;
  }
  bool Least(CommandIo& io, const std::string& text) {
    std::optional<uint64_t> number = ParseCount(text);
    if (!number) {
      io.Error("invalid integer argument " + text);
      return false;
    }
    if (*number < 1) {
      io.Error("invalid minimum string length " + text);
      return false;
    }
    least_ = *number;
    return true;
  }
  size_t UnitSize() const {
    return encoding_ == 'b' || encoding_ == 'l' ? 2 : encoding_ == 'B' || encoding_ == 'L' ? 4 : 1;
  }
  bool IsGraphic(unsigned char c) const {
    if (c == '\t' || (c >= ' ' && c < 127) || (encoding_ == 'S' && c >= 128)) return true;
    return blanks_ && c >= '\n' && c <= '\r';
  }

  // False: a limit was reached.
  bool Byte(CommandIo& io, char c, std::string* out) {
    unit_ += c;
    ++offset_;
    size_t size = UnitSize();
    if (unit_.size() < size) return true;
    bool big = encoding_ == 'b' || encoding_ == 'B';
    char byte = big ? unit_.back() : unit_.front();
    bool wide = false;
    for (size_t i = 0; i < size; ++i) wide |= i != (big ? size - 1 : 0) && unit_[i] != '\0';
    if (!wide && IsGraphic(static_cast<unsigned char>(byte))) {
      if (text_.empty()) start_ = offset_ - size;
      text_ += byte;
      unit_.clear();
      return true;
    }
    bool was_in_run = !text_.empty();
    const bool fine = EndRun(io, out);
    // Characters of more bytes may begin at any of them.
    if (size > 1 && !was_in_run)
      unit_.erase(0, 1);
    else
      unit_.clear();
    return fine;
  }
  bool EndRun(CommandIo& io, std::string* out) {
    bool fine = true;
    if (text_.size() >= least_) {
      if (names_) *out += (inputs_.name() == "-" ? "{standard input}" : inputs_.name()) + ": ";
      if (radix_ != 0) {
        char address[40];
        std::snprintf(address, sizeof(address),
                      radix_ == 'o'   ? "%7" PRIo64 " "
                      : radix_ == 'd' ? "%7" PRIu64 " "
                                      : "%7" PRIx64 " ",
                      start_);
        *out += address;
      }
      fine = AddOutput(io, 1, out, text_) && AddOutput(io, 1, out, separator_);
    }
    text_.clear();
    return fine;
  }

  bool names_ = false, blanks_ = false;
  uint64_t least_ = 4;
  char radix_ = 0, encoding_ = 's';
  std::string separator_ = "\n";

  Inputs inputs_;
  std::string text_;  // the run so far
  uint64_t start_ = 0, offset_ = 0;
  std::string unit_;  // the first bytes of a character
  uint64_t charged_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeStrings() { return Make<Strings>(); }

}  // namespace pysub::shell
