// awk: its words, and the program that they have.

#include <algorithm>
#include <cerrno>

#include "pysub/files/file_system.h"
#include "shell/commands/awk/machine.h"
#include "shell/commands/awk/parser.h"
#include "shell/commands/awk/words.h"
#include "shell/commands/refused_option.h"
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
using awk::TextSettings;
using awk::Words;

constexpr CommandOption kOptions[] = {
    {'F', "field-separator", OptionArgument::kRequired},
    {'v', "assign", OptionArgument::kRequired},
    {'f', "file", OptionArgument::kRequired},
    {'e', "source", OptionArgument::kRequired},
    {'E', "exec", OptionArgument::kRequired},
    {'i', "include", OptionArgument::kRequired},
    {'l', "load", OptionArgument::kRequired},
    {'k', "csv"},
    {'b', "characters-as-bytes"},
    {'n', "non-decimal-data"},
    {'S', "sandbox"},
    {'M', "bignum"},
    // These change nothing: see the README.
    {'c', "traditional"},
    {'P', "posix"},
    {'r', "re-interval"},
    {'N', "use-lc-numeric"},
    {'O', "optimize"},
    {'s', "no-optimize"},
    {'t', "lint-old"},
    {'L', "lint", OptionArgument::kOptional},
    {'W', "", OptionArgument::kRequired},
    {kHelpLetter | 'h', "help"},
    {kVersionLetter | 'V', "version"},
    {kVersionLetter | 'C', "copyright"},
    RefusedRow('d', "dump-variables", OptionArgument::kOptional),
    RefusedRow('D', "debug", OptionArgument::kOptional),
    RefusedRow('g', "gen-pot"),
    RefusedRow('I', "trace"),
    RefusedRow('o', "pretty-print", OptionArgument::kOptional),
    RefusedRow('p', "profile", OptionArgument::kOptional),
};

// A text of the program: what was read of a file, and which one that is.
struct Source {
  std::string text;
  std::string file;  // which one it is; empty: none
  std::string error;
  void Fields(Archive& archive) { archive(text, file, error); }
};

class Awk : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    bool made = machine_ != nullptr;
    archive(piece_, sources_, included_, reader_, fd_, made, heap_);
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
  // Behind the words' own pieces.
  static constexpr size_t kMostIncluded = 100;

  std::optional<int> Take(CommandIo& io, Words* words, int id, const std::string& value);
  std::optional<int> TakeAssignment(CommandIo& io, Words* words, const std::string& value);
  std::optional<int> TakeOldName(CommandIo& io, Words* words, std::string_view name);
  std::optional<Progress> ReadFiles(CommandIo& io);
  std::optional<Progress> OpenFile(CommandIo& io);
  std::optional<Progress> Include(CommandIo& io, const std::string& name);
  std::optional<Progress> Prepare(CommandIo& io);
  // Of -i or @include.
  bool IsIncluded(size_t piece) const {
    return piece >= by_include_.size() || by_include_[piece] != 0;
  }
  std::string FindFile(CommandIo& io, const std::string& name, std::string* file);
  std::string ArgumentEscapes(std::vector<std::string>* complaints) const;

  // From the words, each time anew.
  // Then what is included: only its names; the texts of files are in sources_.
  std::vector<Piece> pieces_;
  std::vector<uint8_t> by_include_;  // whether the piece is one of -i
  bool has_program_ = false;         // there was -f or -e
  bool exec_ = false, big_numbers_ = false;
  Settings settings_;
  TextSettings text_settings_;

  uint64_t piece_ = 0;  // read so far
  std::vector<Source> sources_;
  std::vector<std::string> included_;
  LineReader reader_;
  int fd_ = -1;
  Heap heap_;
  std::unique_ptr<Program> program_;
  std::unique_ptr<Machine> machine_;
  bool loaded_ = false;
};

// ---- the words
std::optional<int> Awk::TakeAssignment(CommandIo& io, Words* words, const std::string& value) {
  const size_t equals = value.find('=');
  if (equals == std::string::npos) {
    io.Error("`" + value + "' argument to `-v' not in `var=value' form\n");
    return words->Usage();
  }
  const std::string name = value.substr(0, equals);
  if (!awk::IsVariableName(name)) {
    io.Error("fatal: `" + name + "' is not a legal variable name");
    return 2;
  }
  if (awk::IsReserved(name)) {
    io.Error("fatal: cannot use gawk builtin `" + name + "' as variable name");
    return 2;
  }
  settings_.assignments.push_back(value);
  return std::nullopt;
}

