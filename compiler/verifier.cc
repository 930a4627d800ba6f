#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "compiler/compile.h"
#include "compiler/opcodes.h"

// What makes code safe to run that somebody else may have written: after Verify() the VM's loop
// needs no check of operands, and a register holds what the instruction expects there - a value, a
// cell, the state of a loop. The kinds of registers are found by walking all paths; what two paths
// disagree on may not be read.
//
// This is abstract interpretation with a work list, as the verifier of Java's class files does it
// (JVM specification 4.10.2): an instruction is looked at again whenever what is known before it
// has become less. Each kind can only fall a few times, so it ends:
//
//   kUnset                          nothing is known, so it may not be read
//     kMaybe                        a value or Undefined
//       kUndefined
//       kValue
//         kList, kTuple, kSet ...   a value that is known more exactly
//     kCell, kLoop, kLoopRest       joined with anything else they are kUnset
namespace pysub {
namespace {

using Kind = RegisterKind;
constexpr uint32_t kTracked = RegisterKinds::kTracked;

constexpr bool IsValueKind(Kind kind) { return kind >= Kind::kValue; }
constexpr bool MayBeValue(Kind kind) {
  return IsValueKind(kind) || kind == Kind::kMaybe || kind == Kind::kUndefined;
}

// The kinds of all registers that operands can name. Those above hold parameters and what FAR_SET
// put there: values or Undefined.
struct State {
  bool reached = false;
  std::array<Kind, kTracked> kinds{};

  // Returns whether anything changed.
  bool Join(const State& other) {
    if (!reached) {
      *this = other;
      reached = true;
      return true;
    }
    bool changed = false;
    for (uint32_t i = 0; i < kTracked; ++i) {
      const Kind joined = JoinKinds(kinds[i], other.kinds[i]);
      changed |= joined != kinds[i];
      kinds[i] = joined;
    }
    return changed;
  }

  static Kind JoinKinds(Kind a, Kind b) {
    if (a == b) return a;
    if (IsValueKind(a) && IsValueKind(b)) return Kind::kValue;
    const bool values = MayBeValue(a) && MayBeValue(b);
    return values ? Kind::kMaybe : Kind::kUnset;
  }
};

}  // namespace

class CodeVerifier {
 public:
  CodeVerifier(const CompiledUnit& unit, const Code& code) : unit_(unit), code_(code) {}

  std::optional<std::string> Run() {
    if (CheckFrame() && CheckInstructions() && CheckTables()) Flow();
    if (error_.empty()) return std::nullopt;
    return code_.qualified_name + ", word " + std::to_string(pc_) + ": " + error_;
  }

  // After Run(): the kinds of registers before each instruction.
  RegisterKinds TakeKinds() {
    RegisterKinds result;
    result.slot_of_ = std::move(slot_of_);
    result.kinds_.reserve(states_.size());
    for (const State& state : states_) result.kinds_.push_back(state.kinds);
    return result;
  }

 private:
  bool Fail(std::string message) {
    if (error_.empty()) error_ = std::move(message);
    return false;
  }
  uint32_t size() const { return static_cast<uint32_t>(code_.words.size()); }
  uint32_t After(uint32_t pc) const {
    return pc + 1 + static_cast<uint32_t>(InfoOf(OpOf(code_.words[pc])).extension_count());
  }
  uint32_t Extension(int i) const { return code_.words[pc_ + 1 + static_cast<uint32_t>(i)]; }
  uint32_t LastExtension() const { return code_.words[After(pc_) - 1]; }

  bool CheckFrame();
  bool CheckInstructions();
  bool CheckOperand(OperandKind kind, uint32_t value, uint32_t word);
  bool CheckExtension(ExtensionKind kind, uint32_t value);
  bool CheckSpecial(Op op, uint32_t word);
  bool CheckJump(int64_t target);
  bool CheckTables();
  bool CheckRange(const ExceptionRange& range);

