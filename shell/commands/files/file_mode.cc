#include "shell/commands/files/file_mode.h"

namespace pysub::shell {
namespace {

constexpr std::string_view kUser = "user";

uint32_t WhoBits(char letter) {
  switch (letter) {
    case 'u': return 04700;
    case 'g': return 02070;
    case 'o': return 01007;
    default: return 07777;
  }
}

}  // namespace

std::string ModeText(uint32_t st_mode) {
  std::string text = "?rwxrwxrwx";
  switch (st_mode &
          0170000) {  // as Linux has them, whatever <sys/stat.h> says where this is compiled
    case 0100000: text[0] = '-'; break;
    case 0040000: text[0] = 'd'; break;
    case 0120000: text[0] = 'l'; break;
    case 0010000: text[0] = 'p'; break;
    case 0020000: text[0] = 'c'; break;
    case 0060000: text[0] = 'b'; break;
    case 0140000: text[0] = 's'; break;
    default: break;
  }
  for (int i = 0; i < 9; ++i) {
    if ((st_mode >> (8 - i) & 1) == 0) text[1 + i] = '-';
  }
  if (st_mode & 04000) text[3] = text[3] == 'x' ? 's' : 'S';
  if (st_mode & 02000) text[6] = text[6] == 'x' ? 's' : 'S';
  if (st_mode & 01000) text[9] = text[9] == 'x' ? 't' : 'T';
  return text;
}

std::string ModeText(const files::Stat& stat) { return ModeText(stat.StMode()); }

char KindLetter(files::FileKind kind) {
  switch (kind) {
    case files::FileKind::kFile: return 'f';
    case files::FileKind::kDirectory: return 'd';
    case files::FileKind::kSymlink: return 'l';
    case files::FileKind::kFifo: return 'p';
    case files::FileKind::kDevice: return 'c';
    case files::FileKind::kOther: return 's';
  }
  return 'U';
}

// The grammar of POSIX chmod: clauses of who, op and permissions, separated by commas; or an octal
// number. It is parsed once and applied to many files.
std::optional<ModeChange> ModeChange::Parse(std::string_view text) {
  ModeChange change;
  if (text.empty()) return std::nullopt;
  if (text[0] >= '0' && text[0] <= '7') {
    Clause clause{.who = 07777, .op = '='};
    for (char c : text) {
      if (c < '0' || c > '7') return std::nullopt;
      clause.bits = clause.bits * 8 + static_cast<uint32_t>(c - '0');
      if (clause.bits > 07777) return std::nullopt;
    }
    clause.keeps_set_id = text.size() < 5;
    change.octal_ = true;
    change.clauses_.push_back(clause);
    return change;
  }
  size_t at = 0;
  while (true) {
    uint32_t who = 0;
    for (; at < text.size() && std::string_view("ugoa").find(text[at]) != std::string_view::npos;
         ++at) {
      who |= WhoBits(text[at]);
    }
    if (at == text.size() || std::string_view("=+-").find(text[at]) == std::string_view::npos) {
      return std::nullopt;
    }
    while (at < text.size() && std::string_view("=+-").find(text[at]) != std::string_view::npos) {
      Clause clause{.who = who == 0 ? 07777 : who, .all = who == 0, .op = text[at++]};
      if (at < text.size() && text[at] >= '0' && text[at] <= '7') {
        for (; at < text.size() && text[at] >= '0' && text[at] <= '7'; ++at) {
          clause.bits = clause.bits * 8 + static_cast<uint32_t>(text[at] - '0');
          if (clause.bits > 07777) return std::nullopt;
        }
        if (who != 0 || (at < text.size() && text[at] != ',')) return std::nullopt;
        clause.all = false;
        change.clauses_.push_back(clause);
        continue;
      }
      if (at < text.size() && std::string_view("ugo").find(text[at]) != std::string_view::npos) {
        clause.copy = text[at++];
      } else {
        for (; at < text.size(); ++at) {
          char c = text[at];
          if (c == 'r')
            clause.bits |= 0444;
          else if (c == 'w')
            clause.bits |= 0222;
          else if (c == 'x')
            clause.bits |= 0111;
          else if (c == 'X')
            clause.conditional = true;
          else if (c == 's')
            clause.bits |= 06000;
          else if (c == 't')
            clause.bits |= 01000;
          else
            break;
        }
      }
      change.clauses_.push_back(clause);
    }
    if (at == text.size()) return change;
    if (text[at++] != ',') return std::nullopt;
  }
}

// Clauses are applied one after the other, so u=rwx,g=u sees what the first has done. Without a
// "who" the umask holds bits back. X counts for directories, and for files that somebody may
// execute.
uint32_t ModeChange::Apply(uint32_t mode, bool directory, uint32_t umask) const {
  mode &= 07777;
  for (const Clause& clause : clauses_) {
    uint32_t bits = clause.bits;
    if (clause.copy != 0) {
      int shift = clause.copy == 'u' ? 6 : clause.copy == 'g' ? 3 : 0;
      bits = (mode >> shift & 7) * 0111;
    }
    if (clause.conditional && (directory || (mode & 0111) != 0)) bits |= 0111;
    bits &= clause.who;
    uint32_t open = clause.who;
    if (clause.all) {
      bits &= ~(umask & 0777);
      open &= ~(umask & 0777);
    }
    // Directories keep their set-id bits unless those are named.
    uint32_t kept = 0;
    if (directory && (clause.keeps_set_id || !octal_) && clause.op == '=') kept = 06000 & ~bits;
    if (clause.op == '+') {
      mode |= bits;
    } else if (clause.op == '-') {
      mode &= ~bits;
    } else {
      uint32_t cleared = (clause.all ? 07777 : open) & ~kept;
      mode = (mode & ~cleared) | bits;
    }
  }
  return mode;
}

std::string UserName(uint32_t uid) {
  return uid == 0 ? "root" : uid == 1000 ? std::string(kUser) : std::to_string(uid);
}

std::string GroupName(uint32_t gid) { return UserName(gid); }

std::optional<uint32_t> FindUser(std::string_view name) {
  if (name == "root") return 0;
  if (name == kUser) return 1000;
  return std::nullopt;
}

std::optional<uint32_t> FindGroup(std::string_view name) { return FindUser(name); }

}  // namespace pysub::shell
