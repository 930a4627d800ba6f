// join: lines of two sorted files whose join fields are equal, side by side.

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "pysub/shell/command.h"
#include "shell/commands/text_command.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

enum LongOptions { kCheckOrder = kFirstLongOption, kNoCheckOrder, kHeader };
constexpr OptionArgument kRequired = OptionArgument::kRequired;
constexpr CommandOption kOptions[] = {
    {'a', "", kRequired},
    {'e', "", kRequired},
    {'i', "ignore-case"},
    {'1', "", kRequired},
    {'2', "", kRequired},
    {'j', "", kRequired},
    {'o', "", kRequired},
    {'t', "", kRequired},
    {'v', "", kRequired},
    {'z', "zero-terminated"},
    LongRow(kCheckOrder, "check-order"),
    LongRow(kNoCheckOrder, "nocheck-order"),
    LongRow(kHeader, "header"),
};
constexpr uint64_t kUnset = UINT64_MAX;

struct Field {
  uint32_t begin = 0, size = 0;
};

// A line and where its fields are. Only the text is saved.
struct JoinLine {
  std::string text;
  std::vector<Field> fields;  // of text; made again after a load
  std::string_view Text(uint64_t field) const {
    if (field >= fields.size()) return {};
    return std::string_view(text).substr(fields[field].begin, fields[field].size);
  }
  void Fields(Archive& archive) { archive(text); }
};

// One of the two files. lines: those whose join field is the same, the last one being what was read
// last.
struct Side {
  int fd = -1;
  LineReader reader;
  std::vector<JoinLine> lines;
  bool ended = false, has_previous = false, disordered = false;
  uint64_t line_number = 0, automatic = 0;  // fields of the first line, with -o auto
  uint64_t charged = 0;
  void Fields(Archive& archive) {
    archive(fd, reader, lines, ended, has_previous, disordered, line_number, automatic);
    archive.Charged(charged);
  }
};

// A field of -o: of file 1 or 2, or (0) the join field.
struct OutputField {
  int file;
  uint64_t field;
};

// Joins sorted files on a field, like a merge. Lines with equal keys on both sides make all pairs.
// So the lines of both sides with one key are kept until the key changes.
class Join : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(phase_, sides_[0], sides_[1], left_, right_, unpairable_seen_);
    if (phase_ > Phase::kEnd) archive.Fail();
    for (Side& side : sides_) {
      bool comparing = phase_ >= Phase::kCompare && phase_ <= Phase::kPairs;
      if (comparing && side.lines.empty()) archive.Fail();
    }
    if (left_ > sides_[0].lines.size() || right_ > sides_[1].lines.size()) archive.Fail();
  }

 protected:
  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override;
  void Suspend() override {
    for (Side& side : sides_) side.reader.Suspend();
  }

 private:
  // What happens next; a step may end before each of them.
  enum class Phase : uint8_t {
    kOpen,
    kFirst1,
    kFirst2,
    kHeader,
    kHeader1,
    kHeader2,
    kCompare,
    kNext1,
    kNext2,
    kMore1,
    kMore2,
    kPairs,
    kTail1,
    kRest1,
    kTail2,
    kRest2,
    kEnd,
  };
  enum class Check : uint8_t { kWhenUnpairable, kAlways, kNever };
  // An operand may turn out to be the argument of the option before it.
  enum class Operand : uint8_t { kPlain, kMaybeJ1, kMaybeJ2, kMaybeO };

  std::optional<int> TakeOption(CommandIo& io, Options& options);
  std::optional<int> TakeOperand(CommandIo& io, Options& options, const std::string& name,
                                 Operand before, Operand* now);
  static bool FieldNumber(CommandIo& io, std::string_view text, uint64_t* field);
  static bool SetJoinField(CommandIo& io, uint64_t* variable, uint64_t value);
  bool TakeFieldList(CommandIo& io, std::string_view list);

  std::optional<Progress> OpenBoth(CommandIo& io);
  Got Read(CommandIo& io, int which, bool replace);
  static constexpr uint64_t kFieldWork = 8;
  // At most so many.
  size_t CountFields(std::string_view text) const;
  // What is charged for a line, with its fields and a copy of the text.
  uint64_t MemoryFor(std::string_view text) const {
    return 2 * text.size() + CountFields(text) * sizeof(Field) + sizeof(JoinLine) + 64;
  }
  void Split(CommandIo& io, JoinLine* line) const;
  bool CheckOrder(CommandIo& io, int which, const JoinLine& line);
  int Compare(std::string_view a, std::string_view b) const;
  int CompareHeads() const { return Compare(Key(0, 0), Key(1, 0)); }
  std::string_view Key(int side, size_t index) const {
    return sides_[side].lines[index].Text(join_fields_[side]);
  }
  // null: that file has no line for it.
  void Print(CommandIo& io, const JoinLine* left, const JoinLine* right);
  // The parts of a line, each of which may be long; false: a limit was reached.
  bool PrintFields(CommandIo& io, const JoinLine* left, const JoinLine* right,
                   std::string* out) const;
  bool PrintField(CommandIo& io, const JoinLine* line, uint64_t field, std::string* out) const;
  bool PrintOthers(CommandIo& io, const JoinLine* line, int side, std::string* out) const;
  char separator() const { return tab_ < 0 ? ' ' : static_cast<char>(tab_); }
  Got One(CommandIo& io);
  Got Compared(CommandIo& io);
  Got Pairs(CommandIo& io);
  Got Tail(CommandIo& io, int which);
  Got Rest(CommandIo& io, int which);

  bool print_unpairable_[2] = {false, false};
  bool print_pairs_ = true, ignore_case_ = false, automatic_ = false, header_ = false;
  std::optional<std::string> filler_;
  uint64_t join_fields_[2] = {kUnset, kUnset};
  std::vector<OutputField> output_;
  uint64_t output_charged_ = 0;
  int tab_ = -1;
  char line_end_ = '\n';
  Check check_ = Check::kWhenUnpairable;
  std::vector<std::string> names_;
  Operand kinds_[2] = {Operand::kPlain, Operand::kPlain};
  int lone_j_[2] = {0, 0};
  bool split_ = false;   // the lines have their fields; not saved
  bool failed_ = false;  // in this step: a message was printed and status 1 is all that is left

  Phase phase_ = Phase::kOpen;
  Side sides_[2];
  uint64_t left_ = 0, right_ = 0;  // the pair that is printed next
  bool unpairable_seen_ = false;
};

