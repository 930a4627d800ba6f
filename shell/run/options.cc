#include "shell/run/options.h"

#include "shell/snapshot/serialiser.h"

namespace pysub::shell {

void ShellOptions::Fields(Serialiser& serialiser) {
  serialiser(set_, shopts_);
  set_ &= Bit(SetOption::kCount) - 1;
  shopts_ &= Bit(Shopt::kCount) - 1;
}

}  // namespace pysub::shell
