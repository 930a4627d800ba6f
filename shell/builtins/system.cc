#include <fmt/format.h>

#include <algorithm>

#include "shell/builtins/builtins.h"
#include "shell/run/kernel.h"

namespace pysub::shell {
namespace {

// rwx by who, as umask -S prints it; a mask denies.
std::string SymbolicMask(uint32_t mask) {
  auto letters = [&](uint32_t bits) {
    std::string out;
    if (!(bits & 4)) out += 'r';
    if (!(bits & 2)) out += 'w';
    if (!(bits & 1)) out += 'x';
    return out;
  };
  return "u=" + letters((mask >> 6) & 7) + ",g=" + letters((mask >> 3) & 7) +
         ",o=" + letters(mask & 7);
}

// u=rwx,g+w,o-r on the permissions that `mask` leaves; false: not such a text.
bool ParseSymbolic(std::string_view text, uint32_t* mask) {
  uint32_t allowed = ~*mask & 0777;
  while (!text.empty()) {
    size_t end = std::min(text.find(','), text.size());
    std::string_view clause = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    uint32_t who = 0;
    size_t at = 0;
    for (;
         at < clause.size() && std::string_view("ugoa").find(clause[at]) != std::string_view::npos;
         ++at) {
      who |= clause[at] == 'u' ? 0700 : clause[at] == 'g' ? 070 : clause[at] == 'o' ? 07 : 0777;
    }
    if (who == 0) who = 0777;
    if (at >= clause.size() || std::string_view("+-=").find(clause[at]) == std::string_view::npos)
      return false;
    char op = clause[at++];
    uint32_t bits = 0;
    for (; at < clause.size(); ++at) {
      if (clause[at] == 'r')
        bits |= 0444;
      else if (clause[at] == 'w')
        bits |= 0222;
      else if (clause[at] == 'x')
        bits |= 0111;
      else
        return false;
    }
    bits &= who;
    allowed = op == '+' ? allowed | bits : op == '-' ? allowed & ~bits : (allowed & ~who) | bits;
  }
  *mask = ~allowed & 0777;
  return true;
}

}  // namespace

BuiltinResult BuiltinUmask(Process& process, const std::vector<std::string>& args) {
  OptionReader options(process, args, "pS");
  bool symbolic = false, reusable = false;
  while (char option = options.Next()) {
    if (option == '?') return 2;
    symbolic = symbolic || option == 'S';
    reusable = reusable || option == 'p';
  }
  if (options.index() < args.size()) {
    const std::string& text = args[options.index()];
    uint32_t mask = 0;
    if (!text.empty() && text[0] >= '0' && text[0] <= '9') {
      for (char c : text) {
        if (c < '0' || c > '7' || mask > 07777) {
          process.BuiltinError(text, ": octal number out of range");
          return 1;
        }
        mask = mask * 8 + static_cast<uint32_t>(c - '0');
      }
    } else {
      mask = process.umask;
      if (!ParseSymbolic(text, &mask)) {
        process.BuiltinError("`", text.substr(0, 1), "': invalid symbolic mode operator");
        return 1;
      }
    }
    process.umask = mask & 0777;
    if (symbolic) process.Write(1, SymbolicMask(process.umask) + "\n");
    return 0;
  }
  std::string shown = symbolic ? SymbolicMask(process.umask) : fmt::format("{:04o}", process.umask);
  process.Write(1,
                (reusable ? std::string("umask ") + (symbolic ? "-S " : "") : "") + shown + "\n");
  return 0;
}

// The host's limits are the ones that count; these are what programs may look at.
BuiltinResult BuiltinUlimit(Process& process, const std::vector<std::string>& args) {
  OptionReader options(process, args, "SHabcdefiklmnpqrstuvxPRT");
  char resource = 'f';
  bool all = false;
  while (char option = options.Next()) {
    if (option == '?') return 2;
    if (option == 'a') all = true;
    if (option != 'S' && option != 'H' && option != 'a') resource = option;
  }
  if (options.index() < args.size()) {
    const std::string& value = args[options.index()];
    bool number = !value.empty() && value.find_first_not_of("0123456789") == std::string::npos;
    if (number || value == "unlimited" || value == "soft" || value == "hard") return 0;
    process.BuiltinError(value, ": invalid number");
    return 1;
  }
  const ShellLimits& limits = process.budget().limits();
  auto value = [&](char which) -> std::string {
    switch (which) {
      case 'n': return "1024";
      case 'u': return std::to_string(limits.processes);
      case 'v':
      case 'm': return std::to_string(limits.memory_bytes / 1024);
      case 's': return "8192";
      case 'p': return "8";
      case 'c': return "0";
      default: return "unlimited";
    }
  };
  if (!all) {
    process.Write(1, value(resource) + "\n");
    return 0;
  }
  process.Write(1, fmt::format("file size                   (blocks, -f) {}\nopen files            "
                               "              (-n) {}\n"
                               "max user processes                  (-u) {}\nvirtual memory        "
                               "      (kbytes, -v) {}\n",
                               value('f'), value('n'), value('u'), value('v')));
  return 0;
}

BuiltinResult BuiltinTimes(Process& process, const std::vector<std::string>& args) {
  if (SkipNoOptions(process, args) == 0) return 2;
  process.Write(1, "0m0.000s 0m0.000s\n0m0.000s 0m0.000s\n");
  return 0;
}

// Lines are not edited here: bash says so, too, and then a binding has no effect. What would be
// listed is not there.
BuiltinResult BuiltinBind(Process& process, const std::vector<std::string>& args) {
  OptionReader options(process, args, "lpsvPSVXf:m:q:r:u:x:");
  process.BuiltinError("warning: line editing not enabled");
  char asks = '\0';
  while (char option = options.Next()) {
    if (option == '?') return 2;
    if (std::string_view("lpsvPSVXq").find(option) != std::string_view::npos) asks = option;
  }
  if (asks == '\0') return 0;
  process.BuiltinError("-", asks, ": there are no bindings in this shell");
  return 1;
}

}  // namespace pysub::shell
