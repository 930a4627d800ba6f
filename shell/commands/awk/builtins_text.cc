// Functions of awk that look at texts.

#include <algorithm>
#include <cmath>
#include <iterator>

#include "lexer/unicode/unicode_properties.h"
#include "shell/commands/awk/characters.h"
#include "shell/commands/awk/machine.h"
#include "shell/regex/syntax_tree.h"
#include "shell/syntax/escapes.h"
#include "shell/text_search.h"

namespace pysub::shell::awk {

Machine::Flow Machine::CallTextBuiltin(Builtin builtin, uint16_t count) {
  switch (builtin) {
    case Builtin::kLength: return Length(count);
    case Builtin::kSubstr: return Substr(count);
    case Builtin::kIndex: return IndexOf();
    case Builtin::kSplit: return Split(count, false);
    case Builtin::kPatsplit: return Split(count, true);
    case Builtin::kMatch: return MatchCall(count);
    case Builtin::kGensub: return Gensub(count);
    case Builtin::kSprintf: return Sprintf(count);
    default: return Case(builtin == Builtin::kToupper);
  }
}

void Machine::LookAtCharacters(const Characters& characters, std::string_view text) {
  if (warned_of_bytes_ || characters.is_ascii()) return;
  if (characters.index() != nullptr && !characters.index()->has_invalid()) return;
  static_cast<void>(heap_->Work(text.size()));
  for (size_t at = 0; at < text.size();) {
    uint32_t c = 0;
    at += DecodeCharacter(text, at, &c);
    if (c < kInvalidByte) continue;
    warned_of_bytes_ = true;
    return Warn(
        "Invalid multibyte data detected. There may be a mismatch between your data and your "
        "locale");
  }
}

Machine::Flow Machine::Length(uint16_t count) {
  if (count > 0 && Top().kind() == Kind::kArray) {
    const auto size = static_cast<double>(Top().array()->size());
    return Give(1, Value(size));
  }
  if (count > 0 && Top().kind() == Kind::kReference) {
    Value value;
    if (!UseAsScalar(Top(), Place::kGlobal, -1, &value)) return Flow::kStop;
  }
  NumberBuffer number;
  const Value subject = count == 0 ? ReadField(0) : Top();
  const std::string_view text = TextOf(subject, &number);
  const Characters characters(subject, text, heap_);
  LookAtCharacters(characters, text);
  const auto size = static_cast<double>(characters.Count());
  return Give(count, Value(size));
}

Machine::Flow Machine::Substr(uint16_t count) {
  NumberBuffer number;
  const Value subject = Top(count - 1u);
  const std::string_view text = TextOf(subject, &number);
  double begin = std::trunc(ToNumber(Top(count - 2u)));
  double length = INFINITY;
  if (count > 2) {
    const double wanted = ToNumber(Top());
    length = std::trunc(wanted);
    if (!(wanted >= 1)) return Give(count, TextValue(""));
  }
  if (!(begin >= 1)) begin = 1;  // (the length stays what it is)
  if (!(length >= 1) || begin > static_cast<double>(text.size())) return Give(count, TextValue(""));
  const auto from = static_cast<size_t>(begin - 1);
  const size_t most =
      length > static_cast<double>(text.size()) ? text.size() : static_cast<size_t>(length);
  const Characters characters(subject, text, heap_);
  LookAtCharacters(characters, text);
  const size_t at = characters.OffsetOf(from), end = characters.OffsetBehind(at, from, most);
  return Give(count, TextValue(text.substr(at, end - at)));
}

// With ASCII letters alone changed; no text: there is no room for it.
Value Machine::Lowered(std::string_view text) {
  Str* str = NewStr(heap_, text.size());
  if (str == nullptr) return {};
  static_cast<void>(heap_->Work(text.size()));
  std::transform(text.begin(), text.end(), str->bytes,
                 [](char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c | 0x20 : c); });
  return Value(Kind::kText, str);
}

Machine::Flow Machine::IndexOf() {
  NumberBuffer first, second;
  const Value subject = Top(1);
  const std::string_view text = TextOf(subject, &first), wanted = TextOf(Top(), &second);
  const auto tick = [this](uint64_t work) { return heap_->Work(work); };
  size_t at = 0;
  if (!ignore_case_) {
    at = FindText(text, wanted, 0, tick);  // (of nothing the first place, as with gawk)
  } else {
    const Value low_text = Lowered(text), low_wanted = Lowered(wanted);
    if (!heap_->ok()) return Flow::kStop;
    at = FindText(TextOf(low_text, &first), TextOf(low_wanted, &second), 0, tick);
  }
  double result = 0;
  if (at == 0) {
    result = 1;
  } else if (at != std::string_view::npos) {
    result = static_cast<double>(Characters(subject, text, heap_).CountBefore(at) + 1);
  }
  return Give(2, Value(result));
}

