// Names, mail addresses and dates of commits.

#include "shell/commands/git/identity.h"

#include <algorithm>
#include <cstdio>

#include "shell/commands/git/config.h"
#include "shell/commands/system/civil_time.h"

namespace pysub::shell::git {
namespace {

constexpr const char* kDays[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
constexpr const char* kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                   "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
constexpr int64_t kMostTime = 253402300799;  // the end of the year 9999

template <typename... Values>
std::string Format(const char* format, Values... values) {
  char buffer[128];
  std::snprintf(buffer, sizeof(buffer), format, values...);
  return buffer;
}

int64_t ZoneSeconds(int zone) { return (zone / 100 * 60 + zone % 100) * int64_t{60}; }

int ZoneOfSeconds(int64_t seconds) {
  const int64_t minutes = seconds / 60;
  return static_cast<int>(minutes / 60 * 100 + minutes % 60);
}

int LocalZone(Git& git, int64_t time) {
  return ZoneOfSeconds(ZoneOf(git.io()).At(time).east_seconds);
}

int64_t Now(Git& git) { return FloorSeconds(git.io().RealTimeNs()); }

// "+0100", "-05:30", "Z".
std::optional<int> ParseZone(std::string_view text) {
  if (text == "Z" || text == "UTC" || text == "GMT") return 0;
  if (text.empty() || (text[0] != '+' && text[0] != '-')) return std::nullopt;
  std::string digits;
  for (char c : text.substr(1))
    if (c != ':') digits += c;
  if (digits.size() == 2) digits += "00";
  const std::optional<int64_t> number = ParseNumber(digits);
  if (digits.size() != 4 || !number || *number > 1400 || *number < 0) return std::nullopt;
  return static_cast<int>(text[0] == '-' ? -*number : *number);
}

// "1700000000 +0100", with or without the "@".
std::optional<Moment> ParseRaw(std::string_view text) {
  const bool sure = text.starts_with('@');
  if (sure) text.remove_prefix(1);
  const size_t space = std::min(text.find(' '), text.size());
  const std::string_view digits = text.substr(0, space);
  const std::optional<int64_t> time = ParseNumber(digits);
  if (!time || *time < 0 || digits.empty() || digits[0] == '+') return std::nullopt;
  // (Short numbers are days and years.)
  if (!sure && digits.size() < 9) return std::nullopt;
  if (space == text.size()) return Moment{*time, 0};
  const std::optional<int> zone = ParseZone(text.substr(space + 1));
  if (!zone) return std::nullopt;
  return Moment{*time, *zone};
}

// "2005-04-07T22:13:13+02:00", "Thu, 07 Apr 2005 22:13:13 +0200", "Thu Apr 7 22:13:13 2005 +0200",
// "2005-04-07". Words that say none of this are refused.
std::optional<Moment> ParseWritten(Git& git, std::string_view text) {
  int64_t year = -1, month = -1, day = -1, hour = -1, minute = 0, second = 0;
  std::optional<int> zone;
  std::string spaced;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool digits = i > 0 && i + 1 < text.size() && text[i - 1] >= '0' && text[i - 1] <= '9' &&
                        text[i + 1] >= '0' && text[i + 1] <= '9';
    if (text[i] == ',' || (text[i] == 'T' && digits))
      spaced += ' ';
    else if (text[i] == 'Z' && i + 1 == text.size())
      spaced += " Z";
    else
      spaced += text[i];
  }
  std::string_view rest = spaced;
  while (!(rest = Trimmed(rest)).empty()) {
    const size_t end = std::min(rest.find(' '), rest.size());
    std::string_view word = rest.substr(0, end);
    rest.remove_prefix(end);
    // A zone may stand right behind the time.
    const size_t sign = word.find(':') == std::string_view::npos ? std::string_view::npos
                                                                 : word.find_first_of("+-", 5);
    if (sign != std::string_view::npos) {
      zone = ParseZone(word.substr(sign));
      if (!zone) return std::nullopt;
      word = word.substr(0, sign);
    }
    const std::string lower = Lower(word.substr(0, 3));
    const auto is = [&](const char* name) { return Lower(name) == lower; };
    const auto named_month = std::find_if(std::begin(kMonths), std::end(kMonths), is);
    if (word.size() >= 3 && std::find_if(std::begin(kDays), std::end(kDays), is) != std::end(kDays))
      continue;
    if (word.size() >= 3 && named_month != std::end(kMonths)) {
      month = named_month - std::begin(kMonths) + 1;
    } else if (std::optional<int> named = ParseZone(word)) {
      zone = named;
    } else if (word.find(':') != std::string_view::npos) {
      word = word.substr(0, word.find('.'));
      const size_t first = word.find(':'), last = word.rfind(':');
      hour = ParseNumber(word.substr(0, first)).value_or(-2);
      minute = ParseNumber(word.substr(first + 1,
                                       first == last ? std::string_view::npos : last - first - 1))
                   .value_or(-2);
      second = first == last ? 0 : ParseNumber(word.substr(last + 1)).value_or(-2);
      if (hour < 0 || hour > 24 || minute < 0 || minute > 59 || second < 0 || second > 60)
        return std::nullopt;
    } else if (word.find_first_of("-/.") != std::string_view::npos) {
      const char mark = word[word.find_first_of("-/.")];
      const size_t first = word.find(mark), last = word.rfind(mark);
      if (first == last) return std::nullopt;
      int64_t a = ParseNumber(word.substr(0, first)).value_or(-1);
      int64_t b = ParseNumber(word.substr(first + 1, last - first - 1)).value_or(-1);
      int64_t c = ParseNumber(word.substr(last + 1)).value_or(-1);
      if (first == 4)
        year = a, month = b, day = c;
      else if (mark == '/')
        month = a, day = b, year = c;
      else
        day = a, month = b, year = c;
    } else if (std::optional<int64_t> number = ParseNumber(word)) {
      if (*number >= 1970 && word.size() == 4)
        year = *number;
      else if (*number >= 1 && *number <= 31 && day < 0)
        day = *number;
      else
        return std::nullopt;
    } else {
      return std::nullopt;
    }
  }
  if (year < 1970 || year > 9999 || month < 1 || month > 12 || day < 1 || day > 31)
    return std::nullopt;
  int64_t local = DaysFromCivil(year, month, day) * 86400;
  if (hour >= 0) {
    local += hour * 3600 + minute * 60 + second;
  } else {
    // A day alone means this time of the day.
    const int64_t now = Now(git);
    local += (now + ZoneOf(git.io()).At(now).east_seconds) % 86400;
  }
  if (!zone) {
    const int64_t utc = ZoneOf(git.io()).ToUtc(local);
    return Moment{utc, LocalZone(git, utc)};
  }
  return Moment{local - ZoneSeconds(*zone), *zone};
}

std::string RelativeDate(Git& git, int64_t time) {
  const int64_t now = Now(git);
  if (time > now) return "in the future";
  int64_t diff = now - time;
  const auto ago = [](int64_t count, const char* unit) {
    return std::to_string(count) + " " + unit + (count == 1 ? "" : "s") + " ago";
  };
  if (diff < 90) return ago(diff, "second");
  diff = (diff + 30) / 60;
  if (diff < 90) return ago(diff, "minute");
  diff = (diff + 30) / 60;
  if (diff < 36) return ago(diff, "hour");
  diff = (diff + 12) / 24;
  if (diff < 14) return ago(diff, "day");
  if (diff < 70) return ago((diff + 3) / 7, "week");
  if (diff < 365) return ago((diff + 15) / 30, "month");
  if (diff < 1825) {
    const int64_t months = (diff * 12 * 2 + 365) / (365 * 2), years = months / 12;
    const std::string text = std::to_string(years) + (years == 1 ? " year" : " years");
    if (months % 12 == 0) return text + " ago";
    return text + ", " + ago(months % 12, "month");
  }
  return ago((diff + 183) / 365, "year");
}

struct Person {
  std::string name, mail;
};

// From the environment, then from settings.
std::optional<std::string> Setting(Git& git, std::string_view variable, std::string_view own_key,
                                   std::string_view key) {
  if (std::optional<std::string> value = git.Env(variable); value && !value->empty()) return value;
  if (std::optional<std::string> value = git.config().Get(own_key)) return value;
  return git.config().Get(key);
}

std::string CleanName(std::string_view text) {
  std::string clean;
  for (char c : text)
    if (c != '<' && c != '>' && c != '\n') clean += c;
  std::string_view rest = clean;
  const auto crud = [](char c) {
    return static_cast<uint8_t>(c) <= 32 ||
           std::string_view(".,:;<>\"\\'").find(c) != std::string_view::npos;
  };
  while (!rest.empty() && crud(rest.front())) rest.remove_prefix(1);
  while (!rest.empty() && crud(rest.back())) rest.remove_suffix(1);
  return std::string(rest);
}

bool MakeIdentity(Git& git, std::string_view role, std::string_view date, bool strict,
                  std::string* text) {
  const std::string upper = role == "author" ? "AUTHOR" : "COMMITTER";
  const auto name =
      Setting(git, "GIT_" + upper + "_NAME", std::string(role) + ".name", "user.name");
  auto mail = Setting(git, "GIT_" + upper + "_EMAIL", std::string(role) + ".email", "user.email");
  if (!mail) mail = git.Env("EMAIL");
  if (strict && (!name || !mail)) {
    git.Err(std::string(role == "author" ? "Author" : "Committer") +
            " identity unknown\n\n*** Please tell me who you are.\n\nRun\n\n"
            "  git config --global user.email \"you@example.com\"\n"
            "  git config --global user.name \"Your Name\"\n\n"
            "to set your account's default identity.\n"
            "Omit --global to set the identity only in this repository.\n\n");
    if (!mail)
      return git.Fatal("unable to auto-detect email address (got 'user@localhost.(none)')");
    return git.Fatal("no name was given and auto-detection is disabled");
  }
  Identity who;
  who.name = CleanName(name.value_or("user"));
  who.mail = CleanName(mail.value_or("user@localhost"));
  if (strict && who.name.empty()) {
    return git.Fatal("empty ident name (for <" + who.mail + ">) not allowed");
  }
  who.time = Now(git);
  who.zone = LocalZone(git, who.time);
  std::string when(date);
  if (when.empty()) when = git.Env("GIT_" + upper + "_DATE").value_or("");
  if (!when.empty()) {
    const std::optional<Moment> moment = ParseCommitDate(git, when);
    if (!moment) return git.Fatal("invalid date format: " + when);
    who.time = moment->time;
    who.zone = moment->zone;
  }
  *text = who.Text();
  return true;
}

}  // namespace

std::string ZoneText(int zone) {
  return Format("%c%04d", zone < 0 ? '-' : '+', zone < 0 ? -zone : zone);
}

std::string Identity::Text() const {
  return name + " <" + mail + "> " + std::to_string(time) + " " + ZoneText(zone);
}

Identity ParseIdentity(std::string_view text) {
  Identity who;
  const size_t open = text.find('<'), close = text.rfind('>');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) {
    who.name = Trimmed(text);
    return who;
  }
  who.name = Trimmed(text.substr(0, open));
  who.mail = text.substr(open + 1, close - open - 1);
  const std::string_view rest = Trimmed(text.substr(close + 1));
  const size_t space = std::min(rest.find(' '), rest.size());
  const int64_t time = ParseNumber(rest.substr(0, space)).value_or(0);
  who.time = time >= 0 && time <= kMostTime ? time : 0;
  who.zone = ParseZone(Trimmed(rest.substr(space))).value_or(0);
  return who;
}