// ---- options
bool Join::FieldNumber(CommandIo& io, std::string_view text, uint64_t* field) {
  std::optional<uint64_t> number = ParseCount(text);
  if (!number || *number == 0) {
    io.Error("invalid field number: " + QuoteWord(text));
    return false;
  }
  *field = *number - 1;
  return true;
}

bool Join::SetJoinField(CommandIo& io, uint64_t* variable, uint64_t value) {
  if (*variable != kUnset && *variable != value) {
    io.Error("incompatible join fields " + std::to_string(*variable + 1) + ", " +
             std::to_string(value + 1));
    return false;
  }
  *variable = value;
  return true;
}

bool Join::TakeFieldList(CommandIo& io, std::string_view list) {
  while (true) {
    size_t end = list.find_first_of(", \t");
    std::string_view item = list.substr(0, end);
    OutputField field{0, 0};
    char file = item.empty() ? '\0' : item[0];
    if (file == '0') {
      if (item.size() > 1) {
        io.Error("invalid field specifier: " + QuoteWord(item));
        return false;
      }
    } else if (file == '1' || file == '2') {
      if (item.size() < 2 || item[1] != '.') {
        io.Error("invalid field specifier: " + QuoteWord(item));
        return false;
      }
      field.file = file - '0';
      if (!FieldNumber(io, item.substr(2), &field.field)) return false;
    } else {
      io.Error("invalid file number in field spec: " + QuoteWord(item));
      return false;
    }
    if (!MakeRoom(io, &output_, 1, &output_charged_)) return false;
    output_.push_back(field);
    if (end == std::string_view::npos) return true;
    list.remove_prefix(end + 1);
  }
}

std::optional<int> Join::TakeOperand(CommandIo& io, Options& options, const std::string& name,
                                     Operand before, Operand* now) {
  if (names_.size() == 2) {
    size_t at = kinds_[0] == Operand::kPlain ? 1 : 0;
    const std::string argument = names_[at];
    uint64_t field = 0;
    switch (kinds_[at]) {
      case Operand::kPlain: return options.Misuse("extra operand " + QuoteFile(name));
      case Operand::kMaybeJ1:
      case Operand::kMaybeJ2: {
        int side = kinds_[at] == Operand::kMaybeJ1 ? 0 : 1;
        --lone_j_[side];
        if (!FieldNumber(io, argument, &field) || !SetJoinField(io, &join_fields_[side], field))
          return 1;
        break;
      }
      case Operand::kMaybeO:
        if (!TakeFieldList(io, argument)) return 1;
        break;
    }
    if (at == 0) {
      kinds_[0] = kinds_[1];
      names_[0] = names_[1];
    }
    names_.pop_back();
  }
  kinds_[names_.size()] = before;
  names_.push_back(name);
  if (before == Operand::kMaybeO) *now = Operand::kMaybeO;
  return std::nullopt;
}

