#include "shell/run/exported_functions.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "shell/run/kernel.h"
#include "shell/syntax/parser.h"
#include "shell/syntax/print.h"

namespace pysub::shell {
namespace {

constexpr std::string_view kPrefix = "BASH_FUNC_";
constexpr std::string_view kSuffix = "%%";

// Nothing: it is not the variable of a function.
std::string_view FunctionOf(std::string_view variable) {
  if (!variable.starts_with(kPrefix) || !variable.ends_with(kSuffix) ||
      variable.size() < kPrefix.size() + kSuffix.size())
    return {};
  variable.remove_prefix(kPrefix.size());
  variable.remove_suffix(kSuffix.size());
  return variable;
}

// A definition and nothing else: what would run when a shell begins is refused.
bool Define(Process& process, std::string_view name, std::string_view text) {
  if (text.size() > process.budget().limits().input_bytes) return false;
  const ScopedMemoryCharge copies(&process.budget(), 2 * text.size());
  if (!copies.ok()) return false;
  Parser parser(MakeSource(std::string(name) + " " + std::string(text), &process.budget()),
                process.symbols(), 1, {.account = &process.budget()});
  std::shared_ptr<Unit> unit = parser.Next();
  // (The end of the text is in its last line.)
  const auto lines = static_cast<uint32_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  for (const ParseMessage& message : parser.messages()) {
    process.WriteError(process.name + ": " + std::string(name) + ": line " +
                       std::to_string(std::min(message.line, lines)) + ": " + message.text + "\n");
  }
  if (unit == nullptr || parser.failed() || unit->root == nullptr ||
      unit->root->kind != NodeKind::kFunction)
    return false;
  // (Only blank lines may follow.)
  for (std::shared_ptr<Unit> more = parser.Next(); more != nullptr; more = parser.Next()) {
    if (more->root == nullptr) continue;
    process.WriteError(process.name + ": warning: " + std::string(name) +
                       ": ignoring function definition attempt\n");
    return false;
  }
  if (parser.failed()) return false;
  auto function = MakeRef<Function>();
  function->name = name;
  function->node = static_cast<const FunctionNode*>(unit->root);
  function->source = "environment";
  function->unit = std::move(unit);
  function->exported = true;
  auto& table = process.functions.Mutable();
  if (!process.functions.HoldMore(&process.budget(), Function::kBytes)) return false;
  table[function->name] = function;
  return true;
}

}  // namespace

bool EachExportedFunction(const Process& process,
                          const std::function<bool(std::string&& entry)>& each) {
  for (const auto& [name, function] : *process.functions) {
    if (!process.budget().Tick(1)) return false;
    if (!function->exported) continue;
    std::string entry(kPrefix);
    entry += name;
    entry += kSuffix;
    entry += '=';
    entry += PrintFunctionValue(function->node, &process.budget()).items();
    if (!process.budget().Tick(entry.size() / 4) || !each(std::move(entry))) return false;
  }
  return true;
}

std::optional<std::string> ToldFile(const Process& process) {
  const std::vector<std::string>& args = process.command.args;
  if (process.external.info == nullptr || process.frames.empty() ||
      !process.top().IsNode(NodeKind::kSimple) || args.empty())
    return std::nullopt;
  if (args[0].find('/') != std::string::npos) return args[0];
  return "/usr/bin/" + std::string(process.external.info->name);
}

std::vector<std::string> EnvironmentOf(const Process& process) {
  std::vector<std::string> environment = process.variables.Environment();
  EachExportedFunction(process, [&](std::string&& entry) {
    environment.push_back(std::move(entry));
    return true;
  });
  if (std::optional<std::string> file = ToldFile(process))
    environment.push_back("_=" + std::move(*file));
  return environment;
}

std::optional<std::string> ExportedFunction(const Process& process, std::string_view variable) {
  const std::string_view name = FunctionOf(variable);
  if (name.empty()) return std::nullopt;
  const auto found = process.functions->find(name);
  if (found == process.functions->end() || !found->second->exported) return std::nullopt;
  return PrintFunctionValue(found->second->node, &process.budget()).Take();
}

bool ImportFunction(Process& process, std::string_view variable, std::string_view value) {
  const std::string_view name = FunctionOf(variable);
  if (name.empty() || !value.starts_with("() {")) return false;
  if (!Define(process, name, value) && !process.budget().stopped())
    process.WriteError(process.name + ": error importing function definition for `" +
                       std::string(name) + "'\n");
  return true;
}

}  // namespace pysub::shell
