#ifndef PYSUB_SHELL_COMMANDS_ARCHIVE_TAR_H_
#define PYSUB_SHELL_COMMANDS_ARCHIVE_TAR_H_

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pysub/files/file_system.h"
#include "shell/commands/archive/bzip2_stream.h"
#include "shell/commands/archive/gzip_stream.h"
#include "shell/commands/archive/tar_header.h"
#include "shell/commands/archive/tar_transform.h"
#include "shell/commands/archive/xz_stream.h"
#include "shell/commands/archive/zstd_stream.h"
#include "shell/commands/exclude_file.h"
#include "shell/commands/files/tree_walk.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {

// What the command line says.
struct TarOptions {
  char mode = 0;  // c, x, t, r, u, d, A; D: --delete
  std::string archive = "-";
  bool gzip = false, bzip2 = false, xz = false, zstd = false, keep_permissions = false,
       keep_old = false, skip_old = false, to_stdout = false, touch = false;
  bool absolute = false, dereference = false, recursive = true, wildcards = false,
       numeric_owner = false, remove_files = false, unquote = true, show_transformed = false;
  // How the lists that follow are read: names that end with zero bytes, without options among them.
  bool null_names = false, verbatim_lists = false;
  int verbose = 0;
  uint64_t strip = 0;
  std::vector<std::string> exclude;
  std::optional<uint32_t> owner, group, permissions;
  std::string owner_name, group_name;
  std::optional<int64_t> mtime;
  std::optional<int64_t> newer_ns;  // -N, which asks for the status's time, too
  bool newer_status = false, keep_newer = false, totals = false, ignore_zeros = false;
  uint64_t record = 20 * kTarBlock;  // an archive is a multiple of it
  // Operands, each with the directory that -C before it gave. Of -T it is the list's name.
  struct Operand {
    std::string directory, name;
    bool is_list = false, null_names = false, verbatim = false;
  };
  std::vector<Operand> operands;
  std::string directory;  // of the last -C
  TarTransforms transforms;
  // A directory with such a file is not archived as a whole: nothing below it but the file, nothing
  // below it, or not at all.
  enum class Keeps : uint8_t { kTag, kDirectory, kNothing };
  struct Tag {
    std::string name;
    Keeps keeps = Keeps::kTag;
    bool is_cache = false;  // it counts only with the words of a cache's tag
  };
  std::vector<Tag> tags;
  TarFormat format = TarFormat::kGnu;
  bool dereference_hard_links = false, clamp_mtime = false, full_time = false, utc = false,
       block_numbers = false;
  uint64_t occurrence = 0;  // of each name; 0: all
  bool IsPacked() const { return gzip || bzip2 || xz || zstd; }
  // How an archive is packed, by the end of its name; null: not, or as nothing here does it.
  static bool TarOptions::*PackedBy(std::string_view archive);
  // --one-top-level; empty: it was not given, or tells no name yet.
  std::string top_level;
  bool has_top_level = false;
};

// tar in its uses: create, list, extract, compare, append. Archives come from anywhere, so names
// are made harmless before a file is touched.
class Tar : public TextCommand {
 public:
  void Fields(Archive& archive) override;

 protected:
  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override;
  void Suspend() override {
    input_.Suspend();
    list_reader_.Suspend();
    exclude_files_.Suspend();
  }

 private:
  enum class Phase : uint8_t { kOpen, kNext, kData, kPadding, kEnd, kRemove };

  // A symlink that leads out of its directory comes at the end: what is extracted later does not go
  // through it. An empty file holds its place.
  struct LateLink {
    std::string path, target;
    void Fields(Archive& archive) { archive(path, target); }
  };
  // Of the command line and the lists of -T.
  struct Name {
    std::string directory, name;
    void Fields(Archive& archive) { archive(directory, name); }
  };
  // Modes and times of directories are set when everything is in them.
  struct LateDirectory {
    std::string path;
    uint32_t mode = 0;
    int64_t mtime = 0;
    void Fields(Archive& archive) { archive(path, mode, mtime); }
  };

