#include "shell/syntax/unit_index.h"

namespace pysub::shell {

// What was found and not looked into yet lies behind the two counts: nothing here recurses.
UnitIndex::UnitIndex(const Unit& unit) {
  Add(unit.root);
  Add(unit.word);
  for (size_t node = 0, word = 0; node < nodes_.size() || word < words_.size();) {
    if (node < nodes_.size()) {
      LookInto(nodes_[node++]);
    } else {
      LookInto(words_[word++]);
    }
  }
}

void UnitIndex::Add(const Node* node) {
  if (node == nullptr || !numbers_.emplace(node, static_cast<uint32_t>(nodes_.size())).second)
    return;
  nodes_.push_back(node);
}

void UnitIndex::Add(const Word* word) {
  if (word == nullptr || !numbers_.emplace(word, static_cast<uint32_t>(words_.size())).second)
    return;
  words_.push_back(word);
}

bool UnitIndex::Find(const Node* node, uint32_t* number) const {
  auto found = numbers_.find(node);
  if (found == numbers_.end()) return false;
  *number = found->second;
  return *number < nodes_.size() && nodes_[*number] == node;
}

bool UnitIndex::Find(const Word* word, uint32_t* number) const {
  auto found = numbers_.find(word);
  if (found == numbers_.end()) return false;
  *number = found->second;
  return *number < words_.size() && words_[*number] == word;
}

void UnitIndex::LookInto(const Word* word) {
  for (const WordOp& op : word->ops) Add(op.node);
  if (word->assignment == nullptr) return;
  Add(word->assignment->subscript);
  Add(word->assignment->elements);
}

// The order of this walk gives each node and word its number, and a snapshot stores numbers. So the
// order is part of the snapshot's format: whoever changes it must change kFormat in
// shell/snapshot/seal.cc.
void UnitIndex::LookInto(const Node* node) {
  for (const Redirect& redirect : node->redirects) {
    Add(redirect.variable);
    Add(redirect.word);
  }
  switch (node->kind) {
    case NodeKind::kSimple: {
      const auto& simple = static_cast<const SimpleNode&>(*node);
      Add(simple.assignments);
      return Add(simple.words);
    }
    case NodeKind::kList:
      for (const ListItem& item : static_cast<const ListNode&>(*node).items) Add(item.node);
      return;
    case NodeKind::kAndOr:
      for (const AndOrItem& item : static_cast<const AndOrNode&>(*node).items) Add(item.node);
      return;
    case NodeKind::kPipeline:
      for (const Node* stage : static_cast<const PipelineNode&>(*node).stages) Add(stage);
      return;
    case NodeKind::kGroup:
    case NodeKind::kSubshell:
    case NodeKind::kCoproc: return Add(static_cast<const GroupNode&>(*node).body);
    case NodeKind::kIf:
      for (const IfClause& clause : static_cast<const IfNode&>(*node).clauses) {
        Add(clause.condition);
        Add(clause.body);
      }
      return;
    case NodeKind::kWhile:
      Add(static_cast<const WhileNode&>(*node).condition);
      return Add(static_cast<const WhileNode&>(*node).body);
    case NodeKind::kFor:
    case NodeKind::kSelect:
      Add(static_cast<const ForNode&>(*node).words);
      return Add(static_cast<const ForNode&>(*node).body);
    case NodeKind::kArithFor:
      for (const Word* part : static_cast<const ArithForNode&>(*node).parts) Add(part);
      return Add(static_cast<const ArithForNode&>(*node).body);
    case NodeKind::kCase:
      Add(static_cast<const CaseNode&>(*node).word);
      for (const CaseClause& clause : static_cast<const CaseNode&>(*node).clauses) {
        Add(clause.patterns);
        Add(clause.body);
      }
      return;
    case NodeKind::kFunction: return Add(static_cast<const FunctionNode&>(*node).body);
    case NodeKind::kCond:
      for (const CondOp& op : static_cast<const CondNode&>(*node).ops) {
        Add(op.left);
        Add(op.right);
      }
      return;
    case NodeKind::kArith: return Add(static_cast<const ArithNode&>(*node).expression);
  }
}

}  // namespace pysub::shell