std::string Committer(Git& git) {
  std::string text;
  return MakeIdentity(git, "committer", "", false, &text) ? text : "";
}

bool CommitterForCommit(Git& git, std::string* text) {
  return MakeIdentity(git, "committer", "", true, text);
}

bool AuthorForCommit(Git& git, std::string* text, std::string_view date) {
  return MakeIdentity(git, "author", date, true, text);
}

std::optional<Moment> ParseCommitDate(Git& git, std::string_view text) {
  text = Trimmed(text);
  if (text.size() > 256) return std::nullopt;
  if (std::optional<Moment> moment = ParseRaw(text)) {
    if (moment->time > kMostTime) return std::nullopt;
    return moment;
  }
  return ParseWritten(git, text);
}

std::optional<Moment> ParseMoment(Git& git, std::string_view text) {
  if (text.size() > 256) return std::nullopt;
  if (std::optional<Moment> moment = ParseCommitDate(git, text)) return moment;
  // "2.weeks.ago"
  std::string words;
  for (char c : text) words += c == '.' || c == '_' || c == ',' ? ' ' : c;
  if (words == "never") return Moment{0, 0};
  const int64_t now = Now(git);
  if (words == "now" || words == "today") return Moment{now, LocalZone(git, now)};
  if (words == "midnight") {
    const int64_t east = ZoneOf(git.io()).At(now).east_seconds;
    return Moment{now - (now + east) % 86400, LocalZone(git, now)};
  }
  const std::optional<Instant> time = ParseDate(words, git.io().RealTimeNs(), ZoneOf(git.io()));
  if (!time) return std::nullopt;
  return Moment{time->seconds, LocalZone(git, time->seconds)};
}

