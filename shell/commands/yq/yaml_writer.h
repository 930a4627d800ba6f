#ifndef PYSUB_SHELL_COMMANDS_YQ_YAML_WRITER_H_
#define PYSUB_SHELL_COMMANDS_YQ_YAML_WRITER_H_

#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/jq/heap.h"

namespace pysub::shell::jq {
class ValueArchive;
}

namespace pysub::shell::yq {

struct YamlStyle {
  uint64_t width = 80;      // a blank behind this column becomes a line break
  bool indentless = false;  // lists stand below their key, not to the right of it
  bool explicit_start = false, explicit_end = false;
  bool old_grammar = true;  // YAML 1.1 will read it: "on" is quoted
  bool sorted = false;      // keys
};

// Writes values as YAML documents in block style, as PyYAML's safe dumper does: scalars plain where
// that reads back as the same, else in single quotes, else in double ones. It writes in pieces, and
// stops in the middle of a long text, so indentation costs memory for a piece only.
class YamlWriter {
 public:
  explicit YamlWriter(jq::Heap& heap) : heap_(heap) {}

  void Start(jq::Value value);
  bool active() const { return phase_ != Phase::kIdle; }
  // Appends to *out until it has about `enough` bytes. True: the document is written.
  bool Write(const YamlStyle& style, size_t enough, std::string* out);
  // Behind the last document.
  void End(std::string* out);
  // A new stream.
  void Restart();
  void Save(jq::ValueArchive& archive);

 private:
  enum class Phase : uint8_t { kIdle, kStart, kNodes, kScalar };
  enum class Quotes : uint8_t { kNone, kSingle, kDouble };
  // What a node is in.
  enum class Context : uint8_t { kRoot, kItem, kKey, kComplexKey, kValue };
  struct Open {
    uint64_t next = 0;
    int64_t outer_indent = -1;
    bool value_follows = false;  // a key was written
    bool complex = false;        // with "? "
    uint64_t first_key = 0;      // in sorted_, of a sorted mapping
    void Fields(Archive& archive) {
      archive(next, outer_indent, value_follows, complex, first_key);
    }
  };

  void Indicator(std::string_view text, bool needs_blank, bool blank_follows = false,
                 bool indents = false);
  void Indent();
  void LineBreak(std::string_view text = "\n");
  int64_t Deeper(bool flow) const;
  void Node(const jq::Value& value, Context context);
  void StepSequence();
  void StepMapping();
  bool NextEntry(Open* top, jq::Value* key, const jq::Value** value);
  void Close();
  void OpenCollection(const jq::Value& value, Context context);

  void StartScalar(const jq::Value& value, Context context);
  void EndScalar();
  bool WriteScalar(size_t enough);
  bool WritePlain(size_t enough);
  bool WriteSingle(size_t enough);
  bool WriteDouble(size_t enough);
  void PutText(std::string_view text);

  jq::Heap& heap_;
  const YamlStyle* style_ = nullptr;  // within Write()
  std::string* out_ = nullptr;
  std::string token_;  // of a scalar that is no string

  Phase phase_ = Phase::kIdle;
  bool first_ = true;
  uint64_t column_ = 0;
  bool blank_ = true;      // what was written last separates
  bool indention_ = true;  // nothing but indentation stands in this line
  bool open_ended_ = false;
  int64_t indent_ = -1;
  std::vector<Open> stack_;
  std::vector<jq::Value> containers_;
  std::vector<jq::Value> sorted_;  // keys of the open sorted mappings

  jq::Value document_;
  jq::Value scalar_;  // that is being written
  Quotes quotes_ = Quotes::kNone;
  bool splits_ = false;
  int64_t scalar_outer_ = -1;
  uint64_t at_ = 0, begin_ = 0;  // in its text: how far it was looked at, and written
  uint64_t pending_ = 0;         // characters between them
  bool in_breaks_ = false;       // within a run of line breaks
};

}  // namespace pysub::shell::yq

#endif  // PYSUB_SHELL_COMMANDS_YQ_YAML_WRITER_H_
