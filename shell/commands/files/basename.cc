#include "pysub/shell/command.h"
#include "shell/commands/simple.h"

namespace pysub::shell {

// basename NAME [SUFFIX], basename -a [-s SUFFIX] [-z] NAME...
Progress RunBasename(CommandIo& io) {
  constexpr CommandOption kOptions[] = {
      {'a', "multiple"}, {'s', "suffix", OptionArgument::kRequired}, {'z', "zero"}};
  Options options(io, kOptions, Options::kStopAtOperand);
  bool many = false;
  char end = '\n';
  std::string suffix;
  while (options.Next()) {
    switch (options.id()) {
      case 'a': many = true; break;
      case 's':
        suffix = options.value();
        many = true;
        break;
      case 'z': end = '\0'; break;
    }
  }
  if (options.status()) return Progress::Done(*options.status());
  std::vector<std::string> names = options.operands();
  if (names.empty()) return MissingOperand(io);
  if (!many) {
    if (names.size() > 2) return ExtraOperand(io, names[2]);
    if (names.size() == 2) {
      suffix = names[1];
      names.pop_back();
    }
  }
  for (const std::string& name : names) {
    std::string_view last = LastName(name);
    if (last.size() > suffix.size() && last != "/" && last.ends_with(suffix))
      last.remove_suffix(suffix.size());
    io.Out(last);
    io.Out({&end, 1});
  }
  return Progress::Done(0);
}

}  // namespace pysub::shell