std::optional<int> Join::TakeOption(CommandIo& io, Options& options) {
  const std::string value(options.value());
  uint64_t field = 0;
  switch (options.id()) {
    case 'a':
    case 'v':
      if (options.id() == 'v') print_pairs_ = false;
      if (std::optional<uint64_t> file = ParseCount(value); file && (*file == 1 || *file == 2)) {
        print_unpairable_[*file - 1] = true;
      } else {
        io.Error("invalid field number: " + QuoteWord(value));
        return 1;
      }
      break;
    case 'e':
      if (filler_ && *filler_ != value) {
        io.Error("conflicting empty-field replacement strings");
        return 1;
      }
      filler_ = value;
      break;
    case 'i': ignore_case_ = true; break;
    case '1':
    case '2':
      if (!FieldNumber(io, value, &field) ||
          !SetJoinField(io, &join_fields_[options.id() - '1'], field))
        return 1;
      break;
    case 'j':
      if (!FieldNumber(io, value, &field)) return 1;
      if (!SetJoinField(io, &join_fields_[0], field) ||
          !SetJoinField(io, &join_fields_[1], join_fields_[0]))
        return 1;
      break;
    case 't': {
      int tab = value.empty() ? '\n' : static_cast<unsigned char>(value[0]);
      if (value == "\\0") tab = 0;
      if (value.size() > 1 && value != "\\0") {
        io.Error("multi-character tab " + QuoteWord(value));
        return 1;
      }
      if (tab_ >= 0 && tab_ != tab) {
        io.Error("incompatible tabs");
        return 1;
      }
      tab_ = tab;
      break;
    }
    case 'z': line_end_ = '\0'; break;
    case kCheckOrder: check_ = Check::kAlways; break;
    case kNoCheckOrder: check_ = Check::kNever; break;
    case kHeader: header_ = true; break;
    default: break;
  }
  return std::nullopt;
}

std::optional<int> Join::Start(CommandIo& io) {
  Options options(io, kOptions, Options::kInOrder);
  Operand before = Operand::kPlain;
  while (options.Next()) {
    Operand now = Operand::kPlain;
    const std::string value(options.value());
    std::optional<int> status;
    if (options.id() == Options::kOperand) {
      status = TakeOperand(io, options, value, before, &now);
    } else if (options.id() == 'j' && (value == "1" || value == "2") && options.is_attached()) {
      int side = value == "2" ? 1 : 0;
      ++lone_j_[side];
      now = side == 0 ? Operand::kMaybeJ1 : Operand::kMaybeJ2;
    } else if (options.id() == 'o' && value == "auto") {
      automatic_ = true;
    } else if (options.id() == 'o') {
      if (!TakeFieldList(io, value)) return 1;
      now = Operand::kMaybeO;
    } else {
      status = TakeOption(io, options);
    }
    if (status) return status;
    before = now;
  }
  if (options.status()) return options.status();
  for (const std::string& name : options.operands()) {  // behind "--"
    Operand now = Operand::kPlain;
    if (std::optional<int> status = TakeOperand(io, options, name, Operand::kPlain, &now))
      return status;
  }
  if (names_.empty()) return options.Misuse("missing operand");
  if (names_.size() < 2)
    return options.Misuse("missing operand after " + QuoteWord(io.args().back()));
  for (uint64_t i = 0; i < 2; ++i) {  // "-j1" was "-j 1" after all
    if (lone_j_[i] == 0) continue;
    if (!SetJoinField(io, &join_fields_[0], i) || !SetJoinField(io, &join_fields_[1], i)) return 1;
  }
  for (uint64_t& field : join_fields_) {
    if (field == kUnset) field = 0;
  }
  return std::nullopt;
}

