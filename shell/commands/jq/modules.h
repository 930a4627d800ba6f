#ifndef PYSUB_SHELL_COMMANDS_JQ_MODULES_H_
#define PYSUB_SHELL_COMMANDS_JQ_MODULES_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/shell/archive.h"
#include "pysub/shell/command.h"
#include "shell/commands/jq/compiler.h"

namespace pysub::shell::jq {

// Modules from the shell's files. What was read once is kept and saved: a program that is compiled
// again after a load is the same.
class FileModules final : public ModuleSource {
 public:
  explicit FileModules(Heap& heap) : heap_(heap) {}
  // What -L names; `origin` is the program's directory.
  void Start(CommandIo* io, std::vector<std::string> library, std::string origin);
  // The step's.
  void set_io(CommandIo* io) { io_ = io; }
  const Module* Find(std::string_view name, bool is_data, const Value* search,
                     std::string_view from, std::string* error) override;
  // What the module of that name says of itself; null: it is wrong, which was told. None: *error.
  Value MetadataOf(std::string_view name, std::string* error);
  const std::vector<std::string>& library() const { return library_; }
  const std::string& origin() const { return origin_; }
  void Fields(Archive& archive) { archive(texts_); }

 private:
  struct Metadata {
    Value value;
    std::string errors;
  };

  const std::string* TextOf(const std::string& path);
  std::string PlaceOf(std::string_view place, std::string_view from) const;
  std::optional<std::string> Locate(std::string_view name, std::string_view suffix,
                                    const std::vector<std::string>& places, std::string* error);
  bool ReadData(Module* module, std::string* error);

  Heap& heap_;
  CommandIo* io_ = nullptr;
  std::vector<std::string> library_;
  std::string origin_;
  std::map<std::string, std::optional<std::string>> texts_;  // by path; none: there is no such file
  std::map<std::string, Module> modules_;
  std::map<std::string, Metadata> metadata_;
};

}  // namespace pysub::shell::jq

#endif  // PYSUB_SHELL_COMMANDS_JQ_MODULES_H_