  // ---- options
  std::optional<int> TakeOption(CommandIo& io, int option, const std::string& value,
                                std::string* directory);
  std::optional<int> TakeNewer(CommandIo& io, const std::string& value, bool with_status);
  std::optional<int> TakeFormat(CommandIo& io, const std::string& value);
  std::optional<int> TakePaxOptions(CommandIo& io, const std::string& value);
  std::optional<int> TakeProgram(CommandIo& io, const std::string& value);
  std::optional<int> TakeRecord(CommandIo& io, const std::string& value, bool in_blocks);
  void TellTotals(CommandIo& io);
  void TakeTag(int option, const std::string& value);
  std::optional<int> TakeTransform(CommandIo& io, const std::string& value);
  std::optional<int> CheckOptions(CommandIo& io);
  bool FindTopLevel();
  static std::string Unsupported(int option);
  void TakeOwner(bool owner, const std::string& value);
  std::optional<int> Fatal(CommandIo& io, const std::string& text);
  void CannotOpen(CommandIo& io);

  // ---- both ways
  void Fail(CommandIo& io, const std::string& text, int error = 0);
  Progress Finished(CommandIo& io);
  std::string In(const std::string& directory, const std::string& path) const;
  bool IsExcluded(std::string_view name) const;
  void List(CommandIo& io, const TarMember& member, int fd);
  std::string BlockText() const;
  std::string Relative(CommandIo& io, const std::string& name, const char* what);
  bool Appends() const {
    return options_.mode == 'r' || options_.mode == 'u' || options_.mode == 'A';
  }
  std::string Unquoted(std::string_view name) const;
  void Transform(CommandIo& io, TarTransforms::Target target, std::string* name);
  // ---- names (tar_names.cc)
  std::optional<Progress> ReadNames(CommandIo& io);
  bool KeepName(CommandIo& io, std::string directory, std::string name);
  bool TakeListLine(CommandIo& io, const TarOptions::Operand& list, const Line& line);
  bool OpenList(CommandIo& io, const TarOptions::Operand& list);

  // ---- c (tar_create.cc)
  Progress Create(CommandIo& io);
  bool OpenForCreation(CommandIo& io);
  std::optional<Progress> NextMember(CommandIo& io);
  bool Begin(CommandIo& io, const TreeWalk::Visit& visit);
  bool IsBesideTag(const std::string& path);
  void RemoveLater(CommandIo& io, std::string path);
  bool RemoveFiles(CommandIo& io);
  std::string Shown(const std::string& path) const;
  bool HasTag(CommandIo& io, const std::string& path, const TarOptions::Tag& tag) const;
  bool ObeyTags(CommandIo& io, const TreeWalk::Visit& visit, const std::string& shown);
  void ListCreated(CommandIo& io, const std::string& shown);
  void Describe(const files::Stat& stat);
  bool FindData(CommandIo& io, const std::string& shown, const files::Stat& stat);
  std::optional<Progress> CopyIn(CommandIo& io);
  void PutPacked(CommandIo& io, bool at_end);
  bool Unpack(CommandIo& io, std::string_view* in, std::string* out, bool* cut, bool* garbage);
  std::string UnpackZstd(CommandIo& io, std::string_view* in, std::string* out, bool* cut);
  bool FindCompression(CommandIo& io, std::string_view bytes);
  void Put(CommandIo& io, std::string_view bytes);
  void EndArchive(CommandIo& io);

  // ---- x and t (tar_extract.cc)
  Progress Read(CommandIo& io);
  // kData: buffer_ holds `size` bytes. kEnd: the archive ends before.
  Got Need(CommandIo& io, size_t size);
  std::optional<Progress> NextHeader(CommandIo& io);
  std::optional<Progress> AtEnd(CommandIo& io);
  std::optional<Progress> Special(CommandIo& io);
  void Apply(TarMember* member);
  bool IsWanted(CommandIo& io, const std::string& name);
  bool IsFound(size_t i) const {
    return options_.occurrence == 0 ? found_[i] > 0 : found_[i] >= options_.occurrence;
  }
  void ListStored(CommandIo& io, int fd);
  std::optional<Progress> BeginExtract(CommandIo& io);
  void ExtractTo(CommandIo& io, const std::string& path);
  std::string Stripped(std::string name) const;
  files::Status MakeParents(CommandIo& io, const std::string& path);
  void MakeLateLink(CommandIo& io, const LateLink& link);
  void FinishDirectory(CommandIo& io, const LateDirectory& directory);
  bool ClearWay(CommandIo& io, const std::string& path, bool directory);
  void MakeLink(CommandIo& io, const std::string& path);
  std::optional<Progress> CopyOut(CommandIo& io);
  void EndMember(CommandIo& io);
  Progress EndExtract(CommandIo& io);
  bool OpenForReading(CommandIo& io);
  void FindTarget(CommandIo& io);

