#ifndef PYSUB_SHELL_COMMANDS_JQ_JSON_WRITER_H_
#define PYSUB_SHELL_COMMANDS_JQ_JSON_WRITER_H_

#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/jq/heap.h"

namespace pysub::shell::jq {

class ValueArchive;

// How values are written. Colors: of null, false, true, numbers, strings, arrays, objects, keys.
struct JsonStyle {
  bool pretty = false;  // a line for each element
  int indent = 2;       // blanks for a level
  bool tabs = false;
  bool ascii = false;
  bool sorted = false;
  bool colored = false;
  std::string colors[8];
};

// Writes a value piece by piece, with a stack of its own, so that a large one takes no more memory
// as text.
class JsonWriter {
 public:
  explicit JsonWriter(Heap& heap) : heap_(heap) {}

  void Start(Value value) {
    stack_.clear();
    value_ = std::move(value);
    active_ = true;
  }
  bool active() const { return active_; }
  // Appends to *out until it has `enough` bytes. True: all is written.
  bool Write(const JsonStyle& style, size_t enough, std::string* out);
  void Save(ValueArchive& archive);

 private:
  // An array or an object that is open.
  struct Open {
    Value container;
    uint64_t next = 0;        // the element or entry that follows
    uint64_t done = 0;        // how many were written
    std::vector<Value> keys;  // in order, of a sorted object
  };

  void WriteFlat(const JsonStyle& style, const Value& value, std::string* out);
  void Begin(const JsonStyle& style, const Value& value, std::string* out);
  void Close(const JsonStyle& style, std::string* out);
  void NewLine(const JsonStyle& style, size_t depth, std::string* out);
  void WriteKey(const JsonStyle& style, const Value& key, std::string* out);
  bool NextEntry(const JsonStyle& style, Open* top, const Value** value, std::string* out);

  Heap& heap_;
  Value value_;
  bool active_ = false;
  std::vector<Open> stack_;
};

// With quotes and escapes.
void AppendQuoted(std::string* out, std::string_view text, bool ascii);
// In one line, as tojson does it. Stops with the heap.
void AppendJson(Heap& heap, const Value& value, std::string* out);
Value ToJson(Heap& heap, const Value& value);
// For messages: its beginning, "..." where something was left out.
std::string ShortJson(Heap& heap, const Value& value);

}  // namespace pysub::shell::jq

#endif  // PYSUB_SHELL_COMMANDS_JQ_JSON_WRITER_H_