  void Flow();
  void Step(State state);
  void Continue(uint32_t pc, const State& state);
  void Read(const State& state, uint32_t reg, Kind kind = Kind::kValue);
  void ReadRange(const State& state, uint32_t first, uint32_t count, Kind kind = Kind::kValue);
  void ReadOptional(const State& state, uint32_t reg, Kind kind);
  void Write(State& state, uint32_t reg, Kind kind = Kind::kValue);
  void WriteRange(State& state, uint32_t first, uint32_t count, Kind kind = Kind::kValue);
  void Operands(State& state, Op op, uint32_t word);
  bool Windows(State& state, Op op, uint32_t word);
  bool CallWindows(State& state, Op op, uint32_t word);
  bool Variables(State& state, Op op, uint32_t word);
  bool NewContainers(State& state, Op op, uint32_t word);
  bool FilledContainers(State& state, Op op, uint32_t word);
  bool StarredArguments(State& state, Op op, uint32_t word);
  bool Texts(State& state, Op op, uint32_t word);
  bool Exceptions(State& state, Op op, uint32_t word);
  void MakeFunction(State& state, uint32_t word);

  const CompiledUnit& unit_;
  const Code& code_;
  uint32_t pc_ = 0;
  std::string error_;
  std::vector<bool> starts_;
  std::vector<State> states_;      // of the instructions somebody jumps to
  std::vector<uint32_t> slot_of_;  // word -> index into states_ + 1
  std::vector<uint32_t> work_;
};

// ---- What can be seen without following the flow

bool CodeVerifier::CheckFrame() {
  if (code_.words.empty()) return Fail("no code");
  const uint32_t parameters = code_.parameter_count();
  if (parameters > code_.local_count || code_.local_count > code_.register_count ||
      code_.positional_only_count > code_.positional_count ||
      code_.local_names.size() != code_.local_count) {
    return Fail("inconsistent counts");
  }
  for (uint32_t i = 0; i < code_.local_count; ++i) {
    const uint32_t name = code_.local_names[i];
    if (name >= unit_.names.size() && (name != kNoName || i < parameters)) {
      return Fail("local without name");
    }
  }
  for (uint16_t cell : code_.cell_registers) {
    if (cell >= code_.register_count) return Fail("cell register out of range");
  }
  for (const Capture& capture : code_.captures) {
    if (capture.name >= unit_.names.size()) return Fail("captured cell without name");
  }
  if (code_.doc >= 0 && static_cast<size_t>(code_.doc) >= unit_.constants.size()) {
    return Fail("docstring out of range");
  }
  return true;
}

// First where instructions begin, since a jump into the middle of one would read its extension
// words as an instruction.
bool CodeVerifier::CheckInstructions() {
  starts_.assign(size(), false);
  for (pc_ = 0; pc_ < size(); pc_ = After(pc_)) {
    if ((code_.words[pc_] & 0xFF) >= static_cast<uint32_t>(kOpCount)) {
      return Fail("not an instruction");
    }
    if (After(pc_) > size()) return Fail("an instruction is cut off");
    starts_[pc_] = true;
  }
  for (pc_ = 0; pc_ < size(); pc_ = After(pc_)) {
    const uint32_t word = code_.words[pc_];
    const OpInfo& info = InfoOf(OpOf(word));
    if (!CheckOperand(info.a, AOf(word), word) || !CheckOperand(info.b, BOf(word), word) ||
        !CheckOperand(info.c, COf(word), word)) {
      return false;
    }
    for (int i = 0; i < info.extension_count(); ++i) {
      if (!CheckExtension(info.extensions[i], Extension(i))) return false;
    }
    if (!CheckSpecial(OpOf(word), word)) return false;
  }
  return true;
}

bool CodeVerifier::CheckOperand(OperandKind kind, uint32_t value, uint32_t word) {
  switch (kind) {
    case OperandKind::kConstant8:
      return value < unit_.constants.size() || Fail("constant out of range");
    case OperandKind::kConstant16:
      return BCOf(word) < unit_.constants.size() || Fail("constant out of range");
    case OperandKind::kGlobal16:
      return BCOf(word) < unit_.globals.size() || Fail("global out of range");
    case OperandKind::kName16: return BCOf(word) < unit_.names.size() || Fail("name out of range");
    case OperandKind::kJump24: return CheckJump(int64_t{pc_} + 1 + Jump24Of(word));
    default: return true;
  }
}

bool CodeVerifier::CheckExtension(ExtensionKind kind, uint32_t value) {
  switch (kind) {
    case ExtensionKind::kJump: return CheckJump(int64_t{After(pc_)} + static_cast<int32_t>(value));
    case ExtensionKind::kName: return value < unit_.names.size() || Fail("name out of range");
    case ExtensionKind::kConstant:
      return value < unit_.constants.size() || Fail("constant out of range");
    case ExtensionKind::kGlobal: return value < unit_.globals.size() || Fail("global out of range");
    default: return true;
  }
}

// Numbers whose meaning only the instruction knows.
bool CodeVerifier::CheckSpecial(Op op, uint32_t word) {
  switch (op) {
    case Op::kLOADP: return BOf(word) <= 5 || Fail("no such primitive");
    case Op::kFAR_GET:
    case Op::kFAR_SET: return BCOf(word) < code_.register_count || Fail("register out of range");
    case Op::kLOAD_FREE:
    case Op::kSTORE_FREE:
    case Op::kDEL_FREE:
      return BCOf(word) < code_.captures.size() || Fail("captured cell out of range");
    case Op::kMAKE_FUNCTION:
      return (Extension(0) < unit_.codes.size() && Extension(0) > 0 && COf(word) < 16) ||
             Fail("function out of range");
    case Op::kFSTRING: {
      if (Extension(0) >= unit_.templates.size()) return Fail("template out of range");
      uint32_t values = 0;
      for (const TemplatePart& part : unit_.templates[Extension(0)]) values += part.is_value;
      return values == COf(word) || Fail("template with another number of values");
    }
    case Op::kFOR_RANGE:
      return (BOf(word) >= 1 && BOf(word) <= 3) || Fail("range of how many numbers?");
    case Op::kRETURN_GENERATOR:
      return (pc_ == 0 && (code_.flags & (kCodeGenerator | kCodeCoroutine)) != 0) ||
             Fail("not a generator");
    case Op::kTYPE_VAR: return COf(word) <= 2 || Fail("no such type variable");
    case Op::kCALL_KW:
    case Op::kCALL_METHOD_KW: {
      const CodeConstant& names = unit_.constants[LastExtension()];
      if (names.tag != ConstantTag::kTuple || names.items.size() > COf(word)) {
        return Fail("keywords without names");
      }
      for (uint32_t item : names.items) {
        if (unit_.constants[item].tag != ConstantTag::kString) return Fail("keyword is no string");
      }
      return true;
    }
    default: return true;
  }
}

bool CodeVerifier::CheckJump(int64_t target) {
  if (target < 0 || target >= size() || !starts_[static_cast<size_t>(target)]) {
    return Fail("jump to no instruction");
  }
  return true;
}

bool CodeVerifier::CheckRange(const ExceptionRange& range) {
  pc_ = range.target;
  if (range.start >= range.end || range.end > size()) return Fail("bad exception range");
  if (!CheckJump(range.target)) return false;
  if (range.exception >= kTracked || range.exception >= code_.register_count) {
    return Fail("exception register out of range");
  }
  return range.handled == kNoRegister || range.handled < kTracked ||
         Fail("handled register out of range");
}

bool CodeVerifier::CheckTables() {
  for (const ExceptionRange& range : code_.handlers) {
    if (!CheckRange(range)) return false;
  }
  for (size_t i = 1; i < code_.spans.size(); ++i) {
    if (code_.spans[i].start <= code_.spans[i - 1].start) return Fail("spans out of order");
  }
  return true;
}

// ---- Registers along all paths

// Parameters are bound before the first instruction. Other locals begin as Undefined, which kMaybe
// includes.
void CodeVerifier::Flow() {
  slot_of_.assign(size(), 0);
  State entry;
  entry.reached = true;
  for (uint32_t i = 0; i < kTracked && i < code_.local_count; ++i) {
    entry.kinds[i] = i < code_.parameter_count() ? Kind::kValue : Kind::kMaybe;
  }
  Continue(0, entry);
  while (!work_.empty() && error_.empty()) {
    const uint32_t start = work_.back();
    work_.pop_back();
    pc_ = start;
    Step(states_[slot_of_[start] - 1]);
  }
}

// The instruction at `pc` is reached with `state`.
void CodeVerifier::Continue(uint32_t pc, const State& state) {
  if (pc >= size()) {
    Fail("runs past the end");
    return;
  }
  if (slot_of_[pc] == 0) {
    states_.emplace_back();
    slot_of_[pc] = static_cast<uint32_t>(states_.size());
  }
  if (states_[slot_of_[pc] - 1].Join(state)) work_.push_back(pc);
}

void CodeVerifier::Read(const State& state, uint32_t reg, Kind kind) {
  if (reg >= code_.register_count || reg >= kTracked) {
    Fail("register out of range");
    return;
  }
  const Kind found = state.kinds[reg];
  if (found == kind || (kind == Kind::kMaybe && MayBeValue(found)) ||
      (kind == Kind::kValue && IsValueKind(found))) {
    return;
  }
  static constexpr std::string_view kNames[] = {"something",  "a value or Undefined",
                                                "Undefined",  "a cell",
                                                "a loop",     "the rest of a loop",
                                                "a value",    "a list",
                                                "a tuple",    "a set",
                                                "a dict",     "a str",
                                                "a function", "an exception"};
  Fail("r" + std::to_string(reg) + " is not " + std::string(kNames[static_cast<int>(kind)]));
}

void CodeVerifier::ReadRange(const State& state, uint32_t first, uint32_t count, Kind kind) {
  for (uint32_t i = 0; i < count; ++i) Read(state, first + i, kind);
}

// A value of `kind`, or nothing at all.
void CodeVerifier::ReadOptional(const State& state, uint32_t reg, Kind kind) {
  if (reg < kTracked && state.kinds[reg] == Kind::kUndefined) return;
  Read(state, reg, kind);
}

void CodeVerifier::Write(State& state, uint32_t reg, Kind kind) {
  if (reg >= code_.register_count || reg >= kTracked) {
    Fail("register out of range");
    return;
  }
  state.kinds[reg] = kind;
}

void CodeVerifier::WriteRange(State& state, uint32_t first, uint32_t count, Kind kind) {
  for (uint32_t i = 0; i < count; ++i) Write(state, first + i, kind);
}

// One instruction: what it may raise into, what it reads and writes, where it goes on. A handler
// gets the state from before the instruction, because a failing instruction has written nothing;
// only what a call had lent to its callee is lost.
void CodeVerifier::Step(State state) {
  const uint32_t word = code_.words[pc_];
  const Op op = OpOf(word);
  if (InfoOf(op).effect >= Effect::kAllocates) {
    for (const ExceptionRange& range : code_.handlers) {
      if (pc_ < range.start || pc_ >= range.end) continue;
      State handler = state;
      for (uint32_t i = FirstLentRegister(word, kTracked); i < kTracked; ++i)
        handler.kinds[i] = Kind::kUnset;
      if (range.handled != kNoRegister) Read(state, range.handled);
      Write(handler, range.exception, Kind::kException);
      Continue(range.target, handler);
      break;
    }
  }
  const uint32_t next = After(pc_);
  const bool jumps =
      InfoOf(op).extension_count() > 0 &&
      InfoOf(op).extensions[InfoOf(op).extension_count() - 1] == ExtensionKind::kJump;
  State taken = state;
  Operands(state, op, word);
  if (!error_.empty()) return;
  switch (op) {
    case Op::kJUMP: return Continue(next + static_cast<uint32_t>(Jump24Of(word)), state);
    case Op::kFOR_ITER: Write(taken, BOf(word)); break;
    case Op::kFOR_ITER_N: WriteRange(taken, BOf(word), COf(word)); break;
    default: break;
  }
  if (jumps) Continue(next + LastExtension(), taken);
  // END_ASYNC_FOR jumps or raises.
  if (!NeverContinues(op) && op != Op::kEND_ASYNC_FOR) Continue(next, state);
}

void CodeVerifier::Operands(State& state, Op op, uint32_t word) {
  if (Variables(state, op, word) || NewContainers(state, op, word) ||
      FilledContainers(state, op, word) || StarredArguments(state, op, word) ||
      Texts(state, op, word) || Exceptions(state, op, word) || CallWindows(state, op, word) ||
      Windows(state, op, word)) {
    return;
  }
  const OpInfo& info = InfoOf(op);
  const std::pair<OperandKind, uint32_t> operands[] = {
      {info.a, AOf(word)}, {info.b, BOf(word)}, {info.c, COf(word)}};
  for (const auto& [kind, reg] : operands) {
    if (kind == OperandKind::kRead || kind == OperandKind::kReadWrite) Read(state, reg);
    if (kind == OperandKind::kWindow) Fail("a window that the verifier does not know");
  }
  for (const auto& [kind, reg] : operands) {
    if (kind == OperandKind::kWrite || kind == OperandKind::kReadWrite) Write(state, reg);
  }
}

// Moves and cells, which know more kinds than values.
bool CodeVerifier::Variables(State& state, Op op, uint32_t word) {
  const uint32_t a = AOf(word);
  const uint32_t b = BOf(word);
  switch (op) {
    case Op::kMOVE:
      Read(state, b, Kind::kMaybe);
      if (error_.empty()) Write(state, a, state.kinds[b]);
      return true;
    case Op::kLOADP: Write(state, a, b == 4 ? Kind::kUndefined : Kind::kValue); return true;
    case Op::kFAR_GET: {
      const uint32_t from = BCOf(word);
      if (from < kTracked) Read(state, from, Kind::kMaybe);
      const bool parameter = from < code_.parameter_count();
      Write(state, a,
            from < kTracked ? state.kinds[from]
            : parameter     ? Kind::kValue
                            : Kind::kMaybe);
      return true;
    }
    case Op::kFAR_SET:
      Read(state, a, Kind::kMaybe);
      if (BCOf(word) < kTracked) Write(state, BCOf(word), Kind::kMaybe);
      return true;
    case Op::kCHECK_LOCAL:
      Read(state, a, Kind::kMaybe);
      Write(state, a);
      return true;
    case Op::kDEL_LOCAL:
      Read(state, a, Kind::kMaybe);
      Write(state, a, Kind::kMaybe);
      return true;
    case Op::kMAKE_CELL:
      Read(state, a, Kind::kMaybe);
      Write(state, a, Kind::kCell);
      return true;
    case Op::kLOAD_CELL:
      Read(state, b, Kind::kCell);
      Write(state, a);
      return true;
    case Op::kSTORE_CELL:
      Read(state, a, Kind::kCell);
      Read(state, b, Kind::kMaybe);
      return true;
    case Op::kDEL_CELL: Read(state, a, Kind::kCell); return true;
    case Op::kRAISE_ASSERT:
      if (b != 0) Read(state, a);
      return true;
    default: return false;
  }
}

// Made of values in registers side by side. What is made has a kind of its own, since the
// instructions that fill it do not look again at what they have.
bool CodeVerifier::NewContainers(State& state, Op op, uint32_t word) {
  const uint32_t a = AOf(word);
  const uint32_t b = BOf(word);
  const uint32_t c = COf(word);
  switch (op) {
    case Op::kLOADK:
      Write(state, a,
            unit_.constants[BCOf(word)].tag == ConstantTag::kString  ? Kind::kStr
            : unit_.constants[BCOf(word)].tag == ConstantTag::kTuple ? Kind::kTuple
                                                                     : Kind::kValue);
      return true;
    case Op::kBUILD_TUPLE:
      ReadRange(state, b, c);
      Write(state, a, Kind::kTuple);
      return true;
    case Op::kBUILD_LIST:
      ReadRange(state, b, c);
      Write(state, a, Kind::kList);
      return true;
    case Op::kBUILD_SET:
      ReadRange(state, b, c);
      Write(state, a, Kind::kSet);
      return true;
    case Op::kBUILD_MAP:
      ReadRange(state, b, 2 * c);
      Write(state, a, Kind::kDict);
      return true;
    case Op::kLIST_TO_TUPLE:
      Read(state, b, Kind::kList);
      Write(state, a, Kind::kTuple);
      return true;
    default: return false;
  }
}

// What fills a container that was just made.
bool CodeVerifier::FilledContainers(State& state, Op op, uint32_t word) {
  const uint32_t a = AOf(word);
  const uint32_t b = BOf(word);
  const uint32_t c = COf(word);
  switch (op) {
    case Op::kLIST_PUSH:
      Read(state, a, Kind::kList);
      ReadRange(state, b, c);
      return true;
    case Op::kLIST_APPEND:
    case Op::kLIST_EXTEND:
      Read(state, a, Kind::kList);
      Read(state, b);
      return true;
    case Op::kSET_ADD:  // looks itself
      Read(state, a);
      Read(state, b);
      return true;
    case Op::kSET_UPDATE:
      Read(state, a, Kind::kSet);
      Read(state, b);
      return true;
    case Op::kMAP_ADD:
    case Op::kMAP_MERGE:
      Read(state, a, Kind::kDict);
      Read(state, b);
      Read(state, c);
      return true;
    case Op::kMAP_UPDATE:
      Read(state, a, Kind::kDict);
      Read(state, b);
      return true;
    default: return false;
  }
}

// `f(*x, **y)`: what is made of them is put into the window of the call.
bool CodeVerifier::StarredArguments(State& state, Op op, uint32_t word) {
  const uint32_t a = AOf(word);
  const uint32_t b = BOf(word);
  const uint32_t c = COf(word);
  switch (op) {
    case Op::kSTAR_ARGS:
      if (a == 0 || a == b) Fail("no window of a call");
      if (a == 0) return true;
      Read(state, a - 1);
      if (c != 0) Read(state, a + 1);
      Read(state, b);
      Write(state, a);
      return true;
    case Op::kSTAR_KEYWORDS:
      if (a == b) Fail("no window of a call");
      Read(state, b);
      Read(state, c);
      Write(state, a);
      return true;
    default: return false;
  }
}

// f-strings and t-strings, and their parts.
bool CodeVerifier::Texts(State& state, Op op, uint32_t word) {
  const uint32_t a = AOf(word);
  const uint32_t b = BOf(word);
  const uint32_t c = COf(word);
  switch (op) {
    case Op::kFORMAT:
      Read(state, b);
      Write(state, a, Kind::kStr);
      return true;
    case Op::kFORMAT_SPEC:
      Read(state, b);
      Read(state, b + 1, Kind::kStr);
      Write(state, a, Kind::kStr);
      return true;
    case Op::kBUILD_STRING:
      ReadRange(state, b, c, Kind::kStr);
      Write(state, a, Kind::kStr);
      return true;
    case Op::kFSTRING:
      ReadRange(state, b, c);
      Write(state, a, Kind::kStr);
      return true;
    case Op::kBUILD_INTERP:
      Read(state, b);
      Read(state, b + 1, Kind::kStr);
      Write(state, a);
      return true;
    case Op::kBUILD_TEMPLATE:
      ReadRange(state, b, 2, Kind::kTuple);
      Write(state, a);
      return true;
    default: return false;
  }
}

bool CodeVerifier::Exceptions(State& state, Op op, uint32_t word) {
  const uint32_t a = AOf(word);
  switch (op) {
    case Op::kEND_ASYNC_FOR: Read(state, a, Kind::kException); return true;
    case Op::kJNOMATCH:
      Read(state, a, Kind::kException);
      Read(state, BOf(word));
      return true;
    default: return false;
  }
}

bool CodeVerifier::CallWindows(State& state, Op op, uint32_t word) {
  const uint32_t window = BOf(word);
  const uint32_t count = COf(word);
  switch (op) {
    case Op::kCALL:
    case Op::kCALL_KW:
    case Op::kCALL_METHOD:
    case Op::kCALL_METHOD_KW: ReadRange(state, window, count + 1); break;
    case Op::kCALL_GLOBAL:
      Write(state, window);
      ReadRange(state, window + 1, count);
      break;
    case Op::kCALL_EX:
      ReadRange(state, window, 2);  // looks itself what they are
      ReadOptional(state, window + 2, Kind::kValue);
      break;
    case Op::kLEN:
      Read(state, window);
      if (count + 1 >= code_.register_count) Fail("register out of range");
      break;
    default: return false;
  }
  for (uint32_t i = FirstLentRegister(word, kTracked); i < kTracked; ++i)
    state.kinds[i] = Kind::kUnset;
  Write(state, AOf(word));
  return true;
}

bool CodeVerifier::Windows(State& state, Op op, uint32_t word) {
  const uint32_t a = AOf(word);
  const uint32_t b = BOf(word);
  const uint32_t c = COf(word);
  switch (op) {
    case Op::kBUILD_SLICE: ReadRange(state, b, 3); break;
    case Op::kTYPE_ALIAS:
      Read(state, b, Kind::kMaybe);
      Read(state, b + 1);
      break;
    case Op::kTYPE_VAR:
      ReadRange(state, b, 2, Kind::kMaybe);
      Read(state, b + 2);
      break;
    case Op::kMAKE_FUNCTION:
      MakeFunction(state, word);
      Write(state, a, Kind::kFunction);
      return true;
    case Op::kGETSLICE:
      Read(state, b);
      ReadRange(state, c, 2);
      break;
    case Op::kUNPACK:
      Read(state, b);
      WriteRange(state, a, c);
      return true;
    case Op::kUNPACK_EX:
      Read(state, b);
      if (Extension(0) > kTracked) Fail("register out of range");
      WriteRange(state, a, c + 1 + std::min(Extension(0), kTracked));
      return true;
    case Op::kFOR_PREP:
      Read(state, b);
      Write(state, a, Kind::kLoop);
      WriteRange(state, a + 1, 2, Kind::kLoopRest);
      return true;
    case Op::kFOR_RANGE:
      ReadRange(state, a, b);
      Write(state, a, Kind::kLoop);
      WriteRange(state, a + 1, 2, Kind::kLoopRest);
      return true;
    case Op::kFOR_ITER:
    case Op::kFOR_ITER_N:
      Read(state, a, Kind::kLoop);
      ReadRange(state, a + 1, 2, Kind::kLoopRest);
      if (b >= code_.register_count || b + c > code_.register_count) Fail("register out of range");
      return true;
    case Op::kEG_MATCH:
      Read(state, a);
      Read(state, b);
      WriteRange(state, a, 2);
      return true;
    case Op::kEG_RERAISE:
      Read(state, a);
      Read(state, b);
      Write(state, a);
      return true;
    default: return false;
  }
  Write(state, a);
  return true;
}

void CodeVerifier::MakeFunction(State& state, uint32_t word) {
  static constexpr Kind kParts[] = {Kind::kValue, Kind::kDict, Kind::kFunction, Kind::kValue};
  for (uint32_t i = 0; i < 4; ++i) {
    if ((COf(word) >> i & 1) != 0) Read(state, BOf(word) + i, kParts[i]);
  }
  for (const Capture& capture : unit_.codes[Extension(0)]->captures) {
    if (capture.from_register) {
      Read(state, capture.index, Kind::kCell);
    } else if (capture.index >= code_.captures.size()) {
      Fail("captured cell out of range");
    }
  }
}

// ---- The tables of the unit

namespace {

std::optional<std::string> CheckUnit(const CompiledUnit& unit) {
  if (unit.codes.empty() || unit.codes[0] == nullptr) return "a unit without code";
  if ((unit.codes[0]->flags & kCodeModule) == 0 || unit.codes[0]->parameter_count() != 0 ||
      !unit.codes[0]->captures.empty()) {
    return "the top level is not one";
  }
  for (uint32_t name : unit.globals) {
    if (name >= unit.names.size()) return "global without name";
  }
  if (unit.dynamic && !unit.globals.empty()) return "a dynamic unit with global slots";
  for (size_t i = 0; i < unit.constants.size(); ++i) {
    const CodeConstant& constant = unit.constants[i];
    if (constant.tag > ConstantTag::kFrozenSet) return "no such kind of constant";
    for (uint32_t item : constant.items) {
      if (item >= i) return "a constant contains itself";
    }
  }
  return std::nullopt;
}

}  // namespace

const RegisterKind* RegisterKinds::Before(uint32_t pc) const {
  if (pc >= slot_of_.size() || slot_of_[pc] == 0) return nullptr;
  return kinds_[slot_of_[pc] - 1].data();
}

std::optional<RegisterKinds> KindsOfRegisters(const CompiledUnit& unit, const Code& code) {
  CodeVerifier verifier(unit, code);
  if (verifier.Run()) return std::nullopt;
  return verifier.TakeKinds();
}

std::optional<std::string> Verify(const CompiledUnit& unit) {
  if (std::optional<std::string> error = CheckUnit(unit)) return error;
  for (const auto& code : unit.codes) {
    if (code == nullptr) return "a function without code";
    if (std::optional<std::string> error = CodeVerifier(unit, *code).Run()) return error;
  }
  return std::nullopt;
}

}  // namespace pysub
