#include "shell/commands/jq/modules.h"

#include "pysub/files/file_system.h"
#include "shell/commands/jq/json_reader.h"
#include "shell/commands/simple.h"

namespace pysub::shell::jq {

// Null: there is no such file.
const std::string* FileModules::TextOf(const std::string& path) {
  auto known = texts_.find(path);
  if (known == texts_.end()) {
    std::optional<std::string> text;
    files::Result<files::Stat> stat = io_->files().StatPath(CallerOf(*io_), path);
    if (stat.ok() && stat->IsFile() && heap_.Charge(static_cast<int64_t>(3 * stat->size + 256))) {
      heap_.Spend(stat->size);
      files::Result<std::string> read = io_->files().ReadFile(CallerOf(*io_), path);
      if (read.ok()) text = std::move(*read);
    }
    known = texts_.emplace(path, std::move(text)).first;
  }
  return known->second ? &*known->second : nullptr;
}

std::vector<std::string> FileModules::Candidates(std::string_view name, std::string_view search,
                                                 std::string_view from,
                                                 std::string_view suffix) const {
  const std::string base =
      from.find('/') == std::string_view::npos ? io_->cwd() : std::string(DirectoryOf(from));
  std::vector<std::string> directories;
  if (!search.empty()) {
    directories.push_back(search.starts_with('/') ? std::string(search) : JoinPath(base, search));
  } else if (directories_.empty()) {
    const std::string home(io_->Env("HOME").value_or("/"));
    directories = {JoinPath(home, ".jq"), "/usr/lib/jq", "/usr/lib"};
  }
  for (const std::string& directory : directories_) directories.push_back(io_->Absolute(directory));
  std::vector<std::string> candidates;
  for (const std::string& directory : directories) {
    const std::string path = JoinPath(directory, name);
    candidates.push_back(path + std::string(suffix));
    candidates.push_back(JoinPath(path, LastName(name)) + std::string(suffix));
  }
  return candidates;
}

const Module* FileModules::Find(std::string_view name, bool is_data, std::string_view search,
                                std::string_view from, std::string* error) {
  const std::string_view suffix = is_data ? ".json" : ".jq";
  for (const std::string& path : Candidates(name, search, from, suffix)) {
    if (auto known = modules_.find(path); known != modules_.end()) return &known->second;
    const std::string* text = TextOf(path);
    if (text == nullptr) continue;
    Module& module = modules_[path];
    module.path = path;
    module.is_data = is_data;
    module.text = *text;
    if (!is_data) return &module;
    JsonReader reader(heap_);
    reader.Feed(*text);
    reader.Finish();
    Value value;
    module.data = Value::EmptyArray();
    while (true) {
      const JsonReader::Result result = reader.Next(&value);
      if (result == JsonReader::Result::kEnd) return &module;
      if (result != JsonReader::Result::kValue) break;
      heap_.Push(&module.data, std::move(value));
    }
    *error = "loading data file " + path + ": " + reader.error();
    return nullptr;
  }
  *error = "module not found: " + std::string(name);
  return nullptr;
}

}  // namespace pysub::shell::jq
