#include "shell/regex/regex.h"

#include <re2/re2.h>

#include <algorithm>
#include <cstring>
#include <iterator>

#include "shell/regex/engines.h"
#include "shell/regex/rust_syntax.h"

namespace pysub::shell {
namespace {

// Eight bytes at a time: a byte is ASCII if its highest bit is 0. For a text that is all ASCII the
// RE2 pattern is compiled for bytes. Its automaton is much smaller then, and more patterns are
// exact (RE2's \b knows only ASCII letters).
bool IsAscii(std::string_view text) {
  size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    uint64_t word;
    std::memcpy(&word, text.data() + at, 8);
    if (word & 0x8080808080808080u) return false;
  }
  for (; at < text.size(); ++at) {
    if (text[at] & 0x80) return false;
  }
  return true;
}

// What a program of RE2 and its automaton may take. A larger pattern is none for RE2: this also
// bounds how long it compiles.
constexpr int64_t kRe2Memory = 512 << 10;
// What is enough for a small pattern, of which a script may have thousands: its automaton is
// forgotten more often.
constexpr int64_t kSmallRe2Memory = 12 << 10;
constexpr size_t kSmallRe2Pattern = 128;
// From so much text on the whole memory is worth it, if it is a small part of what is left.
constexpr uint64_t kMuchText = 256 << 10;
constexpr int64_t kOfWhatIsLeft = 128;
// Patterns that are longer are not worth the try.
constexpr size_t kMaxRe2Pattern = 16 << 10;
// Instructions of RE2's program times bytes of text: what it does at most in about a millisecond.
constexpr uint64_t kRe2Bound = 1 << 17;
// For Perl's syntax, which has no other matcher: some tens of milliseconds.
constexpr uint64_t kPerlBound = 1 << 22;
// For lines one after another: pieces that are smaller are not worth it.
constexpr size_t kLeastPiece = 512;

// Is `node` certain to begin (end) with an ASCII word character? Then \< (\>) beside it is \b.
bool IsAsciiWordEdge(const RegexTree& tree, int index, bool begin) {
  const RegexNode* node = &tree.nodes[index];
  while (true) {  // downwards; each step goes to a child
    switch (node->kind) {
      case RegexNodeKind::kCharacter:
        return node->a < 0x80 && IsInClass(RegexClass::kWord, static_cast<uint32_t>(node->a));
      case RegexNodeKind::kSet: {
        const RegexSet& set = tree.sets[node->a];
        if (set.negated) return false;
        for (auto [low, high] : set.ranges) {
          if (high - low > 128) return false;
          for (uint32_t c = low; c <= high; ++c) {
            if (!IsInClass(RegexClass::kWord, c)) return false;
          }
        }
        return std::all_of(set.classes.begin(), set.classes.end(), [](RegexClass which) {
          return which == RegexClass::kAlpha || which == RegexClass::kDigit ||
                 which == RegexClass::kAlnum || which == RegexClass::kUpper ||
                 which == RegexClass::kLower || which == RegexClass::kXdigit ||
                 which == RegexClass::kWord;
        });
      }
      case RegexNodeKind::kGroup: node = &tree.nodes[node->children[0]]; break;
      case RegexNodeKind::kRepeat:
        if (node->a < 1) return false;
        node = &tree.nodes[node->children[0]];
        break;
      case RegexNodeKind::kConcat:
        if (node->children.empty()) return false;
        node = &tree.nodes[begin ? node->children.front() : node->children.back()];
        break;
      case RegexNodeKind::kAlternate:  // each of them; one level is enough in practice
        return std::all_of(node->children.begin(), node->children.end(), [&](int child) {
          return tree.nodes[child].kind != RegexNodeKind::kAlternate &&
                 tree.nodes[child].kind != RegexNodeKind::kGroup &&
                 IsAsciiWordEdge(tree, child, begin);
        });
      default: return false;
    }
  }
}

// \< and \> only where \b says the same.
bool BoundariesAreSimple(const RegexTree& tree) {
  for (const RegexNode& node : tree.nodes) {
    bool lone = node.kind != RegexNodeKind::kConcat;
    for (size_t i = 0; i < node.children.size(); ++i) {
      RegexNodeKind kind = tree.nodes[node.children[i]].kind;
      if (kind == RegexNodeKind::kWordBegin) {
        if (lone || i + 1 == node.children.size() ||
            !IsAsciiWordEdge(tree, node.children[i + 1], true))
          return false;
      } else if (kind == RegexNodeKind::kWordEnd) {
        if (lone || i == 0 || !IsAsciiWordEdge(tree, node.children[i - 1], false)) return false;
      }
    }
  }
  RegexNodeKind root = tree.nodes[tree.root].kind;
  return root != RegexNodeKind::kWordBegin && root != RegexNodeKind::kWordEnd;
}

// Null: RE2 cannot take the pattern within its memory, or the pattern is too long to be worth it.
// The matchers of our own take it then.
std::unique_ptr<RE2> CompileRe2(const RegexTree& tree, const RegexOptions& options, bool ascii,
                                RegexLines lines, int64_t memory) {
  std::string pattern = ToRe2(tree, ascii, lines);
  if (pattern.size() > (memory == kRe2Memory ? kMaxRe2Pattern : kSmallRe2Pattern)) return nullptr;
  RE2::Options re2_options;
  re2_options.set_encoding(ascii || !tree.utf8 ? RE2::Options::EncodingLatin1
                                               : RE2::Options::EncodingUTF8);
  re2_options.set_longest_match(!options.first);
  re2_options.set_dot_nl(true);
  re2_options.set_log_errors(false);
  re2_options.set_case_sensitive(!options.ignore_case);
  re2_options.set_max_mem(memory);
  auto compiled = std::make_unique<RE2>(pattern, re2_options);
  return compiled->ok() ? std::move(compiled) : nullptr;
}

RegexLines LinesOf(const RegexOptions& options) {
  return options.multi_line ? RegexLines::kMultiLine : RegexLines::kOne;
}

// Null: *error has RE2's words.
std::unique_ptr<RE2> CompilePerl(std::string_view pattern, const RegexOptions& options,
                                 std::string* error) {
  RE2::Options re2_options;
  re2_options.set_log_errors(false);
  re2_options.set_case_sensitive(!options.ignore_case);
  re2_options.set_max_mem(2 * kRe2Memory);
  if (pattern.size() > 4 * kMaxRe2Pattern) {
    *error = "regular expression is too large";
    return nullptr;
  }
  auto compiled =
      std::make_unique<RE2>(re2::StringPiece(pattern.data(), pattern.size()), re2_options);
  if (compiled->ok()) return compiled;
  *error = compiled->error();
  return nullptr;
}

}  // namespace

