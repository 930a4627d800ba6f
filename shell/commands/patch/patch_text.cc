#include "shell/commands/patch/patch_text.h"

#include <algorithm>

namespace pysub::shell {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// The number at the front, which goes; nullopt: there is none.
std::optional<uint64_t> TakeNumber(std::string_view* text) {
  if (text->empty() || !IsDigit((*text)[0])) return std::nullopt;
  uint64_t number = 0;
  while (!text->empty() && IsDigit((*text)[0])) {
    number = std::min<uint64_t>(number * 10 + static_cast<uint64_t>((*text)[0] - '0'), 1u << 30);
    text->remove_prefix(1);
  }
  return number;
}

bool TakeText(std::string_view* text, std::string_view what) {
  if (!text->starts_with(what)) return false;
  text->remove_prefix(what.size());
  return true;
}

// "3,5" or "3" as first and count.
bool TakeRange(std::string_view* text, uint64_t* first, uint64_t* count) {
  const std::optional<uint64_t> number = TakeNumber(text);
  if (!number) return false;
  *first = *number;
  *count = 1;
  if (!TakeText(text, ",")) return true;
  const std::optional<uint64_t> size = TakeNumber(text);
  if (size) *count = *size;
  return size.has_value();
}

// "5c5,6": which lines become which.
struct NormalCommand {
  uint64_t first[2] = {0, 0}, last[2] = {0, 0};
  char letter = 0;
};
std::optional<NormalCommand> ParseCommand(std::string_view line) {
  NormalCommand command;
  for (int side = 0; side < 2; ++side) {
    const std::optional<uint64_t> first = TakeNumber(&line);
    if (!first) return std::nullopt;
    command.first[side] = command.last[side] = *first;
    if (TakeText(&line, ",")) {
      const std::optional<uint64_t> last = TakeNumber(&line);
      if (!last) return std::nullopt;
      command.last[side] = *last;
    }
    if (side == 1) break;
    if (line.empty() || std::string_view("acd").find(line[0]) == std::string_view::npos)
      return std::nullopt;
    command.letter = line[0];
    line.remove_prefix(1);
  }
  if (!line.empty() && line != "\r") return std::nullopt;
  return command;
}

bool IsEdCommand(std::string_view line) {
  if (!TakeNumber(&line)) return false;
  if (TakeText(&line, ",") && !TakeNumber(&line)) return false;
  return line == "a" || line == "c" || line == "d" || line == "i";
}

// The name on a line such as "--- NAME\tTIME"; blanks are of it only where a tab ends it.
void TakeName(std::string_view rest, std::string* name, bool* is_null,
              std::string* time = nullptr) {
  while (!rest.empty() && IsBlank(rest[0])) rest.remove_prefix(1);
  size_t size = 0;
  if (rest.starts_with('"')) {
    *name = Unquoted(rest, &size);
  } else {
    size = rest.find('\t');
    if (size == std::string_view::npos) size = rest.find_first_of(" \t\r\n\v\f");
    size = std::min(size, rest.size());
    *name = std::string(rest.substr(0, size));
  }
  *is_null = *name == "/dev/null" || IsEpoch(rest.substr(size));
  if (time != nullptr) *time = std::string(rest.substr(size));
  if (*name == "/dev/null") name->clear();
}

uint32_t ParseMode(std::string_view text) {
  uint32_t mode = 0;
  for (char c : text) {
    if (c < '0' || c > '7') break;
    mode = (mode * 8 + static_cast<uint32_t>(c - '0')) & 0777777;
  }
  return mode & 07777;
}

}  // namespace

bool IsEpoch(std::string_view text) {
  while (!text.empty() && IsBlank(text[0])) text.remove_prefix(1);
  int64_t parts[6];
  constexpr std::string_view kBehind[] = {"-", "-", " ", ":", ":", ""};
  for (int i = 0; i < 6; ++i) {
    const std::optional<uint64_t> number = TakeNumber(&text);
    if (!number || !TakeText(&text, kBehind[i])) return false;
    parts[i] = static_cast<int64_t>(*number);
  }
  if (TakeText(&text, ".")) TakeNumber(&text);
  while (!text.empty() && IsBlank(text[0])) text.remove_prefix(1);
  int64_t zone = 0;
  const bool west = text.starts_with('-');
  if (TakeText(&text, "+") || TakeText(&text, "-")) {
    const auto value = static_cast<int64_t>(TakeNumber(&text).value_or(0));
    zone = (value / 100 * 60 + value % 100) * (west ? -60 : 60);
  }
  int64_t day = 0;
  if (parts[0] == 1969 && parts[1] == 12 && parts[2] == 31) {
    day = -1;
  } else if (parts[0] != 1970 || parts[1] != 1 || parts[2] != 1) {
    return false;
  }
  return ((day * 24 + parts[3]) * 60 + parts[4]) * 60 + parts[5] == zone;
}

