// Variables that awk itself looks at, and fields.

#include <algorithm>
#include <cmath>

#include "shell/commands/awk/lexer.h"
#include "shell/commands/awk/machine.h"

namespace pysub::shell::awk {

// ---- the beginning
void Machine::Prepare(CommandIo& io) {
  io_ = &io;
  heap_->Attach(&io);
  warned_ = program_->warned;
  warned_patterns_ = program_->warned_patterns;
  const size_t count = program_->global_names.size();
  if (!heap_->Charge(count * sizeof(Value) + static_cast<size_t>(program_->ranges))) return;
  globals_.resize(count);
  in_range_.assign(static_cast<size_t>(program_->ranges), 0);
  const auto set = [this](Special special, std::string_view text) {
    Global(special) = TextValue(text);
  };
  set(Special::kFs, " ");
  set(Special::kOfs, " ");
  set(Special::kOrs, "\n");
  set(Special::kRs, "\n");
  set(Special::kRt, "");
  set(Special::kSubsep, "\034");
  set(Special::kConvfmt, "%.6g");
  set(Special::kOfmt, "%.6g");
  set(Special::kFieldWidths, "");
  set(Special::kFpat, "[^[:space:]]+");
  set(Special::kFilename, "");
  set(Special::kErrno, "");
  set(Special::kTextDomain, "messages");
  Global(Special::kRstart) = Value(0.0);
  Global(Special::kRlength) = Value(0.0);
  Global(Special::kIgnoreCase) = Value(0.0);
  Global(Special::kBinmode) = Value(0.0);
  Global(Special::kLint) = Value(0.0);
  Global(Special::kArgind) = Value(0.0);
  Global(Special::kArgc) = Value(static_cast<double>(settings_->operands.size() + 1));
  PrepareArrays(io);
  if (settings_->csv) split_by_ = SplitBy::kCsv;
  UpdateSplitter();
  UpdateRecordEnd();
  if (settings_->has_field_separator) AssignOperand("FS=" + settings_->field_separator, 2);
  for (const std::string& assignment : settings_->assignments)
    AssignOperand(assignment, assignment.find('='));
  if (program_->in_place)  // (its BEGIN comes behind -v)
    globals_[static_cast<size_t>(program_->globals.find(kInPlaceEnable)->second)] = Value(1.0);
}

void Machine::PrepareArrays(CommandIo& io) {
  for (int slot = kEnviron; slot <= kFunctab; ++slot) {
    Array* array = Array::New(heap_);
    if (array == nullptr) return;
    globals_[static_cast<size_t>(slot)] = Value::OfArray(array);
  }
  const auto put = [this](int slot, std::string_view key, Value value) {
    Value* element = globals_[static_cast<size_t>(slot)].array()->Get(Key::OfText(key));
    if (element != nullptr) *element = std::move(value);
  };
  for (const std::string& entry : io.Environment()) {
    const size_t equals = entry.find('=');
    if (equals == std::string::npos) continue;
    put(kEnviron, std::string_view(entry).substr(0, equals),
        InputValue(std::string_view(entry).substr(equals + 1)));
  }
  std::string_view name = io.name();
  if (const size_t slash = name.rfind('/'); slash != std::string_view::npos)
    name.remove_prefix(slash + 1);
  put(kArgv, "0", InputValue(name));
  for (size_t i = 0; i < settings_->operands.size(); ++i)
    put(kArgv, std::to_string(i + 1), InputValue(settings_->operands[i]));
  put(kProcinfo, "version", TextValue("5.2.1"));
  put(kProcinfo, "strftime", TextValue("%a %b %e %H:%M:%S %Z %Y"));
  put(kProcinfo, "platform", TextValue("posix"));
  for (const char* id : {"uid", "euid", "gid", "egid"}) put(kProcinfo, id, Value(1000.0));
  put(kProcinfo, "pid", Value(1.0));
  put(kProcinfo, "ppid", Value(0.0));
  put(kProcinfo, "FS", TextValue("FS"));
  for (const Function& function : program_->functions)
    put(kFunctab, function.name, TextValue(function.name));
}

// NAME=value, as an operand or behind -v.
void Machine::AssignOperand(std::string_view operand, size_t equals) {
  const std::string name(operand.substr(0, equals));
  const auto found = program_->globals.find(name);
  std::string value;
  const std::string_view source = operand.substr(equals + 1);
  for (size_t at = 0; at < source.size();) {
    if (source[at] != '\\') {
      value += source[at++];
      continue;
    }
    if (++at >= source.size()) break;  // alone at the end: nothing
    if (source[at] != '/' && AwkEscape(source, &at, &value)) continue;
    if (source[at] == '\n') {
      ++at;
      continue;
    }
    if (warned_.find(source[at]) == std::string::npos) {
      warned_ += source[at];
      if (io_ != nullptr) {
        FlushStdout(*io_, true);
        io_->Error(UnknownEscape(source[at]));
      }
    }
    value += source[at++];
  }
  if (found == program_->globals.end()) return;
  if (found->second < static_cast<int>(Special::kCount)) {
    WriteSpecial(static_cast<Special>(found->second), InputValue(value));
    return;
  }
  Value& variable = globals_[static_cast<size_t>(found->second)];
  if (variable.kind() == Kind::kArray) {
    Fatal("attempt to use array `" + name + "' in a scalar context");
    return;
  }
  variable = InputValue(value);
}

// ---- variables
Value Machine::ReadSpecial(Special special) {
  const Value& value = Global(special);
  // Counters that were given a text ("010") are that text until they count on.
  const auto counter = [&value](double count) {
    return value.IsText() && ToNumber(value) == count ? value : Value(count);
  };
  switch (special) {
    case Special::kNf: {
      const auto count = static_cast<double>(record_.FieldCount());
      const bool given = value.kind() != Kind::kNothing && std::trunc(ToNumber(value)) == count;
      return given ? value : Value(count);
    }
    case Special::kNr: return counter(nr_);
    case Special::kFnr: return counter(fnr_);
    default: break;
  }
  return value.IsScalar() ? value : Value();
}

bool Machine::WriteSpecial(Special special, Value value) {
  NumberBuffer number;
  switch (special) {
    case Special::kNf: {
      const double count = ToNumber(value);
      if (!(count > -1)) {
        Fatal("NF set to negative value");
        return false;
      }
      record_.SetFieldCount(static_cast<size_t>(std::min(count, 1e9)));
      Global(special) = std::move(value);
      return heap_->ok();
    }
    case Special::kNr:
    case Special::kFnr: {
      const double count = std::trunc(ToNumber(value));
      (special == Special::kNr ? nr_ : fnr_) = std::isfinite(count) ? count : 0;
      Global(special) = std::move(value);
      return true;
    }
    case Special::kOfs:
      static_cast<void>(RecordText());  // fields that were changed are joined by the old one
      ofs_ = TextOf(value, &number);
      break;
    case Special::kOrs: ors_ = TextOf(value, &number); break;
    case Special::kSubsep: subsep_ = TextOf(value, &number); break;
    default: break;
  }
  Global(special) = std::move(value);
  switch (special) {
    case Special::kFs: split_by_ = settings_->csv ? SplitBy::kCsv : SplitBy::kFs; break;
    case Special::kFpat:
      split_by_ = SplitBy::kFpat;
      fpat_ignores_case_ = ignore_case_;  // a later change of IGNORECASE is not for it
      break;
    case Special::kFieldWidths: split_by_ = SplitBy::kWidths; break;
    case Special::kIgnoreCase: ignore_case_ = IsTrue(Global(special)); break;
    case Special::kRs: break;
    default: return true;
  }
  if (special != Special::kRs) record_.Finish();
  UpdateRecordEnd();
  return UpdateSplitter();
}

void Machine::UpdateRecordEnd() {
  NumberBuffer number;
  const std::string_view text = TextOf(Global(Special::kRs), &number);
  record_end_ = {};
  if (settings_->csv) {
    record_end_.mode = RecordEnd::Mode::kCsv;
    return;
  }
  if (text.empty()) {
    record_end_.mode = RecordEnd::Mode::kParagraph;
  } else if (text.size() == 1) {
    record_end_.character = text[0];
  } else {
    std::string error;
    record_end_pattern_ = Pattern::Compile(text, ignore_case_, heap_, &error);
    if (record_end_pattern_ == nullptr && heap_->ok()) BadPattern(text, error);
    if (record_end_pattern_ != nullptr) WarnOfEscapes(record_end_pattern_->unknown_escapes());
    record_end_.mode = RecordEnd::Mode::kPattern;
    record_end_.pattern = record_end_pattern_.get();
  }
}

// How a text is split by a value of FS.
Splitter Machine::SplitterFor(std::string_view separator, std::unique_ptr<Pattern>* owner,
                              bool* ok) {
  Splitter how;
  if (separator == " ") return how;
  if (separator.empty()) {
    how.mode = Splitter::Mode::kEach;
    return how;
  }
  if (separator.size() == 1) {
    how.mode = Splitter::Mode::kCharacter;
    how.character = separator[0];
    return how;
  }
  std::string error;
  how.mode = Splitter::Mode::kPattern;
  *owner = Pattern::Compile(separator, ignore_case_, heap_, &error);
  how.pattern = owner->get();
  if (how.pattern == nullptr) {
    *ok = false;
    if (heap_->ok()) BadPattern(separator, error);
  } else {
    WarnOfEscapes(how.pattern->unknown_escapes());
  }
  return how;
}

bool Machine::UpdateSplitter() {
  bool ok = true;
  NumberBuffer number;
  Splitter how;
  std::string_view name = "FS";
  std::unique_ptr<Pattern> pattern;
  switch (split_by_) {
    case SplitBy::kFs:
      how = SplitterFor(TextOf(Global(Special::kFs), &number), &pattern, &ok);
      break;
    case SplitBy::kFpat: {
      std::string error;
      const std::string_view source = TextOf(Global(Special::kFpat), &number);
      pattern = Pattern::Compile(source, fpat_ignores_case_, heap_, &error);
      ok = pattern != nullptr;
      if (!ok && heap_->ok()) BadPattern(source, error);
      if (ok) WarnOfEscapes(pattern->unknown_escapes());
      how.mode = Splitter::Mode::kFields;
      how.pattern = pattern.get();
      name = "FPAT";
      break;
    }
    case SplitBy::kWidths:
      ok = ParseWidths(TextOf(Global(Special::kFieldWidths), &number));
      how.mode = Splitter::Mode::kWidths;
      how.widths = &widths_;
      name = "FIELDWIDTHS";
      break;
    case SplitBy::kCsv: how.mode = Splitter::Mode::kCsv; break;
  }
  if (ok) {
    separator_ = std::move(pattern);
    how.newlines_too = record_end_.mode == RecordEnd::Mode::kParagraph;
    record_.set_splitter(how);
  }
  record_.set_convfmt(&Global(Special::kConvfmt));
  Value& info = globals_[static_cast<size_t>(kProcinfo)];
  if (info.kind() == Kind::kArray) {
    Value* element = info.array()->Get(Key::OfText("FS"));
    if (element != nullptr) *element = TextValue(name);
  }
  return ok;
}

namespace {

constexpr uint32_t kWholeWidth = 1u << 30;

// A width at text[*at], behind which a blank, the end or `behind` stands. 0: it is none.
uint32_t Width(std::string_view text, size_t* at, char behind) {
  constexpr uint64_t kMost = UINT32_MAX;
  uint64_t value = 0;
  size_t end = *at;
  for (; end < text.size() && text[end] >= '0' && text[end] <= '9'; ++end)
    value = std::min(kMost + 1, value * 10 + static_cast<uint64_t>(text[end] - '0'));
  const bool ends = end >= text.size() || text[end] == ' ' || text[end] == '\t' ||
                    (behind != '\0' && text[end] == behind);
  if (!ends || value == 0 || value > kMost) return 0;
  *at = end;
  return static_cast<uint32_t>(std::min<uint64_t>(value, kWholeWidth));
}

}  // namespace

// "3 5:2 *": each takes so many characters, skipping some in front of them.
bool Machine::ParseWidths(std::string_view text) {
  heap_->Release(widths_.size() * sizeof(widths_[0]));
  widths_.clear();
  for (size_t at = 0; at < text.size();) {
    if (text[at] == ' ' || text[at] == '\t') {
      ++at;
      continue;
    }
    uint32_t skip = 0, take = 0;
    bool good = true;
    if (text[at] != '*') {
      good = (take = Width(text, &at, ':')) > 0;
      if (good && at < text.size() && text[at] == ':') {
        skip = std::exchange(take, 0);
        ++at;
        if (!text.substr(at).starts_with('*')) good = (take = Width(text, &at, '\0')) > 0;
      }
    }
    if (good && take == 0) {  // what is left
      take = kWholeWidth;
      if (text.find_first_not_of(" \t", ++at) != std::string_view::npos) {
        Fatal("`*' must be the last designator in FIELDWIDTHS");
        return false;
      }
    }
    if (!good || widths_.size() > 100000) {
      Fatal("invalid FIELDWIDTHS value, for field " + std::to_string(widths_.size() + 1) +
            ", near `" + std::string(text.substr(at)) + "'");
      return false;
    }
    if (!heap_->Charge(sizeof(widths_[0]))) return false;
    widths_.emplace_back(skip, take);
  }
  return true;
}

// ---- fields
bool Machine::FieldNumber(const Value& value, size_t* number) {
  const double wanted = std::trunc(ToNumber(value));
  constexpr double kTooLarge = 9223372036854775808.0;
  if (wanted >= kTooLarge) {
    Fatal("attempt to access field -9223372036854775808");
    return false;
  }
  if (!(wanted >= 0)) {
    NumberBuffer buffer;
    Fatal("attempt to access field " + std::string(NumberText(wanted, nullptr, &buffer)));
    return false;
  }
  *number = static_cast<size_t>(std::min(wanted, 2147483647.0));
  return true;
}

Value Machine::ReadField(size_t number) {
  if (number > 0) return record_.Get(number);
  const std::string_view text = RecordText();
  if (text.empty() && nr_ == 0 && !record_.rebuilt()) return Value::Missing();
  return record_.WholeValue(ofs_, record_.rebuilt() ? Kind::kText : Kind::kInput);
}

bool Machine::WriteField(size_t number, const Value& value) {
  NumberBuffer buffer;
  if (number == 0) {
    const bool is_text = value.kind() == Kind::kText;
    SetRecord(TextOf(value, &buffer));
    if (is_text) record_.IsNoInput();
  } else {
    record_.Assign(number, value);
  }
  return heap_->ok();
}

void Machine::SetRecord(std::string_view text) {
  Global(Special::kNf).Clear();
  record_.SetCopy(text);
}

}  // namespace pysub::shell::awk