RegexSubject::RegexSubject(std::string_view bytes) : text(bytes), ascii(IsAscii(bytes)) {}

// One pattern, up to three engines for it. Each is made when a text first needs it, because a
// script may have many patterns that it never uses.
//
//   RE2            fast, but it cannot be stopped in the middle: only where its bound,
//                  program size times text size, is about a millisecond
//   threads        our own automaton; it counts its work and can be stopped
//   backtracker    for back-references alone
//
// All give the same match: leftmost, longest. Memory that they keep is charged to the account and
// given back when the pattern goes.
struct Regex::Engines {
  RegexTree tree;
  RegexOptions options;
  uint64_t instructions = 0;  // of a matcher of our own
  bool re2_can = false;
  std::unique_ptr<RE2> ascii;
  std::unique_ptr<RE2> utf8;
  bool ascii_failed = false;
  bool utf8_failed = false;
  bool ascii_small = false, utf8_small = false;  // it has kSmallRe2Memory
  uint64_t searched = 0;                         // by small ones
  std::unique_ptr<RegexBacktracker> backtracker;
  std::unique_ptr<RegexThreads> threads;
  // For FindLine().
  std::unique_ptr<RE2> lines_ascii;
  std::unique_ptr<RE2> lines_utf8;
  bool lines_failed = false;
  ParseAccount* account = nullptr;
  int64_t held = 0;