std::string Unquoted(std::string_view text, size_t* size) {
  std::string name;
  size_t i = 1;
  for (; i < text.size() && text[i] != '"'; ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      name += text[i];
      continue;
    }
    constexpr std::string_view kLetters = "abfnrtv", kMeanings = "\a\b\f\n\r\t\v";
    const char c = text[++i];
    const size_t at = kLetters.find(c);
    if (c >= '0' && c <= '3' && i + 2 < text.size()) {
      name += static_cast<char>((c - '0') * 64 + (text[i + 1] - '0') * 8 + (text[i + 2] - '0'));
      i += 2;
    } else {
      name += at == std::string_view::npos ? c : kMeanings[at];
    }
  }
  *size = std::min(i + 1, text.size());
  return name;
}

std::string StripName(std::string_view name, int64_t parts) {
  if (parts < 0) {
    const size_t slash = name.rfind('/');
    return std::string(slash == std::string_view::npos ? name : name.substr(slash + 1));
  }
  for (; parts > 0; --parts) {
    const size_t slash = name.find('/');
    if (slash == std::string_view::npos) return "";
    name.remove_prefix(std::min(name.find_first_not_of('/', slash), name.size()));
  }
  return std::string(name);
}

// ---- hunks
uint64_t Hunk::Count(char besides) const {
  return static_cast<uint64_t>(std::count_if(
      lines.begin(), lines.end(), [&](const HunkLine& line) { return line.mark != besides; }));
}

void Hunk::Swap() {
  std::swap(first[0], first[1]);
  for (HunkLine& line : lines) line.mark = line.mark == '-' ? '+' : line.mark == '+' ? '-' : ' ';
  // What goes stands before what comes.
  for (auto at = lines.begin(); at != lines.end();) {
    const auto end =
        std::find_if(at, lines.end(), [](const HunkLine& line) { return line.mark == ' '; });
    std::stable_partition(at, end, [](const HunkLine& line) { return line.mark == '-'; });
    at = std::find_if(end, lines.end(), [](const HunkLine& line) { return line.mark != ' '; });
  }
}

uint64_t Hunk::Prefix() const {
  uint64_t count = 0;
  while (count < lines.size() && lines[count].mark == ' ') ++count;
  return count;
}

uint64_t Hunk::Suffix() const {
  uint64_t count = 0;
  while (count < lines.size() && lines[lines.size() - 1 - count].mark == ' ') ++count;
  return count;
}

// ---- lines
// The line at *at, which moves behind it, without what the whole patch is indented by.
// One without an end is none: a patch that was cut off must not leave half a line in a file.
bool PatchReader::Get(const PatchHead& head, uint64_t* at, std::string_view* line) {
  if (*at >= text_.size()) return false;
  const size_t end = text_.find('\n', *at);
  if (end == std::string_view::npos) {
    ends_in_line_ = true;
    *at = text_.size();
    return false;
  }
  std::string_view text = text_.substr(*at, end - *at);
  *at = end + 1;
  for (uint64_t left = head.indent; left > 0 && text.starts_with(' '); --left)
    text.remove_prefix(1);
  if (head.strips_cr && text.ends_with('\r')) text.remove_suffix(1);
  *line = text;
  return true;
}

uint64_t PatchReader::LineNumber(uint64_t at) const {
  const std::string_view before = text_.substr(0, at);
  return static_cast<uint64_t>(std::count(before.begin(), before.end(), '\n')) + 1;
}

bool PatchReader::Malformed(uint64_t at) {
  const std::string_view rest = text_.substr(std::min<uint64_t>(at, text_.size()));
  const size_t end = rest.find('\n');
  const bool is_there = end != std::string_view::npos;
  const uint64_t number = LineNumber(at) - (is_there ? 0 : 1);
  error_ = "malformed patch at line " + std::to_string(number) + ": " +
           (is_there ? std::string(rest.substr(0, std::min<size_t>(end, 4096))) : " ") + "\n";
  return false;
}

