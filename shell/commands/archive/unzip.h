#ifndef PYSUB_SHELL_COMMANDS_ARCHIVE_UNZIP_H_
#define PYSUB_SHELL_COMMANDS_ARCHIVE_UNZIP_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/files/file_types.h"
#include "shell/commands/archive/inflate.h"
#include "shell/commands/archive/zip_format.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {

// What the command line of unzip or zipinfo says.
struct UnzipOptions {
  enum class Mode : uint8_t { kExtract, kTest, kPipe, kCat, kList, kVerbose, kComment, kTouch };
  enum class Info : uint8_t { kNone, kNames, kShort, kMedium, kLong, kNothing };
  Mode mode = Mode::kExtract;
  Info info = Info::kNone;   // of zipinfo
  bool info_format = false;  // it was asked for
  bool info_header = false, info_totals = false, info_times = false, info_comment = false;
  bool never = false, always = false, junk = false, ignore_case = false, freshen = false,
       update = false, keep_set_id = false, keep_versions = false;
  int quiet = 0, lower = 0, no_times = 0;
  bool has_directory = false;
  std::string archive, directory;
  std::vector<std::string> names, excluded;

  bool lists() const { return info != Info::kNone || mode >= Mode::kList; }
  bool writes_files() const { return !lists() && mode == Mode::kExtract; }
};

// unzip and zipinfo, as Info-ZIP's 6.00 of Debian. Archives come from anywhere: names are made
// harmless before a file is touched, links are made behind everything else, and entries that share
// bytes, of which bombs are made, are refused.
class Unzip : public TextCommand {
 public:
  void Fields(Archive& archive) override;

 protected:
  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override;
  void Suspend() override {
    source_.Suspend();
    answers_.Suspend();
  }

 private:
  enum class Phase : uint8_t {
    kOpen,
    kList,
    kCollect,  // the next headers
    kBegin,    // the next entry of those
    kAsk,
    kRename,
    kData,
    kUnmatched,
    kLinks,
    kDirectories,
    kEnd,
  };
  // An entry that waits for its turn. unzip looks at 64 headers before it extracts them.
  struct Waiting {
    ZipEntry entry;
    uint64_t number = 0;  // in the archive, from 1
    void Fields(Archive& archive) { archive(entry, number); }
  };
  struct LateLink {
    std::string path, target;
    void Fields(Archive& archive) { archive(path, target); }
  };
  struct LateDirectory {
    std::string path;
    uint32_t mode = 0;
    int64_t mtime = 0;
    void Fields(Archive& archive) { archive(path, mode, mtime); }
  };

  // ---- the command line (unzip.cc)
  std::optional<int> Usage(CommandIo& io, int fd, int status);
  std::optional<int> TakeLetters(CommandIo& io, std::string_view letters, bool minus);
  std::optional<int> TakeLetter(CommandIo& io, char letter);
  std::optional<int> TakeInfoLetter(CommandIo& io, char letter);
  std::optional<int> TakeWords(CommandIo& io, size_t at);
  void CheckOptions();

  // ---- the archive (unzip.cc)
  std::optional<Progress> OpenArchive(CommandIo& io);
  std::optional<Progress> CheckDirectory(CommandIo& io);
  Progress NoDirectory(CommandIo& io);
  // kEntry: the next one; false: there is no other, which was complained about when it should be.
  bool NextEntry(CommandIo& io, ZipEntry* entry);
  bool IsWanted(CommandIo& io, const std::string& name);
  void Raise(int status) { status_ = std::max(status_, status); }
  // A complaint. Where the output is a report, of -t or zipinfo's totals, it is part of that.
  void Tell(CommandIo& io, std::string_view text) {
    const bool reports = options_.info == UnzipOptions::Info::kNone
                             ? options_.mode == UnzipOptions::Mode::kTest
                             : options_.info_totals;
    io.Write(reports ? 1 : 2, text);
  }
  bool Keep(CommandIo& io, size_t bytes);

  // ---- lists (unzip_list.cc)
  std::optional<Progress> List(CommandIo& io);
  void ListHeader(CommandIo& io);
  void InfoHeader(CommandIo& io);
  void ListEntry(CommandIo& io, const ZipEntry& entry);
  void InfoEntry(CommandIo& io, const ZipEntry& entry);
  Progress EndList(CommandIo& io);
  Progress TouchArchive(CommandIo& io);

  // ---- extraction (unzip_extract.cc)
  std::optional<Progress> Collect(CommandIo& io);
  bool CanExtract(CommandIo& io, const ZipEntry& entry);
  std::optional<Progress> Begin(CommandIo& io);
  bool ReadLocal(CommandIo& io, Waiting* next);
  bool IsCovered(uint64_t from, uint64_t to) const;
  Progress Overlaps(CommandIo& io);
  std::optional<Progress> Cover(CommandIo& io, uint64_t from, uint64_t to);
  std::string MapName(CommandIo& io, const ZipEntry& entry);
  std::optional<Progress> Place(CommandIo& io);
  bool MakeParents(CommandIo& io, const std::string& path);
  void MakeDirectory(CommandIo& io);
  bool MayReplace(CommandIo& io, const files::Stat& there, bool* ask);
  std::optional<Progress> OpenFile(CommandIo& io);
  std::optional<Progress> Ask(CommandIo& io);
  std::optional<Progress> TakeNewName(CommandIo& io);
  void BeginData(CommandIo& io);
  std::optional<Progress> CopyData(CommandIo& io);
  bool Decode(CommandIo& io, std::string* out, bool* ended, bool* wrong);
  std::optional<Progress> EndData(CommandIo& io, bool wrong);
  void EndLink(CommandIo& io);
  void NextOne() { phase_ = Phase::kBegin, ++next_; }
  std::optional<Progress> Unmatched(CommandIo& io);
  std::optional<Progress> MakeLinks(CommandIo& io);
  std::optional<Progress> FinishDirectories(CommandIo& io);
  Progress Finished(CommandIo& io);
  uint32_t ModeOf(CommandIo& io, const ZipEntry& entry) const;
  std::string_view Shown() const;
  const ZipEntry& entry() const { return waiting_[next_].entry; }

  UnzipOptions options_;

  Phase phase_ = Phase::kOpen;
  ZipSource source_;
  ZipDirectory directory_;
  std::string archive_;  // its name as it was found
  uint64_t at_ = 0;      // the next central header
  uint64_t count_ = 0;   // headers so far
  bool read_all_ = false;
  int opened_status_ = 0, status_ = 0;
  std::vector<bool> found_, found_excluded_;
  uint64_t charged_ = 0;

  // lists
  uint64_t listed_ = 0, listed_size_ = 0, listed_compressed_ = 0;
  int64_t newest_ = INT64_MIN;

  // extraction
  std::vector<Waiting> waiting_;
  uint64_t next_ = 0;
  uint64_t waiting_charged_ = 0;
  std::map<uint64_t, uint64_t> covered_;  // parts of the archive that are spoken for
  bool began_ = false, told_backslashes_ = false;
  bool replace_all_ = false, replace_none_ = false;
  LineReader answers_;
  std::string path_;  // of the entry
  bool renamed_ = false;
  int fd_ = -1;
  uint64_t data_at_ = 0, data_left_ = 0;
  Inflater inflater_;
  uint32_t crc_ = 0;
  std::string link_;  // what a symlink says
  uint64_t chosen_ = 0, done_ = 0, skipped_ = 0;
  std::vector<LateLink> late_links_;
  uint64_t late_link_ = 0;
  std::vector<LateDirectory> late_directories_;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_ARCHIVE_UNZIP_H_
