#include "shell/commands/calculators/bc_machine.h"

#include <algorithm>
#include <utility>

namespace pysub::shell::calc {
namespace {

constexpr uint32_t kMostSubscript = 16'777'215;
constexpr int64_t kMostBase = 2147483647;
// What a map takes for an element.
constexpr size_t kElementBytes = 96;

}  // namespace

// ---- the stack
void BcMachine::PushValue(Number value) {
  if (account_.MakeRoom(&values_, 1)) values_.push_back(std::move(value));
}

Number BcMachine::Pop() {
  if (values_.empty()) return Number();
  Number value = std::move(values_.back());
  values_.pop_back();
  return value;
}

bool BcMachine::Need(CommandIo& io, size_t count) {
  const size_t below = frames_.empty() ? 0 : frames_.back().depth;
  if (values_.size() >= below + count) return true;
  Error(io, "Stack error.");
  return false;
}

void BcMachine::Report(CommandIo& io, std::string_view kind, std::string_view text) {
  const uint32_t function = frames_.empty() ? 0 : frames_.back().function;
  std::string name = "(main)";
  if (function != 0) name = program_.functions.NameOf(function);
  io.Write(2, "Runtime " + std::string(kind) + " (func=" + name +
                  ", adr=" + std::to_string(address_) + "): " + std::string(text) + "\n");
}

void BcMachine::Start() {
  frames_.clear();
  if (account_.MakeRoom(&frames_, 1)) frames_.push_back({.base = ibase_});
  failed_ = halted_ = false;
  running_ = true;
}

// The line ends here: what its calls have put aside comes back.
void BcMachine::Abandon() {
  while (frames_.size() > 1 && account_.Spend(16)) {
    const uint32_t function = frames_.back().function;
    if (function < program_.code.size()) {
      PopVariables(program_.code[function].locals);
      PopVariables(program_.code[function].parameters);
    }
    frames_.pop_back();
  }
  values_.clear();
  running_ = failed_ = false;
}

BcMachine::Outcome BcMachine::Run(CommandIo& io) {
  out_.set_io(&io);
  uint64_t pending = 0;
  while (running_ && !account_.stopped()) {
    Frame& frame = frames_.back();
    const bool is_there = frame.function < program_.code.size() &&
                          frame.next < program_.code[frame.function].code.size();
    if (!is_there || failed_) {
      Abandon();
      break;
    }
    const Instruction in = program_.code[frame.function].code[frame.next++];
    address_ = in.address;
    Step(io, in);
    if (halted_) return Outcome::kHalt;
    if (reads_) return Outcome::kRead;
    if (std::exchange(yields_, false)) {
      (void)io.Tick(std::exchange(pending, 0) + account_.TakeWork());
      out_.set_io(nullptr);
      return Outcome::kYield;
    }
    pending += 16 + account_.TakeWork();
    if (pending < 64) continue;
    if (io.Tick(std::exchange(pending, 0))) {
      out_.set_io(nullptr);
      return account_.stopped() ? Outcome::kStopped : Outcome::kYield;
    }
  }
  out_.set_io(nullptr);
  return account_.stopped() ? Outcome::kStopped : Outcome::kDone;
}

void BcMachine::Answer(CommandIo& io, std::string_view digits) {
  (void)io;
  reads_ = false;
  const bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+')) digits.remove_prefix(1);
  Number value = ParseNumber(account_, digits.empty() ? "0" : digits, ibase_, true);
  if (negative && !value.IsZero()) value.set_negative(true);
  PushValue(std::move(value));
}

// ---- instructions
void BcMachine::Step(CommandIo& io, const Instruction& in) {
  const Function& function = program_.code[frames_.back().function];
  switch (in.op) {
    case Op::kZero: return PushValue(Number::Of(account_, 0));
    case Op::kOne: return PushValue(Number::Of(account_, 1));
    case Op::kConstant: {
      if (frames_.back().function == 0) frames_.back().base = ibase_;
      std::string_view digits = function.Text(in.operand, in.extra);
      if (digits.empty()) digits = "0";
      return PushValue(ParseNumber(account_, digits, frames_.back().base, true));
    }
    case Op::kArgument: return PushValue(Number::Of(account_, in.operand));
    case Op::kLoad: return PushValue(LoadVariable(in.operand));
    case Op::kIncrement:
    case Op::kDecrement: return StepVariable(io, in.operand, in.op == Op::kIncrement);
    case Op::kJump: return Jump(in.operand);
    case Op::kCall: return Call(io, in);
    case Op::kReturn: return Return(io);
    case Op::kRead: reads_ = true; return;
    case Op::kRandom:
      return PushValue(Number::Of(account_, static_cast<int64_t>(io.Random() >> 33)));
    case Op::kPrintText: return out_.Put(function.Text(in.operand, in.extra));
    case Op::kPrintEscaped: return PrintEscaped(io, function.Text(in.operand, in.extra));
    case Op::kHalt: halted_ = true; return;
    case Op::kAdd:
    case Op::kSubtract:
    case Op::kMultiply:
    case Op::kDivide:
    case Op::kModulo:
    case Op::kPower:
    case Op::kEqual:
    case Op::kNotEqual:
    case Op::kLess:
    case Op::kLessEqual:
    case Op::kGreater:
    case Op::kGreaterEqual: return ComputeTwo(io, in.op);
    case Op::kLoadElement:
    case Op::kStoreElement:
    case Op::kIncrementElement:
    case Op::kDecrementElement: return Element(io, in);
    default: break;
  }
  if (!Need(io, in.op == Op::kExchange ? 2 : 1)) return;
  switch (in.op) {
    case Op::kStore: return StoreVariable(io, in.operand, Top());
    case Op::kDuplicate: return PushValue(Top().Copy(account_));
    case Op::kExchange: return std::swap(values_[values_.size() - 2], values_.back());
    case Op::kPop: values_.pop_back(); return;
    case Op::kJumpIfZero:
      if (Pop().IsZero()) Jump(in.operand);
      return;
    case Op::kJumpIfNotZero:
      if (!Pop().IsZero()) Jump(in.operand);
      return;
    case Op::kPrintLine:
    case Op::kPrintNumber:
      PrintNumber(account_, Top(), obase_, out_);
      if (in.op == Op::kPrintLine) out_.Put("\n");
      last_ = Pop();
      return;
    case Op::kSquareRoot:
      if (Top().negative() && !Top().IsZero()) return Error(io, "Square root of a negative number");
      return Root();
    default: return Compute(in);
  }
}

void BcMachine::Root() {
  account_.BeginOperation();
  Number root = SquareRoot(account_, Top(), scale_);
  if (account_.EndOperation()) return Again();
  Top() = std::move(root);
}

// With one number, on top of the stack.
void BcMachine::Compute(const Instruction& in) {
  Number& top = Top();
  switch (in.op) {
    case Op::kNegate: top = Subtract(account_, Number::Of(account_, 0), top); return;
    case Op::kNot: top = Number::Of(account_, top.IsZero() ? 1 : 0); return;
    case Op::kScaleOf: top = Number::Of(account_, top.scale()); return;
    default: {  // kLength
      uint64_t digits = top.IntegerDigits() + top.scale();
      if (top.scale() != 0 && top.IntegerDigits() == 1 && top.DigitAt(0) == 0) --digits;
      top = Number::Of(account_, static_cast<int64_t>(digits));
    }
  }
}

void BcMachine::ComputeTwo(CommandIo& io, Op op) {
  if (!Need(io, 2)) return;
  Number b = std::move(values_.back());
  Number a = std::move(values_[values_.size() - 2]);
  values_.resize(values_.size() - 2);
  account_.BeginOperation();
  ComputeWith(io, op, a, b);
  if (!account_.EndOperation()) return;
  values_.push_back(std::move(a));  // (there is room: they stood there)
  values_.push_back(std::move(b));
  Again();
}

// The instruction was given up, and is the next one again.
void BcMachine::Again() {
  --frames_.back().next;
  yields_ = true;
}

void BcMachine::ComputeWith(CommandIo& io, Op op, const Number& a, const Number& b) {
  const auto compares = [&](auto&& test) {
    PushValue(Number::Of(account_, test(Compare(account_, a, b)) ? 1 : 0));
  };
  switch (op) {
    case Op::kAdd: return PushValue(Add(account_, a, b));
    case Op::kSubtract: return PushValue(Subtract(account_, a, b));
    case Op::kMultiply: return PushValue(Multiply(account_, a, b, scale_));
    case Op::kDivide:
      if (b.IsZero()) return Error(io, "Divide by zero");
      return PushValue(Divide(account_, a, b, scale_));
    case Op::kModulo:
      if (b.IsZero()) return Error(io, "Modulo by zero");
      return PushValue(DivideWithRemainder(account_, a, b, scale_).remainder);
    case Op::kPower: return Power(io, a, b);
    case Op::kEqual: return compares([](int order) { return order == 0; });
    case Op::kNotEqual: return compares([](int order) { return order != 0; });
    case Op::kLess: return compares([](int order) { return order < 0; });
    case Op::kLessEqual: return compares([](int order) { return order <= 0; });
    case Op::kGreater: return compares([](int order) { return order > 0; });
    default: return compares([](int order) { return order >= 0; });
  }
}

void BcMachine::Power(CommandIo& io, const Number& a, const Number& b) {
  const std::optional<int64_t> exponent = b.Exponent();
  const bool divides = exponent && *exponent < 0 && a.IsZero();
  Number result;
  if (exponent && !divides) result = Raise(account_, a, *exponent, scale_);
  if (account_.stopped()) return;  // (what is said is said once)
  if (b.scale() != 0) Warn(io, "non-zero scale in exponent");
  if (!exponent) return Error(io, "exponent too large in raise");
  if (divides) return Error(io, "divide by zero");
  PushValue(std::move(result));
}

void BcMachine::Jump(uint32_t label) {
  Frame& frame = frames_.back();
  const std::vector<uint32_t>& labels = program_.code[frame.function].labels;
  // (One that is nowhere ends the function.)
  frame.next = label < labels.size() ? labels[label] : UINT32_MAX;
}

void BcMachine::PrintEscaped(CommandIo& io, std::string_view text) {
  constexpr std::string_view kLetters = "abfnqrt\\", kMeanings = "\a\b\f\n\"\r\t\\";
  std::string shown;
  (void)io;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      shown += text[i];
      continue;
    }
    if (++i == text.size()) break;
    const size_t meaning = kLetters.find(text[i]);
    if (meaning != std::string_view::npos) shown += kMeanings[meaning];
  }
  out_.Put(shown);
}

