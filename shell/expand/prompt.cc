#include "shell/expand/prompt.h"

#include <algorithm>

#include "shell/commands/system/civil_time.h"
#include "shell/run/growing_text.h"
#include "shell/run/history.h"
#include "shell/run/kernel.h"
#include "shell/run/known_symbols.h"
#include "shell/run/process.h"
#include "shell/run/variable_access.h"

namespace pysub::shell {
namespace {

void AppendLiteral(GrowingText* out, std::string_view text) {
  for (char c : text) {
    if (c == '$' || c == '`' || c == '\\') out->Append('\\');
    out->Append(c);
  }
}

// The working directory as \w shows it: ~ for the home, and only PROMPT_DIRTRIM
// directories at its end.
std::string ShownDirectory(Process& process, bool base_only) {
  std::string path = process.cwd;
  const std::string* home = ValueOf(process, kSymHome);
  bool under_home = home != nullptr && home->size() > 1 && path.starts_with(*home) &&
                    (path.size() == home->size() || path[home->size()] == '/');
  if (base_only) {
    if (home != nullptr && path == *home) return "~";
    return path == "/" ? path : path.substr(path.rfind('/') + 1);
  }
  if (under_home) path = "~" + path.substr(home->size());
  int keep = std::atoi(std::string(ValueOr(process, "PROMPT_DIRTRIM", "0")).c_str());
  if (keep <= 0) return path;
  size_t start = path.starts_with('~') ? std::min(path.find('/'), path.size() - 1) + 1 : 0;
  size_t at = path.size();
  for (; keep > 0; --keep) {
    size_t slash = path.rfind('/', at - 1);
    if (slash == std::string::npos || slash <= start) return path;
    at = slash;
  }
  // Dots that save nothing are not put there.
  return at <= start + 3 ? path : path.substr(0, start) + "..." + path.substr(at);
}

// \D{FORMAT}, whose D is at `*at`; then its brace is. False: a limit was reached.
bool AppendDate(Process& process, std::string_view text, size_t* at, int64_t now,
                const TimeZone& zone, GrowingText* out) {
  const size_t begin = *at + 1;
  if (begin >= text.size() || text[begin] != '{') {
    out->Append("\\D");
    return true;
  }
  // (Without its brace it takes the rest.)
  const size_t end = std::min(text.find('}', *at), text.size());
  std::string_view format = text.substr(begin + 1, end - begin - 1);
  // (A letter of a format stands for some 20 bytes.)
  const ScopedMemoryCharge making(&process.budget(), 32 * format.size());
  if (!process.budget().Tick(format.size()) || !making.ok()) return false;
  AppendLiteral(out, FormatTime(format.empty() ? "%X" : format, now, 0, zone));
  *at = end;
  return true;
}

// \NNN, whose first digit is at `*at`; then its last one is.
char OctalEscape(std::string_view text, size_t* at) {
  int value = 0;
  size_t i = *at;
  for (int digits = 0; digits < 3 && i < text.size() && text[i] >= '0' && text[i] <= '7';
       ++digits) {
    value = value * 8 + (text[i++] - '0');
  }
  *at = i - 1;
  return static_cast<char>(value);
}

// \!
int64_t NumberInHistory(const Process& process, PromptKind kind) {
  const int64_t next = HistoryNumber(process);
  if (next == 1 || kind == PromptKind::kFirst) return next;
  return kind == PromptKind::kNext && !process.options.Has(Shopt::kCmdhist) ? next : next - 1;
}

}  // namespace

void DecodePrompt(Process& process, std::string_view text, GrowingText* out, PromptKind kind) {
  int64_t now = process.budget().clock().real_ns() / kNsPerSecond;
  const TimeZone zone(ValueOr(process, "TZ", ""));
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 >= text.size()) {
      out->Append(text[i]);
      continue;
    }
    char c = text[++i];
    switch (c) {
      case 'a': out->Append('\a'); break;
      case 'e': out->Append('\x1b'); break;
      case 'n': out->Append('\n'); break;
      case 'r': out->Append('\r'); break;
      case '\\': out->Append('\\'); break;
      // What they enclose is not printed; only line editing asks for that.
      case '[':
      case ']': break;
      case 'd': out->Append(FormatTime("%a %b %d", now, 0, zone)); break;
      case 't': out->Append(FormatTime("%H:%M:%S", now, 0, zone)); break;
      case 'T': out->Append(FormatTime("%I:%M:%S", now, 0, zone)); break;
      case '@': out->Append(FormatTime("%I:%M %p", now, 0, zone)); break;
      case 'A': out->Append(FormatTime("%H:%M", now, 0, zone)); break;
      case 'D':
        if (!AppendDate(process, text, &i, now, zone, out)) return;
        break;
      case 'h': {
        std::string_view host = ValueOr(process, "HOSTNAME", "sandbox");
        AppendLiteral(out, host.substr(0, host.find('.')));
        break;
      }
      case 'H': AppendLiteral(out, ValueOr(process, "HOSTNAME", "sandbox")); break;
      case 'j': out->Append(std::to_string(process.jobs.list().size())); break;
      case 'l': out->Append("tty"); break;
      case 's':
        AppendLiteral(out, std::string_view(process.name).substr(process.name.rfind('/') + 1));
        break;
      case 'u': AppendLiteral(out, ValueOr(process, "USER", "user")); break;
      case 'v': out->Append("5.2"); break;
      case 'V': out->Append("5.2.15"); break;
      case 'w': AppendLiteral(out, ShownDirectory(process, false)); break;
      case 'W': AppendLiteral(out, ShownDirectory(process, true)); break;
      case '!': out->Append(std::to_string(NumberInHistory(process, kind))); break;
      case '#':
        out->Append(
            std::to_string(process.history.commands - (kind == PromptKind::kOther ? 1 : 0)));
        break;
      case '$': out->Append(ValueOr(process, "EUID", "1000") == "0" ? "#" : "\\$"); break;
      case '0':
      case '1':
      case '2':
      case '3':
      case '4':
      case '5':
      case '6':
      case '7': out->Append(OctalEscape(text, &i)); break;
      default:
        out->Append('\\');
        out->Append(c);
        break;
    }
    if (!process.budget().Tick(4) || out->full()) return;
  }
}

}  // namespace pysub::shell
