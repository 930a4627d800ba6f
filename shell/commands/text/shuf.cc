// shuf: a random order. With --random-source the choices are those of GNU shuf, bit by bit.

#include <algorithm>
#include <utility>

#include "pysub/files/file_system.h"
#include "pysub/shell/command.h"
#include "shell/commands/text_command.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

constexpr int kRandomSource = kFirstLongOption;
constexpr CommandOption kOptions[] = {
    {'e', "echo"},
    {'i', "input-range", OptionArgument::kRequired},
    {'n', "head-count", OptionArgument::kRequired},
    {'o', "output", OptionArgument::kRequired},
    LongRow(kRandomSource, "random-source", OptionArgument::kRequired),
    {'r', "repeat"},
    {'z', "zero-terminated"},
};

// Random numbers out of bytes, none of which is wasted.
class Choices {
 public:
  // Of 0 .. choices-1. `byte` gives a byte, or nothing: ask again later.
  template <typename Byte>
  std::optional<uint64_t> Choose(uint64_t choices, Byte byte) {
    uint64_t most = choices - 1;
    while (true) {
      while (max_ < most) {
        std::optional<uint8_t> next = byte();
        if (!next) return std::nullopt;
        number_ = number_ << 8 | *next;
        max_ = max_ << 8 | 255;
      }
      if (max_ == most) {
        max_ = 0;
        return std::exchange(number_, 0);
      }
      uint64_t excess = max_ - most, unusable = excess % choices, last_usable = max_ - unusable;
      uint64_t reduced = number_ % choices;
      if (number_ <= last_usable) {
        number_ /= choices;
        max_ = excess / choices;
        return reduced;
      }
      number_ = reduced;
      max_ = unusable - 1;
    }
  }
  void Fields(Archive& archive) {
    archive(number_, max_);
    if (number_ > max_) archive.Fail();
  }

 private:
  uint64_t number_ = 0, max_ = 0;  // a random number of 0 .. max_
};

// A random permutation after Fisher and Yates. Random numbers come from the sandbox, so a run with
// a seed can be repeated.
class Shuf : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(phase_, inputs_, text_, lines_, swapped_, order_, total_, chosen_, printed_, choices_,
            source_fd_, pool_, out_fd_);
    archive.Charged(text_charged_);
    archive.Charged(lines_charged_);
    for (const Line_& line : lines_) {
      if (line.offset > text_.size() || line.size > text_.size() - line.offset) archive.Fail();
    }
    if (phase_ > Phase::kRepeat) archive.Fail();
  }

 protected:
  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override;
  void Suspend() override { inputs_.Suspend(); }

 private:
  enum class Phase : uint8_t { kOpen, kRead, kSource, kPermute, kPrint, kRepeat };
  struct Line_ {
    uint64_t offset = 0, size = 0;
    void Fields(Archive& archive) { archive(offset, size); }
  };
  // A permutation of more than so many numbers keeps only what was moved.
  static constexpr uint64_t kDense = 1 << 20;

  bool TakeRange(CommandIo& io, const std::string& text);
  bool Keep(CommandIo& io, std::string_view line);
  std::optional<Progress> Read(CommandIo& io);
  std::optional<Progress> Permute(CommandIo& io);
  std::optional<Progress> PrepareOutput(CommandIo& io);
  std::optional<uint64_t> Choose(CommandIo& io, uint64_t choices);
  std::optional<uint8_t> Byte(CommandIo& io);
  Progress Stopped(CommandIo& io);
  std::string Item(uint64_t index) const {
    if (has_range_) return std::to_string(low_ + index);
    if (index >= lines_.size()) return "";
    return text_.substr(lines_[index].offset, lines_[index].size);
  }
  bool IsDense() const { return total_ <= kDense || total_ / std::max<uint64_t>(wanted(), 1) < 32; }
  uint64_t wanted() const { return repeat_ ? count_ : std::min(count_, total_); }

  bool echo_ = false, has_range_ = false, repeat_ = false;
  uint64_t low_ = 0, high_ = 0, count_ = UINT64_MAX;
  char line_end_ = '\n';
  std::optional<std::string> output_, source_;
  std::vector<std::string> operands_;
  bool source_ended_ = false, source_failed_ = false;  // in this step

  Phase phase_ = Phase::kOpen;
  Inputs inputs_;
  std::string text_;
  std::vector<Line_> lines_;
  std::map<uint64_t, uint64_t> swapped_;  // what of a large range is not at its place
  std::vector<uint64_t> order_;           // of a small one: all; behind that, what was chosen
  uint64_t total_ = 0, chosen_ = 0, printed_ = 0;
  Choices choices_;
  int source_fd_ = -1;
  std::string pool_;  // random bytes, the next one last
  int out_fd_ = 1;
  uint64_t text_charged_ = 0;
  uint64_t lines_charged_ = 0;
};