// ---- variables
std::vector<Number>* BcMachine::VariableAt(uint32_t variable) {
  if (variable >= variables_.size()) {
    const size_t count = program_.variables.count();
    if (variable >= count || !account_.MakeRoom(&variables_, count - variables_.size()))
      return nullptr;
    variables_.resize(count);
  }
  return &variables_[variable];
}

Number BcMachine::LoadVariable(uint32_t variable) {
  switch (variable) {
    case kIbase: return Number::Of(account_, ibase_);
    case kObase: return Number::Of(account_, obase_);
    case kScale: return Number::Of(account_, scale_);
    case kHistory: return Number::Of(account_, history_);
    case kLast: return last_.Copy(account_);
    default: break;
  }
  std::vector<Number>* stack = VariableAt(variable);
  return stack == nullptr || stack->empty() ? Number::Of(account_, 0)
                                            : stack->back().Copy(account_);
}

uint32_t BcMachine::BaseFrom(CommandIo& io, const Number& value, bool input) {
  const std::string name = input ? "ibase" : "obase";
  const int64_t most = !input ? kMostBase : posix_ ? 16 : 36;
  const std::optional<int64_t> base = value.Integer();
  if (value.negative() && !value.IsZero()) {
    Warn(io, "negative " + name + ", set to 2");
    return 2;
  }
  if (base && *base < 2) {
    Warn(io, name + " too small, set to 2");
    return 2;
  }
  if (!base || *base > most) {
    Warn(io, name + " too large, set to " + std::to_string(most));
    return static_cast<uint32_t>(most);
  }
  return static_cast<uint32_t>(*base);
}

