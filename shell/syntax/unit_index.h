#ifndef PYSUB_SHELL_SYNTAX_UNIT_INDEX_H_
#define PYSUB_SHELL_SYNTAX_UNIT_INDEX_H_

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "shell/syntax/ast.h"

namespace pysub::shell {

// The nodes and words of a unit by number. The numbers follow from the text alone, so that what
// points at a node can be saved as a number and found again in a unit that was parsed from the same
// text. A number that does not exist there is how a forged snapshot is noticed.
class UnitIndex {
 public:
  explicit UnitIndex(const Unit& unit);

  const std::vector<const Node*>& nodes() const { return nodes_; }
  const std::vector<const Word*>& words() const { return words_; }
  // Whether it is of this unit; then its number.
  bool Find(const Node* node, uint32_t* number) const;
  bool Find(const Word* word, uint32_t* number) const;

 private:
  void Add(const Node* node);
  void Add(const Word* word);
  void Add(std::span<const Word* const> words) {
    for (const Word* word : words) Add(word);
  }
  void LookInto(const Node* node);
  void LookInto(const Word* word);

  std::vector<const Node*> nodes_;
  std::vector<const Word*> words_;
  std::unordered_map<const void*, uint32_t> numbers_;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_SYNTAX_UNIT_INDEX_H_
