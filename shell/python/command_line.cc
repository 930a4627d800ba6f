#include "shell/python/module_program.h"
#include "shell/python/python_command.h"

namespace pysub::shell {
namespace {

constexpr char kVersion[] = "Python 3.14.0\n";

std::string Usage(std::string_view name) {
  return "usage: " + std::string(name) + " [option] ... [-c cmd | -m mod | file | -] [arg] ...\n";
}

}  // namespace

PythonCommandLine PythonCommandLine::Parse(std::string_view name,
                                           std::span<const std::string> args) {
  PythonCommandLine line;
  const auto say = [&line](std::string message, int status) {
    line.source = Source::kNothing;
    line.message = std::move(message);
    line.status = status;
    return line;
  };
  const auto refuse = [&](std::string what) {
    return say(std::move(what) + "\n" + Usage(name) + "Try `python -h' for more information.\n", 2);
  };
  size_t at = 0;
  for (; at < args.size(); ++at) {
    const std::string& argument = args[at];
    if (argument == "--") {
      ++at;
      break;
    }
    if (argument == "-" || !argument.starts_with('-')) break;
    if (argument == "--version") return say(kVersion, 0);
    if (argument == "--help") return say(Usage(name), 0);
    if (argument.starts_with("--")) return refuse("unknown option " + argument);
    // Letters may stand together; -c, -W and -X take the rest or the next argument.
    for (size_t i = 1; i < argument.size(); ++i) {
      const char letter = argument[i];
      if (letter == 'V') return say(kVersion, 0);
      if (letter == 'h' || letter == '?') return say(Usage(name), 0);
      if (letter == 'c' || letter == 'm' || letter == 'W' || letter == 'X') {
        const bool attached = i + 1 < argument.size();
        if (!attached && at + 1 >= args.size()) {
          return refuse(std::string("Argument expected for the -") + letter + " option");
        }
        const std::string value = attached ? argument.substr(i + 1) : args[++at];
        if (letter != 'c' && letter != 'm') break;
        line.source = letter == 'c' ? Source::kCode : Source::kModule;
        line.text = letter == 'c' ? value : ModuleProgram(name, value);
        line.arguments = {letter == 'c' ? "-c" : "-m"};
        line.arguments.insert(line.arguments.end(), args.begin() + static_cast<ptrdiff_t>(at) + 1,
                              args.end());
        return line;
      }
      line.is_interactive = line.is_interactive || letter == 'i';
      line.safe_path = line.safe_path || letter == 'P' || letter == 'I';
      line.ignores_environment = line.ignores_environment || letter == 'E' || letter == 'I';
      if (letter == 'O') return refuse("-O is not supported: assert statements always run");
      if (letter == 'x')
        return refuse("-x is not supported: the first line of a program always counts");
      // What they say is said above, or true anyway.
      static constexpr std::string_view kTaken = "uBbdEIiPqRsSv";
      if (kTaken.find(letter) == std::string_view::npos)
        return refuse(std::string("Unknown option: -") + letter);
    }
  }
  line.arguments.assign(args.begin() + static_cast<ptrdiff_t>(at), args.end());
  if (line.arguments.empty()) line.arguments = {""};
  if (at < args.size() && args[at] != "-") {
    line.source = Source::kFile;
    line.text = args[at];
  }
  return line;
}

}  // namespace pysub::shell
