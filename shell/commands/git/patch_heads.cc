#include "shell/commands/git/patch_heads.h"

#include <algorithm>

#include "shell/commands/patch/patch_text.h"

namespace pysub::shell::git {
namespace {

// Longer ones name no file that there could be.
constexpr size_t kLongestLine = 4 * files::kMaxPathBytes;

bool TakeWords(std::string_view* line, std::string_view words) {
  if (!line->starts_with(words)) return false;
  line->remove_prefix(words.size());
  return true;
}

bool IsNull(std::string_view rest) {
  return rest.starts_with("/dev/null") && (rest.size() == 9 || IsSpace(rest[9]));
}

uint32_t ParseMode(std::string_view text) {
  uint32_t mode = 0;
  for (char c : text.substr(0, 7)) {
    if (c < '0' || c > '7') break;
    mode = mode * 8 + static_cast<uint32_t>(c - '0');
  }
  return mode;
}

// Whether a time as diff writes it begins here: "2024-01-31 ".
bool IsTime(std::string_view text) {
  constexpr std::string_view kForm = "dddd-dd-dd ";
  if (text.size() < kForm.size()) return false;
  for (size_t i = 0; i < kForm.size(); ++i)
    if (kForm[i] == 'd' ? text[i] < '0' || text[i] > '9' : text[i] != kForm[i]) return false;
  return true;
}

// The name on a line of a head, and what stands behind it.
std::string_view CutName(std::string_view rest, std::string_view* behind) {
  size_t end = rest.find('\t');
  for (size_t i = rest.find(' '); end == std::string_view::npos && i != std::string_view::npos;
       i = rest.find(' ', i + 1))
    if (IsTime(rest.substr(i + 1))) end = i;
  end = std::min(end, rest.size());
  *behind = rest.substr(end);
  return rest.substr(0, end);
}

bool SaysEpoch(std::string_view rest) {
  std::string_view behind;
  CutName(rest, &behind);
  return IsEpoch(behind);
}

}  // namespace

std::string_view PatchHeads::LineAt(uint64_t at) const {
  if (at >= text_.size()) return {};
  const std::string_view rest = text_.substr(at);
  return rest.substr(0, rest.find('\n'));
}

uint64_t PatchHeads::LineNumber(uint64_t at) {
  at = std::min<uint64_t>(at, text_.size());
  if (at < counted_) counted_ = 0, lines_ = 1;
  lines_ += static_cast<uint64_t>(std::count(text_.begin() + static_cast<ptrdiff_t>(counted_),
                                             text_.begin() + static_cast<ptrdiff_t>(at), '\n'));
  git_.Tick((at - counted_) / 16 + 1);
  counted_ = at;
  return lines_;
}

// Empty: there is none left behind so many parts.
std::string PatchHeads::NameOf(std::string_view rest, int64_t strip, bool plain) const {
  if (rest.ends_with('\r')) rest.remove_suffix(1);
  std::string name;
  size_t size = 0;
  std::string_view behind;
  if (rest.starts_with('"'))
    name = Unquoted(rest, &size);
  else
    name = std::string(plain ? CutName(rest, &behind) : rest.substr(0, rest.find('\t')));
  name = StripName(name, strip);
  return name.empty() ? name : o_.directory + name;
}

// "a/x b/x" has no mark between its names, but behind -p both are the same.
std::string PatchHeads::NameOfBoth(std::string_view line) const {
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.size() > kLongestLine) return "";
  const auto same = [&](const std::string& a, const std::string& b) {
    const std::string left = StripName(a, o_.strip);
    return !left.empty() && left == StripName(b, o_.strip) ? o_.directory + left : "";
  };
  if (line.find('"') != std::string_view::npos) {
    size_t size = 0;
    std::string first;
    if (line.starts_with('"')) {
      first = Unquoted(line, &size);
    } else {
      size = std::min(line.find(" \""), line.size());
      first = std::string(line.substr(0, size));
    }
    std::string_view rest = line.substr(size);
    while (rest.starts_with(' ')) rest.remove_prefix(1);
    return same(first, rest.starts_with('"') ? Unquoted(rest, &size) : std::string(rest));
  }
  for (size_t i = line.find(' '); i != std::string_view::npos; i = line.find(' ', i + 1)) {
    if (!git_.Tick(line.size() / 8 + 8)) return "";
    const std::string name = same(std::string(line.substr(0, i)), std::string(line.substr(i + 1)));
    if (!name.empty()) return name;
  }
  return "";
}

