// awk: its words, and the program that they have.

#include "shell/commands/awk/machine.h"
#include "shell/commands/awk/parser.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

using awk::Complaints;
using awk::Heap;
using awk::Machine;
using awk::Parser;
using awk::Piece;
using awk::Program;
using awk::Settings;

constexpr CommandOption kOptions[] = {
    {'F', "field-separator", OptionArgument::kRequired},
    {'v', "assign", OptionArgument::kRequired},
    {'f', "file", OptionArgument::kRequired},
    {'e', "source", OptionArgument::kRequired},
    {'E', "exec", OptionArgument::kRequired},
    {'i', "include", OptionArgument::kRequired},
    {'k', "csv"},
    {'b', "characters-as-bytes"},
    {'c', "traditional"},
    {'P', "posix"},
    {'r', "re-interval"},
    {'n', "non-decimal-data"},
    {'N', "use-lc-numeric"},
    {'O', "optimize"},
    {'s', "no-optimize"},
    {'S', "sandbox"},
    {'t', "lint-old"},
    {'L', "lint", OptionArgument::kOptional},
    {'M', "bignum"},
};

class Awk : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    bool made = machine_ != nullptr;
    archive(piece_, texts_, reader_, fd_, made, heap_);
    if (!made) return;
    if (archive.loading()) {
      machine_ = std::make_unique<Machine>(&heap_);
      loaded_ = true;
    }
    machine_->Fields(archive);
  }

 protected:
  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override;
  void Suspend() override { reader_.Suspend(); }

 private:
  std::optional<Progress> ReadFiles(CommandIo& io);
  std::optional<Progress> Prepare(CommandIo& io);
  std::string ArgumentEscapes(CommandIo& io) const;

  // From the words, each time anew.
  std::vector<Piece> pieces_;  // of files, their texts are in texts_
  Settings settings_;

  uint64_t piece_ = 0;  // read so far
  std::vector<std::string> texts_;
  LineReader reader_;
  int fd_ = -1;
  Heap heap_;
  std::unique_ptr<Program> program_;
  std::unique_ptr<Machine> machine_;
  bool loaded_ = false;
};

std::optional<int> Awk::Start(CommandIo& io) {
  Options options(io, kOptions, Options::kStopAtOperand, 2);
  bool exec = false;
  while (options.Next()) {
    const std::string value(options.value());
    switch (options.id()) {
      case 'F':
        settings_.field_separator = value;
        settings_.has_field_separator = true;
        break;
      case 'v': {
        const size_t equals = value.find('=');
        bool good = equals != std::string::npos && equals > 0;
        for (size_t i = 0; i < equals && good; ++i) {
          const char c = value[i];
          good = c == '_' || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') ||
                 (i > 0 && c >= '0' && c <= '9');
        }
        if (!good) {
          io.Error(equals == std::string::npos
                       ? "`" + value + "' argument to `-v' not in `var=value' form\n"
                       : "fatal: `" + value.substr(0, equals) + "' is not a legal variable name");
          return 2;
        }
        settings_.assignments.push_back(value);
        break;
      }
      case 'E': exec = true; [[fallthrough]];
      case 'f': pieces_.push_back({"", value}); break;
      case 'e': pieces_.push_back({value, ""}); break;
      case 'i':
        if (value == "inplace" || value == "inplace.awk") {
          settings_.in_place = true;
        } else {
          pieces_.push_back({"", value});
        }
        break;
      case 'k': settings_.csv = true; break;
      default: break;
    }
    if (exec) break;
  }
  if (options.status()) return options.status();
  settings_.operands = options.operands();
  if (exec) {
    const auto words = io.args().subspan(options.position());
    settings_.operands.assign(words.begin(), words.end());
  }
  if (pieces_.empty()) {
    if (settings_.operands.empty()) {
      io.Write(2, "Usage: " + std::string(io.name()) +
                      " [POSIX or GNU style options] -f progfile [--] file ...\nUsage: " +
                      std::string(io.name()) +
                      " [POSIX or GNU style options] [--] 'program' file ...\n");
      return 1;
    }
    pieces_.push_back({settings_.operands[0], ""});
    settings_.operands.erase(settings_.operands.begin());
  }
  return std::nullopt;
}