void BcMachine::StoreScale(CommandIo& io, const Number& value) {
  const std::optional<int64_t> scale = value.Integer();
  if (value.negative() && !value.IsZero()) {
    Warn(io, "negative scale, set to 0");
    scale_ = 0;
  } else if (!scale || *scale > kMostScale) {
    Warn(io, "scale too large, set to " + std::to_string(kMostScale));
    scale_ = kMostScale;
  } else {
    scale_ = static_cast<uint32_t>(*scale);
  }
}

void BcMachine::StoreVariable(CommandIo& io, uint32_t variable, const Number& value) {
  switch (variable) {
    case kIbase: ibase_ = BaseFrom(io, value, true); return;
    case kObase: obase_ = BaseFrom(io, value, false); return;
    case kScale: return StoreScale(io, value);
    case kHistory: history_ = value.Integer().value_or(-1); return;
    case kLast: last_ = value.Copy(account_); return;
    default: break;
  }
  std::vector<Number>* stack = VariableAt(variable);
  if (stack == nullptr) return;
  Number copy = value.Copy(account_);
  if (!stack->empty()) {
    stack->back() = std::move(copy);
  } else if (account_.MakeRoom(stack, 1)) {
    stack->push_back(std::move(copy));
  }
}

void BcMachine::StepVariable(CommandIo& io, uint32_t variable, bool up) {
  switch (variable) {
    case kIbase:
      if (up ? ibase_ >= 16 : ibase_ <= 2)
        return Warn(io, up ? "ibase too big in ++" : "ibase too small in --");
      ibase_ += up ? 1 : -1;
      return;
    case kObase:
      if (up ? obase_ >= kMostBase : obase_ <= 2)
        return Warn(io, up ? "obase too big in ++" : "obase too small in --");
      obase_ += up ? 1 : -1;
      return;
    case kScale:
      if (up ? scale_ >= kMostScale : scale_ == 0)
        return Warn(io, up ? "Scale too big in ++" : "scale can not be negative in -- ");
      scale_ += up ? 1 : -1;
      return;
    case kHistory: history_ += up ? 1 : history_ > -1 ? -1 : 0; return;
    default: break;
  }
  const Number one = Number::Of(account_, 1);
  const Number before = LoadVariable(variable);
  StoreVariable(io, variable, up ? Add(account_, before, one) : Subtract(account_, before, one));
}