// One line of git's own words. False: it is none, and the head is over.
bool PatchHeads::GitLine(std::string_view line, const std::string& both, FilePatch* patch) {
  // (These names have no "a/".)
  const int64_t bare = std::max<int64_t>(o_.strip - 1, 0);
  const auto take = [&](int side, int64_t strip) {
    patch->names[side] = NameOf(line, strip, false);
  };
  if (TakeWords(&line, "--- ") || TakeWords(&line, "+++ ")) {
    const int side = *(line.data() - 2) == '-' ? 0 : 1;
    if (IsNull(line))
      patch->names[side].clear();
    else if (!patch->is_renamed && !patch->is_copied)
      take(side, o_.strip);
  } else if (TakeWords(&line, "old mode ")) {
    patch->modes[0] = ParseMode(line);
  } else if (TakeWords(&line, "new mode ")) {
    patch->modes[1] = ParseMode(line);
  } else if (TakeWords(&line, "deleted file mode ")) {
    patch->modes[0] = ParseMode(line);
    patch->is_deleted = true;
    patch->names[0] = both;
  } else if (TakeWords(&line, "new file mode ")) {
    patch->modes[1] = ParseMode(line);
    patch->is_new = true;
    patch->names[1] = both;
  } else if (TakeWords(&line, "copy from ")) {
    patch->is_copied = true;
    take(0, bare);
  } else if (TakeWords(&line, "copy to ")) {
    patch->is_copied = true;
    take(1, bare);
  } else if (TakeWords(&line, "rename from ") || TakeWords(&line, "rename old ")) {
    patch->is_renamed = true;
    take(0, bare);
  } else if (TakeWords(&line, "rename to ") || TakeWords(&line, "rename new ")) {
    patch->is_renamed = true;
    take(1, bare);
  } else if (TakeWords(&line, "similarity index ") || TakeWords(&line, "dissimilarity index ")) {
    const size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
    const std::optional<int64_t> score = ParseNumber(line.substr(0, digits));
    if (score && *score <= 100) patch->score = static_cast<uint32_t>(*score);
  } else if (TakeWords(&line, "index ")) {
    // "0123abc..4567def 100644": a mode that is the same on both sides.
    const size_t space = line.find(' ');
    if (space != std::string_view::npos) patch->modes[0] = ParseMode(line.substr(space + 1));
  } else {
    return false;
  }
  return true;
}

bool PatchHeads::GitHead(uint64_t* at, FilePatch* patch, bool* is_head) {
  const uint64_t begin = *at;
  std::string_view line = LineAt(*at);
  const std::string both = NameOfBoth(line.substr(11));
  uint64_t next = *at + line.size() + 1;
  patch->is_new = patch->is_deleted = false;
  bool named = false;
  while (next < text_.size()) {
    line = LineAt(next);
    // (A line without an end is none.)
    if (next + line.size() == text_.size()) break;
    if (!git_.Tick(32) || line.starts_with("@@ -") || line.size() > kLongestLine) break;
    if (!GitLine(line, both, patch)) break;
    named = named || line.starts_with("--- ") || line.starts_with("+++ ");
    next += line.size() + 1;
  }
  *is_head = next > begin + LineAt(begin).size() + 1;
  *at = std::min<uint64_t>(next, text_.size());
  if (!*is_head || git_.over()) return !git_.over();
  if (patch->names[0].empty() && patch->names[1].empty()) {
    if (both.empty() || named)
      return git_.Error("git diff header lacks filename information when removing " +
                            Plural(static_cast<uint64_t>(o_.strip), "leading pathname component",
                                   "leading pathname components") +
                            " (line " + std::to_string(LineNumber(*at)) + ")",
                        128);
    patch->names[0] = patch->names[1] = both;
  }
  if (*patch->is_new) patch->names[0].clear();
  if (*patch->is_deleted) patch->names[1].clear();
  if (patch->names[*patch->is_deleted ? 0 : 1].empty() ||
      (!*patch->is_new && patch->names[0].empty()))
    return git_.Error(
        "git diff header lacks filename information (line " + std::to_string(LineNumber(*at)) + ")",
        128);
  const std::string_view behind = LineAt(*at);
  patch->is_binary = behind.starts_with("GIT binary patch") ||
                     ((behind.starts_with("Binary files ") || behind.starts_with("Files ")) &&
                      behind.ends_with(" differ"));
  return true;
}