// ---- lines
size_t Join::CountFields(std::string_view text) const {
  if (tab_ == '\n') return 1;
  if (tab_ >= 0) return 1 + std::count(text.begin(), text.end(), static_cast<char>(tab_));
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\n'; };
  size_t count = 1;
  for (size_t i = 1; i < text.size(); ++i) count += is_blank(text[i - 1]) && !is_blank(text[i]);
  return count;
}

void Join::Split(CommandIo& io, JoinLine* line) const {
  std::vector<Field>& fields = line->fields;
  const std::string& text = line->text;
  fields.clear();
  if (text.empty() || !io.account().Tick(text.size())) return;
  fields.reserve(CountFields(text));
  auto add = [&](size_t begin, size_t end) {
    fields.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(end - begin)});
  };
  size_t at = 0;
  if (tab_ >= 0 && tab_ != '\n') {
    for (size_t end; (end = text.find(static_cast<char>(tab_), at)) != std::string::npos;
         at = end + 1) {
      if (!io.account().Tick(kFieldWork)) return;
      add(at, end);
    }
  } else if (tab_ < 0) {
    auto skip = [&](bool blanks) {
      while (at < text.size() &&
             (text[at] == ' ' || text[at] == '\t' || text[at] == '\n') == blanks)
        ++at;
    };
    skip(true);
    if (at == text.size()) return;
    do {
      size_t begin = at;
      skip(false);
      if (!io.account().Tick(kFieldWork)) return;  // the script ends
      add(begin, at);
      if (at == text.size()) return;
      skip(true);
    } while (at != text.size());
  }
  add(at, text.size());
}

// The next line of a file. kEnd: its lines are gone when they were to be replaced.
Got Join::Read(CommandIo& io, int which, bool replace) {
  Side& side = sides_[which];
  Line line;
  Got got = side.reader.Next(io, side.fd, line_end_, &line);
  if (got == Got::kError) {
    io.Error("read error", io.error());
    failed_ = true;
    return got;
  }
  if (got == Got::kEnd) {
    side.ended = true;
    if (replace) side.lines.clear();
  }
  if (got != Got::kData) return got;
  ++side.line_number;
  const uint64_t need = MemoryFor(line.text);
  if (!replace || need > side.charged) {
    if (line.text.size() > UINT32_MAX || !io.Reserve(static_cast<int64_t>(need)))
      return Got::kNoMemory;
    side.charged += need;
  }
  JoinLine next;
  next.text = line.text;
  Split(io, &next);
  (void)io.Tick(2 * line.text.size() + 8);
  bool fine = !side.has_previous || side.lines.empty() || CheckOrder(io, which, next);
  if (!fine) return Got::kError;
  side.has_previous = true;
  if (replace) {
    side.lines.resize(1);
    side.lines[0] = std::move(next);
  } else {
    side.lines.push_back(std::move(next));
  }
  return Got::kData;
}

// Against the line before. False: that is the end.
bool Join::CheckOrder(CommandIo& io, int which, const JoinLine& line) {
  Side& side = sides_[which];
  bool checks = check_ == Check::kAlways || (check_ == Check::kWhenUnpairable && unpairable_seen_);
  if (!checks || side.disordered) return true;
  uint64_t field = join_fields_[which];
  if (Compare(side.lines.back().Text(field), line.Text(field)) <= 0) return true;
  io.Error(names_[which] + ":" + std::to_string(side.line_number) +
           ": is not sorted: " + line.text);
  side.disordered = true;
  failed_ = check_ == Check::kAlways;
  return !failed_;
}

int Join::Compare(std::string_view a, std::string_view b) const {
  if (a.empty() || b.empty()) return static_cast<int>(!a.empty()) - static_cast<int>(!b.empty());
  if (!ignore_case_) return a.compare(b);
  auto upper = [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<unsigned char>(c - 32)
                                : static_cast<unsigned char>(c);
  };
  for (size_t i = 0; i < a.size() && i < b.size(); ++i) {
    if (upper(a[i]) != upper(b[i])) return upper(a[i]) < upper(b[i]) ? -1 : 1;
  }
  return a.size() == b.size() ? 0 : a.size() < b.size() ? -1 : 1;
}

bool Join::PrintField(CommandIo& io, const JoinLine* line, uint64_t field, std::string* out) const {
  std::string_view text = line == nullptr ? std::string_view() : line->Text(field);
  if (text.empty() && filler_) text = *filler_;
  return AddOutput(io, 1, out, text);
}

