#include "shell/commands/jq/modules.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "pysub/files/file_system.h"
#include "shell/commands/jq/json_reader.h"
#include "shell/commands/jq/parser.h"
#include "shell/commands/simple.h"

namespace pysub::shell::jq {
namespace {

constexpr std::string_view kHomePlace = "~/", kJqPlace = "$ORIGIN/";
// Where jq itself would lie.
constexpr std::string_view kJqOrigin = "/usr/bin";

// Without "." and "..", as it is written: what a link leads to is not looked at.
std::string PlainPath(std::string_view path) {
  std::string plain;
  while (!path.empty()) {
    const std::string_view part = path.substr(0, path.find('/'));
    path.remove_prefix(std::min(part.size() + 1, path.size()));
    if (part == "..") {
      plain.resize(std::min(plain.rfind('/'), plain.size()));
    } else if (!part.empty() && part != ".") {
      plain.append("/").append(part);
    }
  }
  return plain.empty() ? "/" : plain;
}

// Empty: a module may be called that.
std::string WrongName(std::string_view name) {
  const std::string shown(name);
  std::string_view rest = name;
  std::optional<std::string_view> before;
  while (true) {
    const size_t slash = rest.find('/');
    const std::string_view part = rest.substr(0, slash);
    if (part == "..") {
      return "Relative paths to modules may not traverse to parent directories (" + shown + ")";
    }
    if (before == part) {
      return "module names must not have equal consecutive components: " + shown;
    }
    if (slash == std::string_view::npos) return "";
    before = part;
    rest.remove_prefix(slash + 1);
  }
}

}  // namespace

void FileModules::Start(CommandIo* io, std::vector<std::string> library, std::string origin) {
  io_ = io;
  origin_ = std::move(origin);
  for (std::string& place : library) {
    const bool is_found_later = place.starts_with(kHomePlace) || place.starts_with(kJqPlace);
    if (!is_found_later && place != "~") place = PlainPath(io->Absolute(place));
  }
  if (library.empty()) library = {"~/.jq", "$ORIGIN/../lib/jq", "$ORIGIN/../lib"};
  library_ = std::move(library);
}

// Null: there is no such file.
const std::string* FileModules::TextOf(const std::string& path) {
  auto known = texts_.find(path);
  heap_.Spend(path.size());
  if (known == texts_.end()) {
    // (Names of files that are not there are remembered, too.)
    if (!heap_.Charge(static_cast<int64_t>(2 * path.size() + 256))) return nullptr;
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

// A directory in a list of them: "." is jq's own, what is relative otherwise belongs to who asks.
std::string FileModules::PlaceOf(std::string_view place, std::string_view from) const {
  if (place == ".") return io_->cwd();
  const std::string home(io_->Env("HOME").value_or("/"));
  if (place == "~") return home;
  if (place.starts_with(kHomePlace)) return JoinPath(home, place.substr(kHomePlace.size()));
  if (place.starts_with(kJqPlace)) return JoinPath(kJqOrigin, place.substr(kJqPlace.size()));
  if (place.starts_with('/')) return std::string(place);
  return JoinPath(from, place);
}

// None: *error.
std::optional<std::string> FileModules::Locate(std::string_view name, std::string_view suffix,
                                               const std::vector<std::string>& places,
                                               std::string* error) {
  *error = WrongName(name);
  if (!error->empty()) return std::nullopt;
  for (const std::string& place : places) {
    const std::string base = JoinPath(place, name);
    for (const std::string& path : {base, JoinPath(base, LastName(name))}) {
      const std::string plain = PlainPath(path + std::string(suffix));
      if (TextOf(plain) != nullptr) return plain;
    }
  }
  *error = "module not found: " + std::string(name);
  return std::nullopt;
}

bool FileModules::ReadData(Module* module, std::string* error) {
  JsonReader reader(heap_);
  reader.Feed(module->text);
  reader.Finish();
  Value value;
  module->data = Value::EmptyArray();
  while (true) {
    const JsonReader::Result result = reader.Next(&value);
    if (result == JsonReader::Result::kEnd) return true;
    if (result != JsonReader::Result::kValue) break;
    heap_.Push(&module->data, std::move(value));
  }
  *error = "error loading data file " + module->path + ": " + reader.error();
  return false;
}

const Module* FileModules::Find(std::string_view name, bool is_data, const Value* search,
                                std::string_view from, std::string* error) {
  const std::string_view origin =
      from.find('/') == std::string_view::npos ? std::string_view(origin_) : DirectoryOf(from);
  std::vector<std::string> places;
  const auto add = [&](const Value& place) {
    if (place.is_string()) places.push_back(PlaceOf(place.text(), origin));
  };
  if (search == nullptr) {
    places.push_back(io_->cwd());
    for (const std::string& place : library_) places.push_back(PlaceOf(place, origin));
  } else if (search->is_array()) {
    for (size_t i = 0; i < search->size() && heap_.Spend(1); ++i) add(search->at(i));
  } else {
    add(*search);
  }
  const std::optional<std::string> path = Locate(name, is_data ? ".json" : ".jq", places, error);
  if (!path) {
    *error = "error: " + *error;
    return nullptr;
  }
  if (auto known = modules_.find(*path); known != modules_.end()) return &known->second;
  Module& module = modules_[*path];
  module.path = *path;
  module.is_data = is_data;
  module.text = *TextOf(*path);
  return !is_data || ReadData(&module, error) ? &module : nullptr;
}

Value FileModules::MetadataOf(std::string_view name, std::string* error) {
  std::vector<std::string> places;
  for (const std::string& place : library_) places.push_back(PlaceOf(place, io_->cwd()));
  const std::optional<std::string> path = Locate(name, ".jq", places, error);
  if (!path) return Value();
  auto known = metadata_.find(*path);
  if (known == metadata_.end()) {
    Metadata metadata{.value = Value::Null(), .errors = ""};
    Compiler compiler(heap_);
    Parser parser(compiler, *TextOf(*path), *path, compiler.NewScope("", -1));
    if (!parser.ParseMetadata(&metadata.value)) metadata.errors = compiler.errors();
    known = metadata_.emplace(*path, std::move(metadata)).first;
  }
  if (!known->second.errors.empty()) io_->Write(2, known->second.errors);
  return known->second.value;
}

}  // namespace pysub::shell::jq
