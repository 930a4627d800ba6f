#ifndef PYSUB_SHELL_COMMANDS_FILES_COPY_TREE_H_
#define PYSUB_SHELL_COMMANDS_FILES_COPY_TREE_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "shell/commands/files/backup.h"
#include "shell/commands/files/prompt_answer.h"
#include "shell/commands/files/tree_walk.h"

namespace pysub::shell {

// What cp and mv ask of a copy. It is saved with the copy, since mv makes it up while it runs.
struct CopyOptions {
  enum class Overwrite : uint8_t { kYes, kAsk, kNever };
  enum class Links : uint8_t { kDefault, kNever, kOperands, kAll };
  Overwrite overwrite = Overwrite::kYes;
  Links follow = Links::kDefault;
  bool recursive = false, force = false, update = false, verbose = false, one_device = false;
  bool preserve_mode = false, preserve_times = false, preserve_links = false;
  bool make_links = false, make_symlinks = false, attributes_only = false,
       remove_destination = false;
  bool no_preserve_mode = false;
  Backup backup;
  void Fields(Archive& archive) {
    archive(overwrite, follow, recursive, force, update, verbose, one_device, preserve_mode,
            preserve_times, preserve_links, make_links, make_symlinks, attributes_only,
            remove_destination, no_preserve_mode, backup);
    if (overwrite > Overwrite::kNever || follow > Links::kAll) archive.Fail();
  }
};

// Copies one source after the other, as cp does; mv uses it between mounts.
class CopyTree {
 public:
  void SetOptions(const CopyOptions& options) { options_ = options; }
  const CopyOptions& options() const { return options_; }
  void Start(CommandIo& io, std::string source, std::string destination);
  enum class Result : uint8_t { kDone, kYield, kWait };
  Result Step(CommandIo& io);
  // Of all sources so far, and of the last one.
  bool failed() const { return failed_; }
  bool last_failed() const { return last_failed_; }
  void Fields(Archive& archive);

 private:
  using FileId = std::pair<uint32_t, uint64_t>;
  struct Open {  // a directory that is being filled
    bool failed = false;
    bool is_new = false;
    void Fields(Archive& archive) { archive(failed, is_new); }
  };
  enum class Stage : uint8_t { kIdle, kNext, kVisit, kContents, kStream };

  bool Fail(CommandIo& io, const std::string& text, int error = 0);
  std::string Target(const TreeWalk::Visit& visit) const;
  Result Visit(CommandIo& io);
  void EnterDirectory(CommandIo& io);
  void LeaveDirectory(CommandIo& io);
  // What may not be replaced, and what is asked. kDone: go on with the copy; kYield: skip it.
  Result Consider(CommandIo& io);
  Result ConsiderSame(CommandIo& io);
  Result MakeWay(CommandIo& io);
  void CopyOther(CommandIo& io);
  void BeginFile(CommandIo& io);
  Result CopyContents(CommandIo& io);
  Result CopyStream(CommandIo& io);
  void EndFile(CommandIo& io);
  void Preserve(CommandIo& io, const std::string& path, const files::Stat& stat);
  void Announce(CommandIo& io);

  CopyOptions options_;
  Stage stage_ = Stage::kIdle;
  std::string source_;
  std::string destination_;
  TreeWalk walk_;
  TreeWalk::Visit visit_;
  std::string target_;
  bool target_exists_ = false;
  std::string backup_name_;  // of what stood there
  files::Stat target_stat_;
  std::vector<Open> open_;
  std::map<FileId, std::string> copies_;  // of files with several names; directories made
  std::map<FileId, bool> made_;           // by this command: not to be overwritten
  uint64_t offset_ = 0;
  int in_ = -1;
  int out_ = -1;
  Prompt prompt_;
  bool failed_ = false;
  bool last_failed_ = false;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_FILES_COPY_TREE_H_
