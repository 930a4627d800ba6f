#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>

#include "shell/builtins/builtins.h"
#include "shell/expand/text.h"
#include "shell/printf_directive.h"
#include "shell/run/growing_text.h"
#include "shell/run/kernel.h"
#include "shell/run/variable_access.h"
#include "shell/syntax/escapes.h"
#include "shell/time_zone.h"

namespace pysub::shell {
namespace {

class Formatter {
 public:
  Formatter(Process& process, const std::string& format, const std::vector<std::string>& args,
            size_t first, bool prints)
      : process_(process),
        format_(format),
        args_(args),
        at_(first),
        prints_(prints),
        out_(&process.budget()) {}

  // The format again and again as long as it uses arguments.
  void Run() {
    do {
      size_t before = at_;
      if (!Once()) return;
      if (at_ == before) return;
    } while (at_ < args_.size());
  }
  const std::string& out() const { return out_.text(); }
  int status() const { return status_; }

 private:
  static constexpr int64_t kTooLarge = PrintfDirective::kMostSize + 1;

  // Behind the lines that are complete.
  template <typename... Parts>
  void Complain(const Parts&... parts) {
    if (size_t lines = out().rfind('\n') + 1; prints_ && lines > 0) {
      process_.Write(1, std::string_view(out()).substr(0, lines));
      out_.Erase(lines);
    }
    process_.BuiltinError(parts...);
  }

  const std::string& Next() {
    static const std::string kNone;
    return at_ < args_.size() ? args_[at_++] : kNone;
  }

  bool Once() {
    for (size_t i = 0; i < format_.size();) {
      if (out_.full() || !process_.budget().Tick(1)) return false;
      size_t plain = std::min(format_.find_first_of("%\\", i), format_.size());
      if (!out_.Append(std::string_view(format_).substr(i, plain - i))) return false;
      i = plain;
      if (i == format_.size()) break;
      char c = format_[i];
      if (c == '\\' && i + 1 < format_.size()) {
        ++i;
        bool stopped = false;
        std::string decoded;
        DecodeEscape(format_, &i, EscapeStyle::kPrintfFormat, &decoded, &stopped);
        out_.Append(decoded);
        continue;
      }
      ++i;
      if (c != '%') {
        out_.Append(c);
        continue;
      }
      if (i < format_.size() && format_[i] == '%') {
        out_.Append('%');
        ++i;
        continue;
      }
      if (!Directive(&i)) return false;
    }
    return true;
  }

  // False: nothing more is printed.
  bool Directive(size_t* i) {
    directive_ = PrintfDirective();
    while (*i < format_.size() &&
           std::string_view("-+ #0'").find(format_[*i]) != std::string_view::npos)
      directive_.flags += format_[(*i)++];
    directive_.width = Size(i);
    if (directive_.width < -1) {
      directive_.flags += '-';
      directive_.width = -directive_.width;
    }
    if (*i < format_.size() && format_[*i] == '.') {
      ++*i;
      directive_.precision = Size(i);
      if (directive_.precision == -1) directive_.precision = 0;
      if (directive_.precision < -1) directive_.precision = -1;
    }
    if (*i < format_.size() && format_[*i] == '(') {
      size_t end = format_.find(')', *i);
      if (end != std::string::npos && end + 1 < format_.size() && format_[end + 1] == 'T') {
        directive_.letter = 'T';
        if (RefusesSize()) return false;
        Time(format_.substr(*i + 1, end - *i - 1));
        *i = end + 2;
        return true;
      }
    }
    while (*i < format_.size() &&
           std::string_view("hlLjzt").find(format_[*i]) != std::string_view::npos)
      ++*i;
    if (*i >= format_.size()) {
      Complain("`%': missing format character");
      status_ = 1;
      return false;
    }
    char letter = directive_.letter = format_[(*i)++];
    if (RefusesSize()) return false;
    switch (letter) {
      case 's': Pad(Cut(Next())); return true;
      case 'c': {
        std::string_view text = Next();
        Pad(text.empty() ? std::string_view("\0", 1) : text.substr(0, 1));
        return true;
      }
      case 'q':
      case 'Q': {
        GrowingText quoted(&process_.budget());
        std::string_view text = Next();
        QuoteBackslash(letter == 'Q' ? Cut(text) : text, &quoted);
        if (!quoted.full()) Pad(letter == 'q' ? Cut(quoted.text()) : quoted.text());
        return true;
      }
      case 'b': {
        bool stopped = false;
        const std::string& text = Next();
        if (const ScopedMemoryCharge decoded(&process_.budget(), 2 * text.size()); decoded.ok())
          Pad(Cut(DecodeEscapes(text, EscapeStyle::kPrintfB, &stopped)));
        return !stopped;
      }
      case 'd':
      case 'i': Integer(true); return true;
      case 'u':
      case 'o':
      case 'x':
      case 'X': Integer(false); return true;
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
      case 'a':
      case 'A': Floating(); return true;
      case 'n': return true;
      default:
        Complain("`", letter, "': invalid format character");
        status_ = 1;
        return false;
    }
  }

  // -1: there is none. (An argument of -1 is told as -2: a width of one to the left.)
  int64_t Size(size_t* i) {
    if (*i < format_.size() && format_[*i] == '*') {
      ++*i;
      int64_t value = Number(Next(), true);
      return value == -1 ? -2 : std::clamp(value, -kTooLarge, kTooLarge);
    }
    int64_t value = -1;
    while (*i < format_.size() && format_[*i] >= '0' && format_[*i] <= '9') {
      value = std::min((value < 0 ? 0 : value) * 10 + (format_[*i] - '0'), kTooLarge);
      ++*i;
    }
    return value;
  }

