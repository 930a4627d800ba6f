#ifndef PYSUB_SHELL_CLI_INSPECTION_H_
#define PYSUB_SHELL_CLI_INSPECTION_H_

#include <string>
#include <vector>

#include "vm/vm.h"

namespace pysub {

// A value of a program that stands still, for people: "[1, 2, 3, 4, 5, ...]" of a list of millions.
// Takes a bounded time whatever the value is, and runs nothing of the program.
std::string Glance(Vm& vm, Value value);

// A variable as text. The text is bounded, since the value is a program's.
struct ShownVariable {
  std::string name;
  std::string type;
  std::string repr;
};
// What is bound at the top level, but the names that every module has; of more than `most` the
// first.
std::vector<ShownVariable> GlobalsOf(Vm& vm, size_t most, size_t* left_out);
// Of a function that has been called.
std::vector<ShownVariable> LocalsOf(Vm& vm, const Frame& frame);

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_INSPECTION_H_
