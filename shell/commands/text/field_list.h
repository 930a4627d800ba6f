#ifndef PYSUB_SHELL_COMMANDS_TEXT_FIELD_LIST_H_
#define PYSUB_SHELL_COMMANDS_TEXT_FIELD_LIST_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pysub::shell {

// Numbers from 1, both ends inside.
struct FieldRange {
  uint64_t low, high;
};

// "2,4-6,-3,8-" of cut and numfmt, sorted and joined. Empty: fine; else what is wrong with it.
// `fields`: it is about fields, not bytes.
std::string ParseFieldList(std::string_view list, bool fields, bool complement,
                           std::vector<FieldRange>* ranges);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_TEXT_FIELD_LIST_H_
