#ifndef PYSUB_VM_OBJECTS_STOPPABLE_SORT_H_
#define PYSUB_VM_OBJECTS_STOPPABLE_SORT_H_

#include <algorithm>
#include <vector>

#include "vm/objects/bulk.h"

namespace pysub {

// std::stable_sort() that looks at the clock. The caller has charged the work, and as much memory
// again as `items` take. False: the time is over, and the order is any.
template <typename T, typename Less>
bool SortInTime(Vm& vm, std::vector<T>& items, Less less) {
  constexpr size_t kRun = 1024;
  const auto at = [&items](size_t i) {
    return items.begin() + static_cast<std::ptrdiff_t>(std::min(i, items.size()));
  };
  for (size_t begin = 0; begin < items.size(); begin += kRun) {
    if (begin > 0 && !vm.TimeIsLeft()) return false;
    std::stable_sort(at(begin), at(begin + kRun), less);
  }
  std::vector<T> merged;
  if (items.size() > kRun) merged.reserve(items.size());
  Pace pace(vm);
  for (size_t run = kRun; run < items.size(); run *= 2) {
    merged.clear();
    for (size_t begin = 0; begin < items.size(); begin += 2 * run) {
      auto left = at(begin), middle = at(begin + run), right = middle, end = at(begin + 2 * run);
      while (left != middle || right != end) {
        if (!pace.IsTimeLeft()) return false;
        const bool from_right = left == middle || (right != end && less(*right, *left));
        merged.push_back(from_right ? *right++ : *left++);
      }
    }
    std::swap(items, merged);
  }
  return true;
}

}  // namespace pysub

#endif  // PYSUB_VM_OBJECTS_STOPPABLE_SORT_H_
