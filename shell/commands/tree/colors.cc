#include "shell/commands/tree/colors.h"

#include <sys/stat.h>

#include <algorithm>
#include <iterator>

namespace pysub::shell::tree {
namespace {

// In the order of TreeColors::Code.
constexpr std::string_view kKeys[] = {"rs", "no", "fi", "di", "ln", "pi", "do",
                                      "bd", "cd", "or", "so", "su", "sg", "tw",
                                      "ow", "st", "ex", "mi", "lc", "rc", "ec"};

// Endings that tree colors of itself where colors are asked for and nothing says which.
constexpr std::pair<std::string_view, std::string_view> kOwnEndings[] = {
    {"01;32", "bat BAT btm BTM cmd CMD com COM dll DLL exe EXE"},
    {"01;31", "arj bz2 deb gz lzh rpm tar taz tb2 tbz2 tbz tgz tz2 z Z zip ZIP zoo"},
    {"01;35",
     "asf ASF avi AVI bmp BMP flac FLAC gif GIF jpg JPG jpeg JPEG m2a M2a m2v M2V mov MOV "
     "mp3 MP3 mpeg MPEG mpg MPG ogg OGG ppm rm RM tga TGA tif TIF wav WAV wmv WMV xbm xpm"},
};

std::string OwnColors() {
  std::string text =
      "no=00:rs=0:fi=00:di=01;34:ln=01;36:pi=40;33:so=01;35:bd=40;33;01:cd=40;33;01:or=40;31;01:"
      "ex=01;32";
  for (const auto& [color, endings] : kOwnEndings) {
    for (size_t at = 0; at < endings.size();) {
      const size_t end = std::min(endings.find(' ', at), endings.size());
      text.append(":*.").append(endings.substr(at, end - at)).append("=").append(color);
      at = end + 1;
    }
  }
  return text;
}

bool IsTarget(std::string_view value) {
  constexpr std::string_view kTarget = "target";
  return std::equal(value.begin(), value.end(), kTarget.begin(), kTarget.end(),
                    [](char x, char y) { return (x | 32) == y; });
}

// The next word between separators; none is empty.
std::string_view NextWord(std::string_view* text, char separator) {
  text->remove_prefix(std::min(text->find_first_not_of(separator), text->size()));
  const std::string_view word = text->substr(0, text->find(separator));
  text->remove_prefix(word.size());
  return word;
}

}  // namespace

void TreeColors::Fields(Archive& archive) {
  archive(on_, links_as_targets_, codes_, endings_);
  archive.Charged(charged_);
  if (on_ && codes_.size() != kCodes) {
    archive.Fail();
    *this = {};
  }
}

bool TreeColors::Read(CommandIo& io, bool force, bool never) {
  static_assert(std::size(kKeys) == kCodes);
  if (std::optional<std::string_view> no_color = io.Env("NO_COLOR"); no_color && !no_color->empty())
    never = true;
  if (!io.Env("TERM")) return true;
  if (io.Env("CLICOLOR_FORCE") && !never) force = true;
  std::optional<std::string_view> given = io.Env("TREE_COLORS");
  if (!given) given = io.Env("LS_COLORS");
  std::string own;
  if ((!given || given->empty()) && (force || io.Env("CLICOLOR"))) {
    own = OwnColors();
    given = own;
  }
  if (!given || (!force && (never || !io.IsTerminal(1)))) return true;
  std::string_view text = *given;
  const auto rules = std::count(text.begin(), text.end(), ':') + 1;
  charged_ = rules * static_cast<int64_t>(2 * sizeof(endings_[0])) +
             static_cast<int64_t>(text.size() + kCodes * sizeof(codes_[0]));
  if (!io.Reserve(charged_)) return false;
  on_ = true;
  codes_.resize(kCodes);
  endings_.reserve(static_cast<size_t>(rules));
  while (true) {
    std::string_view rule = NextWord(&text, ':');
    if (rule.empty()) break;
    const std::string_view key = NextWord(&rule, '=');
    Take(key, NextWord(&rule, '='));
  }
  static_cast<void>(io.Tick(4 * given->size()));
  if (codes_[kLeft].empty()) codes_[kLeft] = "\033[";
  if (codes_[kRight].empty()) codes_[kRight] = "m";
  if (codes_[kReset].empty()) codes_[kReset] = "0";
  if (codes_[kEnd].empty()) codes_[kEnd] = codes_[kLeft] + codes_[kReset] + codes_[kRight];
  return true;
}

void TreeColors::Take(std::string_view key, std::string_view value) {
  if (value.empty()) return;
  if (key.starts_with('*')) {
    endings_.emplace_back(key.substr(1), value);
    return;
  }
  const auto* found = std::find(std::begin(kKeys), std::end(kKeys), key);
  if (found == std::end(kKeys)) return;
  const auto code = static_cast<size_t>(found - std::begin(kKeys));
  if (code == kLink && IsTarget(value)) links_as_targets_ = true;
  codes_[code] = code == kLink && IsTarget(value) ? "01;36" : value;
}

std::string_view TreeColors::FirstOf(std::initializer_list<Code> codes) const {
  for (const Code code : codes) {
    if (!codes_[code].empty()) return codes_[code];
  }
  return {};
}

std::string_view TreeColors::OfMode(uint32_t mode, std::string_view name) const {
  switch (mode & S_IFMT) {
    case S_IFIFO: return codes_[kFifo];
    case S_IFCHR: return codes_[kCharacter];
    case S_IFBLK: return codes_[kBlock];
    case S_IFLNK: return codes_[kLink];
    case S_IFSOCK: return codes_[kSocket];
    case S_IFDIR: {
      const bool sticky = (mode & S_ISVTX) != 0, writable = (mode & S_IWOTH) != 0;
      if (sticky && writable) return FirstOf({kStickyOtherWritable, kOtherWritable, kDirectory});
      if (sticky) return FirstOf({kSticky, kDirectory});
      return writable ? FirstOf({kOtherWritable, kDirectory}) : codes_[kDirectory];
    }
    case S_IFREG: break;
    default: return codes_[kNormal];
  }
  if ((mode & S_ISUID) != 0 && !codes_[kSetUid].empty()) return codes_[kSetUid];
  if ((mode & S_ISGID) != 0 && !codes_[kSetGid].empty()) return codes_[kSetGid];
  if ((mode & 0111) != 0 && !codes_[kExecutable].empty()) return codes_[kExecutable];
  for (size_t i = endings_.size(); i-- > 0;) {
    if (name.ends_with(endings_[i].first)) return endings_[i].second;
  }
  return codes_[kFile];
}

std::string TreeColors::Paint(uint32_t mode, std::string_view name, std::string shown, bool orphan,
                              bool is_target) const {
  std::string_view code;
  if (orphan) code = codes_[is_target ? kMissing : kOrphan];
  if (code.empty()) code = OfMode(mode, name);
  if (code.empty()) return shown;
  std::string text = codes_[kLeft];
  return text.append(code).append(codes_[kRight]).append(shown).append(codes_[kEnd]);
}

}  // namespace pysub::shell::tree
