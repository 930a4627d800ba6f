#ifndef PYSUB_SHELL_COMMANDS_ARCHIVE_ZSTD_LIST_H_
#define PYSUB_SHELL_COMMANDS_ARCHIVE_ZSTD_LIST_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "pysub/shell/archive.h"
#include "pysub/shell/command.h"

namespace pysub::shell {

// What `zstd -l` says of a file: it looks at the heads alone, of frames and blocks, and passes by
// what stands between them.
class ZstdListing {
 public:
  enum class State : uint8_t { kFine, kNotZstd, kWrong, kTruncated };

  // More of the file. False: the script has to end.
  bool Add(CommandIo& io, std::string_view bytes);
  // There is no more.
  void End();
  bool is_over() const { return state_ != State::kFine; }
  State state() const { return state_; }
  // What the real one says before it says that; empty: nothing.
  const std::string& why() const { return why_; }

  // The line of the table, and what -v says; `name` stands at the end of the line.
  std::string Row(std::string_view name) const;
  std::string Details(std::string_view name) const;
  // Into the sum of all files.
  void AddTo(ZstdListing* sum) const;
  // A sum begins with this.
  static ZstdListing Zero();

  void Fields(Archive& archive);

 private:
  enum class Phase : uint8_t { kHead, kBlock, kSum };
  bool Take();
  void Wrong(std::string_view why);
  void NotZstd();

  State state_ = State::kFine;
  Phase phase_ = Phase::kHead;
  std::string why_;
  std::string rest_;  // of a head that is not all there
  uint64_t used_ = 0;
  uint64_t skip_ = 0;
  bool has_sum_ = false;  // the frame at hand

  uint64_t frames_ = 0, skipped_ = 0, packed_ = 0, content_ = 0, window_ = 0;
  uint32_t dictionary_ = 0, sum_ = 0;
  bool is_content_known_ = true, uses_sums_ = false, is_sum_ = false;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_ARCHIVE_ZSTD_LIST_H_
