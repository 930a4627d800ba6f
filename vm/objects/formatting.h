#ifndef PYSUB_VM_OBJECTS_FORMATTING_H_
#define PYSUB_VM_OBJECTS_FORMATTING_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "compiler/code.h"
#include "lexer/unicode/text_kernels.h"
#include "vm/numbers/kernel.h"
#include "vm/numbers/limbs.h"
#include "vm/object.h"
#include "vm/result.h"
#include "vm/vm.h"

// format(), f-strings, and the `%` operator of str and bytes.
namespace pysub {

// How a value is converted before it is formatted, as opcodes and templates number it.
enum class Conversion : uint8_t { kNone, kStr, kRepr, kAscii };

// Appends format(value, spec).
Status AppendFormatted(Vm& vm, Value value, std::string_view spec, TextBuilder& out);
// Appends format(conversion(value), spec).
Status AppendConverted(Vm& vm, Value value, Conversion conversion, std::string_view spec,
                       TextBuilder& out);
// ascii(value).
Status AppendAscii(Vm& vm, Value value, TextBuilder& out);

// FORMAT, FORMAT_SPEC: format(conversion(value), spec); spec a str or Undefined.
Value FormatValue(Vm& vm, Value value, Conversion conversion, Value spec);
// FSTRING: the text parts with the values between them.
Value FormatTemplate(Vm& vm, const std::vector<TemplatePart>& parts, const Value* values);

// left % right; `left` is a str, bytes or bytearray, which is also the type of the result.
// CallPending when an item of the mapping has to be made by Python.
Value PercentFormat(Vm& vm, Value left, Value right);

// Subscripts in the middle of a formatting operation, any of which may run Python (the factory of a
// defaultdict). Formatting is quick and without effects, so it does not stop in its middle: it is
// run from the start again with the answers known so far.
class ItemLookups {
 public:
  // Without a native frame: answers only what cannot run Python.
  explicit ItemLookups(Vm& vm, List* answers = nullptr) : vm_(vm), answers_(answers) {}

  // container[key]. CallPending: leave with it; the caller of the formatting then makes a native
  // frame if needs_native_frame(), or waits for the answer and appends it to `answers`.
  Value Get(Value container, Value key);
  bool needs_native_frame() const { return needs_native_frame_; }

 private:
  Vm& vm_;
  List* answers_;
  uint32_t next_ = 0;
  bool needs_native_frame_ = false;
};

// An int or bool as the number kernels take it; the view lives as long as this.
class IntArgument {
 public:
  explicit IntArgument(Value v)
      : small_(Small(v)),
        big_(v.IsObject() && !IsNamedInt(v.AsObject()->type) ? v.As<BigInt>() : nullptr) {}
  IntView view() const {
    if (big_ == nullptr) return small_;
    return {Limbs(big_->limbs(), big_->limb_count()), big_->negative()};
  }

 private:
  static int64_t Small(Value v) {
    if (v.IsSmallInt()) return v.AsSmallInt();
    if (v.IsBool()) return v.AsBool();
    return v.IsObject() && IsNamedInt(v.AsObject()->type) ? v.As<BigInt>()->small() : 0;
  }

  SmallInt small_;
  const BigInt* big_;
};

// The Vm's budget, for kernels that work for long.
inline Ticker TickerOf(Vm& vm) {
  return {[](void* state, uint64_t work) { return static_cast<Vm*>(state)->Tick(work); }, &vm};
}

// Scratch limbs for a number kernel, charged while they live.
class ScratchLimbs {
 public:
  ScratchLimbs(Vm& vm, size_t limbs);
  ~ScratchLimbs();
  ScratchLimbs(const ScratchLimbs&) = delete;
  ScratchLimbs& operator=(const ScratchLimbs&) = delete;

  bool ok() const { return ok_; }  // if not: Failed is pending
  LimbsOut limbs() const { return {data_, size_}; }

 private:
  Vm& vm_;
  size_t size_;
  bool ok_ = true;
  uint64_t* data_;
  uint64_t inline_[8];
};

}  // namespace pysub

#endif  // PYSUB_VM_OBJECTS_FORMATTING_H_