  Engines() = default;
  Engines(const Engines&) = delete;
  Engines& operator=(const Engines&) = delete;
  ~Engines() {
    if (account != nullptr) account->ChargeMemory(-held);
  }
  // Before something is made that stays.
  bool Hold(uint64_t bytes) {
    if (account == nullptr) return true;
    if (!account->ChargeMemory(static_cast<int64_t>(bytes))) return false;
    held += static_cast<int64_t>(bytes);
    return true;
  }
  void Release(uint64_t bytes) {
    if (account == nullptr) return;
    account->ChargeMemory(-static_cast<int64_t>(bytes));
    held -= static_cast<int64_t>(bytes);
  }
  bool Re2Knows(bool is_ascii) const {
    return re2_can && (is_ascii || !(tree.has_word_boundaries || (tree.has_classes && tree.utf8)));
  }
  // A small memory first. RE2 keeps the states of its automaton in it, and forgets them when it is
  // full. When a pattern has seen much text and there is memory left, it gets more.
  const RE2* Re2For(bool is_ascii, size_t text_size) {
    if (!Re2Knows(is_ascii)) return nullptr;
    std::unique_ptr<RE2>& re2 = is_ascii ? ascii : utf8;
    bool& failed = is_ascii ? ascii_failed : utf8_failed;
    bool& small = is_ascii ? ascii_small : utf8_small;
    if (small) {
      searched += text_size;
      if (searched < kMuchText ||
          (account != nullptr && account->Left() / kOfWhatIsLeft < kRe2Memory))
        return re2.get();
      searched = 0;
      small = false;
      re2.reset();
      Release(kSmallRe2Memory);
    } else if (re2 == nullptr && !failed && text_size < kMuchText && Hold(kSmallRe2Memory)) {
      re2 = CompileRe2(tree, options, is_ascii, LinesOf(options), kSmallRe2Memory);
      small = re2 != nullptr;
      if (!small) Release(kSmallRe2Memory);
    }
    if (re2 == nullptr && !failed && Hold(kRe2Memory)) {
      re2 = CompileRe2(tree, options, is_ascii, LinesOf(options), kRe2Memory);
      failed = re2 == nullptr;
      if (failed) Release(kRe2Memory);
    }
    return re2.get();
  }
};

namespace {

uint64_t BoundOf(const RE2& re2, size_t size) {
  return static_cast<uint64_t>(re2.ProgramSize()) * (size + 1);
}

RegexOutcome SearchRe2(const RE2& re2, std::string_view subject, size_t start, bool anchored,
                       RegexSpan* spans, size_t count, size_t known) {
  re2::StringPiece few[10];
  std::vector<re2::StringPiece> many;
  re2::StringPiece* found = few;
  if (known > std::size(few)) {
    many.resize(known);
    found = many.data();
  }
  re2::StringPiece text(subject.data(), subject.size());
  if (!re2.Match(text, start, text.size(), anchored ? RE2::ANCHOR_START : RE2::UNANCHORED, found,
                 static_cast<int>(known))) {
    return RegexOutcome::kNone;
  }
  for (size_t i = 0; i < count; ++i) {
    spans[i] = {};
    if (i < known && found[i].data() != nullptr) {
      int64_t begin = found[i].data() - text.data();
      spans[i] = {begin, begin + static_cast<int64_t>(found[i].size())};
    }
  }
  return RegexOutcome::kMatch;
}

bool Charge(ParseAccount* account, uint64_t work) {
  return account == nullptr || account->Tick(work);
}

}  // namespace

Regex::Regex() = default;
Regex::~Regex() = default;

