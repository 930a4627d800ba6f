// strptime: text to a date and time. CPython's own makes a regular expression of the format; this
// walks the format and goes back where a directive could have taken less, in the same order.

#include <string>
#include <vector>

#include "stdlib/modules/datetime/datetime.h"
#include "vm/scratch_charge.h"
#include "vm/warn.h"

namespace pysub::datetime {
namespace {

constexpr std::string_view kWeekdays[] = {"monday", "tuesday",  "wednesday", "thursday",
                                          "friday", "saturday", "sunday"};
constexpr std::string_view kMonths[] = {"january",   "february", "march",    "april",
                                        "may",       "june",     "july",     "august",
                                        "september", "october",  "november", "december"};

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
bool StartsWith(std::string_view text, std::string_view lower) {
  if (text.size() < lower.size()) return false;
  for (size_t i = 0; i < lower.size(); ++i) {
    if (Lower(text[i]) != lower[i]) return false;
  }
  return true;
}
int64_t Int(std::string_view text) {
  int64_t number = 0;
  for (char c : text.substr(0, 12)) number = IsDigit(c) ? number * 10 + (c - '0') : number;
  return number;
}

// A part of the format: a directive, white space (' ') or one byte of text.
struct Part {
  char directive = 0;
  char text = 0;
};

// Numbers: at most `digits` of them, up to `most`. A blank may stand for a leading zero where it
// says so.
struct NumberRange {
  char letter;
  int digits;
  int64_t least, most;
  bool blank = false;
};
constexpr NumberRange kNumbers[] = {
    {'d', 2, 1, 31, true}, {'H', 2, 0, 23, true}, {'I', 2, 1, 12, true}, {'j', 3, 1, 366},
    {'m', 2, 1, 12},       {'M', 2, 0, 59},       {'S', 2, 0, 61},       {'U', 2, 0, 53},
    {'W', 2, 0, 53},       {'V', 2, 1, 53},       {'w', 1, 0, 6},        {'u', 1, 1, 7}};
constexpr std::string_view kLetters = "aAbBcdefGHIjmMpSuUVwWxXyYzZ%";

// How long a match of `letter` at the front of `text` may be, the first choice first; returns how
// many.
int Choices(char letter, std::string_view text, size_t* lengths) {
  int count = 0;
  auto digits = [&](size_t from, size_t n) {
    if (text.size() < from + n) return false;
    for (size_t i = from; i < from + n; ++i) {
      if (!IsDigit(text[i])) return false;
    }
    return true;
  };
  auto add = [&](size_t length) { lengths[count++] = length; };
  for (const NumberRange& row : kNumbers) {
    if (row.letter != letter) continue;
    for (size_t n = static_cast<size_t>(row.digits); n >= 1; --n) {
      if (digits(0, n) && Int(text.substr(0, n)) >= row.least && Int(text.substr(0, n)) <= row.most)
        add(n);
    }
    if (row.blank && text.size() >= 2 && text[0] == ' ' && IsDigit(text[1]) &&
        Int(text.substr(1, 1)) >= row.least) {
      add(2);
    }
    return count;
  }
  auto names = [&](std::span<const std::string_view> table, size_t cut) {
    for (std::string_view name : table) {
      std::string_view word = cut == 0 ? name : name.substr(0, cut);
      if (StartsWith(text, word)) {
        add(word.size());
        return;
      }
    }
  };
  switch (letter) {
    case 'a': names(kWeekdays, 3); break;
    case 'A': names(kWeekdays, 0); break;
    case 'b': names(kMonths, 3); break;
    case 'B': names(kMonths, 0); break;
    case 'p':
      if (StartsWith(text, "am") || StartsWith(text, "pm")) add(2);
      break;
    case 'f':
      for (size_t n = 6; n >= 1; --n) {
        if (digits(0, n)) add(n);
      }
      break;
    case 'y':
      if (digits(0, 2)) add(2);
      break;
    case 'Y':
    case 'G':
      if (digits(0, 4)) add(4);
      break;
    case 'Z':
      if (StartsWith(text, "utc") || StartsWith(text, "gmt")) add(3);
      break;
    case 'z': {
      if (!text.empty() && text[0] == 'Z') add(1);
      if (text.empty() || (text[0] != '+' && text[0] != '-') || !digits(1, 2)) break;
      size_t at = 3;
      if (at < text.size() && text[at] == ':') ++at;
      if (!digits(at, 2) || text[at] > '5') break;
      size_t minutes = at += 2;
      if (at < text.size() && text[at] == ':') ++at;
      if (digits(at, 2) && text[at] <= '5') {
        size_t seconds = at += 2;
        if (at < text.size() && text[at] == '.') {
          size_t n = 0;
          while (n < 6 && digits(at + 1, n + 1)) ++n;
          for (; n >= 1; --n) add(at + 1 + n);
        }
        add(seconds);
      }
      add(minutes);
      break;
    }
    default: break;
  }
  return count;
}

class Parser {
 public:
  Parser(Vm& vm, Value text, Value format)
      : vm_(vm), room_(vm), text_value_(text), format_value_(format) {
    text_ = Vm::View(text);
  }