bool Shuf::TakeRange(CommandIo& io, const std::string& text) {
  if (has_range_) {
    io.Error("multiple -i options specified");
    return false;
  }
  has_range_ = true;
  size_t dash = text.find('-', 1);
  std::string_view low = std::string_view(text).substr(0, dash);
  std::string_view high = dash == std::string::npos ? "" : std::string_view(text).substr(dash + 1);
  auto number = [](std::string_view digits, uint64_t* value) -> int {
    std::optional<uint64_t> parsed = ParseCount(digits);
    if (!parsed) return 1;
    *value = *parsed;
    return *parsed == UINT64_MAX && digits.find("18446744073709551615") == std::string_view::npos
               ? 2
               : 0;
  };
  std::string_view said = low;
  int wrong = text.starts_with('-') ? 1 : number(low, &low_);
  if (wrong != 0 && text.starts_with('-')) said = "";
  if (wrong == 0) {
    said = dash == std::string::npos ? std::string_view(text) : high;
    wrong = dash == std::string::npos ? 1 : number(high, &high_);
  }
  if (wrong == 0 && (low_ <= high_) == (high_ - low_ + 1 == 0)) {
    said = text;
    wrong = 1;
  }
  if (wrong == 0) return true;
  std::string message = "invalid input range: " + QuoteWord(said);
  if (wrong == 2) message += ": Value too large for defined data type";
  io.Error(message);
  return false;
}

std::optional<int> Shuf::Start(CommandIo& io) {
  Options options(io, kOptions);
  auto fail = [&](const char* text) {
    io.Error(text);
    return 1;
  };
  while (options.Next()) {
    const std::string value(options.value());
    switch (options.id()) {
      case 'e': echo_ = true; break;
      case 'i':
        if (!TakeRange(io, value)) return 1;
        break;
      case 'n': {
        std::optional<uint64_t> count = TakeCount(io, "invalid line count", value);
        if (!count) return 1;
        count_ = std::min(count_, *count);
        break;
      }
      case 'o':
        if (output_ && *output_ != value) return fail("multiple output files specified");
        output_ = value;
        break;
      case kRandomSource:
        if (source_ && *source_ != value) return fail("multiple random sources specified");
        source_ = value;
        break;
      case 'r': repeat_ = true; break;
      case 'z': line_end_ = '\0'; break;
      default: break;
    }
  }
  if (options.status()) return options.status();
  operands_ = options.operands();
  if (echo_ && has_range_) return options.Misuse("cannot combine -e and -i options");
  if (has_range_ ? !operands_.empty() : !echo_ && operands_.size() > 1) {
    return options.Misuse("extra operand " + QuoteWord(operands_[has_range_ ? 0 : 1]));
  }
  if (!echo_ && !has_range_) inputs_.Start(operands_);
  return std::nullopt;
}

bool Shuf::Keep(CommandIo& io, std::string_view line) {
  if (!MakeRoom(io, &text_, line.size(), &text_charged_) ||
      !MakeRoom(io, &lines_, 1, &lines_charged_))
    return false;
  lines_.push_back({text_.size(), line.size()});
  text_ += line;
  return true;
}

std::optional<Progress> Shuf::Read(CommandIo& io) {
  if (count_ == 0) {
    total_ = 0;
  } else if (has_range_) {
    total_ = high_ - low_ + 1;
  } else if (echo_) {
    lines_.clear();
    text_.clear();
    for (const std::string& word : operands_) {
      if (!Keep(io, word)) return Progress::Done(2);
    }
    total_ = lines_.size();
  } else {
    while (true) {
      Line line;
      Got got = inputs_.Open(io);
      if (got == Got::kError) return Progress::Done(1);
      if (got == Got::kEnd) break;
      got = inputs_.reader().Next(io, inputs_.fd(), line_end_, &line);
      if (auto end = StepEnd(got)) return end;
      if (got == Got::kError) {
        io.Error("read error", io.error());
        return Progress::Done(1);
      }
      if (got == Got::kEnd) {
        inputs_.Close(io);
        continue;
      }
      if (!Keep(io, line.text)) return Progress::Done(2);
      if (io.Tick(line.text.size() + 1)) return Progress::Yield();
    }
    total_ = lines_.size();
  }
  phase_ = Phase::kSource;
  return std::nullopt;
}

std::optional<uint8_t> Shuf::Byte(CommandIo& io) {
  if (pool_.empty()) {
    if (source_) {
      std::string_view bytes;
      ReadStatus status = io.ReadSome(source_fd_, &bytes, 4096);
      source_ended_ = status == ReadStatus::kEnd;
      source_failed_ = status == ReadStatus::kError;
      if (status != ReadStatus::kData) return std::nullopt;
      pool_.assign(bytes.rbegin(), bytes.rend());
    } else {
      uint64_t random = io.Random();
      for (int i = 0; i < 8; ++i) pool_ += static_cast<char>(random >> (8 * i));
    }
  }
  uint8_t byte = static_cast<uint8_t>(pool_.back());
  pool_.pop_back();
  return byte;
}