std::unique_ptr<Regex> Regex::Compile(std::string_view pattern, const RegexOptions& options,
                                      ParseAccount* account, std::string* error) {
  std::unique_ptr<Regex> regex(new Regex());
  regex->engines_ = std::make_unique<Engines>();
  Engines& engines = *regex->engines_;
  engines.options = options;
  engines.account = account;
  RegexTree& tree = engines.tree;
  if (options.syntax == RegexSyntax::kPerl) {
    static_cast<void>(Charge(account, 4096 + 64 * pattern.size()));
    if (!engines.Hold(3 * kRe2Memory)) {
      *error = "Memory exhausted";
      return nullptr;
    }
    engines.utf8 = CompilePerl(pattern, options, error);
    if (engines.utf8 == nullptr) return nullptr;
    regex->groups_ = engines.utf8->NumberOfCapturingGroups();
    return regex;
  }
  if (!engines.Hold(4096 + pattern.size() * (sizeof(RegexNode) + 64)) || !Charge(account, 1024)) {
    *error = "Memory exhausted";
    return nullptr;
  }
  if (!ParseRegex(pattern, options.syntax, account, &tree, error)) return nullptr;
  return regex->Prepare(error) ? std::move(regex) : nullptr;
}

// Of a tree that has been read.
bool Regex::Prepare(std::string* error) {
  Engines& engines = *engines_;
  RegexTree& tree = engines.tree;
  groups_ = tree.groups;
  has_back_references_ = tree.has_back_references;
  looks_like_class_ = tree.looks_like_class;
  warnings_ = tree.warnings;
  engines.instructions = CountRegexCode(tree);
  if (engines.instructions > RegexCode::kMaxInstructions) {
    *error = "Regular expression too big";
    return false;
  }
  tree.has_classes = std::any_of(tree.sets.begin(), tree.sets.end(),
                                 [](const RegexSet& set) { return !set.classes.empty(); });
  engines.re2_can =
      !tree.has_back_references && (!tree.has_word_boundaries || BoundariesAreSimple(tree));
  return true;
}

std::unique_ptr<Regex> Regex::CompileRust(std::string_view pattern,
                                          const RustSyntaxOptions& options, RustPattern* info,
                                          ParseAccount* account, std::string* error) {
  constexpr std::string_view kTooBig = "Compiled regex exceeds size limit of 104857600 bytes.";
  std::unique_ptr<Regex> regex(new Regex());
  regex->engines_ = std::make_unique<Engines>();
  Engines& engines = *regex->engines_;
  engines.options = {.syntax = RegexSyntax::kRust, .multi_line = true, .first = true};
  engines.account = account;
  if (!engines.Hold(65536 + pattern.size() * (3 * sizeof(RegexNode) + 64))) {
    *error = "out of memory";
    return nullptr;
  }
  if (!ParseRust(pattern, options, account, &engines.tree, info, error)) return nullptr;
  uint64_t ranges = 0;
  for (const RegexSet& set : engines.tree.sets) ranges += set.ranges.size() + 8;
  if (!engines.Hold(ranges * sizeof(std::pair<uint32_t, uint32_t>))) {
    *error = "out of memory";
    return nullptr;
  }
  if (regex->Prepare(error)) return regex;
  *error = kTooBig;
  return nullptr;
}