bool PatchReader::Ended() {
  error_ = "unexpected end of file in patch";
  return false;
}

// ---- heads
void PatchReader::GitLine(std::string_view line, PatchHead* head) {
  const auto name = [&](int side) {
    bool is_null = false;
    TakeName(line, &head->git_names[side], &is_null);
  };
  if (TakeText(&line, "old mode ") || TakeText(&line, "deleted file mode ")) {
    head->modes[0] = ParseMode(line);
  } else if (TakeText(&line, "new mode ")) {
    head->modes[1] = ParseMode(line);
  } else if (TakeText(&line, "new file mode ")) {
    head->modes[1] = ParseMode(line);
    head->absent[0] = 2;
  } else if (TakeText(&line, "rename from ") || TakeText(&line, "copy from ")) {
    name(0);
  } else if (TakeText(&line, "rename to ")) {
    name(1);
    head->renames = true;
  } else if (TakeText(&line, "copy to ")) {
    name(1);
    head->copies = true;
  } else if (line.starts_with("GIT binary patch")) {
    head->is_binary = true;
  }
}

// Whether the line is one of a head. `star_slot`: "--- " is the second of two lines.
bool PatchReader::HeaderLine(std::string_view line, PatchHead* head, int* star_slot) {
  if (TakeText(&line, "*** ")) {
    TakeName(line, &head->names[0], &head->is_null[0], &head->times[0]);
    *star_slot = 1;
  } else if (TakeText(&line, "--- ")) {
    const int slot = *star_slot;
    TakeName(line, &head->names[slot], &head->is_null[slot], &head->times[slot]);
  } else if (TakeText(&line, "+++ ")) {
    TakeName(line, &head->names[1], &head->is_null[1], &head->times[1]);
  } else if (TakeText(&line, "Index:")) {
    bool is_null = false;
    if (!head->is_git) TakeName(line, &head->index, &is_null);
    return true;
  } else if (TakeText(&line, "diff --git ")) {
    const size_t middle = line.find(" b/");
    *head = PatchHead{.is_git = true, .begin = head->begin};
    head->git_names[0] = std::string(line.substr(0, middle));
    if (middle != std::string_view::npos) head->git_names[1] = std::string(line.substr(middle + 1));
  } else {
    if (head->is_git) GitLine(line, head);
    return false;
  }
  head->strips_cr = head->strips_cr || line.ends_with('\r');
  return true;
}

PatchHead PatchReader::FindPatch(uint64_t at, DiffKind wanted, bool is_named) {
  PatchHead head;
  ends_in_line_ = false;
  head.begin = at;
  int star_slot = 0;
  bool after_stars = false, after_command = false, has_ed = false, has_git_change = false;
  uint64_t stars = 0, command = 0;
  const auto may_be = [&](DiffKind kind) {
    const bool has_name = is_named || head.is_git || !head.index.empty() ||
                          !head.names[0].empty() || !head.names[1].empty();
    return has_name && (wanted == DiffKind::kNone || wanted == kind);
  };
  const auto found = [&](DiffKind kind, uint64_t hunks, uint64_t indent) {
    head.kind = kind;
    head.hunks = hunks;
    head.indent = indent;
    return head;
  };
  while (at < text_.size()) {
    const uint64_t begin = at;
    std::string_view line;
    if (!Get(PatchHead(), &at, &line)) break;
    if (!io_.account().Tick(line.size() / 4 + 16)) return PatchHead();
    const size_t indent = std::min(line.find_first_not_of(' '), line.size());
    const std::string_view text = line.substr(indent);
    // A change of names or modes needs no hunks.
    if (has_git_change && text.starts_with("diff --git "))
      return found(DiffKind::kUnified, begin, 0);
    if (after_stars && text.starts_with("*** ") && may_be(DiffKind::kContext)) {
      const std::string_view range = text.substr(4);
      if (range.starts_with("0 ") || range.starts_with("0,0"))
        head.absent[0] = static_cast<uint8_t>(head.is_null[0] ? 2 : 1);
      const size_t next = text_.find("\n--- ", begin);
      const std::string_view later =
          next == std::string_view::npos ? "" : text_.substr(next + 5, 4);
      if (later.starts_with("0 ") || later.starts_with("0,0"))
        head.absent[1] = static_cast<uint8_t>(head.is_null[1] ? 2 : 1);
      return found(DiffKind::kContext, stars, indent);
    }
    if (text.starts_with("@@ -") && may_be(DiffKind::kUnified)) {
      const std::string_view range = text.substr(4);
      const size_t plus = range.find('+');
      const std::string_view later = plus == std::string_view::npos ? "" : range.substr(plus + 1);
      if (range.starts_with("0,") || range.starts_with("0 "))
        head.absent[0] = std::max<uint8_t>(head.absent[0], head.is_null[0] ? 2 : 1);
      if (later.starts_with("0,") || later.starts_with("0 "))
        head.absent[1] = static_cast<uint8_t>(head.is_null[1] ? 2 : 1);
      return found(DiffKind::kUnified, begin, indent);
    }
    if (after_command && (text.starts_with("< ") || text.starts_with("> ")) &&
        may_be(DiffKind::kNormal))
      return found(DiffKind::kNormal, command, indent);
    after_stars = text.starts_with("***************");
    if (after_stars) stars = begin;
    after_command = ParseCommand(text).has_value();
    if (after_command) command = begin;
    has_ed = has_ed || IsEdCommand(text);
    HeaderLine(text, &head, &star_slot);
    has_git_change = head.is_git && (head.renames || head.copies || head.modes[0] != 0 ||
                                     head.modes[1] != 0 || head.is_binary);
    if (head.is_binary && text.starts_with("GIT binary patch"))
      return found(DiffKind::kUnified, at, 0);
  }
  if (has_git_change) return found(DiffKind::kUnified, at, 0);
  if (has_ed && may_be(DiffKind::kEd)) return found(DiffKind::kEd, at, 0);
  return PatchHead();
}

