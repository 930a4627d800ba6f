#ifndef PYSUB_SHELL_MODULE_PROGRAM_H_
#define PYSUB_SHELL_MODULE_PROGRAM_H_

#include <algorithm>
#include <string>
#include <string_view>

// python -m MODULE, for modules of the library that have a main().
namespace pysub {

// The program that runs the module; empty: no module has such a name. `python` names the command in its errors.
inline std::string ModuleProgram(std::string_view python, std::string_view module) {
  const auto is_part = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
  };
  const bool named = !module.empty() && std::all_of(module.begin(), module.end(), is_part) && module.front() != '.' &&
                     module.back() != '.' && module.find("..") == std::string_view::npos &&
                     !(module.front() >= '0' && module.front() <= '9');
  if (!named) return {};
  std::string text = "import sys\ntry:\n    __import__('" + std::string(module) + "')\n";
  text += "except ModuleNotFoundError:\n    sys.exit('" + std::string(python) + ": No module named " + std::string(module) + "')\n";
  text += "if not hasattr(sys.modules['" + std::string(module) + "'], 'main'):\n    sys.exit('" + std::string(python) +
          ": -m " + std::string(module) + " is not available here')\n";
  return text + "sys.exit(sys.modules['" + std::string(module) + "'].main())\n";
}

}  // namespace pysub

#endif  // PYSUB_SHELL_MODULE_PROGRAM_H_
