// The instruction loop.
//
// Rules for handlers:
//  1. `pc` is the instruction's own word until its very end: a failing instruction leaves it there, so
//     that tracebacks, handlers, retries after a collection and deliveries find it.
//  2. A handler changes nothing before the last thing that can fail.
//  3. Anything that may push frames is preceded by `frame->pc = pc`: after it R, K and frame may be others.
//  4. Fast paths stand here, everything else in slow_paths.cc.
//  5. Fuel is charged at calls and backward jumps, before they happen: there a run may stop.

#include "vm/interpreter.h"

#include <cmath>

#include "compiler/opcodes.h"
#include "vm/frame_access.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/objects/str.h"
#include "vm/slow_paths.h"

namespace pysub {
namespace {

// Python's floor division and modulo of inline ints, b != 0.
inline int64_t FloorDiv(int64_t a, int64_t b) {
  if (((a | b) >> 32) == 0) {
    return static_cast<uint32_t>(a) / static_cast<uint32_t>(b);
  }
  int64_t q = a / b;
  return q - ((a % b != 0) && ((a ^ b) < 0));
}
inline int64_t FloorMod(int64_t a, int64_t b) {
  if (((a | b) >> 32) == 0) {
    return static_cast<uint32_t>(a) % static_cast<uint32_t>(b);
  }
  int64_t r = a % b;
  return r + ((r != 0 && (r ^ b) < 0) ? b : 0);
}

inline bool MulSmall(Value a, Value b, Value* out) {
  int64_t product;
  if (__builtin_mul_overflow(a.AsShiftedInt(), b.AsSmallInt(), &product)) return false;
  *out = Value::FromShiftedInt(product);
  return true;
}

}  // namespace

#define OP(name) op_##name:
#define A AOf(word)
#define B BOf(word)
#define C COf(word)
#define DISPATCH()                              \
  do {                                          \
    word = *pc;                                 \
    goto* labels[word & 0xFF];                  \
  } while (false)
#define NEXT(length) \
  do {               \
    pc += (length);  \
    DISPATCH();      \
  } while (false)
// Stores the result of something that may have failed or pushed frames.
#define RESULT(length, expression)            \
  do {                                        \
    frame->pc = pc;                           \
    Value result_ = (expression);             \
    if (result_.IsControl()) [[unlikely]] {   \
      control = result_;                      \
      goto handle_control;                    \
    }                                         \
    R = vm.stack_ + frame->base;              \
    R[A] = result_;                           \
    NEXT(length);                             \
  } while (false)
// The same where there is no register to store into.
#define EFFECT(length, expression)            \
  do {                                        \
    frame->pc = pc;                           \
    Value result_ = (expression);             \
    if (result_.IsControl()) [[unlikely]] {   \
      control = result_;                      \
      goto handle_control;                    \
    }                                         \
    R = vm.stack_ + frame->base;              \
    NEXT(length);                             \
  } while (false)
#define CHECKED(length, expression)           \
  do {                                        \
    if (!(expression).ok()) [[unlikely]] goto failed; \
    NEXT(length);                             \
  } while (false)
#define POINTER(length, expression)           \
  do {                                        \
    auto* pointer_ = (expression);            \
    if (pointer_ == nullptr) [[unlikely]] goto failed; \
    R[A] = Value::Of(pointer_);               \
    NEXT(length);                             \
  } while (false)
// A taken jump; `length` is that of the whole instruction, `offset` relative to its end.
#define JUMP_BY(length, offset)                                   \
  do {                                                            \
    int32_t offset_ = (offset);                                   \
    if (offset_ < 0 && --vm.fuel_ <= 0) [[unlikely]] goto safepoint; \
    pc += (length) + offset_;                                     \
    DISPATCH();                                                   \
  } while (false)

#define ENTER_FRAME()                                 \
  do {                                                \
    frame = vm.frame_;                                \
    pc = frame->pc;                                   \
    R = vm.stack_ + frame->base;                      \
    K = frame->unit->constants.data();                \
  } while (false)

Interpreter::Exit Interpreter::Execute(Vm& vm, Value* result) {
  // Here and not where they are used: no jump to a label may pass an initialisation.
  Value callee, answer;
  static const void* const kLabels[] = {
#define PYSUB_OP(name, ...) &&op_##name,
#include "compiler/opcodes.def"
#undef PYSUB_OP
  };
  static const void* const kHookedLabels[] = {
#define PYSUB_OP(name, ...) &&hooked,
#include "compiler/opcodes.def"
#undef PYSUB_OP
  };
  const void* const* labels = vm.hooked_ ? kHookedLabels : kLabels;
  uint32_t word;
  Value control;
  Frame* frame;
  const uint32_t* pc;
  Value* R;
  const Value* K;
  ENTER_FRAME();
  DISPATCH();

hooked:
  // --trace, and tests that collect before every instruction.
  frame->pc = pc;
  vm.BeforeInstruction();
  goto* kLabels[word & 0xFF];

  // ---- moves and constants
  OP(MOVE) {
    R[A] = R[B];
    NEXT(1);
  }
  OP(LOADK) {
    R[A] = K[BCOf(word)];
    NEXT(1);
  }
  OP(LOADKX) {
    R[A] = K[pc[1]];
    NEXT(2);
  }
  OP(LOADI) {
    R[A] = Value::SmallInt(SignedBCOf(word));
    NEXT(1);
  }
  OP(LOADP) {
    static constexpr Value kPrimitives[] = {Value::None(),     Value::False(),
                                            Value::True(),     Value::Ellipsis(),
                                            Value::Undefined(), Value::NotImplemented()};
    R[A] = kPrimitives[B];
    NEXT(1);
  }
  OP(FAR_GET) {
    R[A] = R[BCOf(word)];
    NEXT(1);
  }
  OP(FAR_SET) {
    R[BCOf(word)] = R[A];
    NEXT(1);
  }

  // ---- variables
  OP(CHECK_LOCAL) {
    if (R[A].IsUndefined()) [[unlikely]] {
      static_cast<void>(slow::UnboundLocal(vm, BCOf(word)));
      goto failed;
    }
    NEXT(1);
  }
  OP(DEL_LOCAL) {
    if (R[A].IsUndefined()) [[unlikely]] {
      static_cast<void>(slow::UnboundLocal(vm, BCOf(word)));
      goto failed;
    }
    R[A] = Value::Undefined();
    NEXT(1);
  }
  OP(MAKE_CELL) {
    Cell* cell = vm.New<Cell>(TypeId::kCell);
    if (cell == nullptr) [[unlikely]] goto failed;
    cell->value = R[A];
    R[A] = Value::Of(cell);
    NEXT(1);
  }
  OP(LOAD_CELL) {
    Value value = R[B].As<Cell>()->value;
    if (value.IsUndefined()) [[unlikely]] {
      static_cast<void>(slow::UnboundLocal(vm, pc[1]));
      goto failed;
    }
    R[A] = value;
    NEXT(2);
  }
  OP(STORE_CELL) {
    R[A].As<Cell>()->value = R[B];
    NEXT(1);
  }
  OP(DEL_CELL) {
    Cell* cell = R[A].As<Cell>();
    if (cell->value.IsUndefined()) [[unlikely]] {
      static_cast<void>(slow::UnboundLocal(vm, pc[1]));
      goto failed;
    }
    cell->value = Value::Undefined();
    NEXT(2);
  }
  OP(LOAD_FREE) {
    Value value = R[-1].As<Function>()->cells[BCOf(word)].As<Cell>()->value;
    if (value.IsUndefined()) [[unlikely]] {
      static_cast<void>(slow::UnboundFree(vm, R[-1].As<Function>(), BCOf(word)));
      goto failed;
    }
    R[A] = value;
    NEXT(1);
  }
  OP(STORE_FREE) {
    R[-1].As<Function>()->cells[BCOf(word)].As<Cell>()->value = R[A];
    NEXT(1);
  }
  OP(DEL_FREE) {
    Cell* cell = R[-1].As<Function>()->cells[BCOf(word)].As<Cell>();
    if (cell->value.IsUndefined()) [[unlikely]] {
      static_cast<void>(slow::UnboundFree(vm, R[-1].As<Function>(), BCOf(word)));
      goto failed;
    }
    cell->value = Value::Undefined();
    NEXT(1);
  }
  OP(LOAD_GLOBAL) {
    Value value = vm.globals_[BCOf(word)].value;
    if (value.IsUndefined()) [[unlikely]] {
      value = frame->unit->builtins[BCOf(word)];
      if (value.IsUndefined()) [[unlikely]] {
        RESULT(1, slow::LoadGlobal(vm, BCOf(word)));
      }
    }
    R[A] = value;
    NEXT(1);
  }
  OP(STORE_GLOBAL) {
    vm.globals_[BCOf(word)].value = R[A];
    NEXT(1);
  }
  OP(DEL_GLOBAL) { EFFECT(1, slow::DeleteGlobal(vm, BCOf(word))); }
  OP(LOAD_NAME) { RESULT(1, slow::LoadName(vm, BCOf(word))); }
  OP(STORE_NAME) { EFFECT(1, slow::StoreName(vm, BCOf(word), R[A])); }
  OP(DEL_NAME) { EFFECT(1, slow::StoreName(vm, BCOf(word), Value::Undefined())); }
  OP(LOAD_GNAME) { RESULT(1, slow::LoadGlobalName(vm, BCOf(word))); }
  OP(STORE_GNAME) { EFFECT(1, slow::StoreGlobalName(vm, BCOf(word), R[A])); }
  OP(DEL_GNAME) { EFFECT(1, slow::StoreGlobalName(vm, BCOf(word), Value::Undefined())); }

  // ---- binary operators: each in four forms
#define BINARY_FORMS(NAME, FAST, SLOW_PATH) \
  OP(NAME) {                                \
    Value left = R[B], right = R[C];        \
    FAST;                                   \
    RESULT(1, SLOW_PATH(false));            \
  }                                         \
  OP(NAME##_K) {                            \
    Value left = R[B], right = K[C];        \
    FAST;                                   \
    RESULT(1, SLOW_PATH(false));            \
  }                                         \
  OP(I##NAME) {                             \
    Value left = R[B], right = R[C];        \
    FAST;                                   \
    RESULT(1, SLOW_PATH(true));             \
  }                                         \
  OP(I##NAME##_K) {                         \
    Value left = R[B], right = K[C];        \
    FAST;                                   \
    RESULT(1, SLOW_PATH(true));             \
  }
#define SET_NEXT(value) \
  do {                  \
    R[A] = (value);     \
    NEXT(1);            \
  } while (false)

#define ADD_FAST                                                                             \
  if (Value::BothSmallInts(left, right)) [[likely]] {                                        \
    int64_t sum;                                                                             \
    if (!__builtin_add_overflow(left.AsShiftedInt(), right.AsShiftedInt(), &sum)) [[likely]] \
      SET_NEXT(Value::FromShiftedInt(sum));                                                  \
  } else if (Value::BothFloats(left, right)) {                                               \
    SET_NEXT(Value::Float(left.AsFloat() + right.AsFloat()));                                \
  }
#define SUB_FAST                                                                              \
  if (Value::BothSmallInts(left, right)) [[likely]] {                                         \
    int64_t difference;                                                                       \
    if (!__builtin_sub_overflow(left.AsShiftedInt(), right.AsShiftedInt(), &difference))      \
      SET_NEXT(Value::FromShiftedInt(difference));                                            \
  } else if (Value::BothFloats(left, right)) {                                                \
    SET_NEXT(Value::Float(left.AsFloat() - right.AsFloat()));                                 \
  }
#define MUL_FAST                                              \
  if (Value::BothSmallInts(left, right)) [[likely]] {         \
    Value product;                                            \
    if (MulSmall(left, right, &product)) SET_NEXT(product);   \
  } else if (Value::BothFloats(left, right)) {                \
    SET_NEXT(Value::Float(left.AsFloat() * right.AsFloat())); \
  }
#define TRUEDIV_FAST                                                          \
  if (Value::BothFloats(left, right)) {                                       \
    if (right.AsFloat() != 0)                                                 \
      SET_NEXT(Value::Float(left.AsFloat() / right.AsFloat()));               \
  } else if (Value::BothSmallInts(left, right)) {                             \
    if (right.AsSmallInt() != 0)                                              \
      SET_NEXT(Value::Float(static_cast<double>(left.AsSmallInt()) /          \
                            static_cast<double>(right.AsSmallInt())));        \
  } else if (left.IsFloat() && right.IsSmallInt()) {                          \
    if (right.AsSmallInt() != 0)                                              \
      SET_NEXT(Value::Float(left.AsFloat() / static_cast<double>(right.AsSmallInt()))); \
  }
#define FLOORDIV_FAST                                                               \
  if (Value::BothSmallInts(left, right) && right.AsSmallInt() != 0) [[likely]] {    \
    int64_t quotient = FloorDiv(left.AsSmallInt(), right.AsSmallInt());             \
    if (Value::FitsSmallInt(quotient)) SET_NEXT(Value::SmallInt(quotient));         \
  }
#define MOD_FAST                                                                    \
  if (Value::BothSmallInts(left, right) && right.AsSmallInt() != 0) [[likely]]      \
    SET_NEXT(Value::SmallInt(FloorMod(left.AsSmallInt(), right.AsSmallInt())));
#define LSHIFT_FAST                                                                 \
  if (Value::BothSmallInts(left, right)) {                                          \
    uint64_t places = static_cast<uint64_t>(right.AsSmallInt());                    \
    int64_t number = left.AsSmallInt();                                             \
    if (places < 47 && number >> (47 - places) == (number < 0 ? -1 : 0))            \
      SET_NEXT(Value::SmallInt(number << places));                                  \
  }
#define RSHIFT_FAST                                                                 \
  if (Value::BothSmallInts(left, right)) {                                          \
    uint64_t places = static_cast<uint64_t>(right.AsSmallInt());                    \
    if (places < 64) SET_NEXT(Value::SmallInt(left.AsSmallInt() >> places));        \
  }
#define AND_FAST                                                                    \
  if (Value::BothSmallInts(left, right))                                            \
    SET_NEXT(Value::SmallInt(left.AsSmallInt() & right.AsSmallInt()));
#define OR_FAST                                                                     \
  if (Value::BothSmallInts(left, right))                                            \
    SET_NEXT(Value::SmallInt(left.AsSmallInt() | right.AsSmallInt()));
#define XOR_FAST                                                                    \
  if (Value::BothSmallInts(left, right))                                            \
    SET_NEXT(Value::SmallInt(left.AsSmallInt() ^ right.AsSmallInt()));
#define NO_FAST

#define ADD_SLOW(in_place) slow::Add(vm, left, right, in_place)
#define SUB_SLOW(in_place) vm.Binary(BinaryOp::kSub, left, right, in_place)
#define MUL_SLOW(in_place) vm.Binary(BinaryOp::kMul, left, right, in_place)
#define MATMUL_SLOW(in_place) vm.Binary(BinaryOp::kMatMul, left, right, in_place)
#define TRUEDIV_SLOW(in_place) vm.Binary(BinaryOp::kTrueDiv, left, right, in_place)
#define FLOORDIV_SLOW(in_place) vm.Binary(BinaryOp::kFloorDiv, left, right, in_place)
#define MOD_SLOW(in_place) vm.Binary(BinaryOp::kMod, left, right, in_place)
#define POW_SLOW(in_place) vm.Binary(BinaryOp::kPow, left, right, in_place)
#define LSHIFT_SLOW(in_place) vm.Binary(BinaryOp::kLShift, left, right, in_place)
#define RSHIFT_SLOW(in_place) vm.Binary(BinaryOp::kRShift, left, right, in_place)
#define AND_SLOW(in_place) vm.Binary(BinaryOp::kAnd, left, right, in_place)
#define XOR_SLOW(in_place) vm.Binary(BinaryOp::kXor, left, right, in_place)
#define OR_SLOW(in_place) vm.Binary(BinaryOp::kOr, left, right, in_place)

  BINARY_FORMS(ADD, ADD_FAST, ADD_SLOW)
  BINARY_FORMS(SUB, SUB_FAST, SUB_SLOW)
  BINARY_FORMS(MUL, MUL_FAST, MUL_SLOW)
  BINARY_FORMS(MATMUL, NO_FAST, MATMUL_SLOW)
  BINARY_FORMS(TRUEDIV, TRUEDIV_FAST, TRUEDIV_SLOW)
  BINARY_FORMS(FLOORDIV, FLOORDIV_FAST, FLOORDIV_SLOW)
  BINARY_FORMS(MOD, MOD_FAST, MOD_SLOW)
  BINARY_FORMS(POW, NO_FAST, POW_SLOW)
  BINARY_FORMS(LSHIFT, LSHIFT_FAST, LSHIFT_SLOW)
  BINARY_FORMS(RSHIFT, RSHIFT_FAST, RSHIFT_SLOW)
  BINARY_FORMS(AND, AND_FAST, AND_SLOW)
  BINARY_FORMS(XOR, XOR_FAST, XOR_SLOW)
  BINARY_FORMS(OR, OR_FAST, OR_SLOW)

#define IMMEDIATE_FORM(NAME, BUILTIN, OPERATOR, OPERATION, IN_PLACE)                          \
  OP(NAME) {                                                                                  \
    Value left = R[B];                                                                        \
    if (left.IsSmallInt()) [[likely]] {                                                       \
      int64_t sum;                                                                            \
      if (!BUILTIN(left.AsShiftedInt(), int64_t{SignedCOf(word)} << 16, &sum)) [[likely]]     \
        SET_NEXT(Value::FromShiftedInt(sum));                                                 \
    } else if (left.IsFloat()) {                                                              \
      SET_NEXT(Value::Float(left.AsFloat() OPERATOR SignedCOf(word)));                        \
    }                                                                                         \
    RESULT(1, vm.Binary(OPERATION, left, Value::SmallInt(SignedCOf(word)), IN_PLACE));        \
  }
  IMMEDIATE_FORM(ADDI, __builtin_add_overflow, +, BinaryOp::kAdd, false)
  IMMEDIATE_FORM(SUBI, __builtin_sub_overflow, -, BinaryOp::kSub, false)
  IMMEDIATE_FORM(IADDI, __builtin_add_overflow, +, BinaryOp::kAdd, true)
  IMMEDIATE_FORM(ISUBI, __builtin_sub_overflow, -, BinaryOp::kSub, true)

  OP(NEG) {
    Value operand = R[B];
    if (operand.IsSmallInt() && Value::FitsSmallInt(-operand.AsSmallInt()))
      SET_NEXT(Value::SmallInt(-operand.AsSmallInt()));
    if (operand.IsFloat()) SET_NEXT(Value::Float(-operand.AsFloat()));
    RESULT(1, vm.Unary(UnaryOp::kNeg, operand));
  }
  OP(POS) { RESULT(1, vm.Unary(UnaryOp::kPos, R[B])); }
  OP(INVERT) {
    if (R[B].IsSmallInt()) SET_NEXT(Value::SmallInt(~R[B].AsSmallInt()));
    RESULT(1, vm.Unary(UnaryOp::kInvert, R[B]));
  }
  OP(NOT) {
    Value operand = R[B];
    if (operand.IsBool()) SET_NEXT(Value::Bool(!operand.AsBool()));
    Result<bool> truth = vm.Truth(operand);
    if (!truth.ok()) [[unlikely]] goto failed;
    SET_NEXT(Value::Bool(!*truth));
  }

  // ---- comparisons
#define COMPARE_FORM(NAME, OPERATOR, OPERATION)                                            \
  OP(NAME) {                                                                               \
    Value left = R[B], right = R[C];                                                       \
    if (Value::BothSmallInts(left, right))                                                 \
      SET_NEXT(Value::Bool(left.AsShiftedInt() OPERATOR right.AsShiftedInt()));            \
    if (Value::BothFloats(left, right))                                                    \
      SET_NEXT(Value::Bool(left.AsFloat() OPERATOR right.AsFloat()));                      \
    RESULT(1, vm.Compare(OPERATION, left, right));                                         \
  }
  COMPARE_FORM(EQ, ==, CompareOp::kEq)
  COMPARE_FORM(NE, !=, CompareOp::kNe)
  COMPARE_FORM(LT, <, CompareOp::kLt)
  COMPARE_FORM(LE, <=, CompareOp::kLe)
  COMPARE_FORM(GT, >, CompareOp::kGt)
  COMPARE_FORM(GE, >=, CompareOp::kGe)
  OP(IS) { SET_NEXT(Value::Bool(R[B] == R[C])); }
  OP(IS_NOT) { SET_NEXT(Value::Bool(!(R[B] == R[C]))); }
  OP(IN) { RESULT(1, vm.Contains(R[C], R[B])); }
  OP(NOT_IN) {
    frame->pc = pc;
    Value found = vm.Contains(R[C], R[B]);
    if (found.IsControl()) [[unlikely]] {
      control = found;
      goto handle_control;
    }
    SET_NEXT(Value::Bool(!found.AsBool()));
  }

  // ---- jumps
  OP(JUMP) { JUMP_BY(1, Jump24Of(word)); }
#define TRUTH_JUMP(NAME, WANTED)                                     \
  OP(NAME) {                                                         \
    Value operand = R[A];                                            \
    bool truth;                                                      \
    if (operand.IsBool()) [[likely]] {                               \
      truth = operand.AsBool();                                      \
    } else {                                                         \
      Result<bool> result_ = vm.Truth(operand);                      \
      if (!result_.ok()) [[unlikely]] goto failed;                   \
      truth = *result_;                                              \
    }                                                                \
    if (truth == WANTED) JUMP_BY(2, static_cast<int32_t>(pc[1]));    \
    NEXT(2);                                                         \
  }
  TRUTH_JUMP(JTRUE, true)
  TRUTH_JUMP(JFALSE, false)
  OP(JNONE) {
    if (R[A].IsNone() == (B != 0)) JUMP_BY(2, static_cast<int32_t>(pc[1]));
    NEXT(2);
  }
  OP(JIS) {
    if ((R[A] == R[B]) == (C != 0)) JUMP_BY(2, static_cast<int32_t>(pc[1]));
    NEXT(2);
  }
#define COMPARE_JUMP(NAME, RIGHT, OPERATOR, OPERATION)                           \
  OP(NAME) {                                                                     \
    Value left = R[A], right = RIGHT[B];                                         \
    bool truth;                                                                  \
    if (Value::BothSmallInts(left, right)) [[likely]] {                          \
      truth = left.AsShiftedInt() OPERATOR right.AsShiftedInt();                 \
    } else if (Value::BothFloats(left, right)) {                                 \
      truth = left.AsFloat() OPERATOR right.AsFloat();                           \
    } else if (Vm::IsStr(left) && Vm::IsStr(right) &&                            \
               left.As<Str>()->count <= kComparedAtOnce) {                       \
      truth = StrHolds(OPERATION, left.As<Str>(), right.As<Str>());              \
    } else {                                                                     \
      frame->pc = pc;                                                            \
      Value answer = vm.Compare(OPERATION, left, right);                         \
      if (answer.IsControl()) [[unlikely]] {                                     \
        control = answer;                                                        \
        goto handle_control;                                                     \
      }                                                                          \
      Result<bool> result_ = vm.Truth(answer);                                   \
      if (!result_.ok()) [[unlikely]] goto failed;                               \
      truth = *result_;                                                          \
    }                                                                            \
    if (truth == (C != 0)) JUMP_BY(2, static_cast<int32_t>(pc[1]));              \
    NEXT(2);                                                                     \
  }
  COMPARE_JUMP(JEQ, R, ==, CompareOp::kEq)
  COMPARE_JUMP(JNE, R, !=, CompareOp::kNe)
  COMPARE_JUMP(JLT, R, <, CompareOp::kLt)
  COMPARE_JUMP(JLE, R, <=, CompareOp::kLe)
  COMPARE_JUMP(JGT, R, >, CompareOp::kGt)
  COMPARE_JUMP(JGE, R, >=, CompareOp::kGe)
  COMPARE_JUMP(JEQ_K, K, ==, CompareOp::kEq)
  COMPARE_JUMP(JNE_K, K, !=, CompareOp::kNe)
  COMPARE_JUMP(JLT_K, K, <, CompareOp::kLt)
  COMPARE_JUMP(JLE_K, K, <=, CompareOp::kLe)
  COMPARE_JUMP(JGT_K, K, >, CompareOp::kGt)
  COMPARE_JUMP(JGE_K, K, >=, CompareOp::kGe)
  OP(JIN) {
    frame->pc = pc;
    Value found = vm.Contains(R[B], R[A]);
    if (found.IsControl()) [[unlikely]] {
      control = found;
      goto handle_control;
    }
    if (found.AsBool() == (C != 0)) JUMP_BY(2, static_cast<int32_t>(pc[1]));
    NEXT(2);
  }
  // ---- displays and containers
  OP(BUILD_TUPLE) {
    uint32_t count = C;
    Object* tuple =
        vm.heap.NewUninitialized(TypeId::kTuple, Layout::kValues, count, 8 + size_t{count} * 8);
    if (tuple == nullptr) [[unlikely]] {
      static_cast<void>(vm.NoMemory(8 + size_t{count} * 8));
      goto failed;
    }
    for (uint32_t i = 0; i < count; ++i) tuple->words()[i] = R[B + i];
    R[A] = Value::Of(tuple);
    NEXT(1);
  }
  OP(BUILD_LIST) {
    uint32_t count = C;
    List* list = vm.NewList(count);
    if (list == nullptr) [[unlikely]] goto failed;
    if (count > 0) {
      Value* items = list->items();
      for (uint32_t i = 0; i < count; ++i) items[i] = R[B + i];
      list->size = count;
    }
    R[A] = Value::Of(list);
    NEXT(1);
  }
  OP(BUILD_SET) { RESULT(1, slow::BuildSet(vm, R + B, C)); }
  OP(BUILD_MAP) { RESULT(1, slow::BuildMap(vm, R + B, C)); }
  OP(BUILD_SLICE) { RESULT(1, vm.NewSlice(R[B], R[B + 1], R[B + 2])); }
  OP(LIST_PUSH) {
    List* list = R[A].As<List>();
    uint32_t count = C;
    if (!vm.ListReserve(list, list->size + count).ok()) [[unlikely]] goto failed;
    for (uint32_t i = 0; i < count; ++i) list->items()[list->size++] = R[B + i];
    NEXT(1);
  }
  OP(LIST_APPEND) {
    List* list = R[A].As<List>();
    if (list->size < list->capacity()) [[likely]] {
      list->items()[list->size++] = R[B];
      NEXT(1);
    }
    CHECKED(1, vm.ListAppend(list, R[B]));
  }
  OP(LIST_EXTEND) { EFFECT(1, slow::ListExtend(vm, R[A], R[B], Value::Undefined())); }
  OP(ARGS_EXTEND) { EFFECT(1, slow::ListExtend(vm, R[A], R[B], R[C])); }
  OP(SET_ADD) {
    // Not always what a display made: a program can assign to __conditional_annotations__.
    if (!IsObjectOf(R[A], TypeId::kSet)) [[unlikely]] goto bad_register;
    CHECKED(1, vm.SetAdd(R[A].As<Set>(), R[B]));
  }
  OP(SET_UPDATE) { EFFECT(1, vm.SetUpdate(R[A].As<Set>(), R[B])); }
  OP(MAP_ADD) { CHECKED(1, vm.DictSet(R[A].As<Dict>(), R[B], R[C])); }
  OP(MAP_UPDATE) { EFFECT(1, slow::MapUpdate(vm, R[A], R[B], Value::Undefined())); }
  OP(MAP_MERGE) { EFFECT(1, slow::MapUpdate(vm, R[A], R[B], R[C])); }
  OP(LIST_TO_TUPLE) { RESULT(1, slow::ListToTuple(vm, R[B])); }

#define GET_ITEM(KEY)                                                          \
  Value object = R[B];                                                         \
  Value key = KEY;                                                             \
  if (object.IsObject()) [[likely]] {                                          \
    Object* container = object.AsObject();                                     \
    if (container->type == TypeId::kList) {                                    \
      if (key.IsSmallInt()) [[likely]] {                                       \
        List* list = static_cast<List*>(container);                            \
        int64_t index = key.AsSmallInt();                                      \
        if (index < 0) index += static_cast<int64_t>(list->size);              \
        if (static_cast<uint64_t>(index) < list->size) [[likely]]              \
          SET_NEXT(list->items()[index]);                                      \
      }                                                                        \
    } else if (container->type == TypeId::kDict || IsDictSubclass(container)) { \
      Value value = DictGetInline(vm, static_cast<Dict*>(container), key);     \
      if (value.IsControl()) [[unlikely]] goto failed;                         \
      if (!value.IsUndefined()) [[likely]] SET_NEXT(value);                    \
    } else if (container->type == TypeId::kTuple && key.IsSmallInt()) {        \
      Tuple* tuple = static_cast<Tuple*>(container);                           \
      int64_t index = key.AsSmallInt();                                        \
      if (index < 0) index += tuple->count;                                    \
      if (static_cast<uint64_t>(index) < tuple->count) [[likely]]              \
        SET_NEXT(tuple->items()[index]);                                       \
    }                                                                          \
  }                                                                            \
  RESULT(1, vm.GetItem(object, key));
  OP(GETITEM) { GET_ITEM(R[C]) }
  OP(GETITEM_K) { GET_ITEM(K[C]) }
  OP(GETSLICE) { RESULT(1, vm.GetSlice(R[B], R[C], R[C + 1])); }
#define SET_ITEM(KEY)                                                           \
  Value object = R[A];                                                          \
  Value key = KEY;                                                              \
  if (object.IsObject()) [[likely]] {                                           \
    Object* container = object.AsObject();                                      \
    if (container->type == TypeId::kList && key.IsSmallInt()) {                 \
      List* list = static_cast<List*>(container);                               \
      int64_t index = key.AsSmallInt();                                         \
      if (index < 0) index += static_cast<int64_t>(list->size);                 \
      if (static_cast<uint64_t>(index) < list->size) [[likely]] {               \
        list->items()[index] = R[C];                                            \
        NEXT(1);                                                                \
      }                                                                         \
    } else if (container->type == TypeId::kDict || IsDictSubclass(container)) { \
      if (DictSetInline(vm, static_cast<Dict*>(container), key, R[C])) NEXT(1); \
      CHECKED(1, vm.DictSet(static_cast<Dict*>(container), key, R[C]));         \
    }                                                                           \
  }                                                                             \
  EFFECT(1, vm.SetItem(object, key, R[C]));
  OP(SETITEM) { SET_ITEM(R[B]) }
  OP(SETITEM_K) { SET_ITEM(K[B]) }
  OP(DELITEM) { EFFECT(1, vm.SetItem(R[A], R[B], Value::Undefined())); }
  OP(UNPACK) {
    Value source = R[B];
    uint32_t count = C;
    if (IsObjectOf(source, TypeId::kTuple) && source.AsObject()->count == count) [[likely]] {
      const Value* items = source.As<Tuple>()->items();
      for (uint32_t i = 0; i < count; ++i) R[A + i] = items[i];
      NEXT(1);
    }
    EFFECT(1, slow::Unpack(vm, R, A, source, count, false, 0));
  }
  OP(UNPACK_EX) { EFFECT(2, slow::Unpack(vm, R, A, R[B], C, true, pc[1])); }
  OP(GETATTR) { RESULT(2, vm.GetAttribute(R[B], frame->unit->name_views[pc[1]])); }
  OP(SETATTR) { EFFECT(2, vm.SetAttribute(R[A], frame->unit->name_views[pc[1]], R[B])); }
  OP(DELATTR) {
    EFFECT(2, vm.SetAttribute(R[A], frame->unit->name_views[pc[1]], Value::Undefined()));
  }

  // ---- calls
  {
    uint32_t count;
    Value* window;

    OP(CALL_GLOBAL) {
      window = R + B;
      callee = vm.globals_[pc[1]].value;
      if (callee.IsUndefined()) {
        callee = frame->unit->builtins[pc[1]];
        if (callee.IsUndefined()) [[unlikely]] {
          frame->pc = pc;
          callee = slow::LoadGlobal(vm, pc[1]);
          if (callee.IsControl()) {
            control = callee;
            if (callee.IsPushed()) goto handle_control;
            vm.FailAtLastWord(frame, pc);
            goto handle_failure;
          }
        }
      }
      *window = callee;
      count = C;
      goto call;
    }
    OP(CALL) {
      window = R + B;
      callee = *window;
      count = C;
    }

  call:
    if (IsObjectOf(callee, TypeId::kFunction)) [[likely]] {
      Function* function = callee.As<Function>();
      const Code* code = function->code;
      if (code->positional_count == count && code->is_simple()) [[likely]] {
        if (--vm.fuel_ <= 0) [[unlikely]] goto safepoint;
        Frame* pushed = vm.frame_ + 1;
        Value* base = window + 1;
        if (pushed >= vm.frames_limit_ ||
            base + code->register_count + Vm::kStackSlack > vm.stack_ + vm.stack_capacity_)
            [[unlikely]] {
          goto call_counted;
        }
        frame->pc = pc;
        UnitInstance* unit = function->unit;
        vm.frame_ = pushed;
        for (uint32_t i = count; i < code->local_count; ++i) base[i] = Value::Undefined();
        pushed->code = code;
        pushed->unit = unit;
        pushed->handled = Value::Undefined();
        pushed->owner = Value::Undefined();
        pushed->base = static_cast<uint32_t>(base - vm.stack_);
        pushed->kind = FrameKind::kPython;
        if (unit != frame->unit) [[unlikely]] vm.UseGlobals(unit);
        frame = pushed;
        pc = code->words.data();
        R = base;
        K = unit->constants.data();
        DISPATCH();
      }
    } else if (callee.IsNative()) {
      const NativeInfo& info = vm.NativeOf(callee);
      if (count >= info.required && count <= info.positional && info.plain_function &&
          Vm::IsModuleFunction(callee)) [[likely]] {
        for (uint32_t i = count; i < info.slot_count(); ++i) window[1 + i] = Value::Undefined();
        frame->pc = pc;
        Value answer = info.function(vm, Args{window + 1});
        if (answer.IsControl()) [[unlikely]] {
          control = answer;
          goto handle_control;
        }
        R = vm.stack_ + frame->base;
        R[A] = answer;
        NEXT(InstructionLength(OpOf(word)));
      }
    }

    if (--vm.fuel_ <= 0) [[unlikely]] goto safepoint;
  call_counted:
    frame->pc = pc;
    control = vm.CallWindow(static_cast<uint32_t>(window - vm.stack_), count, nullptr);
    goto call_result;

    OP(CALL_KW) {
      if (--vm.fuel_ <= 0) [[unlikely]] goto safepoint;
      frame->pc = pc;
      control = vm.CallWindow(static_cast<uint32_t>(R + B - vm.stack_), C, K[pc[1]].As<Tuple>());
      goto call_result;
    }
    OP(CALL_EX) {
      if (--vm.fuel_ <= 0) [[unlikely]] goto safepoint;
      frame->pc = pc;
      control = slow::CallEx(vm, static_cast<uint32_t>(R + B - vm.stack_));
      goto call_result;
    }
    OP(CALL_METHOD) {
      window = R + B;
      count = C;
      Value self = *window;
      MemberCache& cache = frame->unit->caches[pc[1]];
      if (cache.type == vm.TypeOf(self)) [[likely]] {
        const NativeInfo& info = *cache.method;
        if (count >= info.required && count <= info.positional) [[likely]] {
          for (uint32_t i = count; i < info.slot_count(); ++i) window[1 + i] = Value::Undefined();
          frame->pc = pc;
          Value answer = info.function(vm, Args{window});
          if (answer.IsControl()) [[unlikely]] {
            control = answer;
            goto handle_control;
          }
          R = vm.stack_ + frame->base;
          R[A] = answer;
          NEXT(2);
        }
      }
      if (--vm.fuel_ <= 0) [[unlikely]] goto safepoint;
      frame->pc = pc;
      control = vm.CallMethodWindow(static_cast<uint32_t>(window - vm.stack_), count, nullptr,
                                    pc[1], frame->unit);
      goto call_result;
    }
    OP(CALL_METHOD_KW) {
      if (--vm.fuel_ <= 0) [[unlikely]] goto safepoint;
      frame->pc = pc;
      control = vm.CallMethodWindow(static_cast<uint32_t>(R + B - vm.stack_), C,
                                    K[pc[2]].As<Tuple>(), pc[1], frame->unit);
      goto call_result;
    }
  call_result:
    if (control.IsControl()) {
      if (vm.needs_collection_) ++vm.fuel_;  // the repetition is charged again
      goto handle_control;
    }
    R = vm.stack_ + frame->base;
    R[A] = control;
    NEXT(InstructionLength(OpOf(word)));
  }
  OP(CHECK_METHOD) {
    MemberCache& cache = frame->unit->caches[pc[1]];
    if (cache.type == vm.TypeOf(R[A])) [[likely]] NEXT(2);
    EFFECT(2, vm.CheckMethod(R[A], pc[1], frame->unit));
  }
  OP(LEN) {
    Value object = R[B];
    if (vm.globals_[pc[1]].value.IsUndefined()) [[likely]] {
      if (object.IsObject()) [[likely]] {
        Object* container = object.AsObject();
        if (container->type == TypeId::kList)
          { R[A] = Value::SmallInt(static_cast<int64_t>(static_cast<List*>(container)->size)); NEXT(2); }
        if (container->type == TypeId::kStr)
          { R[A] = Value::SmallInt(static_cast<Str*>(container)->length); NEXT(2); }
      }
      Result<int64_t> length = vm.Length(object);
      if (!length.ok()) [[unlikely]] goto failed;
      R[A] = Value::SmallInt(*length);
      NEXT(2);
    }
    R[C] = vm.globals_[pc[1]].value;
    R[C + 1] = object;
    if (--vm.fuel_ <= 0) [[unlikely]] goto safepoint;
    frame->pc = pc;
    control = vm.CallWindow(static_cast<uint32_t>(R + C - vm.stack_), 1, nullptr);
    goto call_result;
  }
  {
    OP(RETURN_NONE) {
      answer = Value::None();
      goto leave;
    }
    OP(RETURN) { answer = R[A]; }
  leave:
    Frame* caller = frame - 1;
    if (frame->kind != FrameKind::kPython) [[unlikely]] {
      answer = vm.FinishGenerator(frame, answer);
      if (answer.IsFailed() && caller->code != nullptr) {  // the end of an async generator
        vm.frame_ = caller;
        goto handle_failure;
      }
    }
    vm.frame_ = caller;
    if (caller->code == nullptr) [[unlikely]] {
      *result = answer;
      return Exit::kReturned;
    }
    if (caller->unit != frame->unit) [[unlikely]] vm.UseGlobals(caller->unit);
    frame = caller;
    pc = frame->pc;
    R = vm.stack_ + frame->base;
    K = frame->unit->constants.data();
    word = *pc;
    Op op = OpOf(word);
    if (op >= Op::kCALL && op <= Op::kCALL_METHOD_KW && !answer.IsExhausted()) [[likely]] {
      R[A] = answer;
      NEXT(InstructionLength(op));
    }
    control = answer;
    goto deliver;
  }
  OP(MAKE_FUNCTION) { RESULT(2, slow::MakeFunction(vm, R, word, pc[1])); }

  // ---- iteration
  OP(FOR_PREP) {
    // The state may overlap B only after it was read.
    EFFECT(1, slow::ForPrep(vm, R + A, R[B]));
  }
  OP(FOR_RANGE) {
    Value* state = R + A;
    uint32_t given = B;
    bool small = vm.globals_[pc[1]].value.IsUndefined();
    for (uint32_t i = 0; i < given; ++i) small &= state[i].IsSmallInt();
    if (small) [[likely]] {
      int64_t start = given == 1 ? 0 : state[0].AsSmallInt();
      int64_t stop = given == 1 ? state[0].AsSmallInt() : state[1].AsSmallInt();
      int64_t step = given == 3 ? state[2].AsSmallInt() : 1;
      int64_t length = 0;
      if (step > 0 && start < stop) length = (stop - start - 1) / step + 1;
      if (step < 0 && start > stop) length = (start - stop - 1) / -step + 1;
      if (step != 0 && Value::FitsSmallInt(length)) [[likely]] {
        state[0] = Value::SmallInt(start);
        state[1] = Value::SmallInt(length);
        state[2] = Value::SmallInt(step);
        NEXT(3);
      }
    }
    pc += 3 + static_cast<int32_t>(pc[2]);
    DISPATCH();
  }
  OP(FOR_ITER) {
    Value* state = R + A;
    Value item;
    if (--vm.fuel_ <= 0) [[unlikely]] goto safepoint;
    if (state[0].IsSmallInt()) {
      int64_t left = state[1].AsShiftedInt();
      if (left == 0) NEXT(2);
      state[1] = Value::FromShiftedInt(left - (int64_t{1} << 16));
      item = state[0];
      state[0] = Value::SmallInt(item.AsSmallInt() + state[2].AsSmallInt());
    } else if (IsObjectOf(state[0], TypeId::kList)) {
      List* list = state[0].As<List>();
      uint64_t index = static_cast<uint64_t>(state[1].AsSmallInt());
      if (index >= list->size) NEXT(2);
      state[1] = Value::SmallInt(static_cast<int64_t>(index + 1));
      item = list->items()[index];
    } else {
      frame->pc = pc;
      item = slow::ForNext(vm, state);
      if (item.IsExhausted()) NEXT(2);
      if (item.IsControl()) [[unlikely]] {
        control = item;
        goto handle_control;
      }
    }
    R = vm.stack_ + frame->base;
    R[B] = item;
    pc += 2 + static_cast<int32_t>(pc[1]);
    DISPATCH();
  }
  OP(FOR_ITER_N) {
    Value* state = R + A;
    if (--vm.fuel_ <= 0) [[unlikely]] goto safepoint;
    Value item;
    if (IsObjectOf(state[0], TypeId::kList)) {
      List* list = state[0].As<List>();
      uint64_t index = static_cast<uint64_t>(state[1].AsSmallInt());
      if (index >= list->size) NEXT(2);
      state[1] = Value::SmallInt(static_cast<int64_t>(index + 1));
      item = list->items()[index];
    } else if (C == 2) {
      // Pairs of enumerate, zip, dict.items without a tuple.
      frame->pc = pc;
      item = vm.NextPair(state, R + B);
      if (item.IsTrue()) {
        pc += 2 + static_cast<int32_t>(pc[1]);
        DISPATCH();
      }
    } else {
      frame->pc = pc;
      item = slow::ForNext(vm, state);
    }
    if (item.IsExhausted()) NEXT(2);
    if (item.IsControl()) [[unlikely]] {
      control = item;
      goto handle_control;
    }
    if (IsObjectOf(item, TypeId::kTuple) && item.AsObject()->count == C) [[likely]] {
      const Value* items = item.As<Tuple>()->items();
      for (uint32_t i = 0; i < C; ++i) R[B + i] = items[i];
      pc += 2 + static_cast<int32_t>(pc[1]);
      DISPATCH();
    }
    frame->pc = pc;
    Value unpacked = slow::Unpack(vm, R, B, item, C, false, 0);
    if (unpacked.IsControl()) [[unlikely]] {
      // The loop has moved on and cannot be repeated.
      if (vm.needs_collection_) {
        control = vm.DeliverAgain(item);
        if (control.IsControl()) goto handle_control;
        ENTER_FRAME();
        DISPATCH();
      }
      if (unpacked.IsFailed()) {
        vm.FailAtLastWord(frame, pc);
        goto handle_failure;
      }
      control = unpacked;
      goto handle_control;
    }
    pc += 2 + static_cast<int32_t>(pc[1]);
    DISPATCH();
  }
  OP(GET_ITER) { RESULT(1, vm.GetIter(R[B])); }

  // ---- generators, coroutines
  OP(RETURN_GENERATOR) {
    frame->pc = pc;
    Value generator = vm.MakeGenerator(*frame);
    if (generator.IsFailed()) goto failed;
    vm.frame_ = frame - 1;
    control = generator;
    goto leave_to_caller;
  }
  OP(YIELD) {
    control = vm.SuspendGenerator(frame, pc, R[B], Value::Undefined());
    goto leave_to_caller;
  }
  OP(GET_YIELD_FROM) { RESULT(1, slow::YieldFromIterator(vm, R[B])); }
  OP(SEND) {
    frame->pc = pc;
    Value answer = slow::Send(vm, R[B], R[A]);
    if (answer.IsControl()) {
      control = answer;
      goto handle_control;
    }
    if (answer.IsExhausted()) {
      R[A] = vm.stop_value;
      pc += 2 + static_cast<int32_t>(pc[1]);
      DISPATCH();
    }
    R[A] = answer;
    NEXT(2);
  }
  OP(YIELD_DELEGATE) {
    control = vm.SuspendGenerator(frame, pc, R[A], R[B]);
    goto leave_to_caller;
  }
  OP(ASYNC_YIELD) {
    vm.stop_value = R[B];
    Vm::EndAsyncOperation(frame->owner.As<Generator>());
    control = vm.SuspendGenerator(frame, pc, Value::Exhausted(), Value::Undefined());
    goto leave_to_caller;
  }
  OP(GET_AWAITABLE) { RESULT(1, slow::GetAwaitable(vm, R[B], C)); }
  OP(GET_AITER) { RESULT(1, slow::GetAiter(vm, R[B])); }
  OP(GET_ANEXT) { RESULT(1, slow::GetAnext(vm, R[B])); }
  OP(END_ASYNC_FOR) {
    if (vm.IsInstance(R[A], TypeId::kStopAsyncIteration)) {
      pc += 2 + static_cast<int32_t>(pc[1]);
      DISPATCH();
    }
    static_cast<void>(vm.Reraise(R[A]));
    goto failed;
  }

  // ---- exceptions
  OP(SET_HANDLED) {
    if (!IsException(R[A])) [[unlikely]] goto bad_register;
    frame->handled = R[A];
    NEXT(1);
  }
  OP(CLEAR_HANDLED) {
    frame->handled = Value::Undefined();
    NEXT(1);
  }
  OP(JNOMATCH) {
    bool matches;
    if (R[B].IsType() && IsExceptionType(R[B].AsType())) [[likely]] {
      matches = Vm::IsSubtype(R[A].AsObject()->type, R[B].AsType());
    } else {
      Result<bool> answer = slow::ExceptionMatches(vm, R[A], R[B]);
      if (!answer.ok()) goto failed;
      matches = *answer;
    }
    if (!matches) JUMP_BY(2, static_cast<int32_t>(pc[1]));
    NEXT(2);
  }
  OP(EG_MATCH) {
    frame->pc = pc;
    CHECKED(1, vm.runtime_.operations.group_match(vm, R + A, R[A], R[B]));
  }
  OP(EG_RERAISE) { RESULT(1, vm.runtime_.operations.group_reraise(vm, R[A], R[B])); }
  OP(RAISE) {
    static_cast<void>(slow::RaiseValue(vm, R[A], Value::Undefined()));
    goto failed;
  }
  OP(RAISE_FROM) {
    static_cast<void>(slow::RaiseValue(vm, R[A], R[B]));
    goto failed;
  }
  OP(RAISE_BARE) {
    static_cast<void>(slow::RaiseAgain(vm));
    goto failed;
  }
  OP(RERAISE) {
    if (!IsException(R[A])) [[unlikely]] goto bad_register;
    static_cast<void>(vm.Reraise(R[A]));
    goto failed;
  }
  OP(RAISE_ASSERT) {
    static_cast<void>(vm.RaiseAssertion(B != 0 ? R[A] : Value::Undefined()));
    goto failed;
  }
  OP(WITH_CHECK) { CHECKED(1, slow::WithCheck(vm, R[A], B != 0)); }

  // ---- text
  OP(FORMAT) { RESULT(1, slow::FormatConverted(vm, R[B], C, Value::Undefined())); }
  OP(FORMAT_SPEC) { RESULT(1, slow::FormatConverted(vm, R[B], C, R[B + 1])); }
  OP(BUILD_STRING) { RESULT(1, slow::BuildString(vm, R + B, C)); }
  OP(FSTRING) { RESULT(2, slow::FString(vm, R + B, pc[1])); }
  OP(BUILD_INTERP) { RESULT(2, slow::Interpolation(vm, R[B], K[pc[1]], C, R[B + 1])); }
  OP(BUILD_TEMPLATE) { RESULT(1, vm.NewTemplate(R[B], R[B + 1])); }

  // ---- the rest
  OP(IMPORT) { RESULT(2, slow::Import(vm, pc[1], B, R[C])); }
  OP(IMPORT_AS) { RESULT(2, slow::ImportAs(vm, pc[1])); }
  OP(IMPORT_FROM) { RESULT(2, slow::ImportFrom(vm, R[B], pc[1])); }
  OP(IMPORT_STAR) { EFFECT(1, slow::ImportStar(vm, R[A])); }
  OP(TYPE_ALIAS) { RESULT(2, vm.runtime_.operations.type_alias(vm, pc[1], R[B], R[B + 1])); }
  OP(TYPE_VAR) {
    RESULT(2, vm.runtime_.operations.type_variable(vm, pc[1], C, R[B], R[B + 1], R[B + 2].IsTrue()));
  }
  OP(SET_ANNOTATE) { EFFECT(1, slow::SetAnnotate(vm, R[A])); }
  OP(ECHO) { EFFECT(1, slow::Echo(vm, R[A])); }

  // ---- what happens between instructions

leave_to_caller:
  // The frame is gone; `control` is for the one below.
  {
    UnitInstance* left = frame->unit;
    frame = vm.frame_;
    if (frame->code == nullptr) {
      *result = control;
      return Exit::kReturned;
    }
    if (frame->unit != left) vm.UseGlobals(frame->unit);
    ENTER_FRAME();
    word = *pc;
  }

deliver:
  // The commonest receivers of generators here, all others in Deliver.
  if (OpOf(word) == Op::kFOR_ITER) [[likely]] {
    if (control.IsExhausted()) NEXT(2);
    R[B] = control;
    pc += 2 + static_cast<int32_t>(pc[1]);
    DISPATCH();
  }
  control = vm.Deliver(control);
  if (control.IsControl()) goto handle_control;
  ENTER_FRAME();
  DISPATCH();

handle_control:
  if (control.IsPushed()) {
    if (vm.after_push_ != Vm::AfterPush::kGoOn) [[unlikely]] {
      if (vm.after_push_ == Vm::AfterPush::kStop) return Exit::kTask;
      vm.after_push_ = Vm::AfterPush::kGoOn;
      goto handle_failure;
    }
    frame = vm.frame_;
    if (frame->code == nullptr) return Exit::kTask;
    vm.UseGlobals(frame->unit);
    ENTER_FRAME();
    DISPATCH();
  }
  goto handle_failure;

bad_register:
  static_cast<void>(vm.Raise(TypeId::kSystemError, "bad register"));
failed:
  frame->pc = pc;
handle_failure:
  if (!vm.HandleFailure()) return Exit::kUnhandled;
  if (vm.frame_->code == nullptr) return Exit::kUnhandled;
  vm.UseGlobals(vm.frame_->unit);
  ENTER_FRAME();
  DISPATCH();

safepoint:
  // The instruction has not begun; it will start again.
  frame->pc = pc;
  if (!vm.Safepoint()) return Exit::kStopped;
  ENTER_FRAME();
  word = *pc;
  goto* kLabels[word & 0xFF];
}

}  // namespace pysub
