// ptx: how a word is shown.
//
//   [reference  ] tail   before   keyafter   head [   reference]
//
// The line is cut in two at the word. Each half takes as many whole words as it has room for; what
// is left of the left context may stand at the end of the line (head), what is left of the right
// one at its begin (tail).

#include <algorithm>

#include "shell/commands/text/ptx.h"

namespace pysub::shell {
namespace {

bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// -w may ask for any width: a line is not made longer than this by blanks.
constexpr int64_t kMostSpaces = 1 << 20;

std::string Spaces(int64_t count) {
  return std::string(static_cast<size_t>(std::clamp<int64_t>(count, 0, kMostSpaces)), ' ');
}

}  // namespace

size_t Ptx::SkipWhite(size_t at, size_t end) {
  const size_t begin = at;
  while (at < end && IsSpace(text_[at])) ++at;
  work_ += at - begin + 1;
  return at;
}

size_t Ptx::SkipWhiteBack(size_t at, size_t begin) {
  const size_t end = at;
  while (at > begin && IsSpace(text_[at - 1])) --at;
  work_ += end - at + 1;
  return at;
}

size_t Ptx::SkipBlack(size_t at, size_t end) {
  const size_t begin = at;
  while (at < end && !IsSpace(text_[at])) ++at;
  work_ += at - begin + 1;
  return at;
}

size_t Ptx::Skip(size_t at, size_t end) {
  const size_t begin = at;
  if (word_regex_ != nullptr) {
    RegexSpan span;
    const RegexSubject subject(std::string_view(text_).substr(at, end - at));
    const bool matches = word_regex_->Search(subject, 0, &span, 1, RegexAnchor::kStart, account_) ==
                         RegexOutcome::kMatch;
    work_ += 64;
    // (a match of nothing would not go on)
    return at + (matches ? std::max<size_t>(static_cast<size_t>(span.end), 1) : 1);
  }
  const auto is_word = [&](size_t place) { return is_word_[static_cast<uint8_t>(text_[place])]; };
  if (at >= end || !is_word(at)) return at + 1;
  while (at < end && is_word(at)) ++at;
  work_ += at - begin + 1;
  return at;
}

void Ptx::FindWidths() {
  int64_t width = options_.width;
  if (options_.auto_reference) {
    reference_width_ = 0;
    for (size_t file = 0; file < lines_.size(); ++file) {
      const uint64_t last = lines_[file] + 1 - (file > 0 ? lines_[file - 1] : 0);
      const std::string name = file < options_.names.size() ? options_.names[file] : "";
      const size_t size = std::to_string(last).size() + (name == "-" ? 0 : name.size());
      reference_width_ = std::max(reference_width_, static_cast<int64_t>(size));
    }
    ++reference_width_;  // the colon
  }
  if (HasReferences() && !options_.right_reference) width -= reference_width_ + options_.gap;
  const auto mark = static_cast<int64_t>(options_.truncation.size());
  half_width_ = std::max<int64_t>(width, 0) / 2;
  before_width_ = half_width_ - options_.gap;
  keyafter_width_ = half_width_ - 2 * mark;
  if (options_.traditional)
    --keyafter_width_;
  else
    before_width_ = std::max<int64_t>(before_width_ - 2 * mark, 0);
}

void Ptx::FindKeyafter(const Occurrence& occurrence, Parts* parts) {
  Field& field = parts->keyafter;
  field = {occurrence.begin, occurrence.begin + occurrence.size};
  const auto fits = [&](size_t at) {
    return static_cast<int64_t>(at - field.begin) <= keyafter_width_;
  };
  size_t at = field.end;
  while (at < occurrence.right && fits(at)) {
    field.end = at;
    at = Skip(at, occurrence.right);
  }
  if (fits(at)) field.end = at;
  parts->keyafter_cut = !options_.truncation.empty() && field.end < occurrence.right;
  field.end = SkipWhiteBack(field.end, field.begin);
}

void Ptx::FindBefore(const Occurrence& occurrence, size_t left, Parts* parts) {
  const size_t text_begin = occurrence.file == 0 ? 0 : ends_[occurrence.file - 1];
  Field& field = parts->before;
  field.begin = left;
  field.end = SkipWhiteBack(occurrence.begin, left);
  while (field.begin < field.end && field.size() > before_width_)
    field.begin = Skip(field.begin, field.end);
  if (!options_.truncation.empty())
    parts->before_cut = SkipWhiteBack(field.begin, text_begin) > occurrence.left;
  field.begin = SkipWhite(field.begin, ends_[occurrence.file]);
}

void Ptx::FindTail(const Occurrence& occurrence, Parts* parts) {
  const int64_t room = before_width_ - static_cast<int64_t>(parts->before.end) +
                       static_cast<int64_t>(parts->before.begin) - options_.gap;
  if (room <= 0) return;
  Field& field = parts->tail;
  field.begin = SkipWhite(parts->keyafter.end, ends_[occurrence.file]);
  field.end = field.begin;
  const auto fits = [&](size_t at) { return static_cast<int64_t>(at - field.begin) < room; };
  size_t at = field.end;
  while (at < occurrence.right && fits(at)) {
    field.end = at;
    at = Skip(at, occurrence.right);
  }
  if (fits(at)) field.end = at;
  if (field.end > field.begin) {
    parts->keyafter_cut = false;
    parts->tail_cut = !options_.truncation.empty() && field.end < occurrence.right;
  }
  field.end = SkipWhiteBack(field.end, field.begin);
}

void Ptx::FindHead(const Occurrence& occurrence, size_t left, Parts* parts) {
  const int64_t room = keyafter_width_ - parts->keyafter.size() - options_.gap;
  if (room <= 0) return;
  const size_t text_begin = occurrence.file == 0 ? 0 : ends_[occurrence.file - 1];
  Field& field = parts->head;
  field.end = SkipWhiteBack(parts->before.begin, text_begin);
  field.begin = left;
  while (field.begin < field.end && field.size() > room) field.begin = Skip(field.begin, field.end);
  if (field.end > field.begin) {
    parts->before_cut = false;
    parts->head_cut = !options_.truncation.empty() && field.begin > occurrence.left;
  }
  field.begin = SkipWhite(field.begin, field.end);
}

std::string Ptx::ReferenceOf(const Occurrence& occurrence) const {
  if (options_.auto_reference) {
    const size_t file = occurrence.file;
    const std::string name = file < options_.names.size() ? options_.names[file] : "-";
    const uint64_t line = occurrence.reference + 1 - (file > 0 ? lines_[file - 1] : 0);
    return (name == "-" ? "" : name) + ":" + std::to_string(line);
  }
  if (!options_.input_reference) return "";
  size_t end = occurrence.reference;
  while (end < occurrence.right && !IsSpace(text_[end])) ++end;
  return text_.substr(occurrence.reference, end - occurrence.reference);
}

Ptx::Parts Ptx::PartsOf(const Occurrence& occurrence) {
  Parts parts;
  FindKeyafter(occurrence, &parts);
  // Of a long context only the end is looked at; a word that this cuts in two is left out.
  size_t left = occurrence.left;
  const uint64_t enough = static_cast<uint64_t>(half_width_) + longest_word_;
  // (a word that begins with blanks may begin before its context)
  if (occurrence.begin > occurrence.left && occurrence.begin - occurrence.left > enough)
    left = Skip(occurrence.begin - enough, occurrence.begin);
  FindBefore(occurrence, left, &parts);
  FindTail(occurrence, &parts);
  FindHead(occurrence, left, &parts);
  parts.reference = ReferenceOf(occurrence);
  work_ += parts.reference.size();
  return parts;
}

// ---- the three formats

std::string Ptx::Shown(std::string_view text) const {
  const PtxOptions::Format format = options_.Chosen();
  std::string shown;
  for (const char c : text) {
    const bool is_tex = format == PtxOptions::Format::kTex;
    if (IsSpace(c)) {
      shown += ' ';
    } else if (c == '"' && format == PtxOptions::Format::kRoff) {
      shown += "\"\"";
    } else if (is_tex && c == '\\') {
      shown += "\\backslash{}";
    } else if (is_tex && (c == '{' || c == '}')) {
      shown.append("$\\").append(1, c).append("$");
    } else if (is_tex && std::string_view("$%&#_").find(c) != std::string_view::npos) {
      shown.append("\\").append(1, c);
    } else {
      shown += c;
    }
  }
  return shown;
}

std::string Ptx::PlainLine(const Parts& parts) const {
  const auto marked = [&](bool cut) { return cut ? options_.truncation : std::string(); };
  const auto mark = [&](bool cut) {
    return cut ? static_cast<int64_t>(options_.truncation.size()) : 0;
  };
  const std::string reference = Shown(parts.reference);
  const auto reference_size = static_cast<int64_t>(parts.reference.size());
  std::string line;
  if (!options_.right_reference) {
    const bool has_colon = options_.auto_reference;
    line += reference + (has_colon ? ":" : "") +
            Spaces(reference_width_ + options_.gap - reference_size - (has_colon ? 1 : 0));
  }
  int64_t room = half_width_ - options_.gap - parts.before.size() - mark(parts.before_cut);
  if (!parts.tail.is_empty()) {
    line += Shown(parts.tail) + marked(parts.tail_cut);
    room -= parts.tail.size() + mark(parts.tail_cut);
  }
  line += Spaces(room) + marked(parts.before_cut) + Shown(parts.before) + Spaces(options_.gap) +
          Shown(parts.keyafter) + marked(parts.keyafter_cut);
  const bool ends_with_reference = HasReferences() && options_.right_reference;
  room = half_width_ - parts.keyafter.size() - mark(parts.keyafter_cut);
  if (!parts.head.is_empty()) {
    line += Spaces(room - parts.head.size() - mark(parts.head_cut)) + marked(parts.head_cut) +
            Shown(parts.head);
  } else if (ends_with_reference) {
    line += Spaces(room);
  }
  if (ends_with_reference) line += Spaces(options_.gap) + reference;
  return line + "\n";
}

std::string Ptx::RoffLine(const Parts& parts) const {
  const auto marked = [&](bool cut) { return cut ? options_.truncation : std::string(); };
  std::string line = "." + options_.macro + " \"" + Shown(parts.tail) + marked(parts.tail_cut) +
                     "\" \"" + marked(parts.before_cut) + Shown(parts.before) + "\" \"" +
                     Shown(parts.keyafter) + marked(parts.keyafter_cut) + "\" \"" +
                     marked(parts.head_cut) + Shown(parts.head) + "\"";
  if (HasReferences()) line += " \"" + Shown(parts.reference) + "\"";
  return line + "\n";
}

std::string Ptx::TexLine(const Parts& parts) {
  Field key = parts.keyafter, after = parts.keyafter;
  key.end = after.begin = std::min(Skip(key.begin, key.end), key.end);
  std::string line = "\\" + options_.macro + " {" + Shown(parts.tail) + "}{" + Shown(parts.before) +
                     "}{" + Shown(key) + "}{" + Shown(after) + "}{" + Shown(parts.head) + "}";
  if (HasReferences()) line += "{" + Shown(parts.reference) + "}";
  return line + "\n";
}

}  // namespace pysub::shell