// -W NAME: long names as POSIX once had them.
std::optional<int> Awk::TakeOldName(CommandIo& io, Words* words, std::string_view name) {
  for (const CommandOption& row : kOptions) {
    if (row.name == name && row.id < kFirstLongOption && row.argument != OptionArgument::kRequired)
      return Take(io, words, row.id, "");
  }
  if (name == "version") {
    io.Out(VersionText(ProgramName(io)));
    return 0;
  }
  io.Error("option `-W " + std::string(name) + "' unrecognized, ignored");
  return std::nullopt;
}

// A value: the command ends.
std::optional<int> Awk::Take(CommandIo& io, Words* words, int id, const std::string& value) {
  const auto add = [this](Piece piece, bool include) {
    pieces_.push_back(std::move(piece));
    by_include_.push_back(include ? 1 : 0);
    has_program_ = has_program_ || !include;
  };
  switch (id) {
    case 'F': {
      settings_.field_separator = value;
      settings_.has_field_separator = true;
      // (a backslash at the end is one)
      const size_t behind = value.find_last_not_of('\\') + 1;
      if ((value.size() - behind) % 2 == 1) settings_.field_separator += '\\';
      break;
    }
    case 'v': return TakeAssignment(io, words, value);
    case 'E': exec_ = true; [[fallthrough]];
    case 'f': add({.text = "", .file = value}, false); break;
    case 'e': add({.text = value}, false); break;
    case 'i':
      if (awk::IsInPlaceLibrary(value)) {
        settings_.in_place = true;
      } else {
        add({.text = "", .file = value}, true);
      }
      break;
    case 'l':
      io.Error("fatal: cannot open shared library `" + value +
               "' for reading: No such file or directory");
      return 2;
    case 'k': settings_.csv = true; break;
    case 'b': text_settings_.bytes = true; break;
    case 'n': text_settings_.non_decimal = true; break;
    case 'S': settings_.sandbox = true; break;
    case 'M': big_numbers_ = true; break;
    case 'W': return TakeOldName(io, words, value);
    default: break;
  }
  if (has_program_) words->set_has_program();
  return std::nullopt;
}

std::optional<int> Awk::Start(CommandIo& io) {
  Words words(io, kOptions);
  while (!exec_ && words.Next()) {
    if (auto end = Take(io, &words, words.id(), std::string(words.value()))) return end;
  }
  if (words.status()) return words.status();
  settings_.operands.assign(words.rest().begin(), words.rest().end());
  if (!has_program_) {
    if (settings_.operands.empty()) return words.Usage();
    pieces_.push_back({.text = settings_.operands[0]});
    by_include_.push_back(0);
    settings_.operands.erase(settings_.operands.begin());
  }
  heap_.set_settings(text_settings_);
  return std::nullopt;
}

// ---- files of -f, -i and @include
// The path: along AWKPATH, then with ".awk" behind it. Empty: there is none. *file: the same for
// all its paths.
std::string Awk::FindFile(CommandIo& io, const std::string& name, std::string* file) {
  const files::Caller caller{.cwd = io.cwd()};
  std::string_view path = io.Env("AWKPATH").value_or("");
  if (path.empty()) path = ".:/usr/share/awk";
  if (name.empty() || name.find('/') != std::string::npos) path = "";
  for (const std::string_view ending : {"", ".awk"}) {
    for (size_t at = 0; at <= path.size();) {
      const size_t end = std::min(path.find(':', at), path.size());
      std::string full(path.substr(at, end - at));
      if (!full.empty() && full != ".") full += '/';
      if (full == ".") full.clear();
      full += name;
      full += ending;
      const files::Result<files::Stat> stat = io.files().StatPath(caller, full);
      static_cast<void>(io.Tick(full.size()));
      if (!name.empty() && stat.ok()) {
        *file = std::to_string(stat->dev) + ":" + std::to_string(stat->ino);
        return full;
      }
      at = end + 1;
    }
  }
  return "";
}

