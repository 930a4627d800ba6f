#include "shell/regex/code_set.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "lexer/unicode/unicode_properties.h"

namespace pysub::shell {
namespace {

// Characters that are assigned lie below, but for tags and variation selectors.
constexpr uint32_t kAssignedEnd = 0x32400;
constexpr CodeSet::Range kAssigned[] = {{0, kAssignedEnd}, {0xE0000, 0xE01FF}};
constexpr uint32_t kCasedEnd = 0x1E944;

// Letters of which more than two are one but for case, or whose pair only one of them names.
constexpr uint32_t kOrbits[][4] = {
    {'K', 'k', 0x212A, 0},          {'S', 's', 0x17F, 0},        {0xC5, 0xE5, 0x212B, 0},
    {0xB5, 0x39C, 0x3BC, 0},        {0xDF, 0x1E9E, 0, 0},        {0x1C4, 0x1C5, 0x1C6, 0},
    {0x1C7, 0x1C8, 0x1C9, 0},       {0x1CA, 0x1CB, 0x1CC, 0},    {0x1F1, 0x1F2, 0x1F3, 0},
    {0x345, 0x399, 0x3B9, 0x1FBE},  {0x392, 0x3B2, 0x3D0, 0},    {0x395, 0x3B5, 0x3F5, 0},
    {0x398, 0x3B8, 0x3D1, 0x3F4},   {0x39A, 0x3BA, 0x3F0, 0},    {0x3A0, 0x3C0, 0x3D6, 0},
    {0x3A1, 0x3C1, 0x3F1, 0},       {0x3A3, 0x3C2, 0x3C3, 0},    {0x3A6, 0x3C6, 0x3D5, 0},
    {0x3A9, 0x3C9, 0x2126, 0},      {0x1E60, 0x1E61, 0x1E9B, 0}, {0x412, 0x432, 0x1C80, 0},
    {0x414, 0x434, 0x1C81, 0},      {0x41E, 0x43E, 0x1C82, 0},   {0x421, 0x441, 0x1C83, 0},
    {0x422, 0x442, 0x1C84, 0x1C85}, {0x42A, 0x44A, 0x1C86, 0},   {0x462, 0x463, 0x1C87, 0},
    {0x1C88, 0xA64A, 0xA64B, 0},
};

// The scripts that people ask for, in blocks of Unicode. What is in them and no letter, mark or
// number belongs to all scripts.
struct Script {
  std::string_view name;
  CodeSet::Range blocks[10];
};
constexpr Script kScripts[] = {
    {"latin",
     {{0x41, 0x5A},
      {0x61, 0x7A},
      {0xAA, 0xAA},
      {0xBA, 0xBA},
      {0xC0, 0x2B8},
      {0x2E0, 0x2E4},
      {0x1D00, 0x1D25},
      {0x1E00, 0x1EFF},
      {0x2C60, 0x2C7F},
      {0xA722, 0xA7FF}}},
    {"greek",
     {{0x370, 0x3E1}, {0x3F0, 0x3FF}, {0x1D26, 0x1D2A}, {0x1F00, 0x1FFF}, {0x2126, 0x2126}}},
    {"cyrillic",
     {{0x400, 0x484}, {0x487, 0x52F}, {0x1C80, 0x1C88}, {0x2DE0, 0x2DFF}, {0xA640, 0xA69F}}},
    {"armenian", {{0x531, 0x58F}, {0xFB13, 0xFB17}}},
    {"hebrew", {{0x591, 0x5F4}, {0xFB1D, 0xFB4F}}},
    {"arabic",
     {{0x610, 0x61A},
      {0x620, 0x63F},
      {0x641, 0x64A},
      {0x656, 0x66F},
      {0x671, 0x6FF},
      {0x750, 0x77F},
      {0x8A0, 0x8FF},
      {0xFB50, 0xFDFF},
      {0xFE70, 0xFEFC}}},
    {"devanagari", {{0x900, 0x950}, {0x955, 0x97F}, {0xA8E0, 0xA8FF}}},
    {"bengali", {{0x980, 0x9FE}}},
    {"tamil", {{0xB80, 0xBFA}}},
    {"thai", {{0xE01, 0xE3A}, {0xE40, 0xE5B}}},
    {"georgian", {{0x10A0, 0x10FA}, {0x10FC, 0x10FF}, {0x1C90, 0x1CBF}, {0x2D00, 0x2D2D}}},
    {"hangul",
     {{0x1100, 0x11FF},
      {0x302E, 0x302F},
      {0x3131, 0x318E},
      {0x3200, 0x321E},
      {0xA960, 0xA97C},
      {0xAC00, 0xD7A3},
      {0xD7B0, 0xD7FB},
      {0xFFA0, 0xFFDC}}},
    {"hiragana", {{0x3041, 0x3096}, {0x309D, 0x309F}, {0x1B001, 0x1B11F}}},
    {"katakana",
     {{0x30A1, 0x30FA}, {0x30FD, 0x30FF}, {0x31F0, 0x31FF}, {0xFF66, 0xFF6F}, {0xFF71, 0xFF9D}}},
    {"han",
     {{0x2E80, 0x2FD5},
      {0x3005, 0x3005},
      {0x3007, 0x3007},
      {0x3021, 0x3029},
      {0x3038, 0x303B},
      {0x3400, 0x4DBF},
      {0x4E00, 0x9FFF},
      {0xF900, 0xFAD9},
      {0x20000, 0x323AF}}},
};

struct CategoryNames {
  std::string_view name;
  std::string_view categories;  // their names, behind each other
};
constexpr CategoryNames kCategories[] = {
    {"letter", "LuLlLtLmLo"},
    {"l", "LuLlLtLmLo"},
    {"casedletter", "LuLlLt"},
    {"lc", "LuLlLt"},
    {"uppercaseletter", "Lu"},
    {"lowercaseletter", "Ll"},
    {"titlecaseletter", "Lt"},
    {"modifierletter", "Lm"},
    {"otherletter", "Lo"},
    {"mark", "MnMcMe"},
    {"m", "MnMcMe"},
    {"nonspacingmark", "Mn"},
    {"spacingmark", "Mc"},
    {"enclosingmark", "Me"},
    {"number", "NdNlNo"},
    {"n", "NdNlNo"},
    {"decimalnumber", "Nd"},
    {"digit", "Nd"},
    {"letternumber", "Nl"},
    {"othernumber", "No"},
    {"punctuation", "PcPdPsPePiPfPo"},
    {"punct", "PcPdPsPePiPfPo"},
    {"p", "PcPdPsPePiPfPo"},
    {"connectorpunctuation", "Pc"},
    {"dashpunctuation", "Pd"},
    {"openpunctuation", "Ps"},
    {"closepunctuation", "Pe"},
    {"initialpunctuation", "Pi"},
    {"finalpunctuation", "Pf"},
    {"otherpunctuation", "Po"},
    {"symbol", "SmScSkSo"},
    {"s", "SmScSkSo"},
    {"mathsymbol", "Sm"},
    {"currencysymbol", "Sc"},
    {"modifiersymbol", "Sk"},
    {"othersymbol", "So"},
    {"separator", "ZsZlZp"},
    {"z", "ZsZlZp"},
    {"spaceseparator", "Zs"},
    {"lineseparator", "Zl"},
    {"paragraphseparator", "Zp"},
    {"control", "Cc"},
    {"cntrl", "Cc"},
    {"format", "Cf"},
};

bool IsOtherAlphabetic(uint32_t c) {
  return c == 0x345 || (c >= 0x24B6 && c <= 0x24E9) || (c >= 0x1F130 && c <= 0x1F149) ||
         (c >= 0x1F150 && c <= 0x1F169) || (c >= 0x1F170 && c <= 0x1F189);
}

using Wanted = bool (*)(uint32_t c, GeneralCategory category);

void AddWhere(Wanted wanted, ParseAccount* account, CodeSet* set) {
  for (auto [low, high] : kAssigned) {
    if (account != nullptr) static_cast<void>(account->Tick((high - low) / 4));
    for (uint32_t c = low; c <= high; ++c) {
      if (wanted(c, CategoryOf(c))) set->Add(c, c);
    }
  }
}

bool IsLetterCategory(GeneralCategory category) {
  return category == GeneralCategory::kLu || category == GeneralCategory::kLl ||
         category == GeneralCategory::kLt || category == GeneralCategory::kLm ||
         category == GeneralCategory::kLo;
}
bool IsMarkCategory(GeneralCategory category) {
  return category == GeneralCategory::kMn || category == GeneralCategory::kMc ||
         category == GeneralCategory::kMe;
}

}  // namespace

void CodeSet::Add(uint32_t low, uint32_t high) {
  if (!ranges_.empty() && low >= ranges_.back().first && low <= ranges_.back().second + 1) {
    ranges_.back().second = std::max(ranges_.back().second, high);
    return;
  }
  const bool in_order = ranges_.empty() || low > ranges_.back().second;
  ranges_.emplace_back(low, high);
  if (!in_order) Tidy();
}

void CodeSet::Add(const CodeSet& other) {
  ranges_.insert(ranges_.end(), other.ranges_.begin(), other.ranges_.end());
  Tidy();
}

void CodeSet::Tidy() {
  std::sort(ranges_.begin(), ranges_.end());
  size_t kept = 0;
  for (const Range& range : ranges_) {
    if (kept > 0 && range.first <= ranges_[kept - 1].second + 1) {
      ranges_[kept - 1].second = std::max(ranges_[kept - 1].second, range.second);
    } else {
      ranges_[kept++] = range;
    }
  }
  ranges_.resize(kept);
}

void CodeSet::Negate(uint32_t last) {
  std::vector<Range> others;
  uint32_t next = 0;
  for (const Range& range : ranges_) {
    if (range.first > last) break;
    if (range.first > next) others.emplace_back(next, range.first - 1);
    next = range.second + 1;
  }
  if (next <= last) others.emplace_back(next, last);
  ranges_ = std::move(others);
}

void CodeSet::Intersect(const CodeSet& other) {
  std::vector<Range> both;
  for (size_t i = 0, j = 0; i < ranges_.size() && j < other.ranges_.size();) {
    const Range &a = ranges_[i], &b = other.ranges_[j];
    const uint32_t low = std::max(a.first, b.first), high = std::min(a.second, b.second);
    if (low <= high) both.emplace_back(low, high);
    ++(a.second < b.second ? i : j);
  }
  ranges_ = std::move(both);
}

void CodeSet::Remove(const CodeSet& other) {
  CodeSet rest = other;
  rest.Negate(kLast);
  Intersect(rest);
}

bool CodeSet::AddOtherCases(bool ascii, ParseAccount* account) {
  CodeSet others;
  std::vector<Range> found;
  for (const Range& range : ranges_) {
    const uint32_t end = std::min(range.second, ascii ? 0x7Fu : kCasedEnd);
    if (range.first > end) break;
    if (account != nullptr && !account->Tick((end - range.first) / 2 + 1)) return false;
    for (uint32_t c = range.first; c <= end; ++c) {
      if (c < 0x80) {
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) found.emplace_back(c ^ 32, c ^ 32);
        continue;
      }
      const uint32_t lower = SimpleLower(c), upper = SimpleUpper(c);
      if (lower != c) found.emplace_back(lower, lower);
      if (upper != c) found.emplace_back(upper, upper);
    }
  }
  for (const auto& orbit : kOrbits) {
    if (ascii) break;
    const bool in = std::any_of(std::begin(orbit), std::end(orbit),
                                [&](uint32_t c) { return c != 0 && Has(c); });
    for (uint32_t c : orbit) {
      if (in && c != 0) found.emplace_back(c, c);
    }
  }
  ranges_.insert(ranges_.end(), found.begin(), found.end());
  Tidy();
  return true;
}