Machine::Flow Machine::Case(bool upper) {
  NumberBuffer number;
  const std::string_view text = TextOf(Top(), &number);
  static_cast<void>(heap_->Work(text.size()));
  if (IsAscii(text) || heap_->settings().bytes) {
    Str* str = NewStr(heap_, text.size());
    if (str == nullptr) return Flow::kStop;
    for (size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      const bool turns = upper ? c >= 'a' && c <= 'z' : c >= 'A' && c <= 'Z';
      str->bytes[i] = static_cast<char>(turns ? c ^ 0x20 : c);
    }
    return Give(1, Value(Kind::kText, str));
  }
  scratch_.Clear();
  for (size_t at = 0; at < text.size();) {
    uint32_t c = 0;
    const size_t size = DecodeCharacter(text, at, &c);
    if (c >= kInvalidByte) {
      scratch_.Append(text.substr(at, size));
    } else {
      std::string other;
      AppendUtf8(&other, upper ? SimpleUpper(c) : SimpleLower(c));
      scratch_.Append(other);
    }
    at += size;
  }
  return Give(1, TextValue(scratch_.view()));
}

Machine::Flow Machine::Sprintf(uint16_t count) {
  if (count == 0) return Fatal("sprintf: no arguments");
  NumberBuffer number;
  const Value* values = &stack_[sp_ - count];
  scratch_.Clear();
  const FormatResult result =
      FormatPrintf(TextOf(values[0], &number), std::span(values + 1, count - 1u),
                   &Global(Special::kConvfmt), heap_, &scratch_);
  if (!heap_->ok()) return Flow::kStop;
  if (!result.fatal.empty()) return Fatal(result.fatal);
  return Give(count, TextValue(scratch_.view()));
}

// ---- match
namespace {

// Groups beyond these have no elements.
constexpr size_t kMostGroups = 64;

}  // namespace

Machine::Flow Machine::MatchCall(uint16_t count) {
  NumberBuffer number;
  const Value subject = Top(count - 1u);
  if (!subject.IsScalar()) return Fatal("attempt to use array in a scalar context");
  const std::string_view text = TextOf(subject, &number);
  const Pattern* pattern = PatternOf(Top(count - 2u));
  if (pattern == nullptr) return Flow::kStop;
  RegexSpan spans[kMostGroups];
  Array* groups = count > 2 && Top().kind() == Kind::kArray ? Top().array() : nullptr;
  const size_t wanted =
      groups == nullptr ? 1 : std::min(kMostGroups, static_cast<size_t>(pattern->groups()) + 1);
  const bool found = pattern->Search(text, 0, spans, wanted, heap_);
  if (!heap_->ok()) return Flow::kStop;
  std::optional<Characters> seen;
  const auto characters = [&](int64_t bytes) {
    if (bytes == 0) return 0.0;
    if (!seen) seen.emplace(subject, text, heap_);
    return static_cast<double>(seen->CountBefore(static_cast<size_t>(bytes)));
  };
  const double begin = found ? characters(spans[0].begin) + 1 : 0;
  const double length = found ? characters(spans[0].end) - begin + 1 : -1;
  Global(Special::kRstart) = Value(begin);
  Global(Special::kRlength) = Value(length);
  if (groups != nullptr) {
    groups->Clear();
    for (size_t i = 0; found && i < wanted; ++i) {
      if (spans[i].begin < 0) continue;
      const double from = characters(spans[i].begin), to = characters(spans[i].end);
      const std::string name = std::to_string(i);
      const auto put = [&](const std::string& key, Value value) {
        Value* element = groups->Get(Key::OfText(key));
        if (element != nullptr) *element = std::move(value);
      };
      put(name, InputValue(text.substr(static_cast<size_t>(spans[i].begin),
                                       static_cast<size_t>(spans[i].end - spans[i].begin))));
      put(name + subsep_ + "start", Value(from + 1));
      put(name + subsep_ + "length", Value(to - from));
    }
  }
  return Give(count, Value(begin));
}