// How many parts the names of a patch have that the directory where we are has not.
int64_t PatchHeads::GuessStrip(std::string_view rest) const {
  if (IsNull(rest)) return -1;
  const std::string name = NameOf(rest, 0, true);
  const size_t slash = name.find('/');
  if (slash == std::string::npos) return name.empty() ? -1 : 0;
  if (git_.prefix.empty()) return -1;
  const auto count = std::count(git_.prefix.begin(), git_.prefix.end(), '/');
  if (name.starts_with(git_.prefix)) return count;
  return name.compare(slash + 1, git_.prefix.size(), git_.prefix) == 0 ? count + 1 : -1;
}

// "---" and "+++" of another diff; an added or a removed file shows by its time or its contents.
bool PatchHeads::PlainHead(uint64_t at, FilePatch* patch) {
  const std::string_view first_line = LineAt(at);
  const std::string_view first = first_line.substr(4),
                         second = LineAt(at + first_line.size() + 1).substr(4);
  if (!o_.strip_given) {
    int64_t a = GuessStrip(first);
    const int64_t b = GuessStrip(second);
    if (a < 0) a = b;
    if (a >= 0 && a == b) {
      o_.strip = a;
      o_.strip_given = true;
    }
  }
  std::string name = NameOf(IsNull(second) ? first : second, o_.strip, true);
  if (!IsNull(first) && !IsNull(second)) {
    // Of "x" and "x.orig" the shorter one is meant.
    const std::string other = NameOf(first, o_.strip, true);
    if (!other.empty() && other.size() < name.size() && name.starts_with(other)) name = other;
  }
  if (name.empty())
    return git_.Error("unable to find filename in patch at line " + std::to_string(LineNumber(at)),
                      128);
  // (Whoever has made it names files from where he was; git names them from the top.)
  if (!git_.prefix.empty()) name = git_.prefix + name;
  const bool is_new = IsNull(first) || (!IsNull(second) && SaysEpoch(first));
  const bool is_deleted = !is_new && (IsNull(second) || SaysEpoch(second));
  if (is_new || is_deleted) {
    patch->is_new = is_new;
    patch->is_deleted = is_deleted;
  }
  if (!is_new) patch->names[0] = name;
  if (!is_deleted) patch->names[1] = name;
  return true;
}

bool PatchHeads::Next(uint64_t* at, FilePatch* patch) {
  while (*at < text_.size()) {
    const std::string_view line = LineAt(*at);
    if (!git_.Tick(line.size() / 8 + 16)) return false;
    *patch = FilePatch();
    if (line.starts_with("@@ -") && line.find(" @@") != std::string_view::npos)
      return git_.Error("patch fragment without header at line " + std::to_string(LineNumber(*at)) +
                            ": " + std::string(line.substr(0, 4096)),
                        128);
    if (line.starts_with("diff --git ")) {
      bool is_head = false;
      if (!GitHead(at, patch, &is_head)) return false;
      if (!is_head) continue;
      patch->hunks = *at;
      return true;
    }
    const uint64_t second = *at + line.size() + 1;
    if (line.starts_with("--- ") && line.size() < kLongestLine) {
      const std::string_view behind = LineAt(second);
      const uint64_t third = second + behind.size() + 1;
      if (behind.starts_with("+++ ") && behind.size() < kLongestLine &&
          LineAt(third).starts_with("@@ -")) {
        if (!PlainHead(*at, patch)) return false;
        *at = patch->hunks = third;
        return true;
      }
    }
    *at = second;
  }
  return false;
}

}  // namespace pysub::shell::git