std::optional<uint64_t> Shuf::Choose(CommandIo& io, uint64_t choices) {
  return choices_.Choose(choices, [&] { return Byte(io); });
}

// There was no random byte.
Progress Shuf::Stopped(CommandIo& io) {
  if (!source_ended_ && !source_failed_) return Progress::Wait();
  if (source_failed_) {
    io.Error(QuoteFileIfNeeded(*source_), io.error());
  } else {
    io.Error(QuoteWord(*source_) + ": end of file");
  }
  return Progress::Done(1);
}

// What is to come first is chosen, then what comes second ...
std::optional<Progress> Shuf::Permute(CommandIo& io) {
  if (IsDense() && order_.size() != total_) {
    constexpr uint64_t kMost = uint64_t{1} << 56;  // more bytes than any account has
    if (!io.Reserve(static_cast<int64_t>(std::min(total_, kMost) * sizeof(uint64_t))) ||
        total_ > kMost)
      return Progress::Done(2);
    order_.resize(total_);
    for (uint64_t i = 0; i < total_; ++i) {
      if (i % 8192 == 8191 && !io.account().Tick(8192)) return Progress::Yield();
      order_[i] = i;
    }
  }
  bool dense = IsDense();
  for (; chosen_ < wanted(); ++chosen_) {
    uint64_t other = chosen_;
    if (total_ > 1) {
      std::optional<uint64_t> random = Choose(io, total_ - chosen_);
      if (!random) return Stopped(io);
      other += *random;
    }
    if (dense) {
      if (other >= order_.size()) return Progress::Done(2);
      std::swap(order_[chosen_], order_[other]);
    } else {
      if (!io.Reserve(64 + sizeof(uint64_t))) return Progress::Done(2);
      auto at = [&](uint64_t index) {
        auto found = swapped_.find(index);
        return found == swapped_.end() ? index : found->second;
      };
      uint64_t here = at(chosen_);
      order_.push_back(at(other));
      swapped_[other] = here;
    }
    if (io.Tick(32)) {
      ++chosen_;
      return Progress::Yield();
    }
  }
  return std::nullopt;
}

std::optional<Progress> Shuf::PrepareOutput(CommandIo& io) {
  if (!output_) return std::nullopt;
  out_fd_ = io.Open(*output_, OpenMode::kWrite);
  if (out_fd_ >= 0) return std::nullopt;
  io.Error(QuoteFileIfNeeded(*output_), io.error());
  return Progress::Done(1);
}

Progress Shuf::Run(CommandIo& io) {
  std::optional<Progress> stop;
  if (phase_ == Phase::kOpen || phase_ == Phase::kRead) {
    phase_ = Phase::kRead;
    if ((stop = Read(io))) return *stop;
  }
  if (phase_ == Phase::kSource) {
    if (source_) source_fd_ = io.Open(*source_, OpenMode::kRead);
    if (source_ && source_fd_ < 0) {
      io.Error(QuoteFileIfNeeded(*source_), io.error());
      return Progress::Done(1);
    }
    phase_ = repeat_ ? Phase::kRepeat : Phase::kPermute;
    if (repeat_ && (stop = PrepareOutput(io))) return *stop;
  }
  if (phase_ == Phase::kPermute) {
    if ((stop = Permute(io))) return *stop;
    if ((stop = PrepareOutput(io))) return *stop;
    phase_ = Phase::kPrint;
  }
  bool repeats = phase_ == Phase::kRepeat;
  if (repeats && count_ > 0 && total_ == 0) {
    io.Error("no lines to repeat");
    return Progress::Done(1);
  }
  std::string out;
  for (uint64_t end = wanted(); printed_ < end; ++printed_) {
    uint64_t index = 0;
    if (repeats) {
      std::optional<uint64_t> random = Choose(io, total_);
      if (!random) {
        io.Write(out_fd_, out);
        return Stopped(io);
      }
      index = *random;
    } else if (printed_ < order_.size()) {
      index = order_[printed_];
    }
    std::string item = Item(index) + line_end_;
    out += item;
    if (io.Tick(item.size() + 8) || out.size() > 65536) {
      ++printed_;
      io.Write(out_fd_, out);
      return Progress::Yield();
    }
  }
  io.Write(out_fd_, out);
  return Progress::Done(0);
}

}  // namespace

std::unique_ptr<Command> MakeShuf() { return Make<Shuf>(); }

}  // namespace pysub::shell