  Status Run(ParsedTime* out) {
    TRY(ReadFormat(Vm::View(format_value_)));
    size_t end = TRY(Match(0, 0, 0));
    if (end == kNoMatch) {
      Value text = vm_.ReprValue(text_value_), format = vm_.ReprValue(format_value_);
      if (text.IsFailed() || format.IsFailed()) return Failure{};
      return vm_.ValueError("time data ", text, " does not match format ", format);
    }
    if (end < text_.size()) return vm_.ValueError("unconverted data remains: ", text_.substr(end));
    return Interpret(out);
  }

 private:
  static constexpr size_t kNoMatch = SIZE_MAX;

  Status ReadFormat(std::string_view format) {
    if (!vm_.Tick(format.size())) return Failure{};
    TRY(room_.Add(format.size() * uint64_t{sizeof(Part)} *
                  3));  // (a list that grows is there twice)
    for (size_t i = 0; i < format.size(); ++i) {
      char c = format[i];
      if (IsSpace(c)) {
        if (parts_.empty() || parts_.back().directive != ' ') parts_.push_back({' ', 0});
        continue;
      }
      if (c != '%') {
        parts_.push_back({0, c});
        continue;
      }
      if (++i == format.size()) return Bad("stray % in format ", "");
      TRY(ReadDirective(format, &i));
    }
    return Done{};
  }

  Failure Bad(std::string_view text, std::string_view letter) {
    Value format = vm_.ReprValue(format_value_);
    if (format.IsFailed()) return Failure{};
    if (letter.empty()) return vm_.ValueError(text, format);
    return vm_.ValueError("'", letter, text, format);
  }

  Status ReadDirective(std::string_view format, size_t* i) {
    char letter = format[*i];
    if (letter == 'c') return ReadFormat("%a %b %e %H:%M:%S %Y");
    if (letter == 'x') return ReadFormat("%m/%d/%y");
    if (letter == 'X' || letter == 'T') return ReadFormat("%H:%M:%S");
    if (letter == 'R') return ReadFormat("%H:%M");
    if (letter == '%') {
      parts_.push_back({0, '%'});
      return Done{};
    }
    if (letter == ':') {
      if (*i + 1 < format.size() && format[*i + 1] == 'z') {
        ++*i;
        letter = 'z';
      } else {
        return Bad("' is a bad directive in format ", format.substr(*i, 2));
      }
    }
    if (kLetters.find(letter) == std::string_view::npos) {
      return Bad("' is a bad directive in format ", CharacterAt(format, *i));
    }
    char group = letter == 'e' ? 'd' : letter;
    if (seen_[static_cast<uint8_t>(group) & 127]) {
      return vm_.Raise(TypeId::kPatternError, "redefinition of group name '", std::string(1, group),
                       "'");
    }
    seen_[static_cast<uint8_t>(group) & 127] = true;
    parts_.push_back({group, 0});
    return Done{};
  }

  static std::string_view CharacterAt(std::string_view text, size_t at) {
    size_t end = at + 1;
    while (end < text.size() && (text[end] & 0xC0) == 0x80) ++end;
    return text.substr(at, end - at);
  }

  // Where the match of parts_[part...] at `at` ends. Recursion is as deep as there are
  // directives and blanks.
  Result<size_t> Match(size_t part, size_t at, int depth) {
    for (; part < parts_.size(); ++part) {
      if (!vm_.Tick(1)) return Failure{};
      const Part& p = parts_[part];
      if (p.directive == 0) {
        if (at >= text_.size() || Lower(text_[at]) != Lower(p.text)) return kNoMatch;
        ++at;
      } else if (p.directive == ' ') {
        // \s+ : no directive begins with a blank but a number after one, which takes it
        // only if there are two.
        size_t blanks = 0;
        while (at + blanks < text_.size() && IsSpace(text_[at + blanks])) ++blanks;
        if (blanks == 0) return kNoMatch;
        if (!vm_.Tick(blanks)) return Failure{};
        if (part + 1 < parts_.size() && parts_[part + 1].directive != 0 && blanks > 1) {
          size_t end = TRY(Match(part + 1, at + blanks, depth + 1));
          if (end != kNoMatch) return end;
          --blanks;
        }
        at += blanks;
      } else {
        size_t lengths[12];
        int count = Choices(p.directive, text_.substr(at), lengths);
        for (int i = 0; i < count; ++i) {
          found_[static_cast<uint8_t>(p.directive) & 127] = text_.substr(at, lengths[i]);
          size_t end = TRY(Match(part + 1, at + lengths[i], depth + 1));
          if (end != kNoMatch) return end;
        }
        return kNoMatch;
      }
    }
    return at;
  }

