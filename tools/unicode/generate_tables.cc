// Writes the tables of lexer/unicode out of the Unicode Character Database, at build time.
//
// usage: generate_tables UCD_DIRECTORY DELTA OUTPUT_DIRECTORY
//
// UCD_DIRECTORY has the files of some older Unicode (Debian 12: 15.0); DELTA is what 16.0 adds (see
// make_delta.py). Four files come out: text_tables.inc, general_tables.inc,
// normalization_tables.inc and name_tables.inc, each included by one file that explains the layout
// it reads.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

constexpr uint32_t kLimit = 0x110000;

[[noreturn]] void Fail(const std::string& what) {
  fprintf(stderr, "generate_tables: %s\n", what.c_str());
  exit(1);
}

// Splits at `separator` and trims blanks.
std::vector<std::string> Split(std::string_view line, char separator) {
  std::vector<std::string> fields;
  while (true) {
    const size_t end = std::min(line.find(separator), line.size());
    std::string_view field = line.substr(0, end);
    while (!field.empty() && field.front() == ' ') field.remove_prefix(1);
    while (!field.empty() && (field.back() == ' ' || field.back() == '\r')) field.remove_suffix(1);
    fields.emplace_back(field);
    if (end == line.size()) return fields;
    line.remove_prefix(end + 1);
  }
}

uint32_t Hex(const std::string& text) {
  return static_cast<uint32_t>(strtoul(text.c_str(), nullptr, 16));
}

std::vector<uint32_t> HexList(const std::string& text) {
  std::vector<uint32_t> points;
  for (const std::string& word : Split(text, ' ')) {
    if (!word.empty()) points.push_back(Hex(word));
  }
  return points;
}

// The lines of one UCD file, then those of its section in the delta.
class Database {
 public:
  Database(std::string directory, const char* delta) : directory_(std::move(directory)) {
    std::ifstream file(delta);
    if (!file) Fail(std::string("cannot read ") + delta);
    std::string section;
    for (std::string line; std::getline(file, line);) {
      if (line.starts_with("@file ")) {
        section = line.substr(6);
      } else {
        delta_[section].push_back(line);
      }
    }
  }

  // Calls use(first, last, fields after the code points).
  void Read(const std::string& name,
            const std::function<void(uint32_t, uint32_t, const std::vector<std::string>&)>& use) {
    std::ifstream file(directory_ + "/" + name);
    if (!file) Fail("cannot read " + directory_ + "/" + name);
    for (std::string line; std::getline(file, line);) UseLine(line, use);
    const size_t slash = name.rfind('/');
    for (const std::string& line :
         delta_[name.substr(slash == std::string::npos ? 0 : slash + 1)]) {
      UseLine(line, use);
    }
  }

 private:
  static void UseLine(
      std::string_view line,
      const std::function<void(uint32_t, uint32_t, const std::vector<std::string>&)>& use) {
    std::vector<std::string> fields = Split(line.substr(0, line.find('#')), ';');
    const std::string where = fields[0];
    if (where.empty()) return;
    fields.erase(fields.begin());
    const size_t dots = where.find("..");
    const uint32_t first = Hex(where);
    use(first, dots == std::string::npos ? first : Hex(where.substr(dots + 2)), fields);
  }

  std::string directory_;
  std::map<std::string, std::vector<std::string>> delta_;
};

struct Character {
  std::string name;
  std::string category = "Cn";
  std::string bidirectional;
  std::string width = "N";
  std::string numeric;
  std::string decomposition_tag;
  std::vector<uint32_t> decomposition;
  std::vector<uint32_t> full_upper, full_lower, full_title, full_fold;  // empty: as the simple one
  uint32_t upper, lower, title, fold;
  int combining = 0;
  int decimal = -1, digit = -1;
  bool mirrored = false, line_break = false, excluded = false;
  bool xid_start = false, xid_continue = false, lowercase = false, uppercase = false;
  bool cased = false, case_ignorable = false;
};