// ---- arrays
std::optional<uint32_t> BcMachine::Subscript(CommandIo& io, uint32_t array, size_t above) {
  const Number& value = values_[values_.size() - 1 - above];
  const std::optional<int64_t> index = value.Integer();
  if (index && *index >= 0 && *index <= kMostSubscript && (*index != 0 || value.IsZero()))
    return static_cast<uint32_t>(*index);
  Error(io, "Array " + program_.arrays.NameOf(array) + " subscript out of bounds.");
  return std::nullopt;
}

std::vector<BcMachine::ArrayHandle>* BcMachine::HandlesOf(uint32_t array) {
  if (array >= names_of_arrays_.size()) {
    const size_t count = program_.arrays.count();
    if (array >= count || !account_.MakeRoom(&names_of_arrays_, count - names_of_arrays_.size()))
      return nullptr;
    names_of_arrays_.resize(count);
  }
  return &names_of_arrays_[array];
}

uint32_t BcMachine::NewArray() {
  if (!free_arrays_.empty()) {
    const uint32_t array = free_arrays_.back();
    free_arrays_.pop_back();
    return array;
  }
  if (account_.MakeRoom(&arrays_, 1) && account_.MakeRoom(&free_arrays_, arrays_.size() + 1))
    arrays_.emplace_back();
  return static_cast<uint32_t>(std::max<size_t>(arrays_.size(), 1) - 1);
}

BcMachine::Array* BcMachine::ArrayOf(uint32_t array) {
  std::vector<ArrayHandle>* handles = HandlesOf(array);
  if (handles == nullptr) return nullptr;
  if (handles->empty()) {
    if (!account_.MakeRoom(handles, 1)) return nullptr;
    handles->push_back({.array = NewArray(), .owned = true});
  }
  const uint32_t at = handles->back().array;
  return at < arrays_.size() ? &arrays_[at] : nullptr;
}

Number BcMachine::LoadElement(uint32_t array, uint32_t index) {
  Array* elements = ArrayOf(array);
  if (elements == nullptr) return Number::Of(account_, 0);
  const auto found = elements->elements.find(index);
  return found == elements->elements.end() ? Number::Of(account_, 0) : found->second.Copy(account_);
}

void BcMachine::StoreElement(uint32_t array, uint32_t index, Number value) {
  Array* elements = ArrayOf(array);
  if (elements == nullptr) return;
  const auto found = elements->elements.find(index);
  if (found != elements->elements.end()) {
    found->second = std::move(value);
  } else if (account_.Charge(kElementBytes)) {
    elements->elements.emplace(index, std::move(value));
  }
}

