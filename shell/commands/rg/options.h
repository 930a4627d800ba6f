#ifndef PYSUB_SHELL_COMMANDS_RG_OPTIONS_H_
#define PYSUB_SHELL_COMMANDS_RG_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/shell/command.h"
#include "shell/commands/rg/ignore.h"
#include "shell/commands/rg/types.h"

namespace pysub::shell::rg {

enum class Show : uint8_t { kLines, kCount, kMatches, kWith, kWithout, kQuiet, kJson };
enum class Order : uint8_t { kPath, kModified, kAccessed, kCreated };
enum class Case : uint8_t { kSensitive, kIgnore, kSmart };
enum class Engine : uint8_t { kDefault, kPcre2, kAuto };
enum class Binary : uint8_t {
  kDefault,
  kSearch,  // --binary
  kText,
};
enum class Encoding : uint8_t { kAuto, kNone, kUtf8, kUtf16Le, kUtf16Be, kLatin1 };

// How a part of the output is coloured: what stands behind "\33[0m".
struct Colors {
  std::string path, line, column, match;
  bool has_match = false;
};

// What the words of a command line say.
struct Options {
  std::vector<std::string> patterns, pattern_files, paths;
  bool has_regexp = false;  // -e
  bool default_path = false;

  bool files = false, type_list = false, pcre2_version = false;
  Show show = Show::kLines;
  bool stats = false;

  // matching
  Case letters = Case::kSensitive;
  Engine engine = Engine::kDefault;
  bool fixed = false, words = false, whole_lines = false, invert = false;
  bool multiline = false, dot_all = false, unicode = true, crlf = false, null_data = false;

  // printing
  bool only_matching = false, vimgrep = false, passthru = false, column = false,
       byte_offset = false;
  bool line_number = false, heading = false, trim = false, null_names = false, include_zero = false;
  bool pretty = false, no_column = false;
  std::optional<bool> with_name, numbers;
  std::optional<std::string> replacement;
  std::optional<uint64_t> max_count;
  uint64_t max_columns = 0;  // 0: any
  bool preview = false;
  uint64_t before = 0, after = 0;
  std::optional<std::string> context_separator = "--";
  std::string match_mark = ":", context_mark = "-";
  char path_separator = '/';
  bool color = false;
  Colors colors;
  bool messages = true, ignore_messages = true;

  // which files
  bool hidden = false, follow = false, one_device = false, search_zip = false;
  bool no_dot = false, no_exclude = false, no_files = false, no_global = false, no_parent = false,
       no_vcs = false, no_ignore = false, require_git = true, ignore_file_case = false;
  uint64_t max_depth = UINT64_MAX;
  std::optional<uint64_t> max_filesize;
  std::vector<std::string> ignore_files;
  Order order = Order::kPath;
  bool reversed = false;
  bool one_thread = false;  // -j1 or an order: the walk complains in other words
  Overrides overrides;
  FileTypes types;

  // how files are read
  Binary binary = Binary::kDefault;
  bool binary_for_found = false;  // -uuu: files that were found are searched as named ones are
  Encoding encoding = Encoding::kAuto;
  std::optional<bool> mmap;

  // What is looked at only when the patterns are right, as it was given.
  struct Late {
    std::optional<std::string> max_filesize, threads, encoding, path_separator;
    std::vector<std::string> size_limits, globs, small_globs, types_added, types_cleared, types_on,
        types_off, colors;
    bool all_globs_small = false;
    std::string color;  // --color
  } late;

  bool is_summary() const { return show != Show::kLines && show != Show::kJson; }
};

// Reads the words. A status: the command is over, and its message has been printed.
std::optional<int> ReadOptions(CommandIo& io, std::span<const std::string> words, Options* options);
// The rest of them: globs, types, sizes, colours. A status: as above.
std::optional<int> FinishOptions(CommandIo& io, Options* options);
// Whether --regex-size-limit and the like are numbers; they have no effect here.
std::optional<int> CheckSizeLimits(CommandIo& io, const Options& options);

}  // namespace pysub::shell::rg

#endif  // PYSUB_SHELL_COMMANDS_RG_OPTIONS_H_