// Texts of -f.
std::optional<Progress> Awk::ReadFiles(CommandIo& io) {
  for (; piece_ < pieces_.size(); ++piece_) {
    const std::string& file = pieces_[piece_].file;
    if (texts_.size() <= piece_) texts_.resize(piece_ + 1);
    if (file.empty()) continue;
    if (fd_ < 0) fd_ = file == "-" || file == "/dev/stdin" ? 0 : io.Open(file, OpenMode::kRead);
    if (fd_ < 0) {
      io.Error("fatal: cannot open source file `" + file +
               "' for reading: " + std::string(ErrnoText(io.error())));
      return Progress::Done(2);
    }
    while (true) {
      std::string_view bytes;
      const Got got = reader_.Some(io, fd_, &bytes);
      if (auto end = StepEnd(got)) return end;
      if (got == Got::kError) {
        io.Error("fatal: cannot read source file `" + file +
                 "': " + std::string(ErrnoText(io.error())));
        return Progress::Done(2);
      }
      if (got == Got::kEnd) break;
      // As it takes while it grows.
      if (!io.Reserve(static_cast<int64_t>(3 * bytes.size()))) return Progress::Done(2);
      texts_[piece_] += bytes;
      if (io.Tick(bytes.size())) return Progress::Yield();
    }
    if (fd_ > 0) io.Close(fd_);
    fd_ = -1;
    reader_.Clear();
  }
  return std::nullopt;
}

// Escapes of -F and -v that are not known are complained of before the program is read.
std::string Awk::ArgumentEscapes(CommandIo& io) const {
  std::string warned;
  const auto look = [&](std::string_view text) {
    for (size_t at = 0; at + 1 < text.size();) {
      if (text[at++] != '\\') continue;
      std::string meaning;
      const char c = text[at];
      if ((c != '/' && awk::AwkEscape(text, &at, &meaning)) || c == '\n') continue;
      if (warned.find(c) == std::string::npos) {
        warned += c;
        if (!loaded_) io.Error(awk::UnknownEscape(c));
      }
      ++at;
    }
  };
  if (settings_.has_field_separator) look(settings_.field_separator);
  for (const std::string& assignment : settings_.assignments) look(assignment);
  return warned;
}

// Parses the program, also after a load.
std::optional<Progress> Awk::Prepare(CommandIo& io) {
  heap_.Attach(&io);
  if (texts_.size() != pieces_.size()) return Progress::Done(2);  // saved by somebody else
  program_ = std::make_unique<Program>(&io.account());
  std::vector<Piece> pieces = pieces_;
  for (size_t i = 0; i < pieces.size(); ++i) {
    if (!program_->room.Charge(texts_[i].size() + pieces[i].text.size())) return Progress::Done(2);
    if (!pieces[i].file.empty()) pieces[i].text = texts_[i];
  }
  Complaints complaints;
  program_->warned = ArgumentEscapes(io);
  Parser(pieces, &heap_, &io.account(), program_.get(), &complaints).Run();
  if (!io.account().Look() || !heap_.ok()) return Progress::Done(2);
  if (!loaded_ || complaints.failed) {
    for (const std::string& line : complaints.lines) io.Error(line);
  }
  if (complaints.failed) return Progress::Done(complaints.status);
  if (loaded_) {
    machine_->SetProgram(program_.get(), &settings_);
    return machine_->Resume(io) ? std::nullopt : std::optional(Progress::Done(2));
  }
  machine_ = std::make_unique<Machine>(&heap_);
  machine_->SetProgram(program_.get(), &settings_);
  machine_->Prepare(io);
  if (!heap_.ok()) return Progress::Done(2);
  if (machine_->failed()) return Progress::Done(machine_->exit_status());
  return std::nullopt;
}

Progress Awk::Run(CommandIo& io) {
  if (piece_ < pieces_.size()) {
    if (auto stop = ReadFiles(io)) return *stop;
  }
  if (program_ == nullptr) {
    if (auto stop = Prepare(io)) return *stop;
  }
  return machine_->Run(io);
}

}  // namespace

std::unique_ptr<Command> MakeAwk() { return Make<Awk>(); }

}  // namespace pysub::shell
