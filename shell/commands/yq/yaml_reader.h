#ifndef PYSUB_SHELL_COMMANDS_YQ_YAML_READER_H_
#define PYSUB_SHELL_COMMANDS_YQ_YAML_READER_H_

#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/jq/heap.h"
#include "shell/commands/yq/yaml_parser.h"

namespace pysub::shell::jq {
class ValueArchive;
}

namespace pysub::shell::yq {

// Makes values of YAML documents. What an alias stands for is shared, not copied, so a document is
// never larger here than it is as text, however often its aliases multiply ("billion laughs").
class YamlReader {
 public:
  enum class Result : uint8_t { kDocument, kMore, kEnd, kError };

  explicit YamlReader(jq::Heap& heap) : heap_(heap), parser_(heap) {}

  // `text` must stay; after a load it is given again. `source`: its name in messages.
  void Start(std::string_view text, std::string_view source);
  void SetText(std::string_view text) { parser_.scanner().SetText(text); }
  // kDocument: *value, whose text has *length characters. kMore: call again; enough was done.
  Result Next(jq::Value* value, uint64_t* length);
  const std::string& error() const { return error_; }
  void Save(jq::ValueArchive& archive);

 private:
  // An open collection. Its values stand in values_: itself, the key that waits for its value, what
  // "<<" brought.
  struct Frame {
    bool is_mapping = false, has_key = false, merges = false;
    bool is_pairs = false;  // !!omap, !!pairs
    uint64_t anchor = 0;    // its number, from 1 on; 0: none
    Mark start;
    bool has_stranger = false;  // in a list that is merged: something that is no mapping
    Mark stranger;
    void Fields(Archive& archive) {
      archive(is_mapping, has_key, merges, is_pairs, anchor, start, has_stranger, stranger);
    }
  };
  static constexpr size_t kItself = 0, kKey = 1, kMerged = 2, kValues = 3;

  jq::Value& Part(size_t which) { return values_[values_.size() - kValues + which]; }
  bool Handle(Event event, jq::Value* document);
  bool Fail(std::string_view message);
  // What cannot be a value: told at the end of the document, if it has no mistake of syntax.
  void Complain(std::string_view message);
  void ComplainAt(std::string_view context, const Mark& context_mark, std::string_view problem,
                  const Mark& mark);
  void CheckTag(const Event& event);
  jq::Value PairsOf(const jq::Value& list, const Frame& frame);
  bool Anchor(const Event& event, uint64_t* number);
  bool Alias(const Event& event, jq::Value* document);
  bool Scalar(const Event& event, jq::Value* document);
  bool Open(const Event& event);
  bool Close(const Event& event, jq::Value* document);
  void Give(jq::Value value, bool is_merge, const Mark& start, jq::Value* document);
  void Merge(const jq::Value& value, const Mark& start);
  void MergeOne(const jq::Value& value);
  void TakeKey(const jq::Value& value, bool is_merge);
  void Forget();

  jq::Heap& heap_;
  Parser parser_;
  std::vector<Frame> frames_;
  std::vector<jq::Value> values_;
  // Of this document: numbers of anchors by name, and what they stand for; none while it is open.
  jq::Value names_;
  std::vector<jq::Value> anchored_;
  std::vector<Mark> anchor_marks_;
  bool in_document_ = false;
  bool complete_ = false;  // the document's value was given
  uint64_t last_end_ = 0;  // of the document before, and of this one
  uint64_t end_ = 0;
  jq::Value document_;
  std::string error_;
  std::string complaint_;
};

}  // namespace pysub::shell::yq

#endif  // PYSUB_SHELL_COMMANDS_YQ_YAML_READER_H_
