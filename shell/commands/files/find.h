#ifndef PYSUB_SHELL_COMMANDS_FILES_FIND_H_
#define PYSUB_SHELL_COMMANDS_FILES_FIND_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "shell/commands/files/prompt_answer.h"
#include "shell/commands/files/tree_walk.h"
#include "shell/commands/names_from_file.h"
#include "shell/regex/regex.h"

namespace pysub::shell {

// One step of find's expression. The expression is a line of these with one truth value that
// each test sets; `-a` and `-o` are jumps forward, so that it can be left and entered again
// between any two steps.
struct FindOp {
  enum class Kind : uint8_t {
    kJumpIfFalse,
    kJumpIfTrue,
    kNot,
    kTrue,
    kFalse,
    kName,
    kPath,
    kLinkName,
    kRegex,
    kType,
    kXType,
    kSize,
    kEmpty,
    kPerm,
    kLinks,
    kInode,
    kUser,
    kGroup,
    kNoUser,
    kTime,
    kNewer,
    kSameFile,
    kAccess,
    kDepthIsNever,
    kPrint,
    kPrint0,
    kPrintf,
    kList,
    kDelete,
    kPrune,
    kQuit,
    kExec,
    kExecBatch,
    kAsk,
    kLast = kAsk
  };
  Kind kind = Kind::kTrue;
  bool ignore_case = false;
  bool in_directory = false;  // -execdir
  char compare = '=';         // + - = of numbers; - / = of modes; a m c B of times
  RegexSyntax syntax = RegexSyntax::kEmacs;
  std::string text;
  int64_t number = 0;
  int64_t unit = 0;
  uint32_t target = 0;               // jumps
  int fd = 1;                        // where it prints
  std::vector<std::string> words;    // -exec
  std::vector<std::string> waiting;  // -exec +: what is to be given to the next child
  std::string waiting_directory;
  uint64_t waiting_bytes = 0;

  void Fields(Archive& archive) {
    archive(kind, ignore_case, in_directory, compare, syntax, text, number, unit, target, fd, words,
            waiting, waiting_directory, waiting_bytes);
    bool runs = kind == Kind::kExec || kind == Kind::kExecBatch || kind == Kind::kAsk;
    if (kind > Kind::kLast || syntax > RegexSyntax::kEmacs || (runs && words.empty()))
      archive.Fail();
  }
};

// What the command line says.
struct FindProgram {
  std::vector<std::string> roots;
  std::vector<FindOp> ops;
  uint32_t walk_flags = 0;
  bool depth_first = false;
  uint32_t min_depth = 0;
  uint32_t max_depth = UINT32_MAX;

  NamesFromFile names;  // instead of roots, when given

  bool answered = false;  // it was asked for --help or --version, and has said so

  // False: refused with a message, or answered.
  bool Parse(CommandIo& io, int64_t now_ns);
  void Fields(Archive& archive) {
    archive(roots, ops, walk_flags, depth_first, min_depth, max_depth, names);
  }
};

// The file that is looked at.
struct FindFile {
  const TreeWalk::Visit* visit;
  std::string_view root;
  // The name without slashes at its end.
  std::string_view name() const { return LastName(visit->path); }
};

// The kind of file system that all files are on, for -fstype and %F.
constexpr std::string_view kFindFileSystem = "tmpfs";

void FindPrintf(CommandIo& io, std::string_view format, const FindFile& file, int fd);
std::string FindListLine(CommandIo& io, const FindFile& file, int64_t now_ns);
// Tests without side effects. *failed: something could not be looked at, which was said.
bool FindTest(CommandIo& io, const FindOp& op, const FindFile& file, const Regex* regex,
              bool* failed);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_FILES_FIND_H_
