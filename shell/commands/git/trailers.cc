// The last paragraph of a message is a block of trailers when all its lines are, or when a quarter
// of them are and git itself wrote one. The first paragraph never is: it is the title.
//
//   Fix the parser
//
//   Reviewed-by: Jo <jo@x>
//   Signed-off-by: Ann <ann@x>,
//    and others                     a line that begins with a blank belongs to the one above

#include "shell/commands/git/trailers.h"

#include <algorithm>

#include "shell/commands/git/config.h"

namespace pysub::shell::git {
namespace {

bool IsKeyLetter(char c) {
  return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '-';
}

// Where the colon behind a key is; nothing: the line has none.
std::optional<size_t> ColonOf(std::string_view line) {
  bool blank = false;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == ':') return i > 0 ? std::optional(i) : std::nullopt;
    if (!blank && IsKeyLetter(line[i])) continue;
    if (i == 0 || (line[i] != ' ' && line[i] != '\t')) break;
    blank = true;
  }
  return std::nullopt;
}

// What git writes itself.
bool IsGits(std::string_view line) {
  return line.starts_with("Signed-off-by: ") || line.starts_with("(cherry picked from commit ");
}

// The lines of the block, each with its newline.
std::vector<std::string_view> BlockOf(Git& git, std::string_view message) {
  std::vector<std::string_view> lines, block;
  size_t title_end = 0;
  bool in_title = true;
  for (std::string_view rest = message; !rest.empty();) {
    const size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
    if (!git.Tick(end + 16) || !git.Charge(4 * sizeof(std::string_view))) return {};
    lines.push_back(rest.substr(0, end));
    rest.remove_prefix(end);
    in_title = in_title && !Trimmed(lines.back()).empty();
    if (in_title) title_end = lines.size();
  }
  while (!lines.empty() && Trimmed(lines.back()).empty()) lines.pop_back();
  size_t begin = lines.size(), trailers = 0, others = 0, continued = 0;
  bool known = false;
  for (; begin > title_end && !Trimmed(lines[begin - 1]).empty(); --begin) {
    const std::string_view line = lines[begin - 1];
    if (line[0] == '#') {
      others += std::exchange(continued, 0);
    } else if (IsGits(line) || (ColonOf(line) && !IsSpace(line[0]))) {
      ++trailers;
      continued = 0;
      known = known || IsGits(line);
    } else if (IsSpace(line[0])) {
      ++continued;
    } else {
      others += 1 + std::exchange(continued, 0);
    }
  }
  others += continued;
  if (begin <= title_end) return {};
  if (!(known && trailers * 3 >= others) && !(trailers > 0 && others == 0)) return {};
  block.assign(lines.begin() + static_cast<ptrdiff_t>(begin), lines.end());
  return block;
}

std::string Expanded(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "%x" && i + 3 < text.size() && HexDigit(text[i + 2]) >= 0 &&
        HexDigit(text[i + 3]) >= 0) {
      out += static_cast<char>(HexDigit(text[i + 2]) * 16 + HexDigit(text[i + 3]));
      i += 3;
    } else if (text.substr(i, 2) == "%n") {
      out += '\n';
      ++i;
    } else {
      out += text[i];
    }
  }
  return out;
}

// A value over several lines as one: newlines and the blanks behind them become one blank.
std::string Unfolded(std::string_view value) {
  std::string text;
  for (size_t i = 0; i < value.size(); ++i) {
    if (value[i] != '\n') {
      text += value[i];
      continue;
    }
    while (i + 1 < value.size() && IsSpace(value[i + 1])) ++i;
    text += ' ';
  }
  return std::string(Trimmed(text));
}

// One trailer with the lines that belong to it, or a line that is none.
void ShowOne(const std::string& lines, const TrailerOptions& o, std::string* out) {
  std::string_view between;
  if (!out->empty() && o.separator) between = *o.separator;
  const std::optional<size_t> colon = ColonOf(lines);
  if (!colon) {
    if (o.only) return;
    *out += between;
    *out += lines;
    while (o.separator && !out->empty() && IsSpace(out->back())) out->pop_back();
    return;
  }
  const std::string key(Trimmed(std::string_view(lines).substr(0, *colon)));
  const std::string value(Trimmed(std::string_view(lines).substr(*colon + 1)));
  if (!o.keys.empty() && std::ranges::count(o.keys, Lower(key)) == 0) return;
  *out += between;
  if (!o.value_only) *out += key;
  if (!o.value_only && !o.key_only) *out += o.key_separator.value_or(": ");
  if (!o.key_only) *out += o.unfold ? Unfolded(value) : value;
  if (!o.separator) *out += '\n';
}

}  // namespace

std::optional<TrailerOptions> ParseTrailerOptions(std::string_view text) {
  TrailerOptions o;
  while (!text.empty()) {
    const size_t end = std::min(text.find(','), text.size());
    const std::string_view option = text.substr(0, end), name = option.substr(0, option.find('='));
    text.remove_prefix(std::min(end + 1, text.size()));
    const bool valued = name.size() < option.size();
    const std::string_view value = valued ? option.substr(name.size() + 1) : "";
    if (valued && name == "key") {
      o.keys.push_back(Lower(value.substr(0, value.size() - (value.ends_with(':') ? 1 : 0))));
      o.only = true;
      continue;
    }
    if (valued && name == "separator") {
      o.separator = Expanded(value);
      continue;
    }
    if (valued && name == "key_value_separator") {
      o.key_separator = Expanded(value);
      continue;
    }
    const std::optional<bool> on = valued ? ParseBool(value) : std::optional(true);
    bool* place = name == "only"        ? &o.only
                  : name == "unfold"    ? &o.unfold
                  : name == "keyonly"   ? &o.key_only
                  : name == "valueonly" ? &o.value_only
                                        : nullptr;
    if (place == nullptr || !on) return std::nullopt;
    *place = *on;
  }
  return o;
}

std::string ShowTrailers(Git& git, std::string_view message, const TrailerOptions& o) {
  const std::vector<std::string_view> block = BlockOf(git, message);
  std::string out, one;
  if (!git.Charge(message.size() * 3)) return out;
  const bool plain = !o.only && !o.unfold && !o.key_only && !o.value_only && o.keys.empty() &&
                     !o.separator && !o.key_separator;
  for (const std::string_view line : block) {
    if (!git.Tick(line.size() + 64 * o.keys.size())) return out;
    if (plain) {
      out += line;
    } else if (line[0] == '#') {
      continue;
    } else {
      if (!one.empty() && !IsSpace(line[0])) ShowOne(std::exchange(one, ""), o, &out);
      one += line;
    }
  }
  if (!one.empty()) ShowOne(one, o, &out);
  return out;
}

}  // namespace pysub::shell::git