// ---- hunks
bool PatchReader::Add(Hunk* hunk, HunkLine line) {
  if (!MakeRoom(io_, &hunk->lines, 1, &hunk->charged) ||
      !io_.account().Tick(line.text.size() / 4 + 16)) {
    error_ = "out of memory";
    return false;
  }
  hunk->lines.push_back(line);
  return true;
}

// "\ No newline at end of file" behind the line; this one needs no end of its own.
void PatchReader::NoNewline(const PatchHead& head, uint64_t* at, HunkLine* line) {
  std::string_view rest = text_.substr(*at);
  const size_t end = rest.find('\n');
  for (uint64_t left = head.indent; left > 0 && rest.starts_with(' '); --left)
    rest.remove_prefix(1);
  if (!rest.starts_with('\\')) return;
  line->has_newline = false;
  *at = end == std::string_view::npos ? text_.size() : *at + end + 1;
}

bool PatchReader::NextHunk(const PatchHead& head, uint64_t* at, Hunk* hunk) {
  hunk->lines.clear();
  hunk->function = {};
  error_.clear();
  unexpected_.clear();
  ends_in_line_ = false;
  switch (head.kind) {
    case DiffKind::kUnified: return NextUnified(head, at, hunk);
    case DiffKind::kContext: return NextContext(head, at, hunk);
    case DiffKind::kNormal: return NextNormal(head, at, hunk);
    default: return false;
  }
}

// How many lines there are, up to another hunk or file; what the head says holds when what follows
// is neither.
void PatchReader::CountLines(const PatchHead& head, uint64_t at, uint64_t (&counts)[2]) {
  uint64_t found[2] = {0, 0}, begin = at;
  std::string_view line;
  for (; Get(head, &at, &line); begin = at) {
    if (!io_.account().Tick(line.size() / 4 + 16)) return;
    if (line.starts_with("@@ ") || line.starts_with("diff ")) break;
    if (line.starts_with('\\')) continue;
    if (!line.empty() && std::string_view(" -+").find(line[0]) == std::string_view::npos) {
      unexpected_ = std::string(line.substr(0, 4096));
      return;
    }
    const char mark = line.empty() ? ' ' : line[0];
    if (mark != '+') ++found[0];
    if (mark != '-') ++found[1];
  }
  // (A last line without an end counts, so that the hunk is found to be cut off.)
  const bool is_cut_off = ends_in_line_ && !text_.substr(begin).starts_with('\\');
  for (int side = 0; side < 2; ++side) counts[side] = found[side] + (is_cut_off ? 1 : 0);
}

