#ifndef PYSUB_SHELL_COMMANDS_YQ_YAML_PARSER_H_
#define PYSUB_SHELL_COMMANDS_YQ_YAML_PARSER_H_

#include <string>
#include <utility>
#include <vector>

#include "shell/commands/yq/yaml_scanner.h"

namespace pysub::shell::yq {

enum class EventKind : uint8_t {
  kNone,  // a mistake, or the heap has stopped
  kStreamEnd,
  kDocumentStart,
  kDocumentEnd,
  kAlias,
  kScalar,
  kSequenceStart,
  kSequenceEnd,
  kMappingStart,
  kMappingEnd,
};

struct Event {
  EventKind kind = EventKind::kNone;
  bool plain = false;  // a scalar whose text says what it is
  Mark start, end;
  std::string text;    // of an alias: its name
  std::string anchor;  // empty: none
  std::string tag;     // with its handle put in; empty: none
};

// Makes events of tokens: a state machine with the states to come back to on a stack, so that
// nesting costs no native stack and it can stop behind each event.
class Parser {
 public:
  explicit Parser(jq::Heap& heap) : heap_(heap), scanner_(heap) {}
  Scanner& scanner() { return scanner_; }
  void Start(std::string_view text);
  Event Next();
  void Fields(Archive& archive);

 private:
  enum class State : uint8_t {
    kFirstDocument,
    kDocumentStart,
    kDocumentContent,
    kDocumentEnd,
    kBlockNode,
    kBlockSequenceFirst,
    kBlockSequence,
    kIndentlessSequence,
    kBlockMappingFirst,
    kBlockMappingKey,
    kBlockMappingValue,
    kFlowSequenceFirst,
    kFlowSequence,
    kFlowPairKey,  // "[a: b]": a mapping of one pair
    kFlowPairValue,
    kFlowPairEnd,
    kFlowMappingFirst,
    kFlowMappingKey,
    kFlowMappingValue,
    kFlowMappingEmpty,
    kEnd,
  };

  Event Fail(std::string_view context, const Mark& context_mark, std::string_view problem,
             const Mark& mark);
  Event Of(EventKind kind, const Mark& start, const Mark& end);
  Event Empty(const Mark& mark);
  void Push(State state);
  void Pop();
  Mark PopMark();
  // Whether the next token is one of these.
  bool Is(TokenKind kind) { return token_->kind == kind; }
  template <typename... Kinds>
  bool IsAny(Kinds... kinds) {
    return (Is(kinds) || ...);
  }
  bool Advance();

  Event DocumentStart(bool first);
  Event DocumentContent();
  Event DocumentEnd();
  bool Directives();
  bool Properties(Event* event, bool* has_tag);
  bool ResolveTag(const Token& token, std::string* tag);
  Event Node(bool block, bool indentless);
  Event CollectionStart(EventKind kind, State state, Event event);
  Event BlockSequence(bool first);
  Event IndentlessSequence();
  Event BlockMappingKey(bool first);
  Event BlockMappingValue();
  Event FlowSequence(bool first);
  Event FlowPairKey();
  Event FlowPairValue();
  Event FlowMappingKey(bool first);
  Event FlowMappingValue(bool empty);

  jq::Heap& heap_;
  Scanner scanner_;
  Token* token_ = nullptr;  // the next one, within a call
  State state_ = State::kFirstDocument;
  std::vector<State> states_;
  std::vector<Mark> marks_;                                   // where open collections begin
  std::vector<std::pair<std::string, std::string>> handles_;  // of %TAG
};

}  // namespace pysub::shell::yq

#endif  // PYSUB_SHELL_COMMANDS_YQ_YAML_PARSER_H_
