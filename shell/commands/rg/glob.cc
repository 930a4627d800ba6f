#include "shell/commands/rg/glob.h"

#include <algorithm>

#include "shell/regex/syntax_tree.h"

namespace pysub::shell::rg {
namespace {

uint32_t Fold(uint32_t c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

}  // namespace

// Builds the steps from left to right. An alternative's end jumps behind the group, which is known
// only when that closes: jumps_ has those.
class GlobCompiler {
 public:
  GlobCompiler(std::string_view text, Glob* glob, std::string* error)
      : text_(text), glob_(*glob), error_(*error) {}

  bool Run() {
    if (text_.size() > Glob::kMaxSize) return Fail("the glob is too long");
    while (at_ < text_.size()) {
      if (!Piece()) return false;
      if (glob_.steps_.size() > 8 * Glob::kMaxSize) return Fail("the glob is too long");
    }
    if (alternates_) {
      return Fail("unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?)");
    }
    Put({Op::kMatch});
    FindTail();
    return true;
  }

 private:
  using Op = Glob::Op;

  bool Fail(std::string_view what) {
    error_ = what;
    return false;
  }
  uint32_t Here() const { return static_cast<uint32_t>(glob_.steps_.size()); }
  void Put(Glob::Step step) { glob_.steps_.push_back(step); }
  void Byte(char c) {
    const auto byte = static_cast<uint8_t>(c);
    Put({Op::kByte, false, glob_.ignore_case_ ? Fold(byte) : byte});
  }
  // Any number of what one step takes.
  void Loop(Glob::Op op) {
    const uint32_t split = Here();
    Put({Op::kSplit, false, split + 1, split + 3});
    Put({op});
    Put({Op::kJump, false, split});
  }
  bool Has(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  bool Piece() {
    const char c = text_[at_];
    switch (c) {
      case '?':
        ++at_;
        Put({Op::kNotSlash});
        return true;
      case '*': return Star();
      case '[': return Class();
      case '{':
        // (one level, as rg has it; so there is no recursion here)
        if (alternates_) return Fail("nested alternate groups are not allowed");
        ++at_;
        alternates_ = true;
        some_ = false;
        split_ = Here();
        Put({Op::kSplit});
        return true;
      case '}':
        ++at_;
        if (!alternates_) {
          Byte('}');
          return true;
        }
        alternates_ = false;
        // The last one has nothing to be tried behind it; an empty one is none.
        glob_.steps_[split_] = {Op::kJump, false, split_ + 1};
        if (Here() == split_ + 1 && some_) glob_.steps_[split_] = {Op::kClass};
        for (uint32_t jump : jumps_) glob_.steps_[jump].a = Here();
        jumps_.clear();
        return true;
      case ',':
        ++at_;
        if (!alternates_) {
          Byte(',');
          return true;
        }
        if (Here() == split_ + 1) return true;
        some_ = true;
        jumps_.push_back(Here());
        Put({Op::kJump});
        glob_.steps_[split_] = {Op::kSplit, false, split_ + 1, Here()};
        split_ = Here();
        Put({Op::kSplit});
        return true;
      case '\\':
        if (++at_ == text_.size()) return Fail("dangling '\\'");
        Byte(text_[at_++]);
        return true;
      default:
        ++at_;
        Byte(c);
        return true;
    }
  }

  // **/ at the beginning, /** at the end and /**/ between; other stars are one.
  bool Star() {
    const bool first = at_ == 0;
    const bool behind_slash = !first && text_[at_ - 1] == '/';
    if (Has("**") && (first || behind_slash)) {
      const size_t end = at_ + 2;
      if (end == text_.size()) {
        Loop(Op::kAny);
        at_ = end;
        return true;
      }
      if (text_[end] == '/') {
        // Nothing, or what ends with a slash; a path that begins with one, too.
        const uint32_t split = Here();
        Put({Op::kSplit, false, split + 1, split + 5});
        Put({Op::kSplit, false, split + 2, split + 4});
        Put({Op::kAny});
        Put({Op::kJump, false, split + 1});
        Byte('/');
        at_ = end + 1;
        return true;
      }
    }
    while (Has("*")) ++at_;
    Loop(Op::kNotSlash);
    return true;
  }

  bool Class() {
    constexpr std::string_view kUnclosed = "unclosed character class; missing ']'";
    Glob::Step step{Op::kClass};
    ++at_;
    if (Has("!") || Has("^")) {
      step.negated = true;
      ++at_;
    }
    step.a = static_cast<uint32_t>(glob_.ranges_.size());
    bool first = true, in_range = false;
    while (true) {
      if (at_ >= text_.size()) return Fail(kUnclosed);
      uint32_t c = 0;
      const size_t size = DecodeCharacter(text_, at_, &c);
      at_ += size;
      if (c == ']' && !first) break;
      if (c == '-' && !first && !in_range) {
        in_range = true;
        continue;
      }
      if (in_range) {
        auto& range = glob_.ranges_.back();
        if (c < range.first)
          return Fail("invalid range; '" + Shown(range.first) + "' > '" + Shown(c) + "'");
        range.second = c;
        in_range = false;
      } else {
        glob_.ranges_.emplace_back(c, c);
      }
      first = false;
    }
    if (in_range) glob_.ranges_.emplace_back('-', '-');
    step.b = static_cast<uint32_t>(glob_.ranges_.size());
    Put(step);
    return true;
  }
  static std::string Shown(uint32_t c) {
    std::string out;
    if (c >= kInvalidByte) return out + static_cast<char>(c - kInvalidByte);
    if (c < 0x80) return out + static_cast<char>(c);
    if (c < 0x800) {
      out += static_cast<char>(0xC0 | c >> 6);
    } else {
      if (c < 0x10000) {
        out += static_cast<char>(0xE0 | c >> 12);
      } else {
        out += static_cast<char>(0xF0 | c >> 18);
        out += static_cast<char>(0x80 | (c >> 12 & 0x3F));
      }
      out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    }
    return out + static_cast<char>(0x80 | (c & 0x3F));
  }

  // Most globs end in plain text, and most paths in another.
  // What each match must end with is compared first: nearly all paths are done with there.
  void FindTail() {
    if (glob_.ignore_case_) return;
    size_t special = text_.find_last_of("*?[]{}\\,");
    const size_t from = special == std::string_view::npos ? 0 : special + 1;
    std::string_view tail = text_.substr(from);
    if (text_.find_first_of("{}[]\\,") != std::string_view::npos &&
        special != std::string_view::npos && text_[special] != '*' && text_[special] != '?')
      return;  // (an alternative may end the glob)
    if (text_.substr(0, from) == "**" && tail.starts_with("/")) {
      tail.remove_prefix(1);
      glob_.literal_ = true;
    } else if (text_.substr(0, from).ends_with("**") && tail.starts_with("/")) {
      tail.remove_prefix(1);
    }
    glob_.tail_ = tail;
  }

  std::string_view text_;
  Glob& glob_;
  std::string& error_;
  size_t at_ = 0;
  bool alternates_ = false;
  bool some_ = false;  // of the alternatives is not empty
  uint32_t split_ = 0;
  std::vector<uint32_t> jumps_;
};

std::optional<Glob> Glob::Compile(std::string_view text, bool ignore_case, std::string* error) {
  Glob glob;
  glob.ignore_case_ = ignore_case;
  GlobCompiler compiler(text, &glob, error);
  if (!compiler.Run()) return std::nullopt;
  return glob;
}

bool Glob::Matches(std::string_view path) const {
  if (!path.ends_with(tail_)) return false;
  if (literal_) return path.size() == tail_.size() || path[path.size() - tail_.size() - 1] == '/';
  std::vector<uint32_t> now, next, stack;
  std::vector<bool> seen(steps_.size());
  bool matched = false;
  // Follows steps that take no character. Each step is in a list once: that bounds the work.
  auto add = [&](uint32_t first, std::vector<uint32_t>* list, bool at_end) {
    stack.push_back(first);
    while (!stack.empty()) {
      const uint32_t at = stack.back();
      stack.pop_back();
      if (seen[at]) continue;
      seen[at] = true;
      const Step& step = steps_[at];
      if (step.op == Op::kJump) {
        stack.push_back(step.a);
      } else if (step.op == Op::kSplit) {
        stack.push_back(step.b);
        stack.push_back(step.a);
      } else if (step.op == Op::kMatch) {
        matched |= at_end;
      } else {
        list->push_back(at);
      }
    }
  };
  add(0, &now, path.empty());
  for (size_t at = 0; at < path.size() && !now.empty();) {
    uint32_t c = 0;
    const size_t size = DecodeCharacter(path, at, &c);
    // Literal text of a glob is in bytes: within a character only such steps go on.
    const uint32_t folded = ignore_case_ ? Fold(c) : c;
    if (size > 1) {
      // A character of several bytes: its bytes one after the other for literals, which then wait.
      std::vector<uint32_t> whole;
      for (uint32_t pc : now) {
        const Step& step = steps_[pc];
        if (step.op == Op::kByte) {
          uint32_t to = pc;
          bool fits = true;
          for (size_t i = 0; i < size && fits; ++i, ++to) {
            fits = steps_[to].op == Op::kByte && steps_[to].a == static_cast<uint8_t>(path[at + i]);
          }
          if (fits) whole.push_back(to);
        } else if (step.op != Op::kClass) {
          whole.push_back(pc + 1);
        } else {
          bool in = false;
          for (uint32_t i = step.a; i < step.b; ++i)
            in |= c >= ranges_[i].first && c <= ranges_[i].second;
          if (in != step.negated) whole.push_back(pc + 1);
        }
      }
      std::fill(seen.begin(), seen.end(), false);
      next.clear();
      at += size;
      for (uint32_t pc : whole) add(pc, &next, at == path.size());
    } else {
      const uint32_t byte = c >= kInvalidByte ? c - kInvalidByte : folded;
      std::fill(seen.begin(), seen.end(), false);
      next.clear();
      ++at;
      for (uint32_t pc : now) {
        const Step& step = steps_[pc];
        bool in = false;
        switch (step.op) {
          case Op::kByte: in = step.a == byte; break;
          case Op::kNotSlash: in = c != '/'; break;
          case Op::kAny: in = true; break;
          default:
            for (uint32_t i = step.a; i < step.b; ++i) {
              in |= c >= ranges_[i].first && c <= ranges_[i].second;
              if (ignore_case_ && c < 0x80) {
                const uint32_t other = (c | 32) >= 'a' && (c | 32) <= 'z' ? c ^ 32 : c;
                in |= other >= ranges_[i].first && other <= ranges_[i].second;
              }
            }
            in = in != step.negated;
            break;
        }
        if (in) add(pc + 1, &next, at == path.size());
      }
    }
    now.swap(next);
  }
  return matched;
}

}  // namespace pysub::shell::rg