// The next line of a hunk; false: it is malformed. `left`: how many are to come of either side.
bool PatchReader::UnifiedLine(const PatchHead& head, uint64_t* at, uint64_t (&left)[2],
                              HunkLine* line) {
  // Mailers and editors cut off empty lines of context at the end: as many as this are put back.
  constexpr uint64_t kMostCut = 3;
  const uint64_t begin = *at;
  std::string_view text;
  if (!Get(head, at, &text)) {
    if (length_ != HunkLength::kMended) return Malformed(begin);
    if (left[1] > kMostCut) return Ended();
  }
  // (An empty line is one of context whose blank was cut off.)
  const bool is_cut = text.empty() || text[0] == '\t';
  const char mark = is_cut || text[0] == '=' ? ' ' : text[0];
  if (mark != ' ' && mark != '-' && mark != '+') return Malformed(begin);
  // (git goes on, and finds the hunk to be wrong where it ends.)
  const bool is_over = (mark != '+' && left[0] == 0) || (mark != '-' && left[1] == 0);
  if (is_over && length_ == HunkLength::kMended) return Malformed(begin);
  if (mark != '+') --left[0];
  if (mark != '-') --left[1];
  *line = {.mark = mark, .text = text.substr(is_cut ? 0 : 1)};
  return true;
}

bool PatchReader::NextUnified(const PatchHead& head, uint64_t* at, Hunk* hunk) {
  uint64_t next = *at, counts[2];
  std::string_view line;
  if (!Get(head, &next, &line)) {
    // (patch passes over half a head.)
    const bool is_head = length_ != HunkLength::kMended && text_.substr(*at).starts_with("@@ -");
    return is_head && Malformed(*at);
  }
  if (!line.starts_with("@@ -")) return false;
  std::string_view text = line.substr(4);
  if (!TakeRange(&text, &hunk->first[0], &counts[0]) || !TakeText(&text, " +") ||
      !TakeRange(&text, &hunk->first[1], &counts[1])) {
    error_ = "missing line number at line " + std::to_string(LineNumber(*at)) + ": " +
             std::string(line.substr(0, 4096)) + "\n";
    return false;
  }
  const size_t function = text.find("@@");
  if (function != std::string_view::npos) hunk->function = text.substr(function + 2);
  if (length_ == HunkLength::kCounted) CountLines(head, next, counts);
  for (int side = 0; side < 2; ++side) {
    if (counts[side] == 0) ++hunk->first[side];
  }
  uint64_t begin = next;
  while (counts[0] > 0 || counts[1] > 0) {
    HunkLine one;
    begin = next;
    if (!UnifiedLine(head, &next, counts, &one)) return false;
    NoNewline(head, &next, &one);
    if (!Add(hunk, one)) return false;
  }
  // (One that changes nothing is malformed, too.)
  if (length_ != HunkLength::kCounted && hunk->Suffix() == hunk->lines.size())
    return Malformed(length_ == HunkLength::kMended ? begin : next);
  *at = next;
  return true;
}

// One half of a hunk with context. Half of it may be left out: *half stays empty then.
bool PatchReader::ContextHalf(const PatchHead& head, uint64_t* at, uint64_t count, bool old,
                              std::vector<HunkLine>* half) {
  constexpr uint64_t kMostCut = 3;  // as in UnifiedLine
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t next = *at;
    std::string_view line;
    if (!Get(head, &next, &line)) {
      if (!old && i == 0) return true;
      if (old || count - i > kMostCut) return Ended();
    }
    const char mark = line.empty() ? ' ' : line[0];
    const bool ends = line.starts_with(old ? "--- " : "***") ||
                      (mark != ' ' && mark != '!' && mark != (old ? '-' : '+'));
    if (ends) return i == 0 || Malformed(*at);
    const size_t skip = line.starts_with(" \t") ? 1 : std::min<size_t>(line.size(), 2);
    HunkLine one = {.mark = mark == '!' ? (old ? '-' : '+') : mark,
                    .is_changed = mark == '!',
                    .text = line.substr(skip)};
    *at = next;
    NoNewline(head, at, &one);
    if (!io_.account().Tick(line.size() / 4 + 16) ||
        !io_.Reserve(static_cast<int64_t>(sizeof(HunkLine)) * 2))
      return false;
    half->push_back(one);
  }
  return true;
}

// Both halves as one list, with what goes before what comes.
bool PatchReader::Merge(const std::vector<HunkLine>& before, const std::vector<HunkLine>& after,
                        Hunk* hunk) {
  size_t i = 0, j = 0;
  while (i < before.size() || j < after.size()) {
    if (i < before.size() && before[i].mark == '-') {
      if (!Add(hunk, before[i++])) return false;
    } else if (j < after.size() && after[j].mark == '+') {
      if (!Add(hunk, after[j++])) return false;
    } else {
      // (What is left out has the same context.)
      if (!Add(hunk, i < before.size() ? before[i] : after[j])) return false;
      ++i;
      ++j;
    }
  }
  return true;
}

