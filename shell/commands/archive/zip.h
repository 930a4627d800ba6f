#ifndef PYSUB_SHELL_COMMANDS_ARCHIVE_ZIP_H_
#define PYSUB_SHELL_COMMANDS_ARCHIVE_ZIP_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/files/file_types.h"
#include "shell/commands/archive/zip_format.h"
#include "shell/commands/files/tree_walk.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {

// What the command line of zip says.
struct ZipOptions {
  enum class Mode : uint8_t { kAdd, kUpdate, kFreshen, kDelete };
  Mode mode = Mode::kAdd;
  bool recursive = false, matches_names = false, quiet = false, verbose = false, junk = false,
       links = false, names_from_input = false, move = false, no_directories = false,
       no_extra = false, test = false, oldest = false, comment = false, filters = false;
  int level = 6;
  std::string archive, out;
  std::vector<std::string> names, excluded, included;
  std::string stored_suffixes = ".Z:.zip:.zoo:.arc:.lzh:.arj";
};

// zip, as Info-ZIP's 3.0: the new archive is written beside the old one, which it replaces when it
// is complete; to standard output it goes as it grows.
class Zip : public TextCommand {
 public:
  void Fields(Archive& archive) override;

 protected:
  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override;
  void Suspend() override {
    source_.Suspend();
    input_.Suspend();
  }

 private:
  enum class Phase : uint8_t {
    kOpen,
    kLoad,     // the old archive's headers
    kNames,    // what is to be added
    kComment,  // -z
    kCreate,
    kNext,  // an entry of the new archive
    kCopy,  // ... as it is in the old one
    kPack,  // ... from a file
    kCentral,
    kTest,
    kRemove,  // -m
  };
  // An entry of the old archive.
  struct Old {
    ZipEntry entry;
    std::string extra, comment;
    bool removed = false;
    uint64_t file = UINT64_MAX;  // of files_: what replaces it
    void Fields(Archive& archive) { archive(entry, extra, comment, removed, file); }
  };
  // What is to be packed.
  struct File {
    std::string path, name;  // path empty: standard input
    bool replaces = false;   // an old entry
    void Fields(Archive& archive) { archive(path, name, replaces); }
  };

  // ---- the command line (zip.cc)
  std::optional<int> Bad(CommandIo& io, const std::string& what);
  std::optional<int> TakeOption(CommandIo& io, std::string_view option, size_t* at,
                                std::string_view* letters);
  std::optional<int> TakeLong(CommandIo& io, const std::string& word, size_t* at);
  std::optional<int> TakeValue(CommandIo& io, char option, std::string_view attached, size_t* at);
  std::optional<int> CheckOptions(CommandIo& io);

  // ---- what goes in (zip_names.cc)
  std::optional<Progress> OpenOld(CommandIo& io);
  std::optional<Progress> Load(CommandIo& io);
  std::optional<Progress> TakeNames(CommandIo& io);
  std::optional<Progress> NextName(CommandIo& io);
  void BeginWalk(CommandIo& io, const std::string& name);
  bool TakeVisit(CommandIo& io, const TreeWalk::Visit& visit);
  std::string NameOf(std::string_view path, bool directory) const;
  bool PassesFilters(CommandIo& io, std::string_view name) const;
  bool AddFile(CommandIo& io, const std::string& path, const std::string& name, int64_t mtime);
  void NotMatched(CommandIo& io, const std::string& name);
  void DeleteMatching(CommandIo& io, const std::string& pattern);
  Progress NothingToDo(CommandIo& io);
  std::optional<Progress> ReadComment(CommandIo& io);

  // ---- the new archive (zip_write.cc)
  std::optional<Progress> CreateNew(CommandIo& io);
  std::optional<Progress> NextEntry(CommandIo& io);
  std::optional<Progress> BeginCopy(CommandIo& io, Old* old);
  std::optional<Progress> Copy(CommandIo& io);
  std::optional<Progress> BeginPack(CommandIo& io, const File& file);
  bool Describe(CommandIo& io, const File& file);
  std::optional<Progress> Pack(CommandIo& io);
  Got NextPiece(CommandIo& io, std::string* piece, bool* last);
  std::optional<Progress> EndPack(CommandIo& io);
  std::string LocalHeader() const;
  std::optional<Progress> AddCentral(CommandIo& io, const ZipEntry& entry, std::string_view extra,
                                     std::string_view comment);
  std::optional<Progress> WriteCentral(CommandIo& io);
  std::optional<Progress> Replace(CommandIo& io);
  std::optional<Progress> Test(CommandIo& io);
  Progress RemoveFiles(CommandIo& io);
  bool Put(CommandIo& io, std::string_view bytes);
  Progress CannotWrite(CommandIo& io);
  Progress Fatal(CommandIo& io, const std::string& text, int status);
  Progress Finished(CommandIo& io);

  void Warn(CommandIo& io, const std::string& text) { Say(io, "\tzip warning: " + text + "\n"); }
  void Say(CommandIo& io, const std::string& text) {
    if (!options_.quiet) io.Write(Messages(), text);
  }
  int Messages() const { return to_output_ ? 2 : 1; }
  bool Keep(CommandIo& io, size_t bytes);

  ZipOptions options_;
  std::string target_;  // the archive's name, of options

  Phase phase_ = Phase::kOpen;
  bool to_output_ = false, has_old_ = false;
  ZipSource source_;
  ZipDirectory directory_;
  uint64_t at_ = 0;  // of the old headers
  std::vector<Old> old_;
  std::map<std::string, uint64_t> old_names_;
  std::vector<File> files_;
  std::map<std::string, uint64_t> file_names_;
  bool any_removed_ = false, any_matched_ = false;
  uint64_t name_ = 0;  // of options_.names, of old_ with -f alone
  TreeWalk walk_;
  bool walking_ = false;
  LineReader input_;
  std::string comment_;

  std::string temporary_;
  uint64_t position_ = 0;
  uint64_t next_ = 0;  // of old_, then of files_
  ZipEntry entry_;
  std::string extra_, central_extra_;
  uint64_t copy_at_ = 0, copy_left_ = 0;
  std::string path_, link_;
  uint64_t data_at_ = 0;    // of the file
  uint64_t data_from_ = 0;  // of the archive: where the entry's data begins
  std::string window_;      // what was deflated last
  std::string pending_;     // of standard input
  bool input_ended_ = false;
  bool store_ = false, began_ = false, streamed_ = false;
  std::string central_;
  uint64_t central_charged_ = 0, central_at_ = 0, central_from_ = 0, entries_ = 0;
  bool central_ended_ = false;
  int child_ = -1;
  int64_t newest_ = INT64_MIN;
  uint64_t packed_ = 0, unreadable_ = 0, packed_size_ = 0, packed_compressed_ = 0,
           unreadable_size_ = 0;
  uint64_t charged_ = 0;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_ARCHIVE_ZIP_H_