struct Alias {
  std::string name;
  std::vector<uint32_t> code_points;
};

std::vector<Character> characters(kLimit);
std::vector<Alias> aliases;    // one code point each
std::vector<Alias> sequences;  // several

void ReadUnicodeData(Database& database) {
  uint32_t range_start = 0;
  database.Read("UnicodeData.txt", [&](uint32_t cp, uint32_t, const auto& f) {
    std::string name = f[0];
    if (name.ends_with(", First>")) {
      range_start = cp;
      return;
    }
    const bool is_range = name.ends_with(", Last>");
    if (is_range) {
      name = name.substr(1, name.size() - 8);
      if (name.starts_with("CJK Ideograph")) name = "CJK UNIFIED IDEOGRAPH-*";
      // Hangul has its own rule; CPython 3.14 does not name Tangut ideographs.
      if (!name.ends_with("-*")) name.clear();
    } else if (name[0] == '<') {
      name.clear();
    }
    for (uint32_t c = is_range ? range_start : cp; c <= cp; ++c) {
      Character& to = characters[c];
      to.name = name;
      if (is_range && !name.empty()) {
        char hex[8];
        snprintf(hex, sizeof hex, "%04X", c);
        to.name.replace(to.name.size() - 1, 1, hex);
      }
      to.category = f[1];
      to.combining = atoi(f[2].c_str());
      to.bidirectional = f[3];
      std::string mapping = f[4];
      to.decomposition_tag.clear();
      if (mapping.starts_with("<")) {
        to.decomposition_tag = mapping.substr(0, mapping.find('>') + 1);
        mapping = mapping.substr(to.decomposition_tag.size());
      }
      to.decomposition = HexList(mapping);
      to.decimal = f[5].empty() ? -1 : atoi(f[5].c_str());
      to.digit = f[6].empty() ? -1 : atoi(f[6].c_str());
      to.mirrored = f[8] == "Y";
      to.upper = f[11].empty() ? c : Hex(f[11]);
      to.lower = f[12].empty() ? c : Hex(f[12]);
      to.title = f[13].empty() ? to.upper : Hex(f[13]);
    }
  });
}

void ReadDatabase(Database& database) {
  for (uint32_t c = 0; c < kLimit; ++c) {
    characters[c].upper = characters[c].lower = characters[c].title = c;
  }
  ReadUnicodeData(database);
  const auto each = [](uint32_t first, uint32_t last, auto&& set) {
    for (uint32_t c = first; c <= last; ++c) set(characters[c]);
  };
  database.Read("extracted/DerivedNumericValues.txt", [&](uint32_t a, uint32_t b, const auto& f) {
    each(a, b, [&](Character& c) { c.numeric = f[2]; });
  });
  database.Read("EastAsianWidth.txt", [&](uint32_t a, uint32_t b, const auto& f) {
    each(a, b, [&](Character& c) { c.width = f[0]; });
  });
  database.Read("LineBreak.txt", [&](uint32_t a, uint32_t b, const auto& f) {
    if (f[0] == "BK" || f[0] == "CR" || f[0] == "LF" || f[0] == "NL") {
      each(a, b, [&](Character& c) { c.line_break = true; });
    }
  });
  database.Read("DerivedCoreProperties.txt", [&](uint32_t a, uint32_t b, const auto& f) {
    const bool on = f[0][0] != '!';
    const std::string property = f[0].substr(on ? 0 : 1);
    const std::pair<const char*, bool Character::*> flags[] = {
        {"XID_Start", &Character::xid_start}, {"XID_Continue", &Character::xid_continue},
        {"Lowercase", &Character::lowercase}, {"Uppercase", &Character::uppercase},
        {"Cased", &Character::cased},         {"Case_Ignorable", &Character::case_ignorable},
    };
    for (const auto& [name, member] : flags) {
      if (property == name) each(a, b, [&, m = member](Character& c) { c.*m = on; });
    }
  });
  database.Read("SpecialCasing.txt", [&](uint32_t a, uint32_t, const auto& f) {
    if (f.size() > 4 || (f.size() == 4 && !f[3].empty())) return;  // conditional
    characters[a].full_lower = HexList(f[0]);
    characters[a].full_title = HexList(f[1]);
    characters[a].full_upper = HexList(f[2]);
  });
  for (uint32_t c = 0; c < kLimit; ++c) characters[c].fold = c;
  database.Read("CaseFolding.txt", [&](uint32_t a, uint32_t b, const auto& f) {
    each(a, b, [&](Character& c) {
      if (f[0] == "C") c.fold = Hex(f[1]);
      if (f[0] == "F") c.full_fold = HexList(f[1]);
    });
  });
  database.Read("CompositionExclusions.txt", [&](uint32_t a, uint32_t b, const auto&) {
    each(a, b, [&](Character& c) { c.excluded = true; });
  });
  database.Read("NameAliases.txt", [&](uint32_t a, uint32_t, const auto& f) {
    aliases.push_back({f[0], {a}});
  });
}