  // ---- --delete (tar_delete.cc)
  void KeepRaw(CommandIo& io, std::string_view bytes);
  void ChooseRaw(CommandIo& io);
  void Emit(CommandIo& io, std::string_view bytes);
  std::optional<Progress> EndDelete(CommandIo& io);

  // ---- d, r and u (tar_update.cc)
  void Compare(CommandIo& io);
  bool FindStat(CommandIo& io, const std::string& path, files::Stat* stat);
  void Differ(CommandIo& io, std::string_view how);
  std::optional<Progress> CompareData(CommandIo& io);
  void NoteArchived(CommandIo& io);
  std::optional<Progress> BeginAppending(CommandIo& io);
  std::optional<Progress> CopyArchive(CommandIo& io);
  bool OpenArchive(CommandIo& io);
  bool IsUpToDate(const std::string& name, const files::Stat& stat) const;

  TarOptions options_;
  ExcludeFiles exclude_files_;
  std::string directory_;  // where the member goes
  bool auto_compress_ = false;

  Phase phase_ = Phase::kOpen;
  int archive_fd_ = -1;
  int status_ = 0;
  std::vector<std::string> told_;  // what Relative() said
  TarMember member_;
  uint64_t left_ = 0;     // bytes of the member's data
  uint64_t padding_ = 0;  // behind them
  int fd_ = -1;           // the member's file
  std::string path_;      // and where it is
  uint64_t total_ = 0;    // bytes of the archive
  uint64_t listed_width_ = 19;

  // c
  std::vector<Name> wanted_;
  uint64_t list_ = 0;  // of the operands
  LineReader list_reader_;
  int list_fd_ = -1;
  bool list_null_ = false;
  uint64_t list_line_ = 0;
  std::string list_directory_;
  std::string list_rest_;  // the beginning of a name that has a newline
  uint64_t operand_ = 0;
  // --remove-files: what goes when the archive is whole, a directory with a slash at its end.
  std::vector<std::string> to_remove_;
  uint64_t removed_ = 0;
  bool walking_ = false, shrank_ = false;
  std::string tagged_, tag_;  // of this directory only the tag is archived
  TreeWalk walk_;
  std::map<std::pair<uint32_t, uint64_t>, std::string> names_;  // of files with several
  std::string pending_;                                         // bytes for the compressor
  GzipWriter writer_;
  Bzip2Writer bzip2_writer_;
  XzWriter xz_writer_;

  // x and t
  LineReader input_;
  std::string buffer_;  // plain bytes of the archive
  bool input_ended_ = false, compressed_ = false, is_bzip2_ = false, is_xz_ = false,
       is_zstd_ = false, unpacks_more_ = false, looked_ = false, any_member_ = false,
       zeros_seen_ = false, looked_wrong_ = false;
  std::string packed_;
  GzipReader reader_;
  Bzip2Reader bzip2_reader_;
  XzReader xz_reader_;
  ZstdReader zstd_reader_;
  TarMember next_;  // what L, K and x said about the next member
  bool next_size_ = false, next_mtime_ = false;
  std::string special_;          // data of such a member
  std::vector<uint64_t> found_;  // how often each of wanted_ was
  std::vector<LateLink> late_links_;
  std::vector<LateDirectory> late_directories_;
  // r and u: what the archive has, names with their latest times.
  bool appending_ = false;
  std::map<std::string, int64_t> archived_;
  uint64_t charged_ = 0;
  // --delete: bytes of the member's heads, and what was written so far.
  std::string raw_;
  uint64_t raw_charged_ = 0;
  uint64_t written_ = 0;
  bool keeps_ = false, any_deleted_ = false, keeps_end_ = false;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_ARCHIVE_TAR_H_
