#ifndef PYSUB_SHELL_PYTHON_MODULE_PROGRAM_H_
#define PYSUB_SHELL_PYTHON_MODULE_PROGRAM_H_

#include <string>
#include <string_view>

// python -m MODULE: a program whose frames no traceback shows, and which is told the names as they
// are.
namespace pysub {

inline constexpr std::string_view kModuleProgramName = "<library -m>";

// `python` names the command in its errors.
inline std::string ModuleProgram(std::string_view python, std::string_view module) {
  const auto quoted = [](std::string_view text) {
    std::string result = "b'";
    for (const char c : text) {
      constexpr char kHex[] = "0123456789abcdef";
      const auto byte = static_cast<unsigned char>(c);
      result += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
    }
    return result + "'.decode('utf-8', 'surrogateescape')";
  };
  return "__import__('runpy')._run_module_as_main(" + quoted(module) + ", " + quoted(python) +
         ")\n";
}

}  // namespace pysub

#endif  // PYSUB_SHELL_PYTHON_MODULE_PROGRAM_H_