namespace {

int64_t Context(const std::vector<HunkLine>& half) {
  return std::count_if(half.begin(), half.end(),
                       [](const HunkLine& line) { return line.mark == ' '; });
}

}  // namespace

bool PatchReader::NextContext(const PatchHead& head, uint64_t* at, Hunk* hunk) {
  uint64_t next = *at, counts[2];
  std::string_view line;
  if (!Get(head, &next, &line) || !line.starts_with("***************")) return false;
  std::vector<HunkLine> halves[2];
  for (int side = 0; side < 2; ++side) {
    const uint64_t begin = next;
    if (!Get(head, &next, &line)) return Ended();
    if (!line.starts_with(side == 0 ? "*** " : "--- ")) return Malformed(begin);
    std::string_view text = line.substr(4);
    uint64_t last = 0;
    const std::optional<uint64_t> first = TakeNumber(&text);
    if (!first) return Malformed(begin);
    last = *first;
    if (TakeText(&text, ",")) last = TakeNumber(&text).value_or(last);
    hunk->first[side] = *first;
    counts[side] = *first == 0 && last == 0 ? 0 : last >= *first ? last - *first + 1 : 0;
    if (counts[side] == 0) ++hunk->first[side];
    if (!ContextHalf(head, &next, counts[side], side == 0, &halves[side])) return false;
  }
  // A half that is left out is the other one without its changes.
  for (int side = 0; side < 2; ++side) {
    if (!halves[side].empty() || counts[side] == 0) continue;
    for (const HunkLine& one : halves[1 - side]) {
      if (one.mark == ' ') halves[side].push_back(one);
    }
    if (halves[side].size() != counts[side]) return Malformed(next);
  }
  if (Context(halves[0]) != Context(halves[1])) {
    error_ = "context mangled in hunk at line " + std::to_string(LineNumber(*at) + 1);
    return false;
  }
  if (!Merge(halves[0], halves[1], hunk)) return false;
  *at = next;
  return true;
}

bool PatchReader::NormalEnded() {
  error_ =
      "unexpected end of file in patch at line " + std::to_string(LineNumber(text_.size()) - 1);
  return false;
}

bool PatchReader::TakeNormal(const PatchHead& head, uint64_t* at, char sign, char mark,
                             uint64_t count, Hunk* hunk) {
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t begin = *at;
    std::string_view line;
    if (!Get(head, at, &line)) return NormalEnded();
    if (line.size() < 2 || line[0] != sign || !IsBlank(line[1])) {
      error_ = std::string("'") + sign + "' followed by space or tab expected at line " +
               std::to_string(LineNumber(begin)) + " of patch";
      return false;
    }
    HunkLine one = {.mark = mark, .text = line.substr(2)};
    NoNewline(head, at, &one);
    if (!Add(hunk, one)) return false;
  }
  return true;
}

bool PatchReader::NextNormal(const PatchHead& head, uint64_t* at, Hunk* hunk) {
  uint64_t next = *at;
  std::string_view line;
  if (!Get(head, &next, &line)) return false;
  const std::optional<NormalCommand> command = ParseCommand(line);
  if (!command) return false;
  const uint64_t going = command->letter == 'a' ? 0 : command->last[0] - command->first[0] + 1;
  const uint64_t coming = command->letter == 'd' ? 0 : command->last[1] - command->first[1] + 1;
  if (command->last[0] < command->first[0] || command->last[1] < command->first[1])
    return Malformed(*at);
  hunk->first[0] = command->first[0] + (going == 0 ? 1 : 0);
  hunk->first[1] = command->first[1] + (coming == 0 ? 1 : 0);
  if (!TakeNormal(head, &next, '<', '-', going, hunk)) return false;
  if (command->letter == 'c') {
    const uint64_t begin = next;
    if (!Get(head, &next, &line)) return NormalEnded();
    if (!line.starts_with("---")) {
      error_ = "'---' expected at line " + std::to_string(LineNumber(begin)) + " of patch";
      return false;
    }
  }
  if (!TakeNormal(head, &next, '>', '+', coming, hunk)) return false;
  *at = next;
  return true;
}

}  // namespace pysub::shell