// The order is that of the engines' speed. A step of a script must end in time, so a bound is known
// before RE2 begins and is charged as work. For Perl's syntax there is no second engine: there the
// search gives up instead.
RegexOutcome Regex::Search(const RegexSubject& subject, size_t start, RegexSpan* spans,
                           size_t count, RegexAnchor anchor, ParseAccount* account) const {
  std::string_view text = subject.text;
  if (start > text.size()) return RegexOutcome::kNone;
  Engines& engines = *engines_;
  bool anchored = anchor == RegexAnchor::kStart;
  bool perl = engines.options.syntax == RegexSyntax::kPerl;
  size_t known = std::min<size_t>(count, static_cast<size_t>(groups_) + 1);
  const RE2* re2 = perl ? engines.utf8.get() : engines.Re2For(subject.ascii, text.size() - start);
  if (re2 != nullptr) {
    uint64_t bound = BoundOf(*re2, text.size() - start) * (1 + known / 8);
    if (bound <= (perl ? kPerlBound : kRe2Bound)) {
      // Most texts take a fraction of that.
      if (!Charge(account, (text.size() - start) / 4 + bound / 16 + 16))
        return RegexOutcome::kStopped;
      return SearchRe2(*re2, text, start, anchored, spans, count, known);
    }
    if (perl) return RegexOutcome::kGaveUp;
  }
  if (engines.tree.has_back_references) {
    if (engines.backtracker == nullptr) {
      if (!Charge(account, engines.instructions) ||
          !engines.Hold(2 * engines.instructions * sizeof(RegexInstruction))) {
        return RegexOutcome::kStopped;
      }
      engines.backtracker = std::make_unique<RegexBacktracker>(engines.tree, engines.options);
    }
    return engines.backtracker->Search(text, start, anchored, spans, count, account);
  }
  if (engines.threads == nullptr) {
    if (!Charge(account, 4 * engines.instructions + 128 * engines.tree.sets.size()) ||
        !engines.Hold(RegexThreads::MemoryBytes(engines.instructions) +
                      32 * engines.tree.sets.size())) {
      return RegexOutcome::kStopped;
    }
    engines.threads = std::make_unique<RegexThreads>(engines.tree, engines.options);
  }
  return engines.threads->Search(text, start, anchored, spans, count, account);
}

// The first line that matches, of many at once. RE2 runs over the whole piece and not once per
// line, which is what makes grep fast. `.` and classes must not match a newline for it, which
// RegexLines::kEachAlone sees to. False: this pattern cannot be searched so, and the caller goes
// line by line.
bool Regex::FindLine(const RegexSubject& subject, ParseAccount* account, size_t* begin) const {
  Engines& engines = *engines_;
  if (!engines.Re2Knows(subject.ascii) || engines.lines_failed) return false;
  std::unique_ptr<RE2>& re2 = subject.ascii ? engines.lines_ascii : engines.lines_utf8;
  if (re2 == nullptr) {
    for (const RegexNode& node : engines.tree.nodes) {
      engines.lines_failed |=
          node.kind == RegexNodeKind::kTextBegin || node.kind == RegexNodeKind::kTextEnd;
    }
    if (!engines.lines_failed && engines.Hold(kRe2Memory)) {
      re2 = CompileRe2(engines.tree, engines.options, subject.ascii, RegexLines::kEachAlone,
                       kRe2Memory);
    }
    engines.lines_failed |= re2 == nullptr;
    if (engines.lines_failed) return false;
  }
  // As many lines at a time as RE2 may look at.
  std::string_view text = subject.text;
  size_t most = kRe2Bound / static_cast<uint64_t>(re2->ProgramSize());
  if (most < kLeastPiece) return false;
  for (size_t at = 0; at <= text.size();) {  // (the last line may be empty)
    std::string_view piece = text.substr(at, most);
    if (at + piece.size() < text.size()) {
      size_t newline = piece.rfind('\n');
      if (newline == std::string_view::npos) {  // a long line: Search() will tell
        *begin = at;
        return true;
      }
      piece = piece.substr(0, newline);
    }
    if (!Charge(account, piece.size() / 2 + BoundOf(*re2, piece.size()) / 64)) return false;
    re2::StringPiece lines(piece.data(), piece.size());
    re2::StringPiece found;
    if (re2->Match(lines, 0, lines.size(), RE2::UNANCHORED, &found, 1)) {
      size_t match = static_cast<size_t>(found.data() - piece.data());
      size_t newline = match == 0 ? std::string_view::npos : piece.rfind('\n', match - 1);
      *begin = at + (newline == std::string_view::npos ? 0 : newline + 1);
      return true;
    }
    at += piece.size() + 1;
  }
  *begin = std::string_view::npos;
  return true;
}

}  // namespace pysub::shell
