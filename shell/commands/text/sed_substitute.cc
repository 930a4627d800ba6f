#include "shell/commands/text/sed_substitute.h"

#include <utility>

#include "lexer/unicode/unicode_properties.h"
#include "shell/regex/engines.h"
#include "shell/regex/syntax_tree.h"
#include "shell/syntax/escapes.h"

namespace pysub::shell {
namespace {

constexpr uint64_t kStepWork = 16384;  // before the clock is looked at

// \U \L \E hold until the next of them; \u \l concern one character.
class CaseWriter {
 public:
  CaseWriter(std::string* out, ParseAccount* account) : out_(*out), work_(account) {}
  void Set(SedPart::Kind kind) {
    switch (kind) {
      case SedPart::Kind::kUpperOne:
      case SedPart::Kind::kLowerOne: one_ = kind; break;
      case SedPart::Kind::kEndCase: all_ = one_ = SedPart::Kind::kText; break;
      default: all_ = kind; break;
    }
  }
  void Append(std::string_view text) {
    if (all_ == SedPart::Kind::kText && one_ == SedPart::Kind::kText) {
      out_ += text;
      return;
    }
    for (size_t at = 0; at < text.size() && work_.Add(1);) {
      uint32_t c = 0;
      size_t size = DecodeCharacter(text, at, &c);
      SedPart::Kind kind = one_ != SedPart::Kind::kText ? one_ : all_;
      one_ = SedPart::Kind::kText;
      if (c >= kInvalidByte || kind == SedPart::Kind::kText) {
        out_ += text.substr(at, size);
      } else {
        bool upper = kind == SedPart::Kind::kUpper || kind == SedPart::Kind::kUpperOne;
        AppendUtf8(&out_, upper ? SimpleUpper(c) : SimpleLower(c));
      }
      at += size;
    }
  }

