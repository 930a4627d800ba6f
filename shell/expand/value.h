#ifndef PYSUB_SHELL_EXPAND_VALUE_H_
#define PYSUB_SHELL_EXPAND_VALUE_H_

#include <string>
#include <vector>

#include "shell/expand/expander.h"

namespace pysub::shell {

// What a parameter stands for.
struct Expander::Value {
  bool is_set = false;
  bool is_list = false;      // $@, $*, ${a[@]}
  bool star = false;         // joined by the first character of IFS where it is joined
  bool whole_array = false;  // ${a[*]} as it is
  std::string scalar;
  std::vector<std::string> list;
  MemoryCharge held;  // of what is a copy

  bool IsNull() const {
    if (!is_list) return scalar.empty();
    for (const std::string& item : list) {
      if (!item.empty()) return false;
    }
    return list.size() <= 1;
  }
  void Set(std::string text) {
    is_set = true;
    scalar = std::move(text);
  }
  bool Copy(Budget* budget, const std::string& text) {
    if (text.size() > 512 &&
        (!budget->Tick(text.size() / 16) || !held.Add(budget, static_cast<int64_t>(text.size()))))
      return false;
    Set(text);
    return true;
  }
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_EXPAND_VALUE_H_