void ReadNamedSequences(const std::string& directory) {
  std::ifstream file(directory + "/NamedSequences.txt");
  if (!file) Fail("cannot read NamedSequences.txt");
  for (std::string line; std::getline(file, line);) {
    const std::vector<std::string> f = Split(line.substr(0, line.find('#')), ';');
    if (f.size() == 2) sequences.push_back({f[0], HexList(f[1])});
  }
}

// Output.

class Output {
 public:
  explicit Output(const std::string& path) : file_(fopen(path.c_str(), "w")), path_(path) {
    if (file_ == nullptr) Fail("cannot write " + path);
    fprintf(file_, "// Written by generate_tables at build time.\n");
  }
  ~Output() {
    if (fclose(file_) != 0) Fail("cannot write " + path_);
    fprintf(stderr, "%s: %zu bytes of tables\n", path_.c_str(), bytes_);
  }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void Constant(const char* name, uint64_t value) {
    fprintf(file_, "inline constexpr int %s = %llu;\n", name,
            static_cast<unsigned long long>(value));
  }

  // An array of the smallest unsigned type that holds all values.
  template <class T>
  void Array(const char* name, const std::vector<T>& values) {
    uint64_t most = 0;
    for (const T& v : values) most = std::max<uint64_t>(most, v);
    const int size = most < 0x100 ? 1 : most < 0x10000 ? 2 : most < 0x100000000 ? 4 : 8;
    bytes_ += values.size() * size;
    fprintf(file_, "inline constexpr uint%d_t %s[] = {", size * 8, name);
    for (size_t i = 0; i < values.size(); ++i) {
      fprintf(file_, "%s%llu,", i % 24 == 0 ? "\n" : "",
              static_cast<unsigned long long>(values[i]));
    }
    fprintf(file_, "\n};\n");
  }

  // One value per code point, as NAMEStage1, NAMEStage2 and NAMEShift: the block size that takes
  // the least memory.
  void TwoStage(const std::string& name, const std::vector<uint32_t>& values) {
    std::vector<uint32_t> best1, best2;
    int best_shift = 0;
    size_t best_bytes = SIZE_MAX;
    for (int shift = 4; shift <= 9; ++shift) {
      std::map<std::vector<uint32_t>, uint32_t> blocks;
      std::vector<uint32_t> stage1, stage2;
      for (uint32_t at = 0; at < kLimit; at += 1u << shift) {
        std::vector<uint32_t> block(values.begin() + at, values.begin() + at + (1u << shift));
        const auto [it, is_new] = blocks.emplace(block, blocks.size());
        if (is_new) stage2.insert(stage2.end(), block.begin(), block.end());
        stage1.push_back(it->second);
      }
      const auto bytes = [](const std::vector<uint32_t>& v) {
        const uint32_t most = *std::max_element(v.begin(), v.end());
        return v.size() * (most < 0x100 ? 1 : most < 0x10000 ? 2 : 4);
      };
      const size_t total = bytes(stage1) + bytes(stage2);
      if (total < best_bytes) {
        best_bytes = total, best_shift = shift;
        best1 = stage1, best2 = stage2;
      }
    }
    Constant((name + "Shift").c_str(), best_shift);
    Array((name + "Stage1").c_str(), best1);
    Array((name + "Stage2").c_str(), best2);
  }

