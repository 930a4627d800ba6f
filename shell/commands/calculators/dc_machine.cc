#include "shell/commands/calculators/dc_machine.h"

#include <algorithm>
#include <utility>

namespace pysub::shell::calc {
namespace {

constexpr size_t kTextBytes = 32;      // of a string beside its characters
constexpr size_t kElementBytes = 160;  // of an element of a register's array

bool IsNumeral(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F'); }
bool IsBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// "'a' (0141)"
std::string NameOf(uint8_t c) {
  std::string octal;
  for (uint32_t rest = c; rest != 0; rest /= 8)
    octal.insert(octal.begin(), static_cast<char>('0' + rest % 8));
  octal = octal.empty() ? "0" : "0" + octal;
  const bool is_printable = c >= ' ' && c <= '~';
  if (!is_printable) return octal;
  return "'" + std::string(1, static_cast<char>(c)) + "' (" + octal + ")";
}

}  // namespace

// ---- values
DcValue::DcValue(Account& account, std::string_view text) : account_(&account), is_text_(true) {
  const size_t bytes = text.size() + kTextBytes;
  if (!account.Charge(bytes)) {
    account.Release(bytes);
    account_ = nullptr;
    return;
  }
  account.Spend(text.size() / 8);
  text_ = text;
}

DcValue::~DcValue() {
  if (account_ != nullptr) account_->Release(text_.size() + kTextBytes);
}

DcValue DcValue::Copy(Account& account) const {
  return is_text_ ? DcValue(account, text_) : DcValue(number_.Copy(account));
}

void DcValue::Save(Account& account, Archive& archive) {
  archive(is_text_);
  if (!is_text_) {
    number_.Save(account, archive);
    return;
  }
  std::string text = text_;
  archive(text);
  if (archive.loading()) *this = DcValue(account, text);
}

bool DcText::Feed(Account& account, std::string_view more) {
  if (at > 65536 || at == text.size()) {
    text.erase(0, at);
    at = 0;
  }
  if (!account.MakeRoom(&text, more.size())) return false;
  text += more;
  return true;
}

void DcText::Fields(Archive& archive) {
  std::string rest = text.substr(std::min<size_t>(at, text.size()));
  archive(rest, scanned, nesting, is_complete);
  if (!archive.loading()) return;
  text = std::move(rest);
  at = 0;
  if (scanned > text.size()) archive.Fail();
}

// ---- the stack
void DcMachine::Push(DcValue value) {
  if (account_.MakeRoom(&stack_, 1)) stack_.push_back(std::move(value));
}

DcValue DcMachine::Pop() {
  if (stack_.empty()) return DcValue();
  DcValue value = std::move(stack_.back());
  stack_.pop_back();
  return value;
}

bool DcMachine::Need(CommandIo& io, size_t count) {
  if (stack_.size() >= count) return true;
  Error(io, "stack empty");
  return false;
}

bool DcMachine::NeedNumbers(CommandIo& io, size_t count) {
  if (!Need(io, count)) return false;
  for (size_t i = 0; i < count; ++i) {
    if (!stack_[stack_.size() - 1 - i].is_text()) continue;
    Error(io, "non-numeric value");
    return false;
  }
  return true;
}

// Of the number on top, which goes; -1 for a string, and for one that is too large.
int64_t DcMachine::PopInteger(CommandIo& io) {
  const DcValue value = Pop();
  if (value.is_text()) return -1;
  const std::optional<int64_t> integer = value.number().Integer();
  if (integer && *integer <= INT32_MAX && *integer >= INT32_MIN) return *integer;
  Error(io, "value overflows simple integer; punting...");
  return -1;
}

// False: the two stay on the stack.
bool DcMachine::Compute(CommandIo& io, char c, DcValue* first, DcValue* second) {
  const Number &a = Below(1), &b = Below(0);
  const bool divides = c == '/' || c == '%' || c == '~';
  if (divides && b.IsZero()) {
    Error(io, c == '%' ? "remainder by zero" : "divide by zero");
    return false;
  }
  switch (c) {
    case '+': *first = DcValue(Add(account_, a, b)); break;
    case '-': *first = DcValue(Subtract(account_, a, b)); break;
    case '*': *first = DcValue(Multiply(account_, a, b, scale_)); break;
    case '/': *first = DcValue(Divide(account_, a, b, scale_)); break;
    case '^': Power(io, first); break;
    default: {
      Division division = DivideWithRemainder(account_, a, b, scale_);
      if (c == '~') *second = DcValue(std::move(division.quotient));
      *first = DcValue(std::move(division.remainder));
    }
  }
  return true;
}

void DcMachine::Binary(CommandIo& io, char c) {
  if (!NeedNumbers(io, 2)) return;
  DcValue result, quotient;
  account_.BeginOperation();
  const bool computed = Compute(io, c, &result, &quotient);
  if (IsGivenUp() || !computed) return;
  stack_.resize(stack_.size() - 2);
  if (c == '~') Push(std::move(quotient));
  Push(std::move(result));
}

void DcMachine::Power(CommandIo& io, DcValue* result) {
  const Number &a = Below(1), &b = Below(0);
  const std::optional<int64_t> exponent = b.Exponent();
  const bool divides = exponent && *exponent < 0 && a.IsZero();
  Number power =
      divides ? Number::Of(account_, 0) : Raise(account_, a, exponent.value_or(0), scale_);
  if (account_.stopped()) return;  // (what is said is said once)
  if (b.scale() != 0) io.Write(2, "Runtime warning: non-zero scale in exponent\n");
  if (!exponent) io.Write(2, "Runtime error: exponent too large in raise\n");
  *result = DcValue(std::move(power));
}

// The operation that ends here was given up; Run() reads its command again.
bool DcMachine::IsGivenUp() {
  const bool given_up = account_.EndOperation();
  repeats_ |= given_up;
  return given_up;
}

void DcMachine::PowerModulo(CommandIo& io) {
  if (!NeedNumbers(io, 3)) return;
  if (Below(0).IsZero()) return Error(io, "remainder by zero");
  if (Below(1).negative() && !Below(1).IsZero()) return;
  account_.BeginOperation();
  const Number exponent = WithScale(account_, Below(1), 0);
  Number result = RaiseModulo(account_, Below(2), exponent, Below(0), scale_);
  if (IsGivenUp()) return;
  constexpr std::string_view kParts[] = {"modulus", "exponent", "base"};
  for (size_t i = 3; i-- > 0;) {
    if (Below(i).scale() == 0) continue;
    io.Write(2, "Runtime warning: non-zero scale in " + std::string(kParts[i]) + "\n");
  }
  stack_.resize(stack_.size() - 3);
  Push(DcValue(std::move(result)));
}

void DcMachine::Root(CommandIo& io) {
  if (!Need(io, 1)) return;
  DcValue value = Pop();
  if (value.is_text()) return Error(io, "square root of nonnumeric attempted");
  const Number& number = value.number();
  if (number.negative() && !number.IsZero()) return Error(io, "square root of negative number");
  account_.BeginOperation();
  DcValue root(SquareRoot(account_, number, scale_));
  Push(IsGivenUp() ? std::move(value) : std::move(root));
}

void DcMachine::Rotate(CommandIo& io) {
  if (!Need(io, 1)) return;
  const int64_t count = PopInteger(io);
  const auto size = static_cast<int64_t>(stack_.size());
  const int64_t moved = std::min(std::abs(count), size);
  if (moved < 2 || !account_.Spend(static_cast<uint64_t>(moved) * 16)) return;
  const auto first = stack_.end() - moved;
  std::rotate(first, count > 0 ? first + 1 : stack_.end() - 1, stack_.end());
}

// A byte as a string.
void DcMachine::ToCharacter(CommandIo& io) {
  if (!Need(io, 1)) return;
  const DcValue value = Pop();
  char c = '\0';
  if (!value.is_text()) {
    c = static_cast<char>(value.number().LowBits());
  } else if (!value.text().empty()) {
    c = value.text()[0];
  }
  Push(DcValue(account_, std::string_view(&c, 1)));
}

// Z, X: digits (characters), digits behind the point.
void DcMachine::Measure(CommandIo& io, char c) {
  if (!Need(io, 1)) return;
  const DcValue value = Pop();
  const Number& number = value.number();
  if (value.is_text()) return PushNumber(c == 'Z' ? static_cast<int64_t>(value.text().size()) : 0);
  if (c == 'X') return PushNumber(number.scale());
  if (number.IsZero()) return PushNumber(1);
  uint64_t digits = number.IntegerDigits() + number.scale();
  const bool is_fraction = number.IntegerDigits() == 1 && number.DigitAt(0) == 0;
  if (is_fraction) {
    --digits;
    for (int64_t place = -1; number.DigitAt(place) == 0 && digits > 0; --place) --digits;
    account_.Spend(number.scale());
  }
  PushNumber(static_cast<int64_t>(digits));
}

void DcMachine::SetParameter(CommandIo& io, char c) {
  if (!Need(io, 1)) return;
  const bool is_number = !stack_.back().is_text();
  const int64_t value = PopInteger(io);
  if (c == 'k') {
    if (!is_number || value < 0) return Error(io, "scale must be a nonnegative number");
    scale_ = static_cast<uint32_t>(value);
  } else if (c == 'i') {
    if (!is_number || value < 2 || value > 16)
      return Error(io, "input base must be a number between 2 and 16 (inclusive)");
    ibase_ = static_cast<uint32_t>(value);
  } else {
    if (!is_number || value < 2) return Error(io, "output base must be a number greater than 1");
    obase_ = static_cast<uint32_t>(value);
  }
}

// ---- printing
void DcMachine::Print(const DcValue& value) {
  if (value.is_text()) return out_.PutText(value.text());
  out_.set_column(0);
  PrintNumber(account_, value.number(), obase_, out_);
}

// P: a string as it is, a number as bytes.
void DcMachine::PrintRaw(CommandIo& io) {
  if (!Need(io, 1)) return;
  const DcValue value = Pop();
  if (value.is_text()) return out_.PutText(value.text());
  class Raw final : public DigitSink {
   public:
    explicit Raw(LineWriter& out) : out_(out) {}
    void Put(std::string_view text) override { out_.PutText(text); }

   private:
    LineWriter& out_;
  } raw(out_);
  PrintBytes(account_, value.number(), raw);
}

void DcMachine::PrintAll() {
  for (size_t i = stack_.size(); i-- > 0 && account_.Spend(64);) {
    Print(stack_[i]);
    out_.PutText("\n");
  }
}

// ---- strings that are executed
// A string that has nothing left to do makes room for what it calls last, so that a loop of
// strings that call themselves is no recursion; it still counts as a level for q and Q.
void DcMachine::Enter(DcValue text) {
  uint64_t levels = 1;
  if (!frames_.empty()) {
    const std::string_view rest = frames_.back().text.text().substr(frames_.back().at);
    const size_t blanks = std::min(rest.find_first_not_of(" \t\n"), rest.size());
    account_.Spend(blanks);
    if (blanks == rest.size()) {
      levels += frames_.back().levels;
      frames_.pop_back();
    }
  }
  if (!account_.MakeRoom(&frames_, 1)) return;
  frames_.emplace_back();
  frames_.back().text = std::move(text);
  frames_.back().levels = levels;
}

void DcMachine::ExecuteTop(CommandIo& io) {
  if (!Need(io, 1)) return;
  if (stack_.back().is_text()) Enter(Pop());
}

void DcMachine::Leave(uint64_t levels) {
  while (levels > 0 && !frames_.empty() && account_.Spend(8)) {
    levels -= std::min(levels, frames_.back().levels);
    frames_.pop_back();
  }
}

// q leaves two levels, or dc.
void DcMachine::Quit() {
  uint64_t levels = 0;
  for (size_t i = frames_.size(); i-- > 0 && levels < 2;) levels += frames_[i].levels;
  if (levels < 2) {
    quits_ = true;
  } else {
    Leave(2);
  }
}

void DcMachine::QuitLevels(CommandIo& io) {
  if (!Need(io, 1)) return;
  const bool is_number = !stack_.back().is_text();
  const int64_t count = PopInteger(io);
  if (!is_number || count < 1) return Error(io, "Q command requires a number >= 1");
  uint64_t levels = 0;
  for (const Frame& frame : frames_) levels += frame.levels;
  account_.Spend(frames_.size());
  // (The string of an -e is a level, too, and may be left.)
  if (levels < static_cast<uint64_t>(count) && in_file_)
    Error(io, "Q command argument exceeded string execution depth");
  if (count > 1) Leave(static_cast<uint64_t>(count));
}

// ---- registers
DcMachine::Level* DcMachine::LevelOf(uint8_t name) {
  std::vector<Level>& levels = registers_[name];
  if (levels.empty()) {
    if (!account_.MakeRoom(&levels, 1)) return nullptr;
    levels.emplace_back();
  }
  return &levels.back();
}

// False: it has none.
bool DcMachine::LoadRegister(uint8_t name, DcValue* value) {
  std::vector<Level>& levels = registers_[name];
  const bool is_set = !levels.empty() && levels.back().is_set;
  *value = is_set ? levels.back().value.Copy(account_) : DcValue(Number::Of(account_, 0));
  return is_set;
}

void DcMachine::Element(CommandIo& io, char c, uint8_t name) {
  if (!Need(io, 1)) return;
  const bool is_number = !stack_.back().is_text();
  const int64_t index = PopInteger(io);
  if (!is_number || index < 0) {
    if (c == ':') (void)Pop();
    return Error(io, "array index must be a nonnegative integer");
  }
  if (c == ':' && !Need(io, 1)) return;
  Level* level = LevelOf(name);
  if (level == nullptr) return;
  const auto found = level->elements.find(static_cast<uint32_t>(index));
  if (c == ';') {
    if (found == level->elements.end()) return PushNumber(0);
    return Push(found->second.Copy(account_));
  }
  if (found != level->elements.end()) {
    found->second = Pop();
  } else if (account_.Charge(kElementBytes)) {
    level->elements.emplace(static_cast<uint32_t>(index), Pop());
  }
}

void DcMachine::WithRegister(CommandIo& io, char c, uint8_t name) {
  switch (c) {
    case 's':
    case 'S': {
      if (!Need(io, 1)) return;
      std::vector<Level>& levels = registers_[name];
      if (c == 'S' || levels.empty()) {
        if (!account_.MakeRoom(&levels, 1)) return;
        levels.emplace_back();
      }
      levels.back().value = Pop();
      levels.back().is_set = true;
      return;
    }
    case 'l': {
      DcValue value;
      LoadRegister(name, &value);
      return Push(std::move(value));
    }
    case 'L': {
      std::vector<Level>& levels = registers_[name];
      if (levels.empty() || !levels.back().is_set)
        return Error(io, "stack register " + NameOf(name) + " is empty");
      DcValue value = std::move(levels.back().value);
      account_.Spend(levels.back().elements.size() * 32);
      account_.Release(levels.back().elements.size() * kElementBytes);
      levels.pop_back();
      return Push(std::move(value));
    }
    default: return Element(io, c, name);
  }
}

// < > =, and with ! before them: the top against what is below it. Where they cannot be compared,
// they count as equal.
void DcMachine::Test(CommandIo& io, char c, bool negated, uint8_t name) {
  int order = 0;
  if (NeedNumbers(io, 2)) {
    order = Compare(account_, Below(0), Below(1));
    stack_.resize(stack_.size() - 2);
  }
  const bool is_so = c == '=' ? order == 0 : c == '<' ? order < 0 : order > 0;
  if (is_so == negated) return;
  DcValue value;
  LoadRegister(name, &value);
  if (value.is_text()) {
    Enter(std::move(value));
  } else {
    Push(std::move(value));
  }
}

// ---- commands
void DcMachine::Unknown(CommandIo& io, char c) {
  io.Write(2, "dc: ");
  io.Out(NameOf(static_cast<uint8_t>(c)) + " unimplemented\n");
}

void DcMachine::Command(CommandIo& io, char c) {
  switch (c) {
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
    case '~':
    case '^': return Binary(io, c);
    case '|': return PowerModulo(io);
    case 'v': return Root(io);
    case 'R': return Rotate(io);
    case 'a': return ToCharacter(io);
    case 'Z':
    case 'X': return Measure(io, c);
    case 'i':
    case 'k':
    case 'o': return SetParameter(io, c);
    case 'I': return PushNumber(ibase_);
    case 'K': return PushNumber(scale_);
    case 'O': return PushNumber(obase_);
    case 'z': return PushNumber(static_cast<int64_t>(stack_.size()));
    case 'c': stack_.clear(); return;
    case 'd':
      if (Need(io, 1)) Push(stack_.back().Copy(account_));
      return;
    case 'r':
      if (stack_.size() >= 2) std::swap(stack_.back(), stack_[stack_.size() - 2]);
      return;
    case 'f': return PrintAll();
    case 'p':
    case 'n':
      if (!Need(io, 1)) return;
      Print(stack_.back());
      if (c == 'n') return stack_.pop_back();
      return out_.PutText("\n");
    case 'P': return PrintRaw(io);
    case 'x': return ExecuteTop(io);
    case 'q': return Quit();
    case 'Q': return QuitLevels(io);
    case '?': asks_ = true; return;
    default: return Unknown(io, c);
  }
}

// Before a command is carried out: it may enter a string, or leave this one.
void DcMachine::Advance(Source* source, uint64_t at) {
  source->at = at;
  if (!source->is_file) frames_.back().at = at;
}

// A string up to its bracket; one that does not end there ends with the text.
DcMachine::Cut DcMachine::NextString(Source* source) {
  uint64_t at = source->at + std::max<uint64_t>(source->scanned, 1);
  if (source->scanned == 0) source->nesting = 1;
  for (; at < source->text.size() && source->nesting > 0; ++at) {
    if (source->text[at] == '[') ++source->nesting;
    if (source->text[at] == ']') --source->nesting;
  }
  if (source->nesting > 0 && !source->is_complete) {
    source->scanned = at - source->at;
    return Cut::kMore;
  }
  const uint64_t begin = source->at + 1, end = source->nesting == 0 ? at - 1 : at;
  Push(DcValue(account_, source->text.substr(begin, end - begin)));
  Advance(source, at);
  return Cut::kCommand;
}

DcMachine::Cut DcMachine::NextNumber(Source* source) {
  const std::string_view text = source->text;
  uint64_t at = source->at;
  const bool negative = text[at] == '_';
  if (negative) {
    do ++at;
    while (at < text.size() && IsBlank(text[at]));
  }
  const uint64_t begin = at;
  at = std::max(at, source->at + source->scanned);
  bool point = text.substr(begin, at - begin).find('.') != std::string_view::npos;
  for (; at < text.size(); ++at) {
    if (text[at] == '.' && !point) {
      point = true;
    } else if (!IsNumeral(text[at])) {
      break;
    }
  }
  if (at == text.size() && !source->is_complete) {
    source->scanned = at - source->at;
    return Cut::kMore;
  }
  const std::string_view digits = text.substr(begin, at - begin);
  Advance(source, at);
  Number number = ParseNumber(account_, digits.empty() ? "0" : digits, ibase_, false);
  if (negative && !number.IsZero()) number.set_negative(true);
  Push(DcValue(std::move(number)));
  return Cut::kCommand;
}

DcMachine::Cut DcMachine::NextComment(Source* source) {
  const size_t end = source->text.find('\n', source->at + source->scanned);
  if (end == std::string_view::npos && !source->is_complete) {
    source->scanned = source->text.size() - source->at;
    return Cut::kMore;
  }
  Advance(source, std::min(end, source->text.size()));
  return Cut::kCommand;
}

bool DcMachine::TakeRegister(CommandIo& io, Source* source, uint8_t* name) {
  if (source->at >= source->text.size()) {
    Error(io, source->is_file ? "unexpected EOF" : "unexpected EOS");
    quits_ |= source->is_file;
    return false;
  }
  *name = static_cast<uint8_t>(source->text[source->at]);
  Advance(source, source->at + 1);
  return true;
}

DcMachine::Cut DcMachine::NextTest(CommandIo& io, Source* source, bool negated) {
  const uint64_t sign = source->at + (negated ? 1 : 0);
  if (sign + 1 >= source->text.size() && !source->is_complete) return Cut::kMore;
  const char c = source->text[sign];
  Advance(source, sign + 1);
  uint8_t name = 0;
  if (TakeRegister(io, source, &name)) Test(io, c, negated, name);
  return Cut::kCommand;
}

DcMachine::Cut DcMachine::Next(CommandIo& io, Source* source) {
  if (source->at >= source->text.size()) return source->is_complete ? Cut::kEnd : Cut::kMore;
  const char c = source->text[source->at];
  if (c == '[') return NextString(source);
  if (IsNumeral(c) || c == '.' || c == '_') return NextNumber(source);
  if (c == '#') return NextComment(source);
  if (c == '<' || c == '>' || c == '=') return NextTest(io, source, false);
  const bool has_next = source->at + 1 < source->text.size();
  const std::string_view with_register = "slSL:;";
  if ((c == '!' || with_register.find(c) != std::string_view::npos) && !has_next &&
      !source->is_complete)
    return Cut::kMore;
  if (c == '!' && has_next &&
      std::string_view("<>=").find(source->text[source->at + 1]) != std::string_view::npos)
    return NextTest(io, source, true);
  if (c == '!' && !has_next) {
    Advance(source, source->at + 1);  // a command without a word
    return Cut::kCommand;
  }
  if (c == '!') {
    if (source->scanned == 0) Error(io, "! is not supported in this sandbox");
    return NextComment(source);
  }
  Advance(source, source->at + 1);
  if (with_register.find(c) != std::string_view::npos) {
    uint8_t name = 0;
    if (TakeRegister(io, source, &name)) WithRegister(io, c, name);
    return Cut::kCommand;
  }
  if (!IsBlank(c)) Command(io, c);
  return Cut::kCommand;
}

DcMachine::Outcome DcMachine::Run(CommandIo& io, DcText* file, bool in_file) {
  out_.set_io(&io);
  in_file_ = in_file;
  Outcome outcome = Outcome::kYield;
  while (true) {
    if (account_.stopped()) {
      outcome = Outcome::kStopped;
      break;
    }
    const bool is_file = frames_.empty();
    Source source = {.text = file->text,
                     .is_complete = file->is_complete,
                     .is_file = true,
                     .at = file->at,
                     .scanned = file->scanned,
                     .nesting = file->nesting};
    if (!is_file) source = {.text = frames_.back().text.text(), .at = frames_.back().at};
    const uint64_t begin = source.at;
    const Cut cut = Next(io, &source);
    const bool repeats = std::exchange(repeats_, false);
    if (repeats) Advance(&source, begin);
    if (is_file) {
      file->at = source.at;
      file->scanned = cut == Cut::kMore ? source.scanned : 0;
      file->nesting = cut == Cut::kMore ? source.nesting : 0;
      if (cut != Cut::kCommand) {
        outcome = cut == Cut::kMore ? Outcome::kMore : Outcome::kDone;
        break;
      }
    } else if (cut == Cut::kEnd) {
      frames_.pop_back();
    }
    if (asks_ || quits_) {
      outcome = asks_ ? Outcome::kAsk : Outcome::kQuit;
      asks_ = quits_ = false;
      break;
    }
    if (io.Tick(16 + (source.at - begin) / 4 + account_.TakeWork()) || repeats) break;
  }
  out_.set_io(nullptr);
  return outcome;
}

// ---- saving
void DcMachine::SaveList(Archive& archive, std::vector<DcValue>* list) {
  uint64_t count = list->size();
  archive(count);
  for (uint64_t i = 0; i < count && archive.ok(); ++i) {
    if (!archive.loading()) {
      (*list)[i].Save(account_, archive);
    } else if (account_.MakeRoom(list, 1)) {
      list->emplace_back().Save(account_, archive);
    }
  }
}

void DcMachine::SaveRegisters(Archive& archive) {
  for (std::vector<Level>& levels : registers_) {
    uint64_t count = levels.size();
    archive(count);
    for (uint64_t i = 0; i < count && archive.ok(); ++i) {
      if (archive.loading() && account_.MakeRoom(&levels, 1)) levels.emplace_back();
      Level& level = levels[i];
      archive(level.is_set);
      level.value.Save(account_, archive);
      uint64_t size = level.elements.size();
      archive(size);
      if (!archive.loading()) {
        for (auto& [index, value] : level.elements) {
          uint32_t copy = index;
          archive(copy);
          value.Save(account_, archive);
        }
        continue;
      }
      for (uint64_t j = 0; j < size && archive.ok(); ++j) {
        uint32_t index = 0;
        DcValue value;
        archive(index);
        value.Save(account_, archive);
        if (account_.Charge(kElementBytes)) level.elements[index] = std::move(value);
      }
    }
  }
}

void DcMachine::Fields(Archive& archive) {
  archive(out_, ibase_, obase_, scale_, asks_, quits_);
  SaveList(archive, &stack_);
  SaveRegisters(archive);
  uint64_t count = frames_.size();
  archive(count);
  for (uint64_t i = 0; i < count && archive.ok(); ++i) {
    if (archive.loading() && account_.MakeRoom(&frames_, 1)) frames_.emplace_back();
    Frame& frame = frames_[i];
    frame.text.Save(account_, archive);
    archive(frame.at, frame.levels);
    if (frame.at > frame.text.text().size() || frame.levels == 0) archive.Fail();
  }
  const bool right =
      ibase_ >= 2 && ibase_ <= 16 && obase_ >= 2 && obase_ <= INT32_MAX && scale_ <= kMostScale;
  if (!right) archive.Fail();
}

}  // namespace pysub::shell::calc