namespace {

// As short as it can be and still be understood: the nearer the date, the less of it.
std::string HumanDate(Git& git, int64_t time, int zone, bool local) {
  const int64_t now = Now(git);
  const int here = LocalZone(git, now);
  const CivilTime civil = ToCivil(time + ZoneSeconds(zone));
  const CivilTime today = ToCivil(now + ZoneSeconds(here));
  const char* month = kMonths[civil.month - 1];
  if (civil.year != today.year)
    return Format("%s %d %lld", month, civil.day, static_cast<long long>(civil.year));
  const bool this_month = civil.month == today.month;
  if (this_month && civil.day == today.day) return RelativeDate(git, time);
  const bool is_near = this_month && civil.day < today.day && civil.day + 5 > today.day;
  const std::string date = is_near ? "" : Format("%s %d ", month, civil.day);
  return std::string(kDays[civil.weekday]) + " " + date +
         Format("%02d:%02d", civil.hour, civil.minute) +
         (is_near && !local && zone != here ? " " + ZoneText(zone) : "");
}

}  // namespace

std::optional<std::string> ShowDate(Git& git, int64_t time, int zone, std::string_view mode) {
  bool local = false;
  if (mode == "local") {
    mode = "default";
    local = true;
  } else if (mode.ends_with("-local")) {
    mode.remove_suffix(6);
    local = true;
  } else if (mode.starts_with("format-local:")) {
    local = true;
  }
  if (mode == "relative") return RelativeDate(git, time);
  if (mode == "unix") return std::to_string(time);
  if (local) zone = LocalZone(git, time);
  if (mode == "raw") return std::to_string(time) + " " + ZoneText(zone);
  const CivilTime civil = ToCivil(time + ZoneSeconds(zone));
  const char* day = kDays[civil.weekday];
  const char* month = kMonths[civil.month - 1];
  const auto year = static_cast<long long>(civil.year);
  const std::string clock = Format("%02d:%02d:%02d", civil.hour, civil.minute, civil.second);
  if (mode == "short") return Format("%04lld-%02d-%02d", year, civil.month, civil.day);
  if (mode == "iso" || mode == "iso8601") {
    return Format("%04lld-%02d-%02d ", year, civil.month, civil.day) + clock + " " + ZoneText(zone);
  }
  if (mode == "iso-strict" || mode == "iso8601-strict") {
    const std::string text = ZoneText(zone);
    const std::string end = text.substr(0, 3) + ":" + text.substr(3);
    return Format("%04lld-%02d-%02dT", year, civil.month, civil.day) + clock + end;
  }
  if (mode == "rfc" || mode == "rfc2822") {
    return Format("%s, %d %s %lld ", day, civil.day, month, year) + clock + " " + ZoneText(zone);
  }
  if (mode == "human") return HumanDate(git, time, zone, local);
  if (mode == "default" || mode == "auto:human") {
    return Format("%s %s %d ", day, month, civil.day) + clock + Format(" %lld", year) +
           (local ? "" : " " + ZoneText(zone));
  }
  if (mode.starts_with("format:") || mode.starts_with("format-local:")) {
    std::string format;
    // Of a commit's zone only the offset is known, and no name (%Z).
    const std::string_view given = mode.substr(mode.find(':') + 1);
    for (size_t i = 0; i < given.size(); ++i) {
      if (given[i] == '%' && i + 1 < given.size()) {
        ++i;
        if (given[i] == 'z')
          format += ZoneText(zone);
        else if (given[i] == 's')
          format += std::to_string(time);
        else if (given[i] != 'Z' || local)
          format += std::string("%") + given[i];
      } else {
        format += given[i];
      }
    }
    if (local) return FormatTime(format, time, 0, ZoneOf(git.io()));
    return FormatTime(format, time + ZoneSeconds(zone), 0, TimeZone());
  }
  return std::nullopt;
}

bool RefuseDateMode(Git& git, std::string_view mode) {
  const bool cut = mode == "format" || mode == "format-local";
  return git.Fatal((cut ? "date format missing colon separator: " : "unknown date format ") +
                   std::string(mode));
}

}  // namespace pysub::shell::git
