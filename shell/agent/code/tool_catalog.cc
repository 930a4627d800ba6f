#include "shell/agent/code/tool_catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "shell/agent/code/json_schema.h"
#include "shell/agent/code/type_text.h"

namespace pysub::agent {
namespace {

constexpr size_t kMostFound = 20;
constexpr size_t kMostSummary = 160;
constexpr size_t kMostDescription = 4'000;
constexpr size_t kMostOfArgument = 600;
constexpr size_t kMostArguments = 100;

std::string NameFor(std::string_view name) {
  std::string text;
  for (const char c : name.substr(0, 128)) {
    const bool is_good =
        c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    text += is_good ? c : '_';
  }
  if (text.empty() || (text[0] >= '0' && text[0] <= '9')) text.insert(0, "_");
  if (!IsPythonName(text)) text += '_';
  return text;
}

std::string_view FirstLine(std::string_view text) {
  const size_t start = text.find_first_not_of(" \n\t");
  if (start == std::string_view::npos) return {};
  text.remove_prefix(start);
  return CutText(text.substr(0, text.find('\n')), kMostSummary);
}

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::vector<std::string> WordsOf(std::string_view text) {
  std::vector<std::string> words;
  const std::string lower = Lower(text.substr(0, 1'000));
  std::string word;
  for (const char c : lower + " ") {
    const bool is_of_word =
        static_cast<uint8_t>(c) >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
    if (is_of_word) {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::exchange(word, {}));
    }
  }
  return words;
}

// How well a tool answers a search: names count more than what is said of it.
size_t ScoreOf(const ToolFunction& function, const std::vector<std::string>& words) {
  const std::string path = Lower(function.path), text = Lower(function.description);
  size_t score = 0;
  for (const std::string& word : words) {
    if (path.find(word) != std::string::npos) score += 4;
    if (text.find(word) != std::string::npos) ++score;
  }
  return score;
}

const Json* PropertiesOf(const Json& schema) {
  const Json* properties = IsObject(schema) ? schema.Find("properties") : nullptr;
  return properties != nullptr && IsObject(*properties) ? properties : nullptr;
}

struct Argument {
  std::string name, type, description;
  const Json* otherwise = nullptr;  // its default
  bool required = false;
};

// Those that are required first.
std::vector<Argument> ArgumentsOf(const ToolFunction& function) {
  std::vector<Argument> arguments;
  const Json* properties = PropertiesOf(function.input_schema);
  if (properties == nullptr) return arguments;
  const Json* required = function.input_schema.Find("required");
  for (size_t i = 0; i + 1 < properties->items().size() && arguments.size() < kMostArguments;
       i += 2) {
    const Json& name = properties->items()[i];
    const Json& schema = properties->items()[i + 1];
    Argument& argument = arguments.emplace_back();
    argument.name = CleanText(name.text());
    argument.type = TypeText(function.input_schema, schema);
    argument.description = CleanText(CutText(TextAt(schema, "description"), kMostOfArgument));
    if (IsObject(schema)) argument.otherwise = schema.Find("default");
    argument.required = required != nullptr &&
                        std::find(required->items().begin(), required->items().end(), name) !=
                            required->items().end();
  }
  std::vector<Argument> sorted;
  for (const bool required_now : {true, false}) {
    for (const Argument& argument : arguments) {
      if (argument.required == required_now) sorted.push_back(argument);
    }
  }
  return sorted;
}

std::string Indented(std::string_view text, std::string_view indent) {
  std::string result;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    if (!line.empty()) result += std::string(indent) + std::string(line);
    result += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

}  // namespace

std::string SignatureOf(const ToolFunction& function) {
  std::string text, others;
  for (const Argument& argument : ArgumentsOf(function)) {
    if (!IsPythonName(argument.name)) {
      others = "**others";
      continue;
    }
    text += fmt::format("{}{}: {}", text.empty() ? "*, " : ", ", argument.name, argument.type);
    if (argument.required) continue;
    TextLimits limits;
    limits.max_bytes = 60;
    text += argument.otherwise == nullptr ? " = ..."
                                          : " = " + CleanText(argument.otherwise->Repr(limits));
  }
  if (!others.empty()) text += (text.empty() ? "" : ", ") + others;
  const std::string result = IsObject(function.output_schema)
                                 ? TypeText(function.output_schema, function.output_schema)
                                 : "Any";
  return fmt::format("{}({}) -> {}", function.path, text, result);
}

std::string StubOf(const ToolFunction& function) {
  std::string text = SignatureOf(function) + "\n";
  text += Indented(CutText(function.description, kMostDescription), "    ");
  for (const Argument& argument : ArgumentsOf(function)) {
    const bool is_name = IsPythonName(argument.name);
    std::string line = fmt::format(
        "{}: {}{}", is_name ? argument.name : fmt::format("**{{'{}': ...}}", argument.name),
        argument.type, argument.required ? "" : ", may be left out");
    if (!argument.description.empty()) line += ". " + argument.description;
    text += Indented(line, "    - ");
  }
  if (function.policy == ToolPolicy::kAsk)
    text += "    Each call waits until a person has approved it.\n";
  std::string unchecked;
  for (const std::string& keyword : UncheckedKeywords(function.input_schema))
    unchecked += (unchecked.empty() ? "" : ", ") + CleanText(keyword);
  if (!unchecked.empty())
    text += fmt::format("    Its schema also has what only the server checks: {}\n",
                        CutText(unchecked, 300));
  return text;
}

void ToolCatalog::Add(ToolFunction function) {
  if (function.policy == ToolPolicy::kDeny) return;
  const std::string path = fmt::format("servers.{}.{}", function.server, NameFor(function.name));
  function.path = path;
  for (size_t i = 2; Find(function.path) != nullptr; ++i)
    function.path = fmt::format("{}_{}", path, i);
  function.stub = StubOf(function);
  functions_.push_back(std::move(function));
}

void ToolCatalog::AddServer(std::string name, std::string description) {
  servers_.push_back({std::move(name), std::move(description)});
}

const ToolFunction* ToolCatalog::Find(std::string_view path) const {
  const auto at = std::find_if(functions_.begin(), functions_.end(),
                               [path](const ToolFunction& one) { return one.path == path; });
  return at == functions_.end() ? nullptr : &*at;
}

std::vector<std::pair<std::string, HostValue>> ToolCatalog::Globals() const {
  std::vector<std::string> names;
  std::vector<HostValue> namespaces;
  for (const Server& server : servers_) {
    std::vector<std::string> tools;
    std::vector<HostValue> functions;
    for (const ToolFunction& function : functions_) {
      if (function.server != server.name) continue;
      tools.push_back(function.path.substr(function.path.rfind('.') + 1));
      functions.push_back(HostValue::HostFunction(function.path, function.stub));
    }
    names.push_back(server.name);
    namespaces.push_back(
        HostValue::Typed("types.SimpleNamespace", std::move(functions), std::move(tools)));
  }
  return {
      {"servers",
       HostValue::Typed("types.SimpleNamespace", std::move(namespaces), std::move(names))},
      {std::string(kSearch),
       HostValue::HostFunction("search_tools(text, /)",
                               "Tools that fit a text, the best first: [{'name', 'summary'}].")},
      {std::string(kDescribe),
       HostValue::HostFunction("describe(name, /)",
                               "All about a tool, or what a server has: signature, arguments, "
                               "types. 'servers.a.b', or the function itself.")}};
}

HostValue ToolCatalog::Search(std::string_view text) const {
  const std::vector<std::string> words = WordsOf(text);
  std::vector<std::pair<int64_t, const ToolFunction*>> found;
  for (const ToolFunction& function : functions_) {
    const size_t score = words.empty() ? 1 : ScoreOf(function, words);
    if (score > 0) found.emplace_back(-static_cast<int64_t>(score), &function);
  }
  // (Of equal ones in the order in which they were added: that of their addresses.)
  std::sort(found.begin(), found.end());
  std::vector<HostValue> rows;
  for (const auto& [score, function] : found) {
    if (rows.size() == kMostFound) break;
    rows.push_back(
        Object({{"name", function->path}, {"summary", FirstLine(function->description)}}));
  }
  return HostValue::List(std::move(rows));
}

std::string ToolCatalog::Describe(std::string_view name) const {
  std::string path(name);
  if (!path.starts_with("servers.")) path.insert(0, "servers.");
  if (const ToolFunction* function = Find(path)) return function->stub;
  std::string text;
  for (const Server& server : servers_) {
    if (name != "servers" && path != "servers." + server.name) continue;
    text += fmt::format("# servers.{}: {}\n", server.name, server.description);
    for (const ToolFunction& function : functions_) {
      if (function.server == server.name)
        text += fmt::format("{}\n    {}\n", SignatureOf(function), FirstLine(function.description));
    }
  }
  return text;
}

std::string ToolCatalog::Prompt(size_t most_bytes) const {
  if (functions_.empty()) return {};
  std::string text =
      "\n\nPrograms can call tools of other servers as functions, with arguments by name; a result "
      "is a value, a failure an exception. In async code await them: those of one asyncio.gather() "
      "run at the same time. describe('servers.NAME.TOOL') tells all about one, "
      "search_tools('words') finds some. Let the program loop, filter and join, and print only "
      "what "
      "matters.\n";
  size_t left_out = 0;
  for (const ToolFunction& function : functions_) {
    const std::string row =
        fmt::format("{}  # {}\n", SignatureOf(function), FirstLine(function.description));
    if (text.size() + row.size() > most_bytes) {
      ++left_out;
    } else {
      text += row;
    }
  }
  if (left_out > 0) text += fmt::format("and {} more: search_tools() finds them.\n", left_out);
  return text;
}

}  // namespace pysub::agent
