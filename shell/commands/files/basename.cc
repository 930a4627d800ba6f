#include "pysub/shell/command.h"
#include "shell/commands/simple.h"

namespace pysub::shell {

// basename NAME [SUFFIX], basename -a [-s SUFFIX] [-z] NAME...
Progress RunBasename(CommandIo& io) {
  constexpr LongOption kLong[] = {{"multiple", OptionArgument::kNone, 'a'},
                                  {"suffix", OptionArgument::kRequired, 's'},
                                  {"zero", OptionArgument::kNone, 'z'}};
  OptionParser options(io, "+as:z", kLong);
  bool many = false;
  char end = '\n';
  std::string suffix;
  for (int option; (option = options.Next()) != OptionParser::kEnd;) {
    switch (option) {
      case 'a': many = true; break;
      case 's':
        suffix = options.value();
        many = true;
        break;
      case 'z': end = '\0'; break;
      default: return options.Refuse(1);
    }
  }
  std::vector<std::string> names = options.Operands();
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
    if (last.size() > suffix.size() && last != "/" && last.ends_with(suffix)) last.remove_suffix(suffix.size());
    io.Out(last);
    io.Out({&end, 1});
  }
  return Progress::Done(0);
}

}  // namespace pysub::shell
