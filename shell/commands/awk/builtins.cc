// Functions of awk: numbers, times, and which is where.

#include <bit>
#include <cmath>
#include <limits>

#include "shell/commands/awk/machine.h"
#include "shell/commands/system/civil_time.h"

namespace pysub::shell::awk {

// Takes the arguments away.
Machine::Flow Machine::Give(uint16_t count, Value value) {
  Drop(count);
  Push(std::move(value));
  return heap_->ok() ? Flow::kNext : Flow::kStop;
}

Machine::Flow Machine::CallBuiltin(CommandIo& io, const Instruction& in) {
  const auto builtin = static_cast<Builtin>(in.a);
  const uint16_t count = in.sub;
  const bool any = builtin == Builtin::kLength || builtin == Builtin::kIsarray ||
                   builtin == Builtin::kTypeof || builtin == Builtin::kSplit ||
                   builtin == Builtin::kPatsplit || builtin == Builtin::kMatch ||
                   builtin == Builtin::kAsort || builtin == Builtin::kAsorti;
  for (size_t i = 0; i < count && !any; ++i) {
    if (Top(i).kind() == Kind::kArray) return Fatal("attempt to use array in a scalar context");
  }
  switch (builtin) {
    case Builtin::kClose: return CloseCall(io, count);
    case Builtin::kFflush: return FlushCall(io, count);
    case Builtin::kSystem: return SystemCall(io);
    case Builtin::kSrand: return Srand(io, count);
    case Builtin::kSystime:
      return Give(0, Value(static_cast<double>(FloorSeconds(io.RealTimeNs()))));
    case Builtin::kStrftime: return Strftime(io, count);
    case Builtin::kMktime: return Mktime(io, count);
    case Builtin::kAsort: return Sort(count, false);
    case Builtin::kAsorti: return Sort(count, true);
    case Builtin::kLength:
    case Builtin::kSubstr:
    case Builtin::kIndex:
    case Builtin::kSplit:
    case Builtin::kPatsplit:
    case Builtin::kMatch:
    case Builtin::kGensub:
    case Builtin::kSprintf:
    case Builtin::kTolower:
    case Builtin::kToupper: return CallTextBuiltin(builtin, count);
    case Builtin::kDcgettext: {
      Value text = Top(count - 1u);
      return Give(count, std::move(text));
    }
    case Builtin::kDcngettext: {
      Value text = ToNumber(Top(count - 3u)) == 1 ? Top(count - 1u) : Top(count - 2u);
      return Give(count, std::move(text));
    }
    case Builtin::kBindtextdomain: {
      Value directory = Top(count - 1u);
      return Give(count, std::move(directory));
    }
    default: return CallNumberBuiltin(builtin, count);
  }
}

// ---- @name(arguments)
// The name stays below the arguments until there is a result: the function may have to wait.
Machine::Flow Machine::CallNamedBuiltin(CommandIo& io, const std::string& name, NamedBuiltin named,
                                        uint16_t count) {
  const ArgumentBounds bounds = named.substitutes ? ArgumentBounds{2, 2} : BoundsOf(named.builtin);
  if (count < bounds.least || count > bounds.most) return WrongCount(name, named, count);
  for (int i = 0; i < count; ++i) {
    Value& value = Top(static_cast<size_t>(count - 1 - i));
    const Wants wants = named.substitutes ? Wants::kScalar : WhatIsWanted(named.builtin, i);
    const bool untyped = value.kind() == Kind::kReference || value.kind() == Kind::kUntyped;
    if (!untyped || wants == Wants::kAny) continue;
    if (wants != Wants::kArray) {
      value = Value();
      continue;
    }
    Array* array = ArrayOf(&value, Place::kLocal, -1);
    if (array == nullptr) return Flow::kStop;
  }
  Flow flow = Flow::kNext;
  if (named.substitutes) {
    flow = Substitute({Op::kSubstitute, Place::kFieldAt, static_cast<uint16_t>(name == "gsub"), 0});
  } else {
    flow =
        CallBuiltin(io, {Op::kBuiltin, Place::kGlobal, count, static_cast<int32_t>(named.builtin)});
  }
  if (flow != Flow::kNext) return flow;
  Top(1) = std::move(Top());
  Drop(1);
  return flow;
}

Machine::Flow Machine::WrongCount(const std::string& name, NamedBuiltin named, uint16_t count) {
  if (named.substitutes) return Fatal(name + ": can be called indirectly only with two arguments");
  std::string_view wanted;
  switch (named.builtin) {
    case Builtin::kSprintf: return Fatal("sprintf: no arguments");
    case Builtin::kSplit:
    case Builtin::kPatsplit: wanted = "two to four"; break;
    case Builtin::kMatch: wanted = "two or three"; break;
    case Builtin::kGensub: wanted = "three or four"; break;
    default: return Fatal(name + ": called with " + std::to_string(count) + " arguments");
  }
  return Fatal("indirect call to " + name + " requires " + std::string(wanted) + " arguments");
}

Machine::Flow Machine::CallNumberBuiltin(Builtin builtin, uint16_t count) {
  const double x = count > 0 ? ToNumber(Top(count - 1u)) : 0;
  NumberBuffer number;
  switch (builtin) {
    case Builtin::kSin: return Give(1, Value(std::sin(x)));
    case Builtin::kCos: return Give(1, Value(std::cos(x)));
    case Builtin::kAtan2: return Give(2, Value(std::atan2(x, ToNumber(Top()))));
    case Builtin::kExp: {
      const double power = std::exp(x);
      if (std::isfinite(x) && (power == 0 || std::isinf(power)))
        Warn("exp: argument " + std::string(NumberText(x, nullptr, &number)) + " is out of range");
      return Give(1, Value(power));
    }
    case Builtin::kLog:
      if (x < 0)
        Warn("log: received negative argument " + std::string(NumberText(x, nullptr, &number)));
      return Give(1, Value(x < 0 ? -std::numeric_limits<double>::quiet_NaN() : std::log(x)));
    case Builtin::kSqrt:
      if (x < 0)
        Warn("sqrt: received negative argument " + std::string(NumberText(x, nullptr, &number)));
      return Give(1, Value(x < 0 ? -std::numeric_limits<double>::quiet_NaN() : std::sqrt(x)));
    case Builtin::kInt: return Give(1, Value(std::trunc(x) + 0.0));
    case Builtin::kRand: return Give(0, Value(random_.Fraction()));
    case Builtin::kAnd:
    case Builtin::kOr:
    case Builtin::kXor:
    case Builtin::kCompl:
    case Builtin::kLshift:
    case Builtin::kRshift: return Bits(builtin, count);
    case Builtin::kStrtonum: return Strtonum();
    case Builtin::kMkbool: return Give(1, Value::Bool(IsTrue(Top())));
    case Builtin::kIsarray: {
      const bool array = Top().kind() == Kind::kArray;
      return Give(1, Value(array ? 1.0 : 0.0));
    }
    case Builtin::kTypeof: return TypeOf();
    default: return Fatal("internal error: a function that is not known");
  }
}

Machine::Flow Machine::Bits(Builtin builtin, uint16_t count) {
  constexpr std::string_view kNames[] = {"and", "or", "xor", "compl", "lshift", "rshift"};
  const std::string name(kNames[static_cast<size_t>(builtin) - static_cast<size_t>(Builtin::kAnd)]);
  uint64_t result = 0;
  if (count < 2 && builtin != Builtin::kCompl)
    return Fatal(name + ": called with less than two arguments");
  for (size_t i = 0; i < count; ++i) {
    const double value = ToNumber(Top(count - 1u - i));
    if (value < 0) {
      NumberBuffer number;
      const std::string text(NumberText(value, nullptr, &number));
      if (builtin == Builtin::kCompl)
        return Fatal("compl(" + std::to_string(value) + "): negative value is not allowed");
      if (builtin == Builtin::kLshift || builtin == Builtin::kRshift) {
        const std::string first = std::to_string(ToNumber(Top(1)));
        const std::string second = std::to_string(ToNumber(Top()));
        return Fatal(name + "(" + first + ", " + second + "): negative values are not allowed");
      }
      return Fatal(name + ": argument " + std::to_string(i + 1) + " negative value " + text +
                   " is not allowed");
    }
    const uint64_t bits =
        std::isfinite(value) && value < 18446744073709551616.0 ? static_cast<uint64_t>(value) : 0;
    if (i == 0) {
      result = bits;
      continue;
    }
    switch (builtin) {
      case Builtin::kAnd: result &= bits; break;
      case Builtin::kOr: result |= bits; break;
      case Builtin::kXor: result ^= bits; break;
      case Builtin::kLshift: result = bits < 64 ? result << bits : 0; break;
      default: result = bits < 64 ? result >> bits : 0; break;
    }
  }
  if (builtin == Builtin::kCompl) result = ~result;
  // What a double cannot hold goes at the upper end: 53 bits stay, from the lowest one that is set.
  constexpr uint64_t kBits = (uint64_t{1} << 53) - 1;
  if (result != 0) result &= kBits << std::countr_zero(result);
  return Give(count, Value(static_cast<double>(result)));
}

// Also 0x1A and 017.
Machine::Flow Machine::Strtonum() {
  const Value& value = Top();
  if (!value.IsText() || (value.kind() == Kind::kInput && IsNumeric(value)))
    return Give(1, Value(ToNumber(value)));
  std::string_view text = value.str()->view();
  while (!text.empty() && (text[0] == ' ' || text[0] == '\t' || text[0] == '\n'))
    text.remove_prefix(1);
  int base = 10;
  if (text.size() > 1 && text[0] == '0') {
    if ((text[1] | 0x20) == 'x') {
      base = 16;
    } else if (text.find_first_of(".eE89") == std::string_view::npos) {
      base = 8;
    }
  }
  if (base == 10) return Give(1, Value(ToNumber(value)));
  double number = 0;
  for (char c : text.substr(base == 16 ? 2 : 0)) {
    int digit = 99;
    if (c >= '0' && c <= '9') digit = c - '0';
    if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f') digit = (c | 0x20) - 'a' + 10;
    if (digit >= base) break;
    number = number * base + digit;
  }
  return Give(1, Value(number));
}

Machine::Flow Machine::TypeOf() {
  std::string_view name;
  switch (Top().kind()) {
    case Kind::kNothing:
    case Kind::kUnassigned:
    case Kind::kMissing: name = "unassigned"; break;
    case Kind::kReference:
    case Kind::kUntyped: name = "untyped"; break;
    case Kind::kNumber: name = "number"; break;
    case Kind::kBool: name = "number|bool"; break;
    case Kind::kText: name = "string"; break;
    case Kind::kInput: name = IsNumeric(Top()) ? "strnum" : "string"; break;
    case Kind::kRegex: name = "regexp"; break;
    case Kind::kArray: name = "array"; break;
    default: name = "unknown"; break;
  }
  return Give(1, TextValue(name));
}

Machine::Flow Machine::Srand(CommandIo& io, uint16_t count) {
  const double before = seed_;
  seed_ = count > 0 ? ToNumber(Top()) : static_cast<double>(FloorSeconds(io.RealTimeNs()));
  // (beyond 64 bits it is none)
  const bool is_whole = std::abs(seed_) < 9223372036854775808.0;
  const double seed = is_whole ? std::fmod(std::trunc(seed_), 4294967296.0) : 0;
  random_.Seed(static_cast<uint32_t>(static_cast<int64_t>(seed)));
  return Give(count, Value(before));
}

// ---- times
Machine::Flow Machine::Strftime(CommandIo& io, uint16_t count) {
  std::string format = "%a %b %e %H:%M:%S %Z %Y";
  NumberBuffer number;
  if (count > 0) {
    format = TextOf(Top(count - 1u), &number);
  } else {
    const Value& info = globals_[static_cast<size_t>(kProcinfo)];
    const Value* own =
        info.kind() == Kind::kArray ? info.array()->Find(Key::OfText("strftime")) : nullptr;
    if (own != nullptr && own->IsText()) format = own->str()->view();
  }
  int64_t seconds = FloorSeconds(io.RealTimeNs());
  if (count > 1) {
    const double given = ToNumber(Top(count - 2u));
    // (years beyond 32 bits have no text)
    constexpr double kFirst = -67768040609740800.0, kLast = 67768036191676792.0;
    if (!(given >= kFirst && given <= kLast)) return Give(count, TextValue(""));
    seconds = static_cast<int64_t>(std::floor(given));
  }
  const bool utc = count > 2 && IsTrue(Top(count - 3u));
  const TimeZone zone = utc ? TimeZone("GMT0") : ZoneOf(io);  // (as gmtime calls it)
  bool too_wide = false;
  std::string text = FormatTime(LibraryFormat(format), seconds, 0, zone, &too_wide);
  if (too_wide) return Fatal("strftime: format is too wide");
  return Give(count, TextValue(text));
}

Machine::Flow Machine::Mktime(CommandIo& io, uint16_t count) {
  NumberBuffer number;
  const std::string_view text = TextOf(Top(count - 1u), &number);
  int64_t parts[7] = {0, 0, 0, 0, 0, 0, -1};
  size_t found = 0;
  for (size_t at = 0; at < text.size() && found < 7;) {
    const char c = text[at];
    if (c == ' ' || c == '\t') {
      ++at;
      continue;
    }
    const bool negative = c == '-';
    if (negative) ++at;
    const size_t begin = at;
    int64_t value = 0;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at)
      value = std::min<int64_t>(1'000'000'000'000, value * 10 + (text[at] - '0'));
    if (at == begin) break;
    parts[found++] = negative ? -value : value;
  }
  if (found < 6) return Give(count, Value(-1.0));
  // Months beyond the year, days beyond the month and so on count on.
  const int64_t months = parts[1] - 1;
  const int64_t year = parts[0] + (months >= 0 ? months / 12 : -((11 - months) / 12));
  const int64_t month = (months % 12 + 12) % 12;
  if (year < -1'000'000 || year > 1'000'000) return Give(count, Value(-1.0));
  // Days since 1970 of the first of that month, years beginning in March.
  const int64_t y = month < 2 ? year - 1 : year;
  const int64_t era = (y >= 0 ? y : y - 399) / 400;
  const int64_t of_era = y - era * 400;
  const int64_t day = (153 * ((month + 10) % 12) + 2) / 5;
  const int64_t days =
      era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + day - 719468 + parts[2] - 1;
  const double seconds = static_cast<double>(days) * 86400 + static_cast<double>(parts[3]) * 3600 +
                         static_cast<double>(parts[4]) * 60 + static_cast<double>(parts[5]);
  // (What is not near these years has no summer.)
  const bool local = (count < 2 || !IsTrue(Top(count - 2u))) && std::fabs(seconds) < 1e15;
  if (!local) return Give(count, Value(seconds));
  const int64_t whole = ZoneOf(io).ToUtc(static_cast<int64_t>(seconds));
  return Give(count, Value(static_cast<double>(whole)));
}

}  // namespace pysub::shell::awk