// ---- split and patsplit
Machine::Flow Machine::Split(uint16_t count, bool fields) {
  NumberBuffer number, second;
  const Value subject = Top(count - 1u);
  if (!subject.IsScalar()) return Fatal("attempt to use array in a scalar context");
  const std::string_view text = TextOf(subject, &number);
  const Value array_value = Top(count - 2u);
  const Value separators_value = count > 3 ? Top() : Value();
  if (array_value.kind() != Kind::kArray) return Fatal("split: second argument is not an array");
  Array* array = array_value.array();
  Array* separators = separators_value.kind() == Kind::kArray ? separators_value.array() : nullptr;
  if (separators == array)
    return Fatal(std::string(fields ? "patsplit" : "split") +
                 ": cannot use the same array for second and fourth args");
  Splitter how;
  std::unique_ptr<Pattern> owner;
  bool ok = true;
  const Value* given = count > 2 ? &Top(count - 3u) : nullptr;
  if (fields) {
    how.mode = Splitter::Mode::kFields;
    how.pattern = PatternOf(given != nullptr ? *given : Global(Special::kFpat));
    ok = how.pattern != nullptr;
    if (ok && how.pattern->source().empty())
      return Fatal("patsplit: third argument must be non-null");
  } else if (given != nullptr &&
             (given->kind() == Kind::kPattern || given->kind() == Kind::kRegex)) {
    how.mode = Splitter::Mode::kPattern;
    how.pattern = PatternOf(*given);
    ok = how.pattern != nullptr;
    if (ok && how.pattern->source().empty()) how.mode = Splitter::Mode::kEach;
  } else {
    const Value& separator = given != nullptr ? *given : Global(Special::kFs);
    const std::string_view source = TextOf(separator, &second);
    if (source.size() > 1) {
      how.mode = Splitter::Mode::kPattern;
      how.pattern = PatternOf(separator);
      ok = how.pattern != nullptr;
    } else if (given == nullptr && split_by_ == SplitBy::kCsv) {
      how.mode = Splitter::Mode::kCsv;
    } else {
      how = SplitterFor(source, &owner, &ok);
    }
  }
  if (!ok) return Flow::kStop;
  array->Clear();
  if (separators != nullptr) separators->Clear();
  SplitCursor cursor;
  Span field, separator;
  int64_t found = 0;
  size_t behind = 0;  // the last field
  const auto put = [&](Array* to, int64_t index, std::string_view part, Kind kind) {
    Value* element = to->Get(Key::OfInteger(index));
    if (element != nullptr) *element = MakeText(heap_, part, kind);
  };
  while (cursor.Next(how, text, heap_, &field, &separator)) {
    if (separators != nullptr) {
      // What stands in front of the field: of blanks and of described fields also the first.
      const bool edges = how.mode == Splitter::Mode::kBlanks || how.mode == Splitter::Mode::kFields;
      if (found > 0 || (edges && (field.begin > 0 || fields)))
        put(separators, found, text.substr(behind, field.begin - behind), Kind::kText);
    }
    ++found;
    std::string_view part = text.substr(field.begin, field.end - field.begin);
    if (how.mode == Splitter::Mode::kCsv && part.starts_with('"')) {
      put(array, found, CsvField(part), Kind::kInput);
    } else {
      put(array, found, part, Kind::kInput);
    }
    behind = field.end;
  }
  if (separators != nullptr && found > 0) {
    const bool edges = how.mode == Splitter::Mode::kBlanks || how.mode == Splitter::Mode::kFields;
    if (edges && (behind < text.size() || fields))
      put(separators, found, text.substr(behind), Kind::kText);
  }
  return Give(count, Value(static_cast<double>(found)));
}

// ---- sub, gsub, gensub
namespace {

// What takes the place of a match. Of sub: backslashes count in front of & and where there are
// four. Of gensub: \N is a group.
void Replacement(std::string_view source, std::string_view text, const RegexSpan* spans,
                 size_t count, bool groups, Text* out) {
  for (size_t at = 0; at < source.size();) {
    const size_t plain = std::min(source.find_first_of("\\&", at), source.size());
    out->Append(source.substr(at, plain - at));
    at = plain;
    if (at >= source.size()) break;
    const auto put = [&](size_t group) {
      if (group < count && spans[group].begin >= 0) {
        out->Append(text.substr(static_cast<size_t>(spans[group].begin),
                                static_cast<size_t>(spans[group].end - spans[group].begin)));
      }
    };
    if (source[at] == '&') {
      put(0);
      ++at;
      continue;
    }
    if (groups) {
      const char next = at + 1 < source.size() ? source[at + 1] : '\0';
      if (at + 1 >= source.size()) {
        out->Append('\\');
      } else if (next >= '0' && next <= '9') {
        put(static_cast<size_t>(next - '0'));
      } else {
        out->Append(next);
      }
      at += 2;
      continue;
    }
    size_t slashes = at;
    while (slashes < source.size() && source[slashes] == '\\') ++slashes;
    const size_t run = slashes - at;
    at = slashes;
    if (at >= source.size() || source[at] != '&') {
      out->Fill(run / 4 * 2 + run % 4, '\\');  // as gawk reads them, four at a time
      continue;
    }
    out->Fill(run / 2, '\\');
    if (run % 2 == 1) {
      out->Append('&');
      ++at;
    }
  }
}

}  // namespace

