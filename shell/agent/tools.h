#ifndef PYSUB_SHELL_AGENT_TOOLS_H_
#define PYSUB_SHELL_AGENT_TOOLS_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "shell/agent/call.h"
#include "shell/agent/service.h"

// The tools, as data: schemas, the check of arguments and the list that clients get are made of
// these rows.
namespace pysub::agent {

// What a parameter takes, or a member of a result has.
enum class ValueType : uint8_t { kText, kInteger, kNumber, kBoolean, kTexts, kObjects, kAny };

struct Parameter {
  std::string_view name;
  ValueType type = ValueType::kText;
  std::string_view description;
  bool required = false;
  std::string_view choices = {};  // "python|shell"; empty: any text
  double least = 0;               // of a number
  double most = 9e15;
};

struct Member {
  std::string_view name;
  ValueType type = ValueType::kText;
  bool nullable = false;
  bool required = true;
};

// Arguments that were checked, by name.
class Arguments {
 public:
  explicit Arguments(Json given) : given_(std::move(given)) {}
  // What was not given is empty, 0, false.
  std::string Text(std::string_view name) const;
  uint64_t Number(std::string_view name, uint64_t otherwise) const;
  std::chrono::nanoseconds Seconds(std::string_view name) const;
  bool Flag(std::string_view name) const;
  std::vector<std::string> Texts(std::string_view name) const;
  bool Has(std::string_view name) const { return given_.Find(name) != nullptr; }
  const Json* Find(std::string_view name) const { return given_.Find(name); }

 private:
  Json given_;
};

struct Tool {
  std::string_view name, title, description;
  std::span<const Parameter> parameters;
  std::span<const Member> results;
  bool read_only = false;
  bool destructive = false;
  bool idempotent = false;
  bool is_durable = false;  // there only where the configuration names a store
  // Null session: the tool has no parameter session_id.
  std::unique_ptr<Call> (*start)(Service& service, std::shared_ptr<Session> session,
                                 const Arguments& arguments);
};

// In the order in which they are listed.
std::span<const Tool> Tools();
// Null: there is none, or the configuration does not offer it.
const Tool* FindTool(const Config& config, std::string_view name);
bool IsOffered(const Config& config, const Tool& tool);
bool TakesSession(const Tool& tool);

// What is wrong with the arguments of a call; "": nothing.
std::string CheckArguments(const Tool& tool, const Json& arguments);

// The row as tools/list gives it, with the limits that hold under `config`. `structured`: with what
// 2025-06-18 brought.
// `more`: what is said to models beside that, of tools that run Python.
Json DescribeTool(const Config& config, const Tool& tool, bool structured, std::string_view more);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_TOOLS_H_