void BcMachine::Element(CommandIo& io, const Instruction& in) {
  const bool stores = in.op == Op::kStoreElement;
  if (!Need(io, stores ? 2 : 1)) return;
  const std::optional<uint32_t> index = Subscript(io, in.operand, stores ? 1 : 0);
  if (!index) return;
  if (in.op == Op::kLoadElement) {
    Top() = LoadElement(in.operand, *index);
  } else if (stores) {
    Number value = Pop();
    Top() = value.Copy(account_);
    StoreElement(in.operand, *index, std::move(value));
  } else {
    const Number one = Number::Of(account_, 1), before = LoadElement(in.operand, *index);
    StoreElement(in.operand, *index,
                 in.op == Op::kIncrementElement ? Add(account_, before, one)
                                                : Subtract(account_, before, one));
    values_.pop_back();
  }
}

// ---- calls
void BcMachine::PushVariable(const Parameter& one, Number value) {
  std::vector<Number>* stack = VariableAt(one.variable);
  if (stack == nullptr) return;
  // Below lies what it has outside of all calls.
  if (!account_.MakeRoom(stack, 2)) return;
  if (stack->empty()) stack->push_back(Number::Of(account_, 0));
  stack->push_back(std::move(value));
}

void BcMachine::PushArray(uint32_t name, ArrayHandle handle) {
  if (ArrayOf(name) == nullptr) return;
  std::vector<ArrayHandle>* handles = HandlesOf(name);
  if (account_.MakeRoom(handles, 1)) handles->push_back(handle);
}

void BcMachine::CopyArray(uint32_t from, uint32_t to) {
  if (from >= arrays_.size() || to >= arrays_.size() || from == to) return;
  for (const auto& [index, value] : arrays_[from].elements) {
    if (!account_.Spend(64) || !account_.Charge(kElementBytes)) return;
    arrays_[to].elements.emplace_hint(arrays_[to].elements.end(), index, value.Copy(account_));
  }
}

// False: the argument is of another kind than the parameter.
bool BcMachine::TakeArgument(CommandIo& io, const Parameter& parameter) {
  if (parameter.kind == Parameter::Kind::kNumber) {
    PushVariable(parameter, Pop());
    return true;
  }
  const int64_t name = Pop().Integer().value_or(0);
  if (name <= 0 || name >= program_.arrays.count() ||
      ArrayOf(static_cast<uint32_t>(name)) == nullptr) {
    Error(io, "Stack error.");
    return false;
  }
  const uint32_t from = HandlesOf(static_cast<uint32_t>(name))->back().array;
  if (parameter.kind == Parameter::Kind::kReference) {
    PushArray(parameter.variable, {.array = from, .owned = false});
    return true;
  }
  const uint32_t copy = NewArray();
  CopyArray(from, copy);
  PushArray(parameter.variable, {.array = copy, .owned = true});
  return true;
}

// The last one lies on top, and is the first of `types`.
bool BcMachine::TakeArguments(CommandIo& io, const Function& function, std::string_view types) {
  size_t left = function.parameters.size();
  for (size_t i = 0; i < types.size() && account_.Spend(16); ++i) {
    ++address_;
    if (left == 0) {
      Error(io, "Parameter number mismatch");
      return false;
    }
    const Parameter& parameter = function.parameters[left - 1];
    const bool is_array = parameter.kind != Parameter::Kind::kNumber;
    if (is_array != (types[i] == '1')) {
      Error(io, is_array ? "Parameter type mismatch parameter " +
                               program_.arrays.NameOf(parameter.variable) + "."
                         : "Parameter type mismatch, parameter (null).");
      continue;
    }
    if (!Need(io, 1) || !TakeArgument(io, parameter)) return false;
    --left;
  }
  ++address_;
  if (left == 0) return !failed_;
  Error(io, "Parameter number mismatch");
  return false;
}

void BcMachine::Call(CommandIo& io, const Instruction& in) {
  Frame& caller = frames_.back();
  const Function& here = program_.code[caller.function];
  const std::string_view rest = here.Text(in.extra, UINT32_MAX);
  const std::string_view types = rest.substr(0, rest.find(':'));
  if (in.operand == 0 || in.operand >= program_.code.size() || !program_.code[in.operand].defined) {
    return Error(io, "Function " + program_.functions.NameOf(in.operand) + " not defined.");
  }
  const Function& function = program_.code[in.operand];
  if (!TakeArguments(io, function, types)) return;
  for (const Parameter& local : function.locals) {
    if (local.kind == Parameter::Kind::kNumber) {
      PushVariable(local, Number::Of(account_, 0));
    } else {
      PushArray(local.variable, {.array = NewArray(), .owned = true});
    }
  }
  if (!account_.MakeRoom(&frames_, 1)) return;
  const uint32_t outer = frames_.back().function == 0 ? ibase_ : frames_.back().base;
  const uint32_t base = function.is_decimal ? 10 : outer;
  frames_.push_back(
      {.function = in.operand, .base = base, .depth = static_cast<uint32_t>(values_.size())});
}