bool Join::PrintOthers(CommandIo& io, const JoinLine* line, int side, std::string* out) const {
  uint64_t count = automatic_ ? sides_[side].automatic : line == nullptr ? 0 : line->fields.size();
  for (uint64_t i = 0; i < count; ++i) {
    if (i == join_fields_[side]) continue;
    *out += separator();
    if (!PrintField(io, line, i, out)) return false;
  }
  return true;
}

bool Join::PrintFields(CommandIo& io, const JoinLine* left, const JoinLine* right,
                       std::string* out) const {
  const JoinLine* either = left == nullptr ? right : left;
  uint64_t join_field = join_fields_[left == nullptr ? 1 : 0];
  if (output_.empty()) {
    return PrintField(io, either, join_field, out) && PrintOthers(io, left, 0, out) &&
           PrintOthers(io, right, 1, out);
  }
  for (size_t i = 0; i < output_.size(); ++i) {
    if (i > 0) *out += separator();
    const auto& [file, field] = output_[i];
    const JoinLine* line = file == 0 ? either : file == 1 ? left : right;
    if (!PrintField(io, line, file == 0 ? join_field : field, out)) return false;
  }
  return true;
}

void Join::Print(CommandIo& io, const JoinLine* left, const JoinLine* right) {
  std::string out;
  if (!PrintFields(io, left, right, &out)) return;  // (the script ends with the step)
  out += line_end_;
  io.Out(out);
  (void)io.Tick(out.size());
}

// ---- running
std::optional<Progress> Join::OpenBoth(CommandIo& io) {
  for (int i = 0; i < 2; ++i) {
    sides_[i].fd = names_[i] == "-" ? 0 : io.Open(names_[i], OpenMode::kRead);
    if (sides_[i].fd < 0) {
      io.Error(QuoteFileIfNeeded(names_[i]), io.error());
      return Progress::Done(1);
    }
  }
  if (sides_[0].fd == sides_[1].fd) {
    io.Error("both files cannot be standard input", ENOENT);
    return Progress::Done(1);
  }
  return std::nullopt;
}

// A merge in phases: compare the keys of both sides, read all lines with that key on either side,
// print all pairs, go on.
Progress Join::Run(CommandIo& io) {
  if (!split_) {
    for (Side& side : sides_) {
      for (JoinLine& line : side.lines) Split(io, &line);
    }
    split_ = true;
  }
  if (phase_ == Phase::kOpen) {
    if (auto stop = OpenBoth(io)) return *stop;
    phase_ = Phase::kFirst1;
  }
  while (phase_ != Phase::kEnd) {
    Got got = One(io);
    if (got == Got::kError) return Progress::Done(1);
    if (auto end = StepEnd(got)) return *end;
    if (io.Tick(8)) return Progress::Yield();
  }
  if (!sides_[0].disordered && !sides_[1].disordered) return Progress::Done(0);
  io.Error("input is not in sorted order");
  return Progress::Done(1);
}

// Does what phase_ says and moves on; kData and kEnd are both fine.
Got Join::One(CommandIo& io) {
  auto read = [&](int which, Phase next) {
    Got got = Read(io, which, true);
    if (got == Got::kData || got == Got::kEnd) phase_ = next;
    return got;
  };
  auto more = [&](int which, Phase next) {
    Got got = Read(io, which, false);
    if (got == Got::kEnd) phase_ = next;
    // The first line with another key is the last one that is read.
    if (got == Got::kData &&
        Compare(Key(which, sides_[which].lines.size() - 1), Key(which, 0)) != 0)
      phase_ = next;
    return got;
  };
  switch (phase_) {
    case Phase::kFirst1: return read(0, Phase::kFirst2);
    case Phase::kFirst2: return read(1, Phase::kHeader);
    case Phase::kHeader: {
      const JoinLine* heads[2];
      for (int i = 0; i < 2; ++i) {
        heads[i] = sides_[i].lines.empty() ? nullptr : &sides_[i].lines[0];
        sides_[i].automatic = heads[i] == nullptr ? 0 : heads[i]->fields.size();
      }
      phase_ = Phase::kCompare;
      if (!header_ || (heads[0] == nullptr && heads[1] == nullptr)) return Compared(io);
      Print(io, heads[0], heads[1]);
      sides_[0].has_previous = sides_[1].has_previous = false;
      phase_ = Phase::kHeader1;
      return Got::kData;
    }
    case Phase::kHeader1:
      phase_ = Phase::kHeader2;
      if (sides_[0].lines.empty()) return Got::kData;
      phase_ = Phase::kHeader1;
      return read(0, Phase::kHeader2);
    case Phase::kHeader2: {
      Got got = sides_[1].lines.empty() ? Got::kEnd : Read(io, 1, true);
      return got == Got::kData || got == Got::kEnd ? Compared(io) : got;
    }
    case Phase::kCompare: return Compared(io);
    case Phase::kNext1:
    case Phase::kNext2: {
      Got got = Read(io, phase_ == Phase::kNext1 ? 0 : 1, true);
      if (got != Got::kData && got != Got::kEnd) return got;
      unpairable_seen_ = true;
      return Compared(io);
    }
    case Phase::kMore1: return more(0, Phase::kMore2);
    case Phase::kMore2: return more(1, Phase::kPairs);
    case Phase::kPairs: return Pairs(io);
    case Phase::kTail1: return Tail(io, 0);
    case Phase::kRest1: return Rest(io, 0);
    case Phase::kTail2: return Tail(io, 1);
    case Phase::kRest2: return Rest(io, 1);
    default: return Got::kEnd;
  }
}

