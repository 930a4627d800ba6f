#include <errno.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "shell/run/kernel.h"
#include "shell/run/known_symbols.h"
#include "shell/run/process.h"
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

}  // namespace

// One after another; an error sets redirect_failed and has printed its message.
Run Process::ApplyRedirects(std::span<const Redirect> redirects, bool permanent) {
  while (frames.back().index < redirects.size()) {
    const Redirect& redirect = redirects[frames.back().index];
    bool fields = TakesFields(redirect.kind);
    if (!redirecting) {
      if (fields) {
        expander.BeginWords({&redirect.word, 1});
      } else {
        expander.Begin(redirect.word, redirect.kind == RedirectKind::kHereDocument
                                          ? WordMode::kHereDocument
                                          : WordMode::kString);
      }
      redirecting = true;
    }
    Expanded expanded = fields ? expander.RunWords(*this) : expander.Run(*this);
    if (expanded == Expanded::kBlocked) return Run::kBlocked;
    if (expanded == Expanded::kFailed) return Run::kGoOn;
    redirecting = false;
    std::string target;
    if (!fields) {
      target = std::move(expander.text());
    } else if (expander.fields().size() != 1) {
      Error(redirect.word->raw, ": ambiguous redirect");
      redirect_failed = true;
      return Run::kDone;
    } else {
      target = std::move(expander.fields()[0]);
    }
    if (!ApplyRedirect(redirect, target, permanent)) {
      redirect_failed = true;
      return Run::kDone;
    }
    ++frames.back().index;
  }
  return Run::kDone;
}

void Process::SetFd(int fd, Ref<Description> description, bool permanent) {
  if (!permanent) {
    // Each keeps open what was there before.
    constexpr size_t kFree = 64, kEach = sizeof(Undo) + sizeof(Description) + 64;
    if (undo.size() == undo.capacity() && undo.size() >= kFree) {
      const size_t room = undo.size() * 5 / 4;
      if (!undo_held.Add(&budget(), static_cast<int64_t>(room * kEach))) return;
      undo.reserve(room);
      undo_held.Set(&budget(), static_cast<int64_t>(room * kEach));
    }
    undo.push_back({fd, fds.Get(fd)});
  }
  fds.Set(fd, std::move(description));
}

void Process::UndoTo(size_t mark) {
  while (undo.size() > mark) {
    fds.Set(undo.back().fd, std::move(undo.back().old));
    undo.pop_back();
    budget().Tick(1);
  }
  if (undo.empty() && undo_held.bytes() > 0) {
    LetGo(&undo);
    undo_held.Release();
  }
}

Ref<Description> Process::OpenPath(std::string_view path, uint32_t flags, int* error) {
  // /dev/fd/N and its kin duplicate a descriptor of the process.
  auto opened = files().Open(caller(), path, flags);
  if (!opened.ok()) {
    *error = opened.error();
    return nullptr;
  }
  auto description = MakeRef<Description>(Description::Kind::kFile);
  description->files = &files();
  description->file = *opened;
  description->budget = &budget();
  auto stat = files().FStat(*opened);
  if (!stat.ok()) return description;
  if (stat->kind == files::FileKind::kDevice && stat->device == files::DeviceKind::kDescriptor) {
    Ref<Description> same = fds.Get(static_cast<int>(stat->device_number));
    if (!same) *error = ENOENT;
    return same;
  }
  if (stat->kind == files::FileKind::kDevice && stat->device == files::DeviceKind::kTty) {
    *error = ENXIO;
    return nullptr;
  }
  if (stat->kind == files::FileKind::kFifo) {
    Ref<Pipe> pipe = kernel->FindFifo(stat->dev, stat->ino);
    constexpr uint32_t kBoth = files::kOpenRead | files::kOpenWrite;
    return OpenFifo(pipe, (flags & kBoth) == kBoth           ? Description::Kind::kPipeBoth
                          : (flags & files::kOpenWrite) != 0 ? Description::Kind::kPipeWrite
                                                             : Description::Kind::kPipeRead);
  }
  return description;
}

