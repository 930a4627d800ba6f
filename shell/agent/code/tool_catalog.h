#ifndef PYSUB_SHELL_AGENT_CODE_TOOL_CATALOG_H_
#define PYSUB_SHELL_AGENT_CODE_TOOL_CATALOG_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shell/agent/json.h"
#include "shell/agent/tool_policy.h"

// Functions with schemas that programs see as servers.NAME.TOOL(...), whoever runs them: an MCP
// server, or the host itself.
namespace pysub::agent {

struct ToolFunction {
  std::string server;  // a name of Python's
  std::string name;    // as its owner knows it: anything
  std::string description;
  Json input_schema, output_schema;  // None: there is none, and nothing is checked
  ToolPolicy policy = ToolPolicy::kAllow;
  // Of Add(): "servers.weather.get_forecast", as programs write it.
  std::string path;
  std::string stub;  // of Add(), too: StubOf() it
};

// Does not change once it is given to programs; then any thread may ask it.
class ToolCatalog {
 public:
  // A tool that is denied is not there. Names that are none of Python's are changed: "get-x" to
  // get_x, a second one of these to get_x_2.
  void Add(ToolFunction function);
  // What is said of a server.
  void AddServer(std::string name, std::string description);

  const std::vector<ToolFunction>& functions() const { return functions_; }
  // By its path; null: there is none.
  const ToolFunction* Find(std::string_view path) const;

  // What programs get: servers, search_tools, describe.
  std::vector<std::pair<std::string, HostValue>> Globals() const;
  static bool IsSearch(std::string_view function) { return function == kSearch; }
  static bool IsDescribe(std::string_view function) { return function == kDescribe; }

  // The best first: [{"name": "servers.a.b", "summary": ...}], at most 20.
  HostValue Search(std::string_view text) const;
  // All of a tool, or of what a server has, for a model. Empty: there is no such thing.
  std::string Describe(std::string_view name) const;

  // For the description of run_python: the signatures of all tools in at most so many bytes, or
  // what leads to them.
  std::string Prompt(size_t most_bytes) const;

 private:
  static constexpr std::string_view kSearch = "search_tools";
  static constexpr std::string_view kDescribe = "describe";
  struct Server {
    std::string name, description;
  };

  std::vector<ToolFunction> functions_;
  std::vector<Server> servers_;
};

// "servers.a.b(*, city: str, days: int = 3) -> dict"
std::string SignatureOf(const ToolFunction& function);
// The signature, the description, each argument with its type and what is said of it.
std::string StubOf(const ToolFunction& function);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_CODE_TOOL_CATALOG_H_
