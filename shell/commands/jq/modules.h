#ifndef PYSUB_SHELL_COMMANDS_JQ_MODULES_H_
#define PYSUB_SHELL_COMMANDS_JQ_MODULES_H_

#include <map>
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
  void Start(CommandIo* io, std::vector<std::string> directories) {
    io_ = io;
    directories_ = std::move(directories);
  }
  const Module* Find(std::string_view name, bool is_data, std::string_view search,
                     std::string_view from, std::string* error) override;
  void Fields(Archive& archive) { archive(texts_); }

 private:
  const std::string* TextOf(const std::string& path);
  std::vector<std::string> Candidates(std::string_view name, std::string_view search,
                                      std::string_view from, std::string_view suffix) const;

  Heap& heap_;
  CommandIo* io_ = nullptr;
  std::vector<std::string> directories_;
  std::map<std::string, std::optional<std::string>> texts_;  // by path; none: there is no such file
  std::map<std::string, Module> modules_;
};

}  // namespace pysub::shell::jq

#endif  // PYSUB_SHELL_COMMANDS_JQ_MODULES_H_