// Replaces match number `which`, 0: all. What comes out is appended. False: a limit was reached.
bool Machine::ReplaceAll(const Pattern& pattern, std::string_view text,
                         std::string_view replacement, bool groups, int64_t which, Text* out,
                         int64_t* count) {
  RegexSpan spans[10];
  const size_t wanted =
      groups ? std::min<size_t>(10, static_cast<size_t>(pattern.groups()) + 1) : 1;
  const bool plain = replacement.find_first_of("\\&") == std::string_view::npos;
  const bool ascii = pattern.is_literal() || IsAscii(text);
  size_t at = 0, from = 0;
  int64_t last_end = -1, found = 0;
  *count = 0;
  while (from <= text.size() && heap_->ok() &&
         pattern.Search(text, from, spans, wanted, heap_, true, ascii)) {
    const auto begin = static_cast<size_t>(spans[0].begin), end = static_cast<size_t>(spans[0].end);
    // An empty match right behind the last one is none.
    const bool counts = end > begin || static_cast<int64_t>(begin) != last_end;
    if (counts) ++found;
    if (counts && (which == 0 || found == which)) {
      out->Append(text.substr(at, begin - at));
      if (plain) {
        out->Append(replacement);
      } else {
        Replacement(replacement, text, spans, wanted, groups, out);
      }
      at = end;
      ++*count;
      if (which != 0) break;
    }
    last_end = static_cast<int64_t>(end);
    if (end > begin) {
      from = end;
    } else {
      if (end >= text.size()) break;
      from = end + CharacterBytes(*heap_, text, end, 1);
    }
    if (!heap_->Work(16 + replacement.size() / 8)) return false;
  }
  if (*count > 0) out->Append(text.substr(at));
  return heap_->ok();
}

// On the stack: pattern, replacement, subscripts of the target.
Machine::Flow Machine::Substitute(const Instruction& in) {
  const bool global = (in.sub & 1) != 0, only_looks = (in.sub & kDiscard) != 0;
  const size_t keys = only_looks ? 1 : KeysOf(in.place);
  Value before;
  if (only_looks) {
    before = Top();
  } else if (!Touch(in.place, in.a, 0) || !Read(in.place, in.a, 0, &before)) {
    return Flow::kStop;
  }
  if (Top(keys).kind() == Kind::kArray || !before.IsScalar())
    return Fatal("attempt to use array in a scalar context");
  const Pattern* pattern = PatternOf(Top(keys + 1));
  if (pattern == nullptr) return Flow::kStop;
  NumberBuffer number, second;
  const Value replacement = Top(keys);
  const std::string_view text = TextOf(before, &number);
  static_cast<void>(heap_->Work(text.size() / 8));
  int64_t count = 0;
  scratch_.Clear();
  if (!ReplaceAll(*pattern, text, TextOf(replacement, &second), false, global ? 0 : 1, &scratch_,
                  &count))
    return Flow::kStop;
  if (count > 0 && !only_looks) {
    Value after = TextValue(scratch_.view());
    if (!Write(in.place, in.a, 0, std::move(after))) return Flow::kStop;
  }
  return Give(static_cast<uint16_t>(keys + 2), Value(static_cast<double>(count)));
}

Machine::Flow Machine::Gensub(uint16_t count) {
  NumberBuffer number, second, third;
  const Value subject = count > 3 ? Top() : ReadField(0);
  const Pattern* pattern = PatternOf(Top(count - 1u));
  if (pattern == nullptr) return Flow::kStop;
  const Value& how = Top(count - 3u);
  const std::string_view which = TextOf(how, &third);
  int64_t wanted = 0;
  if (which.empty() || (which[0] != 'g' && which[0] != 'G')) {
    const double value = ToNumber(how);
    wanted = !(value >= 1) ? 1 : value < 0x1p62 ? static_cast<int64_t>(value) : INT64_MAX;
    if (!(value > 0)) {
      Warn("gensub: third argument `" + std::string(which) + "' treated as 1");
    }
  }
  const std::string_view text = TextOf(subject, &number);
  const Value replacement = Top(count - 2u);
  int64_t replaced = 0;
  scratch_.Clear();
  if (!ReplaceAll(*pattern, text, TextOf(replacement, &second), true, wanted, &scratch_, &replaced))
    return Flow::kStop;
  return Give(count, replaced > 0 ? TextValue(scratch_.view()) : TextValue(text));
}

}  // namespace pysub::shell::awk