void BcMachine::PopVariables(const std::vector<Parameter>& list) {
  for (const Parameter& one : list) {
    if (!account_.Spend(16)) return;
    if (one.kind == Parameter::Kind::kNumber) {
      std::vector<Number>* stack = VariableAt(one.variable);
      if (stack != nullptr && stack->size() > 1) stack->pop_back();
      continue;
    }
    std::vector<ArrayHandle>* handles = HandlesOf(one.variable);
    if (handles == nullptr || handles->size() < 2) continue;
    const ArrayHandle handle = handles->back();
    handles->pop_back();
    if (!handle.owned || handle.array >= arrays_.size()) continue;
    std::map<uint32_t, Number>& elements = arrays_[handle.array].elements;
    account_.Spend(elements.size() * 32);
    account_.Release(elements.size() * kElementBytes);
    elements.clear();
    if (account_.MakeRoom(&free_arrays_, 1)) free_arrays_.push_back(handle.array);
  }
}

void BcMachine::Return(CommandIo& io) {
  if (frames_.size() < 2) return Error(io, "Return from main program.");
  if (!Need(io, 1)) return;
  Number value = Pop();
  const Frame& frame = frames_.back();
  if (values_.size() > frame.depth) values_.resize(frame.depth);
  const Function& function = program_.code[frame.function];
  PopVariables(function.locals);
  PopVariables(function.parameters);
  frames_.pop_back();
  PushValue(std::move(value));
}

// ---- saving
void BcMachine::SaveVariables(Archive& archive) {
  const auto numbers = [&](std::vector<Number>& list) {
    uint64_t count = list.size();
    archive(count);
    for (uint64_t i = 0; i < count && archive.ok(); ++i) {
      if (!archive.loading()) {
        list[i].Save(account_, archive);
      } else if (account_.MakeRoom(&list, 1)) {
        list.emplace_back().Save(account_, archive);
      }
    }
  };
  numbers(values_);
  uint64_t count = variables_.size();
  archive(count);
  for (uint64_t i = 0; i < count && archive.ok(); ++i) {
    if (archive.loading() && account_.MakeRoom(&variables_, 1)) variables_.emplace_back();
    numbers(variables_[i]);
  }
}

void BcMachine::SaveArrays(Archive& archive) {
  archive(names_of_arrays_, free_arrays_);
  uint64_t count = arrays_.size();
  archive(count);
  for (uint64_t i = 0; i < count && archive.ok(); ++i) {
    if (archive.loading() && account_.MakeRoom(&arrays_, 1)) arrays_.emplace_back();
    std::map<uint32_t, Number>& elements = arrays_[i].elements;
    uint64_t size = elements.size();
    archive(size);
    if (!archive.loading()) {
      for (auto& [index, value] : elements) {
        uint32_t copy = index;
        archive(copy);
        value.Save(account_, archive);
      }
      continue;
    }
    for (uint64_t j = 0; j < size && archive.ok(); ++j) {
      uint32_t index = 0;
      Number value;
      archive(index);
      value.Save(account_, archive);
      if (account_.Charge(kElementBytes)) elements[index] = std::move(value);
    }
  }
}

void BcMachine::Fields(Archive& archive) {
  archive(out_, ibase_, obase_, scale_, history_, frames_, running_, failed_, halted_, reads_,
          address_);
  last_.Save(account_, archive);
  SaveVariables(archive);
  SaveArrays(archive);
  if (!archive.loading()) return;
  bool right = ibase_ >= 2 && ibase_ <= 36 && obase_ >= 2 && obase_ <= kMostBase &&
               scale_ <= kMostScale && (!running_ || !frames_.empty());
  for (const Frame& frame : frames_) {
    right = right && frame.function < std::max<size_t>(program_.code.size(), 1) &&
            frame.base >= 2 && frame.base <= 36;
  }
  if (!right) archive.Fail();
}

}  // namespace pysub::shell::calc
