#include "pysub/shell/command.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

constexpr CommandOption kOptions[] = {
    {'b', "bytes"}, {'s', "spaces"}, {'w', "width", OptionArgument::kRequired},
    {'0', ""},      {'1', ""},       {'2', ""},
    {'3', ""},      {'4', ""},       {'5', ""},
    {'6', ""},      {'7', ""},       {'8', ""},
    {'9', ""},
};

// Columns are bytes, as in coreutils 9.1.
class Fold : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(inputs_, column_, pending_);
    archive.Charged(charged_);
  }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    Options options(io, kOptions);
    std::string width;
    bool has_width = false;
    while (options.Next()) {
      switch (options.id()) {
        case 'b': bytes_ = true; break;
        case 's': spaces_ = true; break;
        case 'w':
          width = options.value();
          has_width = true;
          break;
        default: width += static_cast<char>(options.id()); break;
      }
    }
    if (options.status()) return options.status();
    if (!width.empty() || has_width) {
      std::optional<uint64_t> number = ParseCount(width);
      if (!number || *number == 0) {
        io.Error("invalid number of columns: " + QuoteWord(width) +
                 (number ? ": Numerical result out of range" : ""));
        return 1;
      }
      width_ = *number;
    }
    inputs_.Start(options.operands());
    return std::nullopt;
  }
  Progress Run(CommandIo& io) override {
    while (true) {
      std::string_view bytes;
      Got got = inputs_.NextBytes(io, &bytes);
      if (auto end = StepEnd(got)) return *end;
      if (got == Got::kEnd) {
        io.Out(pending_);
        return Progress::Done(inputs_.failed() ? 1 : 0);
      }
      std::string out;
      for (char c : bytes) Character(c, &out);
      io.Out(out);
      if (pending_.size() > charged_ + 65536) {  // -s with a large width
        if (!io.Reserve(static_cast<int64_t>(2 * pending_.size() - charged_)))
          return Progress::Done(2);
        charged_ = 2 * pending_.size();
      }
      if (io.Tick(bytes.size())) return Progress::Yield();
    }
  }
  void Suspend() override { inputs_.Suspend(); }

 private:
  uint64_t After(uint64_t column, char c) const {
    if (bytes_) return column + 1;
    switch (c) {
      case '\b': return column > 0 ? column - 1 : 0;
      case '\r': return 0;
      case '\t': return column + 8 - column % 8;
      default: return column + 1;
    }
  }
  // pending_: the line so far; with -s its last blank is where it breaks.
  void Character(char c, std::string* out) {
    if (c == '\n') {
      *out += pending_ + c;
      pending_.clear();
      column_ = 0;
      return;
    }
    while (true) {
      column_ = After(column_, c);
      if (column_ <= width_) break;
      if (spaces_) {
        size_t blank = pending_.find_last_of(" \t");
        if (blank != std::string::npos) {
          *out += pending_.substr(0, blank + 1) + '\n';
          pending_.erase(0, blank + 1);
          column_ = 0;
          for (char kept : pending_) column_ = After(column_, kept);
          continue;
        }
      }
      if (pending_.empty()) {
        pending_ += c;
        return;
      }
      *out += pending_ + '\n';
      pending_.clear();
      column_ = 0;
    }
    pending_ += c;
    if (!spaces_ && pending_.size() > 4096) {  // nothing will be taken back
      *out += pending_.substr(0, pending_.size() - 1);
      pending_.erase(0, pending_.size() - 1);
    }
  }

  bool bytes_ = false, spaces_ = false;
  uint64_t width_ = 80;
  Inputs inputs_;
  uint64_t column_ = 0;
  std::string pending_;
  uint64_t charged_ = 0;  // of pending_
};

}  // namespace

std::unique_ptr<Command> MakeFold() { return Make<Fold>(); }

}  // namespace pysub::shell