 private:
  std::string& out_;
  RegexWork work_;
  SedPart::Kind all_ = SedPart::Kind::kText;
  SedPart::Kind one_ = SedPart::Kind::kText;
};

void AppendReplacement(const SedCommand& command, std::string_view text, const RegexSpan* spans,
                       std::string* out, ParseAccount* account) {
  CaseWriter writer(out, account);
  for (const SedPart& part : command.parts) {
    switch (part.kind) {
      case SedPart::Kind::kText: writer.Append(part.text); break;
      case SedPart::Kind::kGroup: {
        const RegexSpan& span = spans[part.group];
        if (span.begin >= 0)
          writer.Append(text.substr(static_cast<size_t>(span.begin),
                                    static_cast<size_t>(span.end - span.begin)));
        break;
      }
      default: writer.Set(part.kind); break;
    }
  }
}

}  // namespace

bool SedSubstitution::Charge(CommandIo& io, size_t more) {
  uint64_t need = out.size() + more;
  if (need <= charged + 65536) return true;
  if (!io.Reserve(static_cast<int64_t>(2 * need - charged))) return false;
  charged = 2 * need;
  return true;
}

void SedSubstitution::Release(CommandIo& io) {
  if (charged == 0) return;
  out = std::string();
  (void)io.Reserve(-static_cast<int64_t>(std::exchange(charged, 0)));
}

namespace {

// What takes the place of one match.
size_t ReplacementSize(const SedCommand& command, const RegexSpan* spans) {
  size_t size = 0;
  for (const SedPart& part : command.parts) {
    size += part.text.size();
    if (part.kind == SedPart::Kind::kGroup)
      size += static_cast<size_t>(spans[part.group].end - spans[part.group].begin);
  }
  return size;
}

// Up to the last match. kChanged: there are no more.
SedResult ReplaceMatches(CommandIo& io, const SedCommand& command, const Regex& regex,
                         std::string_view text, SedSubstitution* state) {
  if (!state->ascii) state->ascii = RegexSubject(text).ascii;
  RegexSubject subject(text, *state->ascii);
  size_t groups = 1;
  for (const SedPart& part : command.parts) {
    if (part.kind == SedPart::Kind::kGroup && part.group > 0) groups = 10;
  }
  RegexSpan spans[10];
  uint64_t work = state->from == 0 ? text.size() / 8 : 0;
  while (state->from <= text.size()) {
    RegexOutcome outcome =
        regex.Search(subject, state->from, spans, groups, RegexAnchor::kNone, &io.account());
    if (outcome == RegexOutcome::kGaveUp) return SedResult::kGaveUp;
    // a limit, like memory that ended
    if (outcome == RegexOutcome::kStopped) return SedResult::kNoMemory;
    if (outcome == RegexOutcome::kNone) break;
    size_t begin = static_cast<size_t>(spans[0].begin), end = static_cast<size_t>(spans[0].end);
    work += end - state->from + 8;
    // An empty match right behind the last one is none.
    bool counts = end > begin || static_cast<int64_t>(begin) != state->last_end;
    if (counts) ++state->count;
    if (counts && (!command.has_number || state->count >= command.number)) {
      if (!state->Charge(io, begin - state->at + ReplacementSize(command, spans)))
        return SedResult::kNoMemory;
      state->out.append(text.substr(state->at, begin - state->at));
      AppendReplacement(command, text, spans, &state->out, &io.account());
      state->at = end;
      state->changed = true;
      if (!command.global) break;
    }
    state->last_end = static_cast<int64_t>(end);
    if (end > begin) {
      state->from = end;
    } else {
      if (end >= text.size()) break;
      uint32_t c = 0;
      state->from = end + DecodeCharacter(text, end, &c);
    }
    if (work > kStepWork && io.Tick(std::exchange(work, 0))) return SedResult::kYield;
  }
  (void)io.Tick(work);
  return SedResult::kChanged;
}

}  // namespace

// One s command on one space, a bounded number of matches per call. The state holds what was
// written so far and the place from which to go on. A space of many megabytes with a match at each
// byte then yields between them. `from` is where the next search begins and `at` where copying
// stands. They differ behind a match that is not replaced (s/x/y/2), and behind an empty one: the
// search goes on a character further, and that character is still to be copied.
SedResult SedSubstitute(CommandIo& io, const SedCommand& command, const Regex& regex,
                        std::string_view text, SedSubstitution* state) {
  if (!state->active || state->from > text.size() || state->at > state->from) {
    state->active = true;
    state->changed = false;
    state->at = state->from = 0;
    state->last_end = -1;
    state->count = 0;
    state->out.clear();
    state->ascii.reset();
  }
  SedResult result = ReplaceMatches(io, command, regex, text, state);
  if (result == SedResult::kYield) return result;
  state->active = false;
  if (result != SedResult::kChanged) return result;
  if (!state->changed) return SedResult::kUnchanged;
  if (!state->Charge(io, text.size() - state->at)) return SedResult::kNoMemory;
  state->out.append(text.substr(state->at));
  return SedResult::kChanged;
}

std::string SedTransliterate(const SedCommand& command, std::string_view text,
                             ParseAccount& account) {
  RegexWork work(&account);
  const std::string* ascii[128] = {};
  for (const auto& [from, to] : command.letters) {
    unsigned char c = from.empty() ? 0 : static_cast<unsigned char>(from[0]);
    if (from.size() == 1 && c < 128 && ascii[c] == nullptr) ascii[c] = &to;
  }
  std::string out;
  out.reserve(text.size());  // charged by who calls
  for (size_t at = 0; at < text.size() && work.Add(1);) {
    uint32_t c = 0;
    size_t size = DecodeCharacter(text, at, &c);
    std::string_view character = text.substr(at, size);
    at += size;
    const std::string* to = c < 128 ? ascii[c] : nullptr;
    if (c >= 128) {
      static_cast<void>(work.Add(command.letters.size()));
      for (const auto& [from, other] : command.letters) {
        if (from == character) {
          to = &other;
          break;
        }
      }
    }
    out += to != nullptr ? std::string_view(*to) : character;
  }
  return out;
}

std::string SedUnambiguous(std::string_view text, size_t width, size_t* at_column,
                           ParseAccount& account) {
  RegexWork work(&account);
  std::string out;
  size_t column = *at_column;
  for (char c : text) {
    if (!work.Add(2)) break;
    char piece[4] = {c};
    size_t size = 1;
    size_t escape = std::string_view("\a\b\f\n\r\t\v").find(c);
    if (escape != std::string_view::npos || c == '\\') {
      piece[0] = '\\';
      piece[1] = c == '\\' ? '\\' : "abfnrtv"[escape];
      size = 2;
    } else if (c < ' ' || c >= 0x7F) {
      unsigned char byte = static_cast<unsigned char>(c);
      piece[0] = '\\';
      for (int digit = 0; digit < 3; ++digit)
        piece[1 + digit] = static_cast<char>('0' + (byte >> (6 - 3 * digit) & 7));
      size = 4;
    }
    if (width > 0 && column + size > width - 1) {
      out += "\\\n";
      column = 0;
    }
    out.append(piece, size);
    column += size;
  }
  *at_column = column;
  return out;
}

}  // namespace pysub::shell
