#include "pysub/shell/command.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

constexpr CommandOption kOptions[] = {{'1', ""},
                                      {'2', ""},
                                      {'3', ""},
                                      {'z', "zero-terminated"},
                                      LongRow(256, "check-order"),
                                      LongRow(257, "nocheck-order"),
                                      LongRow(258, "output-delimiter", OptionArgument::kRequired),
                                      LongRow(259, "total")};

// One of the two files. `previous` is for finding out that it is not sorted.
struct Side {
  int fd = -1;
  LineReader reader;
  std::string line, previous;
  bool has_line = false, has_previous = false, ended = false, disordered = false;
  void Fields(Archive& archive) {
    archive(fd, reader, line, previous, has_line, has_previous, ended, disordered);
  }
};

// One pass over two sorted files, as in a merge; a line of each is enough, and the one before it.
// What is out of order is told once for each file.
class Comm : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(opened_, sides_[0], sides_[1], counts_[0], counts_[1], counts_[2], unpairable_,
            disordered_);
  }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    Options options(io, kOptions);
    while (options.Next()) {
      switch (options.id()) {
        case '1':
        case '2':
        case '3': show_[options.id() - '1'] = false; break;
        case 'z': line_end_ = '\0'; break;
        case 256: check_ = true; break;
        case 257: never_check_ = true; break;
        case 258:
          delimiter_ = options.value().empty() ? std::string(1, '\0') : options.value();
          break;
        default: total_ = true; break;
      }
    }
    if (options.status()) return options.status();
    names_ = options.operands();
    if (names_.empty()) return options.Misuse("missing operand");
    if (names_.size() < 2) return options.Misuse("missing operand after " + QuoteWord(names_[0]));
    if (names_.size() > 2) return options.Misuse("extra operand " + QuoteWord(names_[2]));
    return std::nullopt;
  }

  Progress Run(CommandIo& io) override {
    if (!opened_) {
      opened_ = true;
      for (int i = 0; i < 2; ++i) {
        sides_[i].fd = names_[i] == "-" ? 0 : io.Open(names_[i], OpenMode::kRead);
        if (sides_[i].fd < 0) {
          io.Error(QuoteFileIfNeeded(names_[i]), io.error());
          return Progress::Done(1);
        }
      }
    }
    while (true) {
      for (int i = 0; i < 2; ++i) {
        if (sides_[i].has_line || sides_[i].ended) continue;
        if (auto stop = Read(io, i)) return *stop;
      }
      Side& a = sides_[0];
      Side& b = sides_[1];
      if (!a.has_line && !b.has_line) break;
      int order = !a.has_line ? 1 : !b.has_line ? -1 : a.line.compare(b.line);
      int column = order < 0 ? 0 : order > 0 ? 1 : 2;
      if (order != 0) unpairable_ = true;
      ++counts_[column];
      Print(io, column, order <= 0 ? a.line : b.line);
      uint64_t work = a.line.size() + b.line.size() + 1;
      if (order <= 0) Used(a);
      if (order >= 0) Used(b);
      if (io.Tick(work)) return Progress::Yield();
    }
    if (total_) {
      io.Out(std::to_string(counts_[0]) + delimiter_ + std::to_string(counts_[1]) + delimiter_ +
             std::to_string(counts_[2]) + delimiter_ + "total" + line_end_);
    }
    if (disordered_ && !check_) io.Error("input is not in sorted order");
    return Progress::Done(disordered_ ? 1 : 0);
  }
  void Suspend() override {
    sides_[0].reader.Suspend();
    sides_[1].reader.Suspend();
  }

 private:
  static void Used(Side& side) {
    side.previous.swap(side.line);
    side.has_previous = true;
    side.has_line = false;
  }

  std::optional<Progress> Read(CommandIo& io, int i) {
    Side& side = sides_[i];
    Line line;
    Got got = side.reader.Next(io, side.fd, line_end_, &line);
    if (auto end = StepEnd(got)) return end;
    if (got == Got::kError) {
      io.Error(QuoteFileIfNeeded(names_[i]), io.error());
      return Progress::Done(1);
    }
    side.ended = got == Got::kEnd;
    side.has_line = got == Got::kData;
    if (!side.has_line) return std::nullopt;
    side.line = line.text;
    bool checks = !never_check_ && (check_ || unpairable_);
    if (checks && side.has_previous && !side.disordered && side.previous > side.line) {
      side.disordered = disordered_ = true;
      io.Error("file " + std::to_string(i + 1) + " is not in sorted order");
      if (check_) return Progress::Done(1);
    }
    return std::nullopt;
  }

  void Print(CommandIo& io, int column, std::string_view line) {
    if (!show_[column]) return;
    for (int i = 0; i < column; ++i) {
      if (show_[i]) io.Out(delimiter_);
    }
    OutLine(io, line, line_end_);
  }

  bool show_[3] = {true, true, true};
  bool check_ = false, never_check_ = false, total_ = false;
  char line_end_ = '\n';
  std::string delimiter_ = "\t";
  std::vector<std::string> names_;

  bool opened_ = false;
  Side sides_[2];
  uint64_t counts_[3] = {0, 0, 0};
  bool unpairable_ = false, disordered_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeComm() { return Make<Comm>(); }

}  // namespace pysub::shell