bool Process::ApplyRedirect(const Redirect& redirect, const std::string& target, bool permanent) {
  RedirectKind kind = redirect.kind;
  const std::string_view variable =
      redirect.variable == nullptr ? std::string_view() : redirect.variable->text;
  const bool is_dup = kind == RedirectKind::kDupInput || kind == RedirectKind::kDupOutput;
  int fd = redirect.fd;
  if (!variable.empty()) {
    if (is_dup && target == "-") return CloseNamed(variable);
    fd = fds.LowestFree(10);
    // It stays open when the command ends.
    permanent = true;
  } else if (fd < 0) {
    fd = IsInput(kind) ? 0 : 1;
  }
  if (is_dup && target == "-") {
    SetFd(fd, nullptr, permanent);
    return true;
  }
  if (is_dup) {
    const bool is_path = kind == RedirectKind::kDupOutput && redirect.fd < 0 && variable.empty() &&
                         !Source(target).is_number;
    if (!is_path) return Duplicate(redirect, target, fd, permanent);
    kind = RedirectKind::kOutputBoth;  // >&word
  }
  Ref<Description> description = OpenTarget(kind, target);
  if (!description) return false;
  if (!variable.empty() && !AssignTarget(variable, std::to_string(fd))) return false;
  SetFd(fd, description, permanent);
  if (kind == RedirectKind::kOutputBoth || kind == RedirectKind::kAppendBoth)
    SetFd(2, description, permanent);
  return true;
}

// {name}>&-: the descriptor whose number the variable has.
bool Process::CloseNamed(std::string_view variable) {
  const std::string* value = GetTarget(variable);
  int number = 0;
  if (value == nullptr || !ParseFd(*value, &number)) {
    Error(variable, ": ambiguous redirect");
    return false;
  }
  fds.Set(number, nullptr);
  return true;
}

// >&N and >&N-.
bool Process::Duplicate(const Redirect& redirect, std::string_view target, int fd, bool permanent) {
  const Source source(target);
  if (!source.is_number) {
    Error(redirect.word->raw, ": ambiguous redirect");
    return false;
  }
  Ref<Description> description = source.fd < 0 ? nullptr : fds.Get(source.fd);
  if (!description) {
    Error(redirect.word->raw, ": ", ErrnoText(EBADF));
    return false;
  }
  if (redirect.variable != nullptr && !AssignTarget(redirect.variable->text, std::to_string(fd)))
    return false;
  SetFd(fd, description, permanent);
  if (source.moves && source.fd != fd) SetFd(source.fd, nullptr, permanent);
  return true;
}

// What a redirection opens; null: the message was printed.
Ref<Description> Process::OpenTarget(RedirectKind kind, const std::string& target) {
  Ref<Description> description;
  int error = 0;
  switch (kind) {
    case RedirectKind::kHereDocument:
    case RedirectKind::kHereString:
      description = MakeRef<Description>(Description::Kind::kText);
      if (!description->held.MakeRoom(&budget(), &description->text, target.size() + 1))
        return nullptr;
      description->text = target;
      if (kind == RedirectKind::kHereString) description->text += '\n';
      return description;
    case RedirectKind::kInput: description = OpenPath(target, files::kOpenRead, &error); break;
    case RedirectKind::kReadWrite:
      description =
          OpenPath(target, files::kOpenRead | files::kOpenWrite | files::kOpenCreate, &error);
      break;
    case RedirectKind::kAppend:
    case RedirectKind::kAppendBoth:
      description =
          OpenPath(target, files::kOpenWrite | files::kOpenCreate | files::kOpenAppend, &error);
      break;
    default:
      if (Has(SetOption::kNoClobber) && kind != RedirectKind::kClobber) {
        auto stat = files().StatPath(caller(), target);
        if (stat.ok() && stat->IsFile()) {
          Error(target, ": cannot overwrite existing file");
          return nullptr;
        }
      }
      description =
          OpenPath(target, files::kOpenWrite | files::kOpenCreate | files::kOpenTruncate, &error);
      break;
  }
  if (!description) Error(target, ": ", ErrnoText(error));
  return description;
}

IoStatus Process::ReadThrough(int fd, char delimiter, size_t limit, std::string* line_text,
                              bool* found, int* error) {
  Ref<Description> from = fds.Get(fd);
  *found = false;
  if (!from) {
    *error = EBADF;
    return IoStatus::kError;
  }
  std::string chunk;
  while (line_text->size() < limit) {
    if (!budget().Tick(1)) return IoStatus::kEnd;
    if (!CanRead(*from)) {
      waiting.kind = Waiting::Kind::kRead;
      waiting.description = from;
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
    if (end != std::string::npos) {
      Unread(from.get(), chunk.size() - end - 1);
      if (end + 1 < chunk.size()) chunk.resize(end + 1);
      *found = true;
    }
    if (!builtin.text_held.MakeRoom(&budget(), line_text, chunk.size())) return IoStatus::kEnd;
    *line_text += chunk;
    if (*found) return IoStatus::kDone;
  }
  return IoStatus::kDone;
}

}  // namespace pysub::shell