bool CodeSet::Has(uint32_t c) const {
  auto behind = std::upper_bound(ranges_.begin(), ranges_.end(), Range(c, UINT32_MAX));
  return behind != ranges_.begin() && std::prev(behind)->second >= c;
}

bool AddUnicodeProperty(std::string_view given, ParseAccount* account, CodeSet* set) {
  std::string name;
  for (char c : given.substr(0, 64)) {
    if (c != '_' && c != '-' && c != ' ')
      name += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  }
  if (given.size() > 64) return false;
  for (std::string_view key :
       {"generalcategory=", "gc=", "script=", "sc=", "generalcategory:", "gc:", "script:", "sc:"}) {
    if (name.starts_with(key)) {
      name.erase(0, key.size());
      break;
    }
  }
  if (name.starts_with("is")) name.erase(0, 2);
  if (name == "any") {
    set->Add(0, CodeSet::kLast);
    return true;
  }
  if (name == "ascii") {
    set->Add(0, 0x7F);
    return true;
  }
  if (name == "assigned" || name == "cn" || name == "unassigned") {
    AddWhere([](uint32_t, GeneralCategory category) { return category != GeneralCategory::kCn; },
             account, set);
    set->Add(0xF0000, 0xFFFFD);
    set->Add(0x100000, 0x10FFFD);
    if (name != "assigned") set->Negate(CodeSet::kLast);
    return true;
  }
  if (name == "alphabetic" || name == "alpha") {
    AddWhere(
        [](uint32_t c, GeneralCategory category) {
          return IsLetterCategory(category) || category == GeneralCategory::kNl ||
                 IsOtherAlphabetic(c);
        },
        account, set);
    return true;
  }
  if (name == "uppercase" || name == "upper" || name == "lowercase" || name == "lower") {
    AddWhere(name[0] == 'u'
                 ? Wanted([](uint32_t c, GeneralCategory) { return IsUpperCodePoint(c); })
                 : Wanted([](uint32_t c, GeneralCategory) { return IsLowerCodePoint(c); }),
             account, set);
    return true;
  }
  if (name == "whitespace" || name == "wspace" || name == "space") {
    AddUnicodeSpace(set);
    return true;
  }
  std::string categories;
  for (const CategoryNames& row : kCategories) {
    if (row.name == name) categories = row.categories;
  }
  for (int i = 0; i < 30 && categories.empty(); ++i) {
    const std::string_view known = CategoryName(static_cast<GeneralCategory>(i));
    if (name.size() == 2 && known.size() == 2 && (known[0] | 32) == name[0] && known[1] == name[1])
      categories = known;
  }
  if (!categories.empty()) {
    uint32_t mask = 0;
    for (int i = 0; i < 30; ++i) {
      const std::string_view known = CategoryName(static_cast<GeneralCategory>(i));
      for (size_t at = 0; at + 1 < categories.size(); at += 2) {
        if (categories.compare(at, 2, known) == 0) mask |= 1u << i;
      }
    }
    for (auto [low, high] : kAssigned) {
      if (account != nullptr) static_cast<void>(account->Tick((high - low) / 4));
      for (uint32_t c = low; c <= high; ++c) {
        if (mask >> static_cast<int>(CategoryOf(c)) & 1) set->Add(c, c);
      }
    }
    return true;
  }
  for (const Script& script : kScripts) {
    if (script.name != name) continue;
    for (auto [low, high] : script.blocks) {
      if (account != nullptr) static_cast<void>(account->Tick((high - low) / 4 + 1));
      for (uint32_t c = low; high > 0 && c <= high; ++c) {
        const GeneralCategory category = CategoryOf(c);
        if (category != GeneralCategory::kCn && c != 0xD7 && c != 0xF7) set->Add(c, c);
      }
    }
    return true;
  }
  return false;
}

void AddUnicodeWord(ParseAccount* account, CodeSet* set) {
  AddWhere(
      [](uint32_t c, GeneralCategory category) {
        return IsLetterCategory(category) || IsMarkCategory(category) ||
               category == GeneralCategory::kNd || category == GeneralCategory::kNl ||
               category == GeneralCategory::kPc || IsOtherAlphabetic(c) || c == 0x200C ||
               c == 0x200D;
      },
      account, set);
}

void AddUnicodeDigit(ParseAccount* account, CodeSet* set) {
  AddWhere([](uint32_t, GeneralCategory category) { return category == GeneralCategory::kNd; },
           account, set);
}

void AddUnicodeSpace(CodeSet* set) {
  constexpr CodeSet::Range kSpaces[] = {
      {'\t', '\r'},     {' ', ' '},       {0x85, 0x85},     {0xA0, 0xA0},     {0x1680, 0x1680},
      {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}};
  for (auto [low, high] : kSpaces) set->Add(low, high);
}

}  // namespace pysub::shell