  bool Has(char letter) const { return seen_[static_cast<uint8_t>(letter)]; }
  std::string_view Text(char letter) const { return found_[static_cast<uint8_t>(letter)]; }
  int64_t Number(char letter) const {
    std::string_view text = Text(letter);
    while (!text.empty() && text[0] == ' ') text.remove_prefix(1);
    return Int(text);
  }
  static int64_t IndexOf(std::span<const std::string_view> table, std::string_view text) {
    for (size_t i = 0; i < table.size(); ++i) {
      if (StartsWith(table[i], text) || StartsWith(text, table[i].substr(0, 3)))
        return static_cast<int64_t>(i);
    }
    return 0;
  }

  // The fields that were found become a date and a time.
  Status Interpret(ParsedTime* out) {
    Moment& m = out->moment;
    if (Has('d') && !Has('Y') && !Has('y') && !Has('G')) {
      TRY(Warn(vm_, TypeId::kDeprecationWarning,
               "Parsing dates involving a day of month without a year specified is ambiguous\nand "
               "fails to parse leap "
               "day. The default behavior will change in Python 3.15\nto either always raise an "
               "exception or to use a "
               "different default year (TBD).\nTo avoid trouble, add a specific year to the input "
               "& format.\nSee "
               "https://github.com/python/cpython/issues/70647."));
    }
    m.date = {1900, 1, 1};
    bool has_year = false;
    int64_t weekday = -1, year_day = -1;
    if (Has('y')) {
      m.date.year = Number('y') + (Number('y') <= 68 ? 2000 : 1900);
      has_year = true;
    }
    if (Has('Y')) {
      m.date.year = Number('Y');
      has_year = true;
    }
    if (Has('m')) m.date.month = Number('m');
    if (Has('B')) m.date.month = IndexOf(kMonths, LowerText('B')) + 1;
    if (Has('b')) m.date.month = IndexOf(kMonths, LowerText('b')) + 1;
    if (Has('d')) m.date.day = Number('d');
    if (Has('H')) m.time.hour = Number('H');
    if (Has('I')) {
      int64_t hour = Number('I');
      bool after_noon = Has('p') && Lower(Text('p')[0]) == 'p';
      if (!Has('p') || !after_noon)
        m.time.hour = hour == 12 ? 0 : hour;
      else
        m.time.hour = hour == 12 ? 12 : hour + 12;
    }
    if (Has('M')) m.time.minute = Number('M');
    if (Has('S')) m.time.second = Number('S');
    if (Has('f')) {
      m.time.microsecond = Number('f');
      for (size_t n = Text('f').size(); n < 6; ++n) m.time.microsecond *= 10;
    }
    if (Has('A')) weekday = IndexOf(kWeekdays, LowerText('A'));
    if (Has('a')) weekday = IndexOf(kWeekdays, LowerText('a'));
    if (Has('w')) weekday = (Number('w') + 6) % 7;
    if (Has('u')) weekday = Number('u') - 1;
    if (Has('j')) year_day = Number('j');
    TRY(FindZone(out));
    TRY(CheckIso(has_year, weekday));
    return FindDate(out, has_year, weekday, year_day);
  }
  std::string LowerText(char letter) const {
    std::string text(Text(letter));
    for (char& c : text) c = Lower(c);
    return text;
  }

  Status FindZone(ParsedTime* out) {
    if (Has('Z')) {
      out->is_dst = 0;
      zone_name_ = Text('Z');
    }
    if (!Has('z')) return Done{};
    std::string_view text = Text('z');
    int64_t micros = 0;
    if (text != "Z") {
      bool colon = text.size() > 3 && text[3] == ':';
      std::string digits;
      size_t colons = 0;
      for (char c : text.substr(1)) {
        if (c == ':')
          ++colons;
        else
          digits += c;
      }
      size_t dot = digits.find('.');
      std::string whole = digits.substr(0, dot);
      if (whole.size() == 6 && colons == 1) {
        if (colon) return vm_.ValueError("Inconsistent use of : in ", std::string(text));
        Value shown = vm_.NewStr(text.substr(5, 2));
        if (shown.IsFailed()) return Failure{};
        Value repr = vm_.ReprValue(shown);
        if (repr.IsFailed()) return Failure{};
        return vm_.ValueError("invalid literal for int() with base 10: ", repr);
      }
      std::string fraction = dot == std::string::npos ? "" : digits.substr(dot + 1);
      while (fraction.size() < 6) fraction += '0';
      int64_t seconds = Int(whole.substr(0, 2)) * 3600 + Int(whole.substr(2, 2)) * 60;
      if (whole.size() == 6) seconds += Int(whole.substr(4, 2));
      micros = seconds * kMicrosPerSecond + Int(fraction);
      if (text[0] == '-') micros = -micros;
    }
    Value zone;
    if (Has('Z')) {
      Value name = vm_.NewStr(zone_name_);
      if (name.IsFailed()) return Failure{};
      zone = NewTimeZone(vm_, micros, name);
    } else {
      zone = ZoneForOffset(vm_, micros);
    }
    if (zone.IsFailed()) return Failure{};
    out->moment.zone = zone;
    return Done{};
  }