// The next file, unless it is there already: what is included is so once.
std::optional<Progress> Awk::OpenFile(CommandIo& io) {
  const std::string& name = pieces_[piece_].file;
  Source& source = sources_[piece_];
  const bool include = IsIncluded(piece_);
  if (name == "-" || name == "/dev/stdin") {
    fd_ = 0;
    return std::nullopt;
  }
  const std::string path = FindFile(io, name, &source.file);
  for (size_t i = 0; i < piece_ && !path.empty(); ++i) {
    const bool other = IsIncluded(i);
    if (sources_[i].file != source.file || (!include && !other)) continue;
    if (include && other) return std::nullopt;
    io.Error("fatal: cannot include `" + name + "' and use it as a program file");
    return Progress::Done(2);
  }
  if (!path.empty()) fd_ = io.Open(path, OpenMode::kRead);
  if (fd_ >= 0) return std::nullopt;
  const int error = path.empty() ? ENOENT : io.error();
  source.error =
      "cannot open source file `" + name + "' for reading: " + std::string(ErrnoText(error));
  if (pieces_[piece_].included) return std::nullopt;
  io.Error("fatal: " + source.error);
  return Progress::Done(2);
}

std::optional<Progress> Awk::ReadFiles(CommandIo& io) {
  for (; piece_ < pieces_.size(); ++piece_) {
    const std::string& file = pieces_[piece_].file;
    if (sources_.size() <= piece_) sources_.resize(piece_ + 1);
    if (file.empty()) continue;
    if (fd_ < 0) {
      if (auto end = OpenFile(io)) return end;
    }
    while (fd_ >= 0) {
      std::string_view bytes;
      const Got got = reader_.Some(io, fd_, &bytes);
      if (auto end = StepEnd(got)) return end;
      if (got == Got::kError) {
        io.Error(file + ":1: error: cannot read source file `" + file +
                 "': " + std::string(ErrnoText(io.error())));
        return Progress::Done(1);
      }
      if (got == Got::kEnd) break;
      // As it takes while it grows.
      if (!io.Reserve(static_cast<int64_t>(3 * bytes.size()))) return Progress::Done(2);
      sources_[piece_].text += bytes;
      if (io.Tick(bytes.size())) return Progress::Yield();
    }
    if (fd_ > 0) io.Close(fd_);
    fd_ = -1;
    reader_.Clear();
  }
  return std::nullopt;
}

// The program is read anew when the file is there: so the parser need not wait within a program.
std::optional<Progress> Awk::Include(CommandIo& io, const std::string& name) {
  program_.reset();
  if (machine_ != nullptr) return Progress::Done(2);  // saved by somebody else
  if (included_.size() >= kMostIncluded) {
    io.Error("fatal: too many files are included");
    return Progress::Done(2);
  }
  if (!io.Reserve(static_cast<int64_t>(2 * name.size() + 512))) return Progress::Done(2);
  included_.push_back(name);
  return Progress::Yield();
}

// Escapes of -F and -v that are not known are complained of before the program is read.
std::string Awk::ArgumentEscapes(std::vector<std::string>* complaints) const {
  std::string warned;
  const auto look = [&](std::string_view text) {
    for (size_t at = 0; at + 1 < text.size();) {
      if (text[at++] != '\\') continue;
      std::string meaning;
      const char c = text[at];
      if ((c != '/' && awk::AwkEscape(text, &at, &meaning)) || c == '\n') continue;
      if (warned.find(c) == std::string::npos) {
        warned += c;
        complaints->push_back(awk::UnknownEscape(c));
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
  if (sources_.size() != pieces_.size()) return Progress::Done(2);  // saved by somebody else
  program_ = std::make_unique<Program>(&io.account());
  program_->in_place = settings_.in_place;
  std::vector<Piece> pieces = pieces_;
  for (size_t i = 0; i < pieces.size(); ++i) {
    const Source& source = sources_[i];
    if (!program_->room.Charge(source.text.size() + pieces[i].text.size()))
      return Progress::Done(2);
    if (!pieces[i].file.empty()) pieces[i].text = source.text;
    pieces[i].error = source.error;
  }
  Complaints complaints;
  if (big_numbers_)
    complaints.lines.push_back("warning: -M ignored: MPFR/GMP support not compiled in");
  program_->warned = ArgumentEscapes(&complaints.lines);
  Parser(pieces, &heap_, &io.account(), program_.get(), &complaints).Run();
  if (!io.account().Look() || !heap_.ok()) return Progress::Done(2);
  if (!complaints.wanted.empty()) return Include(io, complaints.wanted);
  if (program_->in_place && settings_.sandbox) {
    io.Error("inplace:31: fatal: extensions are not allowed in sandbox mode");
    return Progress::Done(2);
  }
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
  while (by_include_.size() + included_.size() > pieces_.size())
    pieces_.push_back(
        {.text = "", .file = included_[pieces_.size() - by_include_.size()], .included = true});
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
