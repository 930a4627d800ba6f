#ifndef PYSUB_SHELL_COMMANDS_JQ_ORDER_H_
#define PYSUB_SHELL_COMMANDS_JQ_ORDER_H_

#include <vector>

#include "shell/commands/jq/heap.h"

namespace pysub::shell::jq {

// jq's order of all values: null, false, true, numbers, strings, arrays, objects. -1, 0, 1. What it
// says when the heap has stopped means nothing.
int Compare(Heap& heap, const Value& a, const Value& b);
bool Equal(Heap& heap, const Value& a, const Value& b);

// The entries of an object in the order of their keys.
std::vector<const Entry*> SortedEntries(Heap& heap, const Value& object);

// Where the elements of `keys` stand in order, equal ones as they came.
std::vector<uint32_t> SortedOrder(Heap& heap, const Value& keys);

// Whether a has b, as contains() understands it; false and *differ where their kinds are not the
// same.
bool Contains(Heap& heap, const Value& a, const Value& b, bool* differ);

}  // namespace pysub::shell::jq

#endif  // PYSUB_SHELL_COMMANDS_JQ_ORDER_H_