  Status CheckIso(bool has_year, int64_t weekday) {
    if (Has('G')) {
      if (Has('j')) {
        return vm_.ValueError(
            "Day of the year directive '%j' is not compatible with ISO year directive '%G'. Use "
            "'%Y' "
            "instead.");
      }
      if (!Has('V') || weekday < 0) {
        return vm_.ValueError(
            "ISO year directive '%G' must be used with the ISO week directive '%V' and a weekday "
            "directive ('%A', '%a', '%w', or '%u').");
      }
    } else if (Has('V')) {
      if (!has_year || weekday < 0) {
        return vm_.ValueError(
            "ISO week directive '%V' must be used with the ISO year directive '%G' and a weekday "
            "directive ('%A', '%a', '%w', or '%u').");
      }
      return vm_.ValueError(
          "ISO week directive '%V' is incompatible with the year directive '%Y'. Use the ISO year "
          "'%G' "
          "instead.");
    }
    return Done{};
  }

  Status FindDate(ParsedTime* out, bool has_year, int64_t weekday, int64_t year_day) {
    Moment& m = out->moment;
    if (year_day < 0 && weekday >= 0) {
      if (has_year && (Has('U') || Has('W'))) {
        bool monday = !Has('U');
        year_day = DayOfWeek(m.date.year, Number(monday ? 'W' : 'U'), weekday, monday);
        if (year_day <= 0) {
          --m.date.year;
          year_day += IsLeapYear(m.date.year) ? 366 : 365;
        }
      } else if (Has('G') && Has('V')) {
        TRY(DateOfIso(vm_, Number('G'), Number('V'), weekday + 1, &m.date));
        year_day = OrdinalOf(m.date) - OrdinalOf({m.date.year, 1, 1}) + 1;
      }
    }
    if (year_day >= 0 && !Has('G')) {
      m.date = DateOfOrdinal(OrdinalOf({m.date.year, 1, 1}) + year_day - 1);
    }
    out->year_day = year_day;
    out->weekday = weekday;
    if (year_day >= 0 && weekday >= 0) return Done{};
    // 29 February without a year is one of a leap year.
    const bool leap = !has_year && !Has('G') && m.date.month == 2 && m.date.day == 29;
    const Date date{leap ? 1904 : m.date.year, m.date.month, m.date.day};
    TRY(CheckDate(vm_, date));
    const int64_t ordinal = OrdinalOf(date);
    if (year_day < 0) out->year_day = ordinal - OrdinalOf({date.year, 1, 1}) + 1;
    if (weekday < 0) out->weekday = (ordinal + 6) % 7;
    return Done{};
  }

  // The day of the year of a weekday in week `week` as %U and %W count them.
  static int64_t DayOfWeek(int64_t year, int64_t week, int64_t weekday, bool monday) {
    int64_t first = (OrdinalOf({year, 1, 1}) + 6) % 7;
    if (!monday) {
      first = (first + 1) % 7;
      weekday = (weekday + 1) % 7;
    }
    int64_t week_0 = (7 - first) % 7;
    return week == 0 ? 1 + weekday - first : 1 + week_0 + 7 * (week - 1) + weekday;
  }

  Vm& vm_;
  ScratchCharge room_;
  Value text_value_, format_value_;
  std::string_view text_;
  std::vector<Part> parts_;
  bool seen_[128] = {};
  std::string_view found_[128] = {};
  std::string_view zone_name_;
};

}  // namespace

Status Strptime(Vm& vm, Value text, Value format, ParsedTime* result) {
  if (!Vm::IsStr(text))
    return vm.TypeError("strptime() argument 1 must be str, not ",
                        text.IsNone() ? "None" : vm.TypeName(text));
  if (!Vm::IsStr(format))
    return vm.TypeError("strptime() argument 2 must be str, not ",
                        format.IsNone() ? "None" : vm.TypeName(format));
  return Parser(vm, text, format).Run(result);
}

}  // namespace pysub::datetime
