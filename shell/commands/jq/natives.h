#ifndef PYSUB_SHELL_COMMANDS_JQ_NATIVES_H_
#define PYSUB_SHELL_COMMANDS_JQ_NATIVES_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/shell/command.h"
#include "shell/commands/jq/heap.h"

namespace pysub::shell::jq {

// What functions know of the command: where its input is, and its modules.
class Surroundings {
 public:
  virtual Value FileName() = 0;  // null: nothing has been read
  virtual uint64_t Line() = 0;
  virtual Value SearchList() = 0;
  virtual Value ProgramOrigin() = 0;
  // None: *error.
  virtual Value ModuleMetadata(std::string_view name, std::string* error) = 0;

 protected:
  ~Surroundings() = default;
};

// What a function gets beside its values.
struct NativeContext {
  Heap& heap;
  CommandIo& io;
  Surroundings& place;
  Value error;

  // Gives no value: the call is an error.
  Value Fail(std::string_view message) {
    error = heap.String(message);
    return Value();
  }
  // "KIND (VALUE) MESSAGE", "KIND (VALUE) and KIND (VALUE) MESSAGE"
  Value FailWith(const Value& value, std::string_view message);
  Value FailWith(const Value& a, const Value& b, std::string_view message);
};

// A function in C++: the input and its arguments, which it may take; None: an error, or nothing.
using NativeFunction = Value (*)(NativeContext& context, Value* args);
struct NativeRow {
  std::string_view name;
  uint8_t arity;
  NativeFunction function;
};

// -1: there is none.
int FindNative(std::string_view name, size_t arity);
const NativeRow& NativeAt(uint32_t index);
size_t NativeCount();

// The tables, by what they are about.
std::span<const NativeRow> ArithmeticNatives();
std::span<const NativeRow> MathNatives();
std::span<const NativeRow> ArrayNatives();
std::span<const NativeRow> TextNatives();
std::span<const NativeRow> PathNatives();
std::span<const NativeRow> TimeNatives();
std::span<const NativeRow> MatchNatives();
std::span<const NativeRow> FormatNatives();
std::span<const NativeRow> SystemNatives();

// "null", "boolean" ...
std::string_view KindName(const Value& value);
// "KIND (VALUE)"
std::string Describe(Heap& heap, const Value& value);
Value ToText(Heap& heap, const Value& value);

// ---- access (paths.cc). None: *error says why.
Value GetIndex(Heap& heap, const Value& from, const Value& key, std::string* error);
Value GetSlice(Heap& heap, const Value& from, const Value& begin, const Value& end,
               std::string* error);
Value GetPath(Heap& heap, const Value& from, const Value& path, std::string* error);
Value SliceKey(Heap& heap, const Value& begin, const Value& end);
// a + b and the like, for others. None: context.error
Value Plus(NativeContext& context, Value a, Value b);

}  // namespace pysub::shell::jq

#endif  // PYSUB_SHELL_COMMANDS_JQ_NATIVES_H_