  FILE* file() { return file_; }
  void CountBytes(size_t bytes) { bytes_ += bytes; }

 private:
  FILE* file_;
  std::string path_;
  size_t bytes_ = 0;
};

template <size_t kSize>
uint32_t IndexIn(const std::array<const char*, kSize>& names, const std::string& name) {
  for (size_t i = 0; i < kSize; ++i) {
    if (name == names[i]) return static_cast<uint32_t>(i);
  }
  Fail("unknown value " + name);
}

// The orders of these lists are those of unicode_properties.cc.
constexpr std::array<const char*, 30> kCategories = {
    "Cn", "Lu", "Ll", "Lt", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Zs", "Zl", "Zp", "Cc", "Cf",
    "Cs", "Co", "Lm", "Lo", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So"};
constexpr std::array<const char*, 24> kBidirectional = {
    "",   "L",  "LRE", "LRO", "R", "AL", "RLE", "RLO", "PDF", "EN",  "ES",  "ET",
    "AN", "CS", "NSM", "BN",  "B", "S",  "WS",  "ON",  "LRI", "RLI", "FSI", "PDI"};
constexpr std::array<const char*, 6> kWidths = {"N", "Na", "A", "W", "F", "H"};
constexpr std::array<const char*, 17> kTags = {
    "",           "<font>",   "<noBreak>", "<initial>",  "<medial>",   "<final>",
    "<isolated>", "<circle>", "<super>",   "<sub>",      "<vertical>", "<wide>",
    "<narrow>",   "<small>",  "<square>",  "<fraction>", "<compat>"};

void WriteProperties(const std::string& text_path, const std::string& general_path) {
  Output out(general_path);
  Output text_out(text_path);

  // General: category, bidirectional class, combining class, width | mirrored << 3.
  std::map<std::array<uint32_t, 4>, uint32_t> general;
  std::vector<uint32_t> general_of(kLimit);
  // Text: what the str methods ask. Deltas of the four case mappings, flags, digits, special case.
  std::map<std::array<int64_t, 8>, uint32_t> text;
  std::vector<uint32_t> text_of(kLimit);
  std::vector<uint32_t> special = {
      0};  // runs of: sizes as lower|title<<4|upper<<8|fold<<12, points
  std::map<std::vector<uint32_t>, uint32_t> special_at;

  general.emplace(std::array<uint32_t, 4>{}, 0);
  std::vector<std::array<uint32_t, 4>> general_list = {{}};
  std::vector<std::array<int64_t, 8>> text_list;
  for (uint32_t c = 0; c < kLimit; ++c) {
    const Character& from = characters[c];
    const std::array<uint32_t, 4> g = {IndexIn(kCategories, from.category),
                                       IndexIn(kBidirectional, from.bidirectional),
                                       static_cast<uint32_t>(from.combining),
                                       IndexIn(kWidths, from.width) | (from.mirrored ? 8u : 0u)};
    const auto [git, g_new] = general.emplace(g, general_list.size());
    if (g_new) general_list.push_back(g);
    general_of[c] = git->second;

    const std::string& category = from.category;
    const bool alpha = category[0] == 'L';
    const std::string& bidi = from.bidirectional;
    const bool space = category == "Zs" || bidi == "WS" || bidi == "B" || bidi == "S";
    const bool printable = c == ' ' || (category[0] != 'C' && category[0] != 'Z');
    const bool flags[] = {alpha,
                          from.decimal >= 0,
                          from.digit >= 0,
                          !from.numeric.empty(),
                          from.lowercase,
                          from.uppercase,
                          category == "Lt",
                          space,
                          from.line_break || bidi == "B",
                          printable,
                          from.xid_start,
                          from.xid_continue,
                          from.cased,
                          from.case_ignorable};
    int64_t mask = 0;
    for (size_t i = 0; i < std::size(flags); ++i) mask |= static_cast<int64_t>(flags[i]) << i;

    const auto full = [](const std::vector<uint32_t>& many, uint32_t one) {
      return many.empty() ? std::vector<uint32_t>{one} : many;
    };
    const std::vector<uint32_t> mappings[] = {
        full(from.full_lower, from.lower), full(from.full_title, from.title),
        full(from.full_upper, from.upper), full(from.full_fold, from.fold)};
    int64_t special_index = 0;
    const uint32_t simple[] = {from.lower, from.title, from.upper, from.fold};
    bool is_special = false;
    for (int i = 0; i < 4; ++i) {
      is_special |= mappings[i].size() > 1 || mappings[i][0] != simple[i];
    }
    if (is_special) {
      std::vector<uint32_t> run = {0};
      for (int i = 0; i < 4; ++i) {
        run[0] |= static_cast<uint32_t>(mappings[i].size()) << (4 * i);
        run.insert(run.end(), mappings[i].begin(), mappings[i].end());
      }
      const auto [it, is_new] = special_at.emplace(run, special.size());
      if (is_new) special.insert(special.end(), run.begin(), run.end());
      special_index = it->second;
    }
    const auto delta = [c](uint32_t to) { return static_cast<int64_t>(to) - c; };
    const std::array<int64_t, 8> t = {
        delta(from.lower), delta(from.title), delta(from.upper), delta(from.fold), mask,
        from.decimal,      from.digit,        special_index};
    const auto [tit, t_new] = text.emplace(t, text_list.size());
    if (t_new) text_list.push_back(t);
    text_of[c] = tit->second;
  }

  out.TwoStage("kGeneral", general_of);
  fprintf(out.file(), "inline constexpr GeneralRecord kGeneralRecords[] = {\n");
  for (const auto& g : general_list) {
    fprintf(out.file(), "{%u,%u,%u,%u},\n", g[0], g[1], g[2], g[3]);
  }
  fprintf(out.file(), "};\n");
  out.CountBytes(general_list.size() * 4);
  text_out.TwoStage("kText", text_of);
  fprintf(text_out.file(), "inline constexpr TextRecord kTextRecords[] = {\n");
  for (const auto& t : text_list) {
    fprintf(text_out.file(), "{");
    for (const int64_t v : t) fprintf(text_out.file(), "%lld,", static_cast<long long>(v));
    fprintf(text_out.file(), "},\n");
  }
  fprintf(text_out.file(), "};\n");
  text_out.CountBytes(text_list.size() * 24);
  text_out.Array("kSpecialCases", special);

  // Numeric values: runs of code points whose values go up by `step`; values are looked up by run.
  struct Run {
    uint32_t first, count;
    int64_t numerator, denominator, step;
  };
  std::vector<Run> runs;
  for (uint32_t c = 0; c < kLimit; ++c) {
    const std::string& text_value = characters[c].numeric;
    if (text_value.empty()) continue;
    const int64_t numerator = strtoll(text_value.c_str(), nullptr, 10);
    const size_t slash = text_value.find('/');
    const int64_t denominator =
        slash == std::string::npos ? 1 : strtoll(text_value.c_str() + slash + 1, nullptr, 10);
    if (!runs.empty()) {
      Run& run = runs.back();
      if (run.first + run.count == c && run.denominator == denominator) {
        const int64_t step = numerator - (run.numerator + (run.count - 1) * run.step);
        if (run.count == 1 && (step == 0 || step == 1)) run.step = step;
        if (step == run.step && (run.count > 1 || step == 0 || step == 1)) {
          ++run.count;
          continue;
        }
      }
    }
    runs.push_back({c, 1, numerator, denominator, 0});
  }
  fprintf(out.file(), "inline constexpr NumericRun kNumericRuns[] = {\n");
  for (const Run& r : runs) {
    fprintf(out.file(), "{%lld,%u,%u,%lld,%lld},\n", static_cast<long long>(r.numerator), r.first,
            r.count, static_cast<long long>(r.denominator), static_cast<long long>(r.step));
  }
  fprintf(out.file(), "};\n");
  out.CountBytes(runs.size() * 16);
}

// Normalisation.

// The whole decomposition of `c` (Hangul excepted), in canonical order or not as listed.
void Decompose(uint32_t c, bool compatibility, std::vector<uint32_t>* to) {
  const Character& from = characters[c];
  if (from.decomposition.empty() || (!compatibility && !from.decomposition_tag.empty())) {
    to->push_back(c);
    return;
  }
  for (const uint32_t part : from.decomposition) Decompose(part, compatibility, to);
}

void AppendUtf16(uint32_t c, std::vector<uint32_t>* to) {
  if (c < 0x10000) {
    to->push_back(c);
  } else {
    to->push_back(0xD7C0 + (c >> 10));
    to->push_back(0xDC00 + (c & 0x3FF));
  }
}

void WriteNormalization(const std::string& path) {
  Output out(path);
  // Decompositions: kDecompositions[kDecomposition(c)] = tag << 8 | units, then UTF-16 units.
  std::vector<uint32_t> pool = {0}, at(kLimit);
  std::map<std::vector<uint32_t>, uint32_t> known;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> pairs;
  for (uint32_t c = 0; c < kLimit; ++c) {
    const Character& from = characters[c];
    if (from.decomposition.empty()) continue;
    std::vector<uint32_t> entry = {0};
    for (const uint32_t part : from.decomposition) AppendUtf16(part, &entry);
    entry[0] = IndexIn(kTags, from.decomposition_tag) << 8 | (entry.size() - 1);
    const auto [it, is_new] = known.emplace(entry, pool.size());
    if (is_new) pool.insert(pool.end(), entry.begin(), entry.end());
    at[c] = it->second;
    const bool starts = from.combining == 0 && characters[from.decomposition[0]].combining == 0;
    if (from.decomposition_tag.empty() && from.decomposition.size() == 2 && !from.excluded &&
        starts) {
      pairs[{from.decomposition[0], from.decomposition[1]}] = c;
    }
  }
  out.TwoStage("kDecomposition", at);
  out.Array("kDecompositions", pool);

  // Compositions, sorted by (first, second): search kComposeKeys, take kComposeResults.
  std::vector<uint64_t> keys;
  std::vector<uint32_t> results;
  std::set<uint32_t> seconds;
  for (const auto& [pair, result] : pairs) {
    keys.push_back(static_cast<uint64_t>(pair.first) << 21 | pair.second);
    results.push_back(result);
    seconds.insert(pair.second);
  }
  out.Array("kComposeKeys", keys);
  out.Array("kComposeResults", results);

  // Quick check: bit 0 changes in NFD, 1 in NFKD, 2 in NFC, 3 in NFKC; bit 4: it, or what it begins
  // with when decomposed, may combine with what stands before; bits 8..15 the combining class.
  // Hangul included.
  std::vector<uint32_t> quick(kLimit);
  for (uint32_t c = 0; c < kLimit; ++c) {
    std::vector<uint32_t> canonical, compatible;
    Decompose(c, false, &canonical);
    Decompose(c, true, &compatible);
    const Character& from = characters[c];
    const bool hangul = c >= 0xAC00 && c < 0xAC00 + 11172;
    const bool nfd = hangul || canonical != std::vector<uint32_t>{c};
    const bool nfkd = hangul || compatible != std::vector<uint32_t>{c};
    const bool composes =
        hangul || (nfd && from.decomposition.size() == 2 &&
                   pairs.contains({from.decomposition[0], from.decomposition[1]}));
    const bool nfc = nfd && !composes;
    const bool nfkc = nfc || (!hangul && canonical != compatible);
    const bool second = seconds.contains(canonical[0]) || (c >= 0x1161 && c < 0x1161 + 21) ||
                        (c > 0x11A7 && c < 0x11A7 + 28);
    quick[c] = nfd | nfkd << 1 | nfc << 2 | nfkc << 3 | second << 4 |
               static_cast<uint32_t>(from.combining) << 8;
  }
  out.TwoStage("kQuickCheck", quick);
}

// Names.

uint32_t HashName(std::string_view name) {  // FNV-1a; unicode_names.cc has the same
  uint32_t hash = 2166136261u;
  for (const char c : name) hash = (hash ^ static_cast<uint8_t>(c)) * 16777619u;
  return hash;
}

constexpr size_t kNamesPerBlock = 32;
constexpr size_t kWordsPerBlock = 16;

void WriteNames(const std::string& path) {
  Output out(path);

  // Ordinals: characters with a name of their own in the order of code points, aliases, sequences.
  std::vector<std::string> names;
  std::vector<uint32_t> run_first, run_ordinal;  // runs of code points with consecutive ordinals
  std::vector<std::string> patterns;
  std::vector<uint32_t> pattern_ranges;  // first, last, pattern
  uint32_t previous = 0;
  for (uint32_t c = 0; c < kLimit; ++c) {
    const std::string& name = characters[c].name;
    if (name.empty()) continue;
    char hex[16];
    snprintf(hex, sizeof hex, "-%04X", c);
    if (name.ends_with(hex)) {
      const std::string pattern = name.substr(0, name.size() - strlen(hex) + 1);
      auto it = std::find(patterns.begin(), patterns.end(), pattern);
      if (it == patterns.end()) it = patterns.insert(patterns.end(), pattern);
      const uint32_t index = it - patterns.begin();
      const size_t size = pattern_ranges.size();
      if (size > 0 && pattern_ranges[size - 1] == index && pattern_ranges[size - 2] == c - 1) {
        pattern_ranges[size - 2] = c;
      } else {
        pattern_ranges.insert(pattern_ranges.end(), {c, c, index});
      }
      continue;
    }
    if (names.empty() || previous + 1 != c) {
      run_first.push_back(c);
      run_ordinal.push_back(names.size());
    }
    previous = c;
    names.push_back(name);
  }
  const size_t character_names = names.size();
  run_first.push_back(kLimit);
  run_ordinal.push_back(character_names);
  std::vector<uint32_t> alias_points;
  for (const Alias& alias : aliases) {
    names.push_back(alias.name);
    alias_points.push_back(alias.code_points[0]);
  }
  std::vector<uint32_t> sequence_points;  // four each, 0 fills
  for (const Alias& sequence : sequences) {
    if (sequence.code_points.size() > 4) Fail("named sequence too long: " + sequence.name);
    names.push_back(sequence.name);
    for (size_t i = 0; i < 4; ++i) {
      sequence_points.push_back(i < sequence.code_points.size() ? sequence.code_points[i] : 0);
    }
  }

  // Words, sorted and front-coded in blocks; each name as: shared words | new words << 4, codes.
  std::vector<std::vector<std::string>> fresh;  // the words not shared with the name before
  std::vector<uint32_t> shared;
  std::map<std::string, uint32_t> uses;
  std::vector<std::string> last;
  for (size_t i = 0; i < names.size(); ++i) {
    const std::vector<std::string> words = Split(names[i], ' ');
    if (i % kNamesPerBlock == 0) last.clear();
    size_t same = 0;
    while (same < 15 && same < words.size() && same < last.size() && words[same] == last[same]) {
      ++same;
    }
    if (words.size() - same > 15) Fail("name has too many words: " + names[i]);
    shared.push_back(same);
    fresh.emplace_back(words.begin() + same, words.end());
    for (const std::string& word : fresh.back()) ++uses[word];
    last = words;
  }
  std::vector<uint32_t> word_bytes, word_blocks;
  std::map<std::string, uint32_t> word_index;
  std::string before;
  for (const auto& [word, count] : uses) {
    const size_t index = word_index.size();
    word_index.emplace(word, index);
    size_t same = 0;
    if (index % kWordsPerBlock == 0) {
      word_blocks.push_back(word_bytes.size());
    } else {
      while (same < 15 && same < std::min(word.size(), before.size()) &&
             word[same] == before[same]) {
        ++same;
      }
    }
    // Front coding: bytes shared | new bytes << 4 (15: the next byte has the number).
    const size_t rest = word.size() - same;
    word_bytes.push_back(same | std::min<size_t>(rest, 15) << 4);
    if (rest >= 15) word_bytes.push_back(rest);
    for (size_t i = same; i < word.size(); ++i) word_bytes.push_back(static_cast<uint8_t>(word[i]));
    before = word;
  }
  const size_t long_codes = (word_index.size() + 255) / 256;
  const size_t short_codes = 256 - long_codes;
  std::vector<std::pair<uint32_t, std::string>> by_use;
  for (const auto& [word, count] : uses) by_use.emplace_back(~count, word);
  std::sort(by_use.begin(), by_use.end());
  std::map<std::string, uint32_t> short_code;
  std::vector<uint32_t> frequent;
  for (size_t i = 0; i < short_codes; ++i) {
    short_code.emplace(by_use[i].second, i);
    frequent.push_back(word_index[by_use[i].second]);
  }
  std::vector<uint32_t> name_bytes, name_blocks;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i % kNamesPerBlock == 0) name_blocks.push_back(name_bytes.size());
    name_bytes.push_back(shared[i] | fresh[i].size() << 4);
    for (const std::string& word : fresh[i]) {
      const auto it = short_code.find(word);
      if (it != short_code.end()) {
        name_bytes.push_back(it->second);
      } else {
        name_bytes.push_back(short_codes + (word_index[word] >> 8));
        name_bytes.push_back(word_index[word] & 0xFF);
      }
    }
  }

  // Hash table of ordinals + 1, linear probing.
  const size_t slots = names.size() * 4 / 3;
  std::vector<uint32_t> table(slots);
  for (size_t i = 0; i < names.size(); ++i) {
    size_t slot = HashName(names[i]) % slots;
    while (table[slot] != 0) slot = (slot + 1) % slots;
    table[slot] = i + 1;
  }

  out.Constant("kNamesPerBlock", kNamesPerBlock);
  out.Constant("kWordsPerBlock", kWordsPerBlock);
  out.Constant("kShortCodes", short_codes);
  out.Constant("kCharacterNames", character_names);
  out.Constant("kAliasNames", aliases.size());
  out.Array("kNameRunFirst", run_first);
  out.Array("kNameRunOrdinal", run_ordinal);
  out.Array("kAliasCodePoints", alias_points);
  out.Array("kSequenceCodePoints", sequence_points);
  out.Array("kWordBytes", word_bytes);
  out.Array("kWordBlocks", word_blocks);
  out.Array("kFrequentWords", frequent);
  out.Array("kNameBytes", name_bytes);
  out.Array("kNameBlocks", name_blocks);
  out.Array("kNameSlots", table);
  out.Array("kPatternRanges", pattern_ranges);
  fprintf(out.file(), "inline constexpr std::string_view kPatterns[] = {\n");
  for (const std::string& pattern : patterns) fprintf(out.file(), "\"%s\",\n", pattern.c_str());
  fprintf(out.file(), "};\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) Fail("usage: generate_tables UCD_DIRECTORY DELTA OUTPUT_DIRECTORY");
  Database database(argv[1], argv[2]);
  ReadDatabase(database);
  ReadNamedSequences(argv[1]);
  const std::string to = argv[3];
  WriteProperties(to + "/text_tables.inc", to + "/general_tables.inc");
  WriteNormalization(to + "/normalization_tables.inc");
  WriteNames(to + "/name_tables.inc");
}
