#include "pysub/shell/command.h"
#include "shell/commands/text_command.h"
#include "shell/run/one_file.h"

namespace pysub::shell {
namespace {

constexpr CommandOption kOptions[] = {
    {'b', "number-nonblank"},
    {'n', "number"},
    {'s', "squeeze-blank"},
    {'v', "show-nonprinting"},
    {'E', "show-ends"},
    {'T', "show-tabs"},
    {'A', "show-all"},
    {'e', ""},
    {'t', ""},
    {'u', ""},
};

// Without options bytes pass through as they come. Line numbers and the like need to know where
// lines begin, and that goes on from file to file.
class Cat : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(inputs_, line_, at_start_, blank_, carriage_return_, refused_);
  }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    Options options(io, kOptions);
    while (options.Next()) {
      switch (options.id()) {
        case 'A': show_ends_ = show_tabs_ = show_others_ = true; break;
        case 'b': number_nonblank_ = true; break;
        case 'e': show_ends_ = show_others_ = true; break;
        case 'E': show_ends_ = true; break;
        case 'n': number_ = true; break;
        case 's': squeeze_ = true; break;
        case 't': show_tabs_ = show_others_ = true; break;
        case 'T': show_tabs_ = true; break;
        case 'v': show_others_ = true; break;
        default: break;
      }
    }
    if (options.status()) return options.status();
    inputs_.Start(options.operands());
    return std::nullopt;
  }

  Progress Run(CommandIo& io) override {
    bool plain =
        !number_ && !number_nonblank_ && !squeeze_ && !show_ends_ && !show_tabs_ && !show_others_;
    while (true) {
      std::string_view bytes;
      Got got = NextBytes(io, &bytes);
      if (auto end = StepEnd(got)) return *end;
      if (got == Got::kEnd) {
        if (carriage_return_) io.Out("\r");
        return Progress::Done(inputs_.failed() || refused_ ? 1 : 0);
      }
      if (plain) {
        io.Out(bytes);
      } else {
        Show(io, bytes);
      }
      if (io.Tick(bytes.size())) return Progress::Yield();
    }
  }
  void Suspend() override { inputs_.Suspend(); }

 private:
  Got NextBytes(CommandIo& io, std::string_view* bytes) {
    while (true) {
      const bool was_open = inputs_.is_open();
      Got got = inputs_.Open(io);
      if (got == Got::kData && !was_open && ReadsItsOutput(io)) got = Got::kError;
      if (got == Got::kEnd) return got;
      if (got == Got::kData) got = inputs_.BytesOfFile(io, bytes);
      if (got != Got::kEnd && got != Got::kError) return got;
      inputs_.Close(io);
    }
  }

  // Of a file that has just been opened. What is written behind its end would be read next.
  bool ReadsItsOutput(CommandIo& io) {
    if (!AreOneFile(io, inputs_.fd(), 1) || io.Peek(inputs_.fd()) != ReadStatus::kData)
      return false;
    io.Error(QuoteFileIfNeeded(inputs_.name()) + ": input file is output file");
    io.GiveBack(inputs_.fd());
    inputs_.Close(io);
    return refused_ = true;
  }

  void Show(CommandIo& io, std::string_view bytes) {
    std::string out;
    for (char c : bytes) Character(c, &out);
    io.Out(out);
  }

  // One byte with all options. State goes across reads and files: line starts, blank lines for -s,
  // a carriage return for -E.
  void Character(char c, std::string* out) {
    if (carriage_return_) {  // -E shows a carriage return before a newline
      *out += c == '\n' ? "^M" : "\r";
      carriage_return_ = false;
    }
    if (at_start_) {
      blank_ = c == '\n' ? blank_ + 1 : 0;
      if (squeeze_ && blank_ > 1) return;
      if (number_nonblank_ ? c != '\n' : number_) {
        std::string number = std::to_string(++line_);
        if (number.size() < 6) out->append(6 - number.size(), ' ');
        *out += number + '\t';
      }
      at_start_ = false;
    }
    if (c == '\n') {
      *out += show_ends_ ? "$\n" : "\n";
      at_start_ = true;
    } else if (c == '\t') {
      *out += show_tabs_ ? "^I" : "\t";
    } else if (c == '\r' && show_ends_ && !show_others_) {
      carriage_return_ = true;
    } else if (show_others_) {
      unsigned char byte = static_cast<unsigned char>(c);
      if (byte >= 128) {
        *out += "M-";
        byte -= 128;
      }
      if (byte < 32) {
        *out += '^';
        *out += static_cast<char>(byte + 64);
      } else if (byte == 127) {
        *out += "^?";
      } else {
        *out += static_cast<char>(byte);
      }
    } else {
      *out += c;
    }
  }

  bool number_ = false, number_nonblank_ = false, squeeze_ = false;
  bool show_ends_ = false, show_tabs_ = false, show_others_ = false;

  Inputs inputs_;
  uint64_t line_ = 0;
  bool at_start_ = true;
  uint64_t blank_ = 0;
  bool carriage_return_ = false;
  bool refused_ = false;  // a file
};

}  // namespace

std::unique_ptr<Command> MakeCat() { return Make<Cat>(); }

}  // namespace pysub::shell