  bool RefusesSize() {
    if (!directive_.TooLarge()) return false;
    Complain("`%", directive_.letter, "': a width or precision over ",
             std::to_string(PrintfDirective::kMostSize));
    status_ = 1;
    return true;
  }

  // The precision of strings counts bytes, as bash's does.
  std::string_view Cut(std::string_view text) const {
    return directive_.precision < 0 ? text
                                    : text.substr(0, static_cast<size_t>(directive_.precision));
  }

  void Pad(std::string_view text) {
    if (directive_.width <= 0 || static_cast<uint64_t>(directive_.width) <= text.size()) {
      out_.Append(text);
    } else {
      const size_t blanks = static_cast<size_t>(directive_.width) - text.size();
      if (directive_.Has('-')) out_.Append(text);
      out_.AppendRepeated(' ', blanks);
      if (!directive_.Has('-')) out_.Append(text);
    }
  }

  int64_t Number(const std::string& text, bool is_signed) {
    if (text.empty()) return 0;
    if (text[0] == '\'' || text[0] == '"') {
      size_t size = 0;
      return text.size() > 1 ? static_cast<int64_t>(DecodeCharacter(text, 1, &size)) : 0;
    }
    const char* begin = text.c_str();
    char* end = nullptr;
    errno = 0;
    int64_t value = is_signed ? static_cast<int64_t>(strtoll(begin, &end, 0))
                              : static_cast<int64_t>(strtoull(begin, &end, 0));
    if (*end != '\0') {
      bool octal = text.size() > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9';
      Complain(text, octal ? ": invalid octal number" : ": invalid number");
      status_ = 1;
    } else if (errno != 0) {
      Complain("warning: ", text, ": Numerical result out of range");
    }
    return value;
  }

  void Integer(bool is_signed) {
    auto value = static_cast<uint64_t>(Number(Next(), is_signed));
    if (const ScopedMemoryCharge made(&process_.budget(), 3 * directive_.most_bytes()); made.ok())
      out_.Append(directive_.Integer(value));
  }

  void Floating() {
    const std::string& text = Next();
    long double value = 0;
    if (!text.empty() && (text[0] == '\'' || text[0] == '"')) {
      value = static_cast<long double>(Number(text, true));
    } else if (!text.empty()) {
      char* end = nullptr;
      value = strtold(text.c_str(), &end);
      if (*end != '\0') {
        Complain(text, ": invalid number");
        status_ = 1;
      }
    }
    if (const ScopedMemoryCharge made(&process_.budget(), 3 * directive_.most_bytes()); made.ok())
      out_.Append(directive_.Floating(value));
  }

  void Time(const std::string& format) {
    const std::string& text = Next();
    int64_t seconds = 0;
    int64_t now = process_.budget().clock().real_ns() / 1'000'000'000;
    if (text.empty() || text == "-1") {
      seconds = now;
    } else if (text == "-2") {
      seconds = now;
    } else {
      seconds = Number(text, true);
    }
    const TimeZone zone(ValueOr(process_, "TZ", ""));
    constexpr int64_t kFar = int64_t{1} << 55;  // no year of struct tm
    const bool is_near = seconds > -kFar && seconds < kFar;
    const TimeZone::Local local = is_near ? zone.At(seconds) : TimeZone::Local{.name = "UTC"};
    const std::string name(local.name);
    time_t when = seconds + local.east_seconds;
    tm parts{};
    if (gmtime_r(&when, &parts) == nullptr) {
      when = 0;  // as bash does
      gmtime_r(&when, &parts);
    }
    parts.tm_isdst = local.is_summer ? 1 : 0;
    parts.tm_zone = name.c_str();
    parts.tm_gmtoff = local.east_seconds;
    char buffer[128];  // of bash's size: what is longer is empty
    size_t size = strftime(buffer, sizeof(buffer), format.empty() ? "%X" : format.c_str(), &parts);
    Pad(Cut(std::string(buffer, size)));
  }

  Process& process_;
  const std::string& format_;
  const std::vector<std::string>& args_;
  size_t at_;
  const bool prints_;
  GrowingText out_;
  PrintfDirective directive_;
  int status_ = 0;
};

}  // namespace

BuiltinResult BuiltinPrintf(Process& process, const std::vector<std::string>& args) {
  OptionReader options(process, args, "v:");
  std::string target;
  bool assigns = false;
  while (char option = options.Next()) {
    if (option == '?') return 2;
    target = options.value();
    assigns = true;
  }
  if (options.index() >= args.size()) return UsageError(process, "printf");
  if (assigns && !IsName(std::string_view(target).substr(0, target.find('[')))) {
    process.BuiltinError("`", target, "': not a valid identifier");
    return 2;
  }
  Formatter formatter(process, args[options.index()], args, options.index() + 1, !assigns);
  formatter.Run();
  if (assigns) {
    if (process.budget().stopped()) return 1;
    if (!AssignTarget(process, target,
                      std::string_view(formatter.out()).substr(0, formatter.out().find('\0'))))
      return 1;
  } else {
    process.Write(1, formatter.out());
  }
  return formatter.status();
}

}  // namespace pysub::shell
