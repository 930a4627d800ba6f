#include "shell/commands/awk/machine.h"

#include <algorithm>
#include <cmath>

#include "shell/commands/awk/characters.h"
#include "shell/syntax/arena.h"

namespace pysub::shell::awk {
namespace {

// After so many instructions the clock is looked at.
constexpr int kLookEvery = 128;           // instructions
constexpr uint64_t kInstructionWork = 4;  // about bytes
// Deeper recursion is an error of the program.
constexpr size_t kMostFrames = 1'000'000;

}  // namespace

Machine::Machine(Heap* heap)
    : heap_(heap), record_(heap), main_(heap), out_(heap), in_place_(heap), scratch_(heap) {}

Machine::~Machine() { heap_->Release(stack_charged_ + frames_charged_); }

// ---- the stack
// Room for one whole function above what is there, so that Push() need not ask.
bool Machine::GrowStack() {
  const size_t need = sp_ + program_->max_depth + 64;
  if (need <= stack_.size()) return true;
  const size_t room = need + need / 2;
  if (!heap_->Charge(room * sizeof(Value))) return false;
  stack_.resize(room);
  heap_->Release(std::exchange(stack_charged_, room * sizeof(Value)));
  return true;
}

bool Machine::Push(Value value) {
  stack_[sp_++] = std::move(value);
  return true;
}

void Machine::Drop(size_t count) {
  for (; count > 0; --count) stack_[--sp_].Clear();
}

void Machine::PopTo(size_t size) {
  while (sp_ > size) stack_[--sp_].Clear();
}

// ---- messages
std::string Machine::Where() const {
  std::string where;
  const bool reads = static_cast<size_t>(pc_) < program_->code.size() &&
                     program_->code[static_cast<size_t>(pc_)].op == Op::kNextRecord;
  const auto pc = static_cast<size_t>(reads ? came_from_ : pc_);
  if (pc < program_->places.size() && program_->places[pc].line > 0) {
    const SourcePlace place = program_->places[pc];
    const std::string& file =
        program_->sources[std::min<size_t>(place.file, program_->sources.size() - 1)];
    where = (file.empty() ? "cmd. line:" : file + ":") + std::to_string(place.line) + ": ";
  }
  if (fnr_ > 0) {
    NumberBuffer name, number;
    const std::string_view file =
        ViewOf(globals_[static_cast<size_t>(Special::kFilename)], nullptr, &name);
    where += "(FILENAME=" + std::string(file) +
             " FNR=" + std::string(NumberText(fnr_, nullptr, &number)) + ") ";
  }
  return where;
}

Machine::Flow Machine::Fatal(std::string_view text) {
  if (io_ != nullptr && heap_->ok()) {
    FlushAll(*io_);
    io_->Error(Where() + "fatal: " + std::string(text));
  }
  exit_status_ = 2;
  fatal_ = true;
  return Flow::kStop;
}

void Machine::Warn(std::string_view text) { Say("warning: " + std::string(text)); }

// What was printed before comes first.
void Machine::Say(std::string_view text) {
  if (io_ == nullptr) return;
  FlushStdout(*io_, true);
  io_->Error(Where() + std::string(text));
}

void Machine::WarnOfEscapes(const std::string& unknown) {
  for (char c : unknown) {
    if (warned_patterns_.find(c) != std::string::npos) continue;
    warned_patterns_ += c;
    Say(UnknownPatternEscape(c));
  }
}

Machine::Flow Machine::BadPattern(std::string_view source, const std::string& error) {
  std::string unknown;
  static_cast<void>(ToPosix(source, &unknown));
  WarnOfEscapes(unknown);
  return Fatal("invalid regexp: " + error + ": /" +
               std::string(source.substr(0, GawkSize(source))) + "/");
}

std::string Machine::NameOf(Place place, int32_t a) const {
  const bool global =
      place == Place::kGlobal || place == Place::kSpecial || place == Place::kElement;
  if (global && a >= 0 && static_cast<size_t>(a) < program_->global_names.size())
    return program_->global_names[static_cast<size_t>(a)];
  const int32_t function = frames_.empty() ? -1 : frames_.back().function;
  if (function < 0 || (place != Place::kLocal && place != Place::kLocalElement)) return "";
  const std::vector<std::string>& names = program_->functions[static_cast<size_t>(function)].names;
  return static_cast<size_t>(a) < names.size() ? names[static_cast<size_t>(a)] : "";
}

// Of next and nextfile in functions.
std::string Machine::NotHere(std::string_view what) const {
  constexpr std::string_view kParts[] = {"BEGIN", "", "END", "BEGINFILE"};
  return "`" + std::string(what) + "' cannot be called from a `" +
         std::string(kParts[static_cast<size_t>(part_)]) + "' rule";
}

// ---- running
bool Machine::Look(CommandIo& io) { return io.Tick(heap_->TakeWork()); }

Progress Machine::Run(CommandIo& io) {
  io_ = &io;
  heap_->Attach(&io);
  Flow flow = Flow::kYield;
  if (heap_->ok() && GrowStack()) flow = Execute(io);
  if (heap_->ok()) EndStep(io);
  if (!heap_->ok()) flow = Flow::kStop;
  const bool stopped = !heap_->ok();
  if (stopped && heap_->too_long()) io.Error(Where() + "fatal: a text is too long");
  heap_->Detach();
  io_ = nullptr;
  if (stopped) return Progress::Done(2);
  if (flow == Flow::kWait) return Progress::Wait();
  if (flow == Flow::kStop) return Progress::Done(exit_status_);
  return Progress::Yield();
}

// The instructions that loops are made of are here, others in ExecuteRare(): the jump table stays
// small. While a function compares (comparing_) nothing can give way: the sort stands on the C++
// stack.
Machine::Flow Machine::Execute(CommandIo& io) {
  const Instruction* const code = program_->code.items().data();
  for (int left = kLookEvery;; --left) {
    if (left == 0) {
      left = kLookEvery;
      static_cast<void>(heap_->Work(kLookEvery * kInstructionWork));
      if (!heap_->ok()) return Flow::kStop;
      if (comparing_ == 0 && Look(io)) return Flow::kYield;
    }
    const Instruction& in = code[pc_];
    Flow flow = Flow::kNext;
    switch (in.op) {
      case Op::kConst: Push(program_->constants[static_cast<size_t>(in.a)]); break;
      case Op::kLoad: flow = Load(in); break;
      case Op::kAssign: flow = Assign(in); break;
      case Op::kStep: flow = Step(in); break;
      case Op::kAdd:
      case Op::kSubtract:
      case Op::kMultiply: {
        Value& left_value = Top(1);
        const double a = ToNumber(left_value), b = ToNumber(Top());
        stack_[--sp_].Clear();
        left_value.set_number(in.op == Op::kAdd ? a + b : in.op == Op::kSubtract ? a - b : a * b);
        break;
      }
      case Op::kJump: pc_ += in.a; continue;
      case Op::kJumpFalse:
      case Op::kJumpTrue: {
        const bool jumps = IsTrue(Top()) == (in.op == Op::kJumpTrue);
        Drop(1);
        pc_ += jumps ? in.a : 1;
        continue;
      }
      case Op::kJumpCompare: {
        bool holds = false;
        if (!Compare(Top(1), Top(), static_cast<Comparison>(in.sub & 7), &holds))
          return Flow::kStop;
        Drop(2);
        pc_ += holds == ((in.sub & kJumpWhenTrue) != 0) ? in.a : 1;
        continue;
      }
      case Op::kCompare: {
        bool holds = false;
        if (!Compare(Top(1), Top(), static_cast<Comparison>(in.sub & 7), &holds))
          return Flow::kStop;
        Drop(1);
        Top() = Value(holds ? 1.0 : 0.0);
        break;
      }
      case Op::kPutField: {
        std::string_view text;
        if (in.a > 0 && record_.View(static_cast<size_t>(in.a), &text)) {
          flow = Put(io, text);
        } else {
          NumberBuffer number;
          const Value value = ReadField(static_cast<size_t>(in.a));
          flow = Put(io, ViewOf(value, &Global(Special::kOfmt), &number));
        }
        break;
      }
      case Op::kPutConst:
      case Op::kPutVar: {
        if (in.op == Op::kPutVar && globals_[static_cast<size_t>(in.a)].kind() == Kind::kNothing)
          globals_[static_cast<size_t>(in.a)] = Value::Unassigned();
        const Value& value = in.op == Op::kPutConst ? program_->constants[static_cast<size_t>(in.a)]
                                                    : globals_[static_cast<size_t>(in.a)];
        if (value.kind() == Kind::kArray)
          return Fatal("attempt to use array `" + NameOf(Place::kGlobal, in.a) +
                       "' in a scalar context");
        NumberBuffer number;
        flow = Put(io, ViewOf(value, &Global(Special::kOfmt), &number));
        break;
      }
      case Op::kPutOfs: flow = Put(io, ofs_); break;
      case Op::kPutOrs: flow = Put(io, ors_); break;
      case Op::kPop: Drop(1); break;
      case Op::kMatchRecord: flow = MatchRecord(in); break;
      case Op::kNextRecord: flow = NextRecord(io); break;
      case Op::kNext:
        if (comparing_ > 0) return Fatal("`next' cannot be called from a function that compares");
        if (part_ != Part::kMain) return Fatal(NotHere("next"));
        Unwind();
        came_from_ = std::exchange(pc_, program_->main);
        continue;
      case Op::kAnd:
      case Op::kOr: {
        const bool truth = IsTrue(Top());
        if (truth == (in.op == Op::kOr)) {
          Top() = Value(truth ? 1.0 : 0.0);
          pc_ += in.a;
          continue;
        }
        Drop(1);
        break;
      }
      case Op::kBool: Top() = Value(IsTrue(Top()) ? 1.0 : 0.0); break;
      case Op::kNot: Top() = Value(IsTrue(Top()) ? 0.0 : 1.0); break;
      case Op::kForNext: flow = ForNext(in); break;
      case Op::kConcat: flow = Concat(in.a); break;
      default: flow = ExecuteRare(io, in); break;
    }
    if (flow == Flow::kNext) {
      ++pc_;
    } else if (flow != Flow::kJumped) {
      return flow;
    }
  }
}

Machine::Flow Machine::ExecuteRare(CommandIo& io, const Instruction& in) {
  switch (in.op) {
    case Op::kPattern: Push(Value::Pattern(static_cast<uint32_t>(in.a))); break;
    case Op::kLoadArgument: return LoadArgument(in);
    case Op::kLoadArray: return LoadArray(in, false);
    case Op::kLoadInner: return LoadArray(in, true);
    case Op::kAppend: return Append(in);
    case Op::kNegate: Top() = Value(-ToNumber(Top())); break;
    case Op::kPlus: Top() = Value(ToNumber(Top())); break;
    case Op::kDivide:
    case Op::kModulo:
    case Op::kPower: return Arithmetic(in.op);
    case Op::kSubscript: return Subscript(in.a);
    case Op::kMatch: return Match(in);
    case Op::kMatchPattern: return MatchPattern(in);
    case Op::kIn: return In(in);
    case Op::kDelete: return Delete(in);
    case Op::kDeleteAll: return DeleteAll(in);
    case Op::kGetline: return Getline(io, in);
    case Op::kPrint:
    case Op::kPrintf: return Print(io, in);
    case Op::kPrintRecord: return PrintRecord(io, in);
    case Op::kCall: return CallFunction(io, in.a, in.sub);
    case Op::kCallNamed: return CallNamed(io, in);
    case Op::kReturn: return Return(in);
    case Op::kBuiltin: return CallBuiltin(io, in);
    case Op::kSubstitute: return Substitute(in);
    case Op::kForIn: return ForIn();
    case Op::kRange: {
      uint8_t& on = in_range_[static_cast<size_t>(in.a)];
      if (in.sub != 0) {
        on = in.sub == 2 ? 1 : 0;
      } else if (on == 0) {
        pc_ += 2;
        return Flow::kJumped;
      }
      break;
    }
    case Op::kNextFile: return NextFile(io);
    case Op::kExit: return Exit(in);
    case Op::kBeginPart: return BeginPart(io, static_cast<Part>(in.a));
    case Op::kEnd: return End(io);
    case Op::kSwitch: return Switch(in);
    default: return Fatal("internal error: an instruction that is not known");
  }
  return Flow::kNext;
}

// ---- arithmetic
namespace {

// Whole powers by squaring, as gawk does it: the last bits differ from those of pow().
double Power(double base, double exponent) {
  if (std::trunc(exponent) != exponent || std::fabs(exponent) > 2147483647.0)
    return std::pow(base, exponent);
  double result = 1, square = base;
  for (auto left = static_cast<uint32_t>(std::fabs(exponent)); left > 0; left /= 2) {
    if (left % 2 == 1) result *= square;
    square *= square;
  }
  return exponent < 0 ? 1 / result : result;
}

}  // namespace

bool Machine::Compute(Op op, double a, double b, double* result, bool assigns) {
  switch (op) {
    case Op::kAdd: *result = a + b; break;
    case Op::kSubtract: *result = a - b; break;
    case Op::kMultiply: *result = a * b; break;
    case Op::kDivide:
      if (b == 0) {
        Fatal(assigns ? "division by zero attempted in `/='" : "division by zero attempted");
        return false;
      }
      *result = a / b;
      break;
    case Op::kModulo:
      if (b == 0) {
        Fatal(assigns ? "division by zero attempted in `%='" : "division by zero attempted in `%'");
        return false;
      }
      *result = std::fmod(a, b);
      break;
    default: *result = Power(a, b); break;
  }
  return true;
}

Machine::Flow Machine::Arithmetic(Op op) {
  double result = 0;
  if (!Compute(op, ToNumber(Top(1)), ToNumber(Top()), &result)) return Flow::kStop;
  Drop(1);
  Top() = Value(result);
  return Flow::kNext;
}

// Texts are compared as C.UTF-8 does it: by their bytes, which is by code points.
int Machine::CompareText(const Value& a, const Value& b) {
  NumberBuffer first, second;
  const std::string_view left = TextOf(a, &first), right = TextOf(b, &second);
  static_cast<void>(heap_->Work(std::min(left.size(), right.size()) / 16));
  if (!ignore_case_) return left.compare(right);
  const size_t size = std::min(left.size(), right.size());
  for (size_t i = 0; i < size; ++i) {
    const auto lower = [](char c) {
      return static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
    };
    const unsigned char x = lower(left[i]), y = lower(right[i]);
    if (x != y) return x < y ? -1 : 1;
  }
  return left.size() < right.size() ? -1 : left.size() > right.size() ? 1 : 0;
}

// False: an array was compared.
// Numbers when both are, or look like it or are nothing; else texts.
bool Machine::Compare(const Value& a, const Value& b, Comparison comparison, bool* holds) {
  if (!a.IsScalar() || !b.IsScalar()) {
    const bool untyped = (a.IsScalar() || a.kind() == Kind::kReference) &&
                         (b.IsScalar() || b.kind() == Kind::kReference);
    if (!untyped) {
      Fatal("attempt to use array in a scalar context");
      return false;
    }
  }
  double x = 0, y = 0;
  const bool numbers = (IsNumeric(a) || IsUnset(a)) && (IsNumeric(b) || IsUnset(b));
  if (numbers) {
    x = ToNumber(a);
    y = ToNumber(b);
    // Beside what has no value gawk puts what is no number behind all others.
    if ((IsUnset(a) || IsUnset(b)) && (std::isnan(x) || std::isnan(y)))
      x = std::isnan(x) ? 1 : -1, y = 0;
  } else {
    x = CompareText(a, b);
  }
  switch (comparison) {
    case Comparison::kLess: *holds = x < y; break;
    case Comparison::kLessEqual: *holds = x <= y; break;
    case Comparison::kEqual: *holds = x == y; break;
    case Comparison::kNotEqual: *holds = x != y; break;
    case Comparison::kGreater: *holds = x > y; break;
    default: *holds = x >= y; break;
  }
  return true;
}

// ---- texts
Machine::Flow Machine::Concat(int32_t count) {
  const auto values = static_cast<size_t>(count);
  size_t size = 0;
  // Numbers are made to texts first: their places are needed twice.
  for (size_t i = 0; i < values; ++i) {
    Value& value = Top(i);
    if (!value.IsText() && !IsUnset(value)) {
      if (value.kind() == Kind::kArray) return Fatal("attempt to use array in a scalar context");
      NumberBuffer number;
      value = TextValue(TextOf(value, &number));
    }
    if (value.IsText()) size += value.str()->size;
  }
  Str* joined = NewStr(heap_, size);
  if (joined == nullptr) return Flow::kStop;
  char* out = joined->bytes;
  for (size_t i = values; i-- > 0;) {
    const Value& value = Top(i);
    if (!value.IsText()) continue;
    std::memcpy(out, value.str()->bytes, value.str()->size);
    out += value.str()->size;
  }
  static_cast<void>(heap_->Work(size / 16));
  Drop(values - 1);
  Top() = Value(Kind::kText, joined);
  return Flow::kNext;
}

Machine::Flow Machine::Subscript(int32_t count) {
  scratch_.Clear();
  for (auto i = static_cast<size_t>(count); i-- > 0;) {
    NumberBuffer number;
    scratch_.Append(TextOf(Top(i), &number));
    if (i > 0) scratch_.Append(subsep_);
  }
  Drop(static_cast<size_t>(count) - 1);
  Top() = TextValue(scratch_.view());
  return Flow::kNext;
}

// x = x y, in the place of x when nobody else has it.
// What makes `s = s x` in a loop linear: its room doubles when it is used up (a quarter more from a
// megabyte on).
Machine::Flow Machine::Append(const Instruction& in) {
  Value& target = globals_[static_cast<size_t>(in.a)];
  if (target.kind() == Kind::kArray) return NotAnArray(Place::kGlobal, in.a, false);
  NumberBuffer number, first;
  const Value more_value = Top();
  const std::string_view more = TextOf(more_value, &number);
  const bool in_place = target.kind() == Kind::kText && target.str()->refs == 1;
  if (in_place && target.str()->room - target.str()->size >= more.size()) {
    Str* str = target.str();
    BeforeAppend(str, more);
    std::memcpy(str->bytes + str->size, more.data(), more.size());
    str->size += static_cast<uint32_t>(more.size());
    str->looks = Str::Looks::kUnknown;
  } else {
    const std::string_view before = TextOf(target, &first);
    const size_t size = before.size() + more.size();
    Str* str = NewStr(heap_, size, in_place ? size + size / (size > (1 << 20) ? 4 : 1) : size);
    if (str == nullptr) return Flow::kStop;
    std::memcpy(str->bytes, before.data(), before.size());
    std::memcpy(str->bytes + before.size(), more.data(), more.size());
    static_cast<void>(heap_->Work(size / 16));
    target = Value(Kind::kText, str);
  }
  if ((in.sub & kDiscard) != 0) {
    Drop(1);
  } else {
    Top() = target;
  }
  return Flow::kNext;
}

// ---- functions
Machine::Flow Machine::CallFunction(CommandIo& io, int32_t id, uint16_t count) {
  static_cast<void>(io);
  const Function& function = program_->functions[static_cast<size_t>(id)];
  const auto parameters = static_cast<size_t>(function.parameters);
  if (count > parameters) {
    Warn("function `" + function.name + "' called with more arguments than declared");
    Drop(count - parameters);
    count = static_cast<uint16_t>(parameters);
  }
  if (frames_.size() >= kMostFrames) return Fatal("function call nested too deeply");
  if (frames_.size() == frames_.capacity()) {
    const size_t room = 2 * frames_.size() + 16;
    if (!heap_->Charge(room * sizeof(Frame))) return Flow::kStop;
    frames_.reserve(room);
    heap_->Release(std::exchange(frames_charged_, room * sizeof(Frame)));
  }
  const size_t base = sp_ - count;
  sp_ = base + parameters;  // (what is not used of the stack is nothing)
  if (sp_ + program_->max_depth >= stack_.size() && !GrowStack()) return Flow::kStop;
  frames_.push_back({pc_ + 1, base_, id});
  base_ = static_cast<uint32_t>(base);
  pc_ = function.entry;
  return Flow::kJumped;
}

// -1: there is none.
int32_t Machine::FunctionNamed(std::string_view name) const {
  for (size_t id = 0; id < program_->functions.size(); ++id) {
    if (program_->functions[id].name == name) return static_cast<int32_t>(id);
  }
  return -1;
}

Machine::Flow Machine::CallNamed(CommandIo& io, const Instruction& in) {
  const uint16_t count = in.sub;
  NumberBuffer number;
  const std::string name(TextOf(Top(count), &number));
  if (const int32_t id = FunctionNamed(name); id >= 0) {
    // The arguments move over the name.
    for (size_t i = count; i > 0; --i) Top(i) = std::move(Top(i - 1));
    Drop(1);
    return CallFunction(io, id, count);
  }
  if (const std::optional<NamedBuiltin> builtin = BuiltinNamed(name))
    return CallNamedBuiltin(io, name, *builtin, count);
  const bool variable = program_->globals.contains(name);
  if (variable) {
    return Fatal("function called indirectly through `" + NameOf(in.place, in.a) +
                 "' does not exist");
  }
  return Fatal("`" + name + "' is not a function, so it cannot be called indirectly");
}

Machine::Flow Machine::Return(const Instruction& in) {
  Value result = in.sub == 1 ? Pop() : Value();
  if (frames_.empty()) return Fatal("internal error: a return without a call");
  if (result.kind() == Kind::kArray) return Fatal("attempt to use array in a scalar context");
  if (!result.IsScalar()) result = Value();
  const Frame frame = frames_.back();
  const int32_t from = pc_;
  frames_.pop_back();
  PopTo(base_);
  base_ = frame.base;
  pc_ = frame.return_to;
  if (frame.function >= 0) Push(std::move(result));
  if (frame.function < 0) {
    part_ = Part::kMain;
    came_from_ = from;
  }
  if (comparing_ > 0 && frames_.size() == compare_floor_) return Flow::kReturned;
  return Flow::kJumped;
}

// Back to the rules, from however deep.
void Machine::Unwind() {
  PopTo(0);
  frames_.clear();
  base_ = 0;
}

Machine::Flow Machine::Exit(const Instruction& in) {
  if (comparing_ > 0) return Fatal("`exit' cannot be called from a function that compares");
  if (in.sub == 1) {
    const double status = ToNumber(Top());
    const double whole = std::isfinite(status) ? std::fmod(std::trunc(status), 256) : 0;
    exit_status_ = static_cast<int>(whole) & 255;
  }
  Unwind();
  if (part_ == Part::kEnd) {
    pc_ = static_cast<int32_t>(program_->code.size());
    for (size_t i = static_cast<size_t>(program_->end); i < program_->code.size(); ++i) {
      if (program_->code[i].op != Op::kEnd) continue;
      pc_ = static_cast<int32_t>(i);
      break;
    }
    return Flow::kJumped;
  }
  pc_ = program_->end;
  input_ended_ = true;
  return Flow::kJumped;
}

// ---- loops
Machine::Flow Machine::ForIn() {
  if (Top().kind() != Kind::kArray) return Fatal("attempt to use a scalar value as array");
  Array* array = Top().array();
  std::string how;
  if (!heap_->Charge(sizeof(Iterator) + 16)) return Flow::kStop;
  auto* iterator = new Iterator(heap_);
  iterator->charged = sizeof(Iterator) + 16;
  Value holder = Value::OfIterator(iterator);
  if (!array->List(&iterator->keys, &iterator->charged)) return Flow::kStop;
  if (SortedIn(&how) && !SortKeys(how, array, &iterator->keys)) return Flow::kStop;
  Top() = std::move(holder);
  return Flow::kNext;
}

Machine::Flow Machine::ForNext(const Instruction& in) {
  if (Top().kind() != Kind::kIterator) return Fatal("internal error: a loop without its elements");
  Iterator* iterator = Top().iterator();
  if (iterator->next >= iterator->keys.size()) {
    pc_ += 2;
    return Flow::kJumped;
  }
  const Value& key = iterator->keys[iterator->next++];
  Value name = key;
  if (key.kind() == Kind::kNumber) {
    NumberBuffer number;
    name = InputValue(NumberText(key.number(), nullptr, &number));
    name.set_kind(Kind::kText);
  }
  return Write(in.place, in.a, 0, std::move(name)) ? Flow::kNext : Flow::kStop;
}

// The next instruction is left out when it is this case.
Machine::Flow Machine::Switch(const Instruction& in) {
  bool same = false;
  NumberBuffer number;
  if (in.sub == 1) {
    const Pattern* pattern = PatternAt(in.a);
    if (pattern == nullptr) return Flow::kStop;
    same = pattern->Matches(TextOf(Top(), &number), heap_);
  } else {
    const Value& constant = program_->constants[static_cast<size_t>(in.a)];
    if (constant.kind() == Kind::kRegex) {
      const Pattern* pattern = PatternOf(constant);
      if (pattern == nullptr) return Flow::kStop;
      same = pattern->Matches(TextOf(Top(), &number), heap_);
    } else if (!Compare(Top(), constant, Comparison::kEqual, &same)) {
      return Flow::kStop;
    }
  }
  pc_ += same ? 2 : 1;
  return Flow::kJumped;
}

// ---- patterns
// With IGNORECASE a pattern of the program is another one, kept in the cache.
const Pattern* Machine::PatternAt(int32_t index) {
  const Pattern* pattern = program_->patterns[static_cast<size_t>(index)].get();
  if (!ignore_case_) return pattern;
  std::string error;
  const Pattern* other = cache_.Get(pattern->source(), true, heap_, &error);
  if (other == nullptr) Fatal(error + ": /" + pattern->source() + "/");
  return other;
}

const Pattern* Machine::PatternOf(const Value& value) {
  if (value.kind() == Kind::kPattern) {
    if (value.index() < program_->patterns.size())
      return PatternAt(static_cast<int32_t>(value.index()));
    Fatal("internal error: a pattern that is not there");
    return nullptr;
  }
  NumberBuffer number;
  const std::string_view source = TextOf(value, &number);
  std::string error;
  const Pattern* pattern = cache_.Get(source, ignore_case_, heap_, &error);
  if (pattern == nullptr) {
    if (!heap_->account()->Look()) heap_->Fail();
    if (heap_->ok()) BadPattern(source, error);
    return nullptr;
  }
  if (!pattern->unknown_escapes().empty()) WarnOfEscapes(pattern->unknown_escapes());
  return pattern;
}

Machine::Flow Machine::Match(const Instruction& in) {
  const Pattern* pattern = PatternOf(Top());
  if (pattern == nullptr) return Flow::kStop;
  NumberBuffer number;
  const bool matches = pattern->Matches(TextOf(Top(1), &number), heap_);
  Drop(1);
  Top() = Value(matches != (in.sub == 1) ? 1.0 : 0.0);
  return Flow::kNext;
}

Machine::Flow Machine::MatchPattern(const Instruction& in) {
  const Pattern* pattern = PatternAt(in.a);
  if (pattern == nullptr) return Flow::kStop;
  NumberBuffer number;
  const bool matches = pattern->Matches(TextOf(Top(), &number), heap_);
  Top() = Value(matches != (in.sub == 1) ? 1.0 : 0.0);
  return Flow::kNext;
}

Machine::Flow Machine::MatchRecord(const Instruction& in) {
  const Pattern* pattern = PatternAt(in.a);
  if (pattern == nullptr) return Flow::kStop;
  Push(Value(pattern->Matches(RecordText(), heap_) ? 1.0 : 0.0));
  return Flow::kNext;
}

}  // namespace pysub::shell::awk
