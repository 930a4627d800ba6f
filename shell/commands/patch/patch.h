#ifndef PYSUB_SHELL_COMMANDS_PATCH_PATCH_H_
#define PYSUB_SHELL_COMMANDS_PATCH_PATCH_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/files/file_system.h"
#include "shell/commands/patch/patch_text.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {

inline constexpr std::string_view kEndsInLine = "patch unexpectedly ends in middle of line\n";

// The command, which goes from phase to phase for each file that the patch names. Only patch.cc and
// patch_hunks.cc know it.
class Patch : public TextCommand {
 public:
  void Fields(Archive& archive) override;

 protected:
  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override;

 private:
  enum class Phase : uint8_t { kRead, kFind, kInput, kHunks, kWrite };
  enum class Numbered : uint8_t { kNever, kExisting, kAlways };
  struct Text {
    std::string bytes;
    uint64_t charged = 0;
    void Fields(Archive& archive) {
      archive(bytes);
      archive.Charged(charged);
    }
  };

  // ---- words
  std::optional<int> TakeOption(CommandIo& io, Options& options);
  std::optional<int> TakeNumber(CommandIo& io, std::string_view what, std::string_view text,
                                int64_t* number);
  std::optional<int> TakeDirectory(CommandIo& io, std::string_view name);
  static int Refuse(CommandIo& io, std::string_view what);

  // ---- texts
  Progress Fatal(CommandIo& io, std::string_view text) const;
  Progress NoMemory() const { return Progress::Done(2); }
  void Say(CommandIo& io, std::string_view text) const;
  bool Append(CommandIo& io, Text* text, std::string_view more) const;
  std::optional<Progress> ReadAll(CommandIo& io, Text* text, std::string_view name);
  std::string PathOf(std::string_view name) const;
  files::Result<files::Stat> StatOf(CommandIo& io, const std::string& name) const;

  // ---- one file
  std::optional<Progress> Find(CommandIo& io);
  void Announce(CommandIo& io);
  void ShowLead(CommandIo& io) const;
  bool ChooseNames(CommandIo& io);
  std::string BestName(CommandIo& io, const std::vector<std::string>& names, bool existing) const;
  bool IsSafe(CommandIo& io, const std::string& name) const;
  void CannotFind(CommandIo& io);
  void LookAtFile(CommandIo& io);
  bool AgreesToReverse(CommandIo& io, const std::string& what);
  std::optional<Progress> ReadInput(CommandIo& io);

  // ---- hunks (patch_hunks.cc)
  std::optional<Progress> DoHunk(CommandIo& io);
  bool BuildLines(CommandIo& io);
  uint64_t LineCount() const { return lines_.size(); }
  std::string_view LineAt(uint64_t number, bool* has_newline) const;
  bool SameLine(const HunkLine& line, uint64_t number) const;
  bool Matches(CommandIo& io, const Hunk& hunk, int64_t at, int64_t prefix, int64_t suffix) const;
  int64_t Locate(CommandIo& io, const Hunk& hunk, int64_t fuzz);
  int64_t SearchAround(CommandIo& io, const Hunk& hunk, int64_t guess, int64_t prefix,
                       int64_t suffix);
  int64_t LocateReversed(CommandIo& io, Hunk* hunk, int64_t* fuzz);
  bool Apply(CommandIo& io, const Hunk& hunk, int64_t where);
  bool CopyTill(CommandIo& io, uint64_t line);
  bool EndsDiffer(const Hunk& hunk, int64_t line) const;
  void TellHunk(CommandIo& io, const Hunk& hunk, int64_t where, int64_t fuzz, bool failed) const;
  bool Reject(CommandIo& io, const Hunk& hunk);
  std::string RejectHead(bool unified) const;
  std::string UnifiedReject(const Hunk& hunk) const;
  std::string ContextReject(const Hunk& hunk) const;

  // ---- the end of a file
  std::optional<Progress> WriteFile(CommandIo& io);
  std::optional<Progress> BeginOutput(CommandIo& io);
  std::optional<Progress> WriteOutput(CommandIo& io);
  std::optional<Progress> WriteRejects(CommandIo& io);
  bool WantsBackup() const;
  std::string NextBackup(CommandIo& io, const std::string& name);
  bool MakeBackup(CommandIo& io, const std::string& name);
  std::string BackupName(CommandIo& io, const std::string& name) const;
  void MakeDirectories(CommandIo& io, const std::string& path) const;
  void RemoveDirectories(CommandIo& io, std::string path) const;
  std::optional<Progress> Store(CommandIo& io, const std::string& name, std::string_view bytes,
                                uint32_t mode, const std::string& backup = "") const;
  bool FirstTime(std::string name);
  void BeginFile();

  // Of the words; not saved.
  std::string operand_, patch_name_ = "-", output_name_, directory_, reject_name_;
  std::string prefix_, base_prefix_, suffix_ = ".orig";
  Numbered numbered_ = Numbered::kExisting;
  int64_t strip_ = -1, max_fuzz_ = 2;
  DiffKind wanted_ = DiffKind::kNone;
  bool reverses_ = false, forward_ = false, force_ = false, batch_ = false, dry_run_ = false;
  bool backup_ = false, backup_mismatch_ = true, silent_ = false, verbose_ = false;
  bool remove_empty_ = false, posix_ = false, ignores_blanks_ = false, binary_ = false;
  bool follows_links_ = false, has_suffix_ = false;
  char reject_format_ = 0;       // 'u', 'c'; 0: as the patch is
  std::vector<uint64_t> lines_;  // where those of input_ begin; made again after a load

  Phase phase_ = Phase::kRead;
  int fd_ = -1;
  Text patch_, input_, output_, rejects_;
  uint64_t at_ = 0;
  bool found_any_ = false, failed_any_ = false;
  std::vector<std::string> touched_;  // files that have their backup, or their first reject
  uint64_t lines_charged_ = 0;
  // Of the file that is being patched.
  PatchHead head_;
  std::string name_, out_name_;
  bool exists_ = false, skips_ = false, keeps_rejects_ = true, applies_anyway_ = false;
  bool reverse_ = false;
  bool mismatch_ = false;
  uint32_t mode_ = 0;
  uint64_t hunks_ = 0, failed_ = 0;
  int64_t in_offset_ = 0, out_offset_ = 0;
  uint64_t frozen_ = 0;  // lines of the input that are copied, or gone
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_PATCH_PATCH_H_
