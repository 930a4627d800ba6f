#include "shell/run/redirect.h"

#include <errno.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "shell/run/kernel.h"
#include "shell/run/known_symbols.h"
#include "shell/run/posix.h"
#include "shell/run/variable_access.h"
#include "shell/whole_number.h"

namespace pysub::shell {
namespace {

constexpr int kMaxFd = 1 << 20;

bool ParseFd(std::string_view text, int* fd) {
  int number = 0;
  if (!ReadWhole(text, &number) || number < 0 || number >= kMaxFd) return false;
  *fd = number;
  return true;
}

// What stands behind >& and <&: N, or N- for a descriptor that is closed where it was.
struct Source {
  explicit Source(std::string_view target) : moves(target.size() > 1 && target.ends_with('-')) {
    if (moves) target.remove_suffix(1);
    is_number =
        ParseFd(target, &fd) ||
        (!target.empty() && target.find_first_not_of("0123456789") == std::string_view::npos);
  }
  bool moves;
  bool is_number;
  int fd = -1;  // -1: no descriptor has such a number
};

bool IsInput(RedirectKind kind) {
  switch (kind) {
    case RedirectKind::kInput:
    case RedirectKind::kDupInput:
    case RedirectKind::kHereDocument:
    case RedirectKind::kHereString:
    case RedirectKind::kReadWrite: return true;
    default: return false;
  }
}

bool TakesFields(RedirectKind kind) {
  return kind != RedirectKind::kHereDocument && kind != RedirectKind::kHereString;
}

// {name}>&-: the descriptor whose number the variable has.
bool CloseNamed(Process& process, std::string_view variable) {
  const std::string* value = ValueOfTarget(process, variable);
  int number = 0;
  if (value == nullptr || !ParseFd(*value, &number)) {
    process.Error(variable, ": ambiguous redirect");
    return false;
  }
  process.fds.Set(number, nullptr);
  return true;
}

// >&N and >&N-.
bool Duplicate(Process& process, const Redirect& redirect, std::string_view target, int fd,
               bool permanent) {
  const Source source(target);
  if (!source.is_number) {
    process.Error(redirect.word->raw, ": ambiguous redirect");
    return false;
  }
  Ref<Description> description = source.fd < 0 ? nullptr : process.fds.Get(source.fd);
  if (!description) {
    process.Error(redirect.word->raw, ": ", ErrnoText(EBADF));
    return false;
  }
  if (redirect.variable != nullptr &&
      !AssignTarget(process, redirect.variable->text, std::to_string(fd)))
    return false;
  process.fds.Redirect(&process.budget(), fd, description, permanent);
  if (source.moves && source.fd != fd)
    process.fds.Redirect(&process.budget(), source.fd, nullptr, permanent);
  return true;
}

// What a redirection opens; null: the message was printed.
Ref<Description> OpenTarget(Process& process, RedirectKind kind, const std::string& target) {
  Ref<Description> description;
  int error = 0;
  switch (kind) {
    case RedirectKind::kHereDocument:
    case RedirectKind::kHereString:
      description = MakeRef<Description>(Description::Kind::kText);
      if (!description->held.MakeRoom(&process.budget(), &description->text, target.size() + 1))
        return nullptr;
      description->text = target;
      if (kind == RedirectKind::kHereString) description->text += '\n';
      return description;
    case RedirectKind::kInput:
      description = OpenPath(process, target, files::kOpenRead, &error);
      break;
    case RedirectKind::kReadWrite:
      description = OpenPath(process, target,
                             files::kOpenRead | files::kOpenWrite | files::kOpenCreate, &error);
      break;
    case RedirectKind::kAppend:
    case RedirectKind::kAppendBoth:
      description = OpenPath(process, target,
                             files::kOpenWrite | files::kOpenCreate | files::kOpenAppend, &error);
      break;
    default:
      if (process.options.Has(SetOption::kNoClobber) && kind != RedirectKind::kClobber) {
        auto stat = process.files().StatPath(process.caller(), target);
        if (stat.ok() && stat->IsFile()) {
          process.Error(target, ": cannot overwrite existing file");
          return nullptr;
        }
      }
      description = OpenPath(process, target,
                             files::kOpenWrite | files::kOpenCreate | files::kOpenTruncate, &error);
      break;
  }
  if (!description) process.Error(target, ": ", ErrnoText(error));
  return description;
}

bool ApplyRedirect(Process& process, const Redirect& redirect, const std::string& target,
                   bool permanent) {
  RedirectKind kind = redirect.kind;
  const std::string_view variable =
      redirect.variable == nullptr ? std::string_view() : redirect.variable->text;
  const bool is_dup = kind == RedirectKind::kDupInput || kind == RedirectKind::kDupOutput;
  int fd = redirect.fd;
  if (!variable.empty()) {
    if (is_dup && target == "-") return CloseNamed(process, variable);
    fd = process.fds.LowestFree(10);
    // It stays open when the command ends, unless varredir_close is on.
    permanent = permanent || !process.options.Has(Shopt::kVarredirClose);
  } else if (fd < 0) {
    fd = IsInput(kind) ? 0 : 1;
  }
  if (is_dup && target == "-") {
    process.fds.Redirect(&process.budget(), fd, nullptr, permanent);
    return true;
  }
  if (is_dup) {
    const bool is_path = kind == RedirectKind::kDupOutput && redirect.fd < 0 && variable.empty() &&
                         !Source(target).is_number;
    if (!is_path) return Duplicate(process, redirect, target, fd, permanent);
    kind = RedirectKind::kOutputBoth;  // >&word
  }
  Ref<Description> description = OpenTarget(process, kind, target);
  if (!description) return false;
  if (!variable.empty() && !AssignTarget(process, variable, std::to_string(fd))) return false;
  process.fds.Redirect(&process.budget(), fd, description, permanent);
  if (kind == RedirectKind::kOutputBoth || kind == RedirectKind::kAppendBoth)
    process.fds.Redirect(&process.budget(), 2, description, permanent);
  return true;
}

}  // namespace

// One after another; an error sets redirect_failed and has printed its message.
Run ApplyRedirects(Process& process, std::span<const Redirect> redirects, bool permanent) {
  Expander& expander = process.expander;
  CommandState& command = process.command;
  while (process.top().index < redirects.size()) {
    const Redirect& redirect = redirects[process.top().index];
    // (In posix mode a script's word is neither split nor a pattern.)
    const bool fields = TakesFields(redirect.kind) && !PosixErrorEnds(process);
    if (!command.word_begun) {
      if (fields) {
        expander.BeginWords({&redirect.word, 1});
      } else {
        expander.Begin(redirect.word, redirect.kind == RedirectKind::kHereDocument
                                          ? WordMode::kHereDocument
                                          : WordMode::kString);
      }
      command.word_begun = true;
    }
    Expanded expanded = fields ? expander.RunWords(process) : expander.Run(process);
    if (expanded == Expanded::kBlocked) return Run::kBlocked;
    if (expanded == Expanded::kFailed) return Run::kGoOn;
    command.word_begun = false;
    std::string target;
    if (!fields) {
      target = std::move(expander.text());
    } else if (expander.fields().size() != 1) {
      process.Error(redirect.word->raw, ": ambiguous redirect");
      command.redirect_failed = true;
      return Run::kDone;
    } else {
      target = std::move(expander.fields()[0]);
    }
    if (!ApplyRedirect(process, redirect, target, permanent)) {
      command.redirect_failed = true;
      return Run::kDone;
    }
    ++process.top().index;
  }
  return Run::kDone;
}

Ref<Description> OpenPath(Process& process, std::string_view path, uint32_t flags, int* error) {
  // /dev/fd/N and its kin duplicate a descriptor of the process.
  auto opened = process.files().Open(process.caller(), path, flags);
  if (!opened.ok()) {
    *error = opened.error();
    return nullptr;
  }
  auto description = MakeRef<Description>(Description::Kind::kFile);
  description->files = &process.files();
  description->file = *opened;
  description->budget = &process.budget();
  auto stat = process.files().FStat(*opened);
  if (!stat.ok()) return description;
  if (stat->kind == files::FileKind::kDevice && stat->device == files::DeviceKind::kDescriptor) {
    Ref<Description> same = process.fds.Get(static_cast<int>(stat->device_number));
    if (!same) *error = ENOENT;
    return same;
  }
  if (stat->kind == files::FileKind::kDevice && stat->device == files::DeviceKind::kTty) {
    *error = ENXIO;
    return nullptr;
  }
  if (stat->kind == files::FileKind::kFifo) {
    Ref<Pipe> pipe = process.kernel->FindFifo(stat->dev, stat->ino);
    constexpr uint32_t kBoth = files::kOpenRead | files::kOpenWrite;
    return OpenFifo(pipe, (flags & kBoth) == kBoth           ? Description::Kind::kPipeBoth
                          : (flags & files::kOpenWrite) != 0 ? Description::Kind::kPipeWrite
                                                             : Description::Kind::kPipeRead);
  }
  return description;
}

IoStatus ReadThrough(Process& process, int fd, char delimiter, size_t limit, std::string* line_text,
                     bool* found, int* error) {
  Ref<Description> from = process.fds.Get(fd);
  *found = false;
  if (!from) {
    *error = EBADF;
    return IoStatus::kError;
  }
  std::string chunk;
  while (line_text->size() < limit) {
    if (!process.budget().Tick(1)) return IoStatus::kEnd;
    if (!CanRead(*from)) {
      process.waiting.For(Waiting::Kind::kRead, from);
      return IoStatus::kWait;
    }
    size_t want = std::min<size_t>(limit - line_text->size(), 512);
    // A pipe's bytes can be looked at before they are taken.
    if (from->pipe || from->kind == Description::Kind::kHostInput) {
      const std::string* bytes = from->pipe ? &from->pipe->bytes : &from->input->bytes;
      size_t taken = from->pipe ? from->pipe->taken : from->input->taken;
      size_t end = bytes->find(delimiter, taken);
      if (end != std::string::npos) {
        want = std::min(limit - line_text->size(), end + 1 - taken);
      } else if (bytes->size() > taken) {
        want = std::min(limit - line_text->size(), bytes->size() - taken);
      } else {
        want = 1;
      }
    }
    IoStatus status = ReadFrom(from.get(), want, &chunk, error);
    if (status != IoStatus::kDone) return status;
    size_t end = chunk.find(delimiter);
    const bool ends = end != std::string::npos;
    if (ends) {
      Unread(from.get(), chunk.size() - end - 1);
      if (end + 1 < chunk.size()) chunk.resize(end + 1);
    }
    if (!process.builtin.text_held.MakeRoom(&process.budget(), line_text, chunk.size()))
      return IoStatus::kEnd;
    *line_text += chunk;
    *found = ends;  // not before the line has it: who reads takes it off
    if (ends) return IoStatus::kDone;
  }
  return IoStatus::kDone;
}

}  // namespace pysub::shell
