#ifndef PYSUB_SHELL_COMMANDS_FILES_BACKUP_H_
#define PYSUB_SHELL_COMMANDS_FILES_BACKUP_H_

#include <optional>
#include <string>
#include <string_view>

#include "pysub/shell/archive.h"
#include "pysub/shell/command.h"
#include "shell/commands/options.h"

namespace pysub::shell {

// What -b, --backup and -S of cp, mv, ln and install say: what stands in the place of a new file
// gets another name instead of going.
class Backup {
 public:
  // The rows of a table of options, and what their ids are.
  static constexpr int kOption = 400;
  static constexpr CommandOption kShort{'b', ""};
  static constexpr CommandOption kLong = LongRow(kOption, "backup", OptionArgument::kOptional);
  static constexpr CommandOption kSuffix{'S', "suffix", OptionArgument::kRequired};

  // True: the option was one of these.
  bool Take(const Options& options);
  // Behind all options, with the environment. False: a kind is none, which has been said.
  bool Finish(CommandIo& io);
  bool wanted() const { return kind_ != Kind::kNone; }

  // The name that `path` gets.
  std::string NameFor(CommandIo& io, const std::string& path) const;
  // Gives it that name. nullopt: it cannot, which has been said.
  std::optional<std::string> Rename(CommandIo& io, const std::string& path) const;
  // `source` is what the backup of `target` would be called.
  bool WouldDestroy(CommandIo& io, std::string_view source, const std::string& target) const;
  // " (backup: 'b~')" of -v; nothing without a name.
  static std::string Shown(const std::string& name);

  void Fields(Archive& archive) {
    archive(kind_, suffix_);
    if (kind_ > Kind::kNumbered) archive.Fail();
  }

 private:
  enum class Kind : uint8_t { kNone, kSimple, kExisting, kNumbered };
  static std::optional<Kind> Parse(std::string_view word);

  Kind kind_ = Kind::kNone;
  std::string suffix_ = "~";
  bool given_ = false;  // not saved: only Finish() asks
  std::optional<std::string> word_;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_FILES_BACKUP_H_