// Looks at the first lines of both files.
Got Join::Compared(CommandIo& io) {
  if (sides_[0].lines.empty() || sides_[1].lines.empty()) {
    phase_ = Phase::kTail1;
    return Got::kData;
  }
  int order = CompareHeads();
  if (order == 0) {
    phase_ = Phase::kMore1;
    left_ = right_ = 0;
    return Got::kData;
  }
  if (order < 0 && print_unpairable_[0]) Print(io, &sides_[0].lines[0], nullptr);
  if (order > 0 && print_unpairable_[1]) Print(io, nullptr, &sides_[1].lines[0]);
  phase_ = order < 0 ? Phase::kNext1 : Phase::kNext2;
  return Got::kData;
}

// The lines with the same key of both files, each with each; behind them stands the next line,
// unless it was the end.
Got Join::Pairs(CommandIo& io) {
  size_t counts[2];
  for (int i = 0; i < 2; ++i) counts[i] = sides_[i].lines.size() - (sides_[i].ended ? 0 : 1);
  for (; print_pairs_ && left_ < counts[0]; ++left_, right_ = 0) {
    while (right_ < counts[1]) {
      Print(io, &sides_[0].lines[left_], &sides_[1].lines[right_++]);
      if (io.Tick(8)) return Got::kYield;
    }
  }
  left_ = right_ = 0;
  for (Side& side : sides_) {
    JoinLine last = std::move(side.lines.back());
    side.lines.clear();
    (void)io.Reserve(-static_cast<int64_t>(side.charged));
    side.charged = MemoryFor(last.text);
    if (!io.Reserve(static_cast<int64_t>(side.charged))) return Got::kNoMemory;
    if (!side.ended) side.lines.push_back(std::move(last));
  }
  return Compared(io);
}

// What is left of one file when the other has ended: printed if wanted, and looked at for its
// order.
Got Join::Tail(CommandIo& io, int which) {
  Side& side = sides_[which];
  bool checks = check_ != Check::kNever && !(sides_[0].disordered && sides_[1].disordered);
  Phase rest = which == 0 ? Phase::kRest1 : Phase::kRest2,
        next = which == 0 ? Phase::kTail2 : Phase::kEnd;
  if (side.lines.empty() || (!print_unpairable_[which] && !checks)) {
    phase_ = next;
    return Got::kData;
  }
  if (print_unpairable_[which]) {
    Print(io, which == 0 ? &side.lines[0] : nullptr, which == 1 ? &side.lines[0] : nullptr);
  }
  // (Never both: one of the files has ended.)
  phase_ = rest;
  return Got::kData;
}

Got Join::Rest(CommandIo& io, int which) {
  Side& side = sides_[which];
  Got got = Read(io, which, true);
  if (got == Got::kData && print_unpairable_[which]) {
    Print(io, which == 0 ? &side.lines[0] : nullptr, which == 1 ? &side.lines[0] : nullptr);
  }
  bool over =
      got == Got::kEnd || (got == Got::kData && side.disordered && !print_unpairable_[which]);
  if (over) phase_ = which == 0 ? Phase::kTail2 : Phase::kEnd;
  return got;
}

}  // namespace

std::unique_ptr<Command> MakeJoin() { return Make<Join>(); }

}  // namespace pysub::shell
