// What both parts of the matcher of Perl's syntax know of characters.

#include "shell/regex/perl_program.h"

#include <algorithm>

#include "lexer/unicode/unicode_properties.h"

namespace pysub::shell {
namespace {

bool InScript(PerlClass which, uint32_t c) {
  switch (which) {
    case PerlClass::kGreek: return (c >= 0x370 && c <= 0x3FF) || (c >= 0x1F00 && c <= 0x1FFF);
    case PerlClass::kCyrillic: return c >= 0x400 && c <= 0x52F;
    case PerlClass::kHan:
      return (c >= 0x2E80 && c <= 0x2FD5) || c == 0x3005 || c == 0x3007 ||
             (c >= 0x3021 && c <= 0x3029) || (c >= 0x3400 && c <= 0x9FFF) ||
             (c >= 0xF900 && c <= 0xFAD9) || (c >= 0x20000 && c <= 0x323AF);
    case PerlClass::kHiragana: return c >= 0x3041 && c <= 0x309F;
    case PerlClass::kKatakana: return (c >= 0x30A1 && c <= 0x30FF) || (c >= 0xFF66 && c <= 0xFF9D);
    case PerlClass::kLatin:
      return ((c | 32) >= 'a' && (c | 32) <= 'z') || c == 0xAA || c == 0xBA ||
             (c >= 0xC0 && c <= 0x24F && c != 0xD7 && c != 0xF7) || (c >= 0x1E00 && c <= 0x1EFF);
    default: return false;
  }
}

bool HasCategory(uint32_t c, std::string_view first) {
  return CategoryName(CategoryOf(c)).starts_with(first);
}

}  // namespace

uint32_t FoldPerl(uint32_t c) {
  if (c < 0x80) return c >= 'A' && c <= 'Z' ? c + 32 : c;
  const CaseMapping fold = FullFold(c);
  return fold.size == 1 ? fold.code_points[0] : SimpleLower(c);
}

bool InPerlClass(PerlClass which, uint32_t c) {
  switch (which) {
    case PerlClass::kWord:
      return IsAlphaCodePoint(c) || HasCategory(c, "N") || HasCategory(c, "M") ||
             HasCategory(c, "Pc");
    case PerlClass::kDigit: return HasCategory(c, "Nd");
    case PerlClass::kSpace:
      return c == ' ' || (c >= 9 && c <= 13) || c == 0x85 || HasCategory(c, "Z");
    case PerlClass::kHex: return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'f');
    case PerlClass::kAlpha: return IsAlphaCodePoint(c) || HasCategory(c, "M");
    case PerlClass::kAlnum:
      return IsAlphaCodePoint(c) || HasCategory(c, "Nd") || HasCategory(c, "M");
    case PerlClass::kUpper: return IsUpperCodePoint(c);
    case PerlClass::kLower: return IsLowerCodePoint(c);
    case PerlClass::kPunct: return HasCategory(c, "P") || (c < 0x80 && HasCategory(c, "S"));
    case PerlClass::kPrint: return !HasCategory(c, "C");
    case PerlClass::kGraph: return !HasCategory(c, "C") && !HasCategory(c, "Z");
    case PerlClass::kControl: return HasCategory(c, "C");
    case PerlClass::kBlank: return c == ' ' || c == '\t' || HasCategory(c, "Zs");
    case PerlClass::kLetter: return HasCategory(c, "L");
    case PerlClass::kNumber: return HasCategory(c, "N");
    case PerlClass::kMark: return HasCategory(c, "M");
    case PerlClass::kSymbol: return HasCategory(c, "S");
    case PerlClass::kSeparator: return HasCategory(c, "Z");
    case PerlClass::kAscii: return c < 0x80;
    case PerlClass::kAny: return true;
    default: return InScript(which, c);
  }
}

namespace {

bool HasExactly(const PerlSet& set, uint32_t c) {
  if (set.sorted) {
    const auto behind = std::upper_bound(set.ranges.begin(), set.ranges.end(),
                                         std::pair<uint32_t, uint32_t>(c, UINT32_MAX));
    return behind != set.ranges.begin() && (behind - 1)->second >= c;
  }
  for (const auto& [low, high] : set.ranges) {
    if (c >= low && c <= high) return true;
  }
  for (const auto& [which, negated] : set.classes) {
    if (InPerlClass(which, c) != negated) return true;
  }
  return false;
}

}  // namespace

bool InPerlSet(const PerlSet& set, uint32_t c, bool ignore_case) {
  bool has = HasExactly(set, c);
  if (!has && ignore_case && !set.sorted) {  // (a sorted one has all cases already)
    has = HasExactly(set, FoldPerl(c)) || HasExactly(set, SimpleUpper(c)) ||
          HasExactly(set, SimpleLower(c));
  }
  return has != set.negated;
}

// The bytes with which a match may begin, if all its ways begin with a character.
void FindFirstBytes(PerlProgram* program) {
  std::vector<bool> seen(program->code.size());
  std::vector<uint32_t> open{0};
  const auto add = [&](uint32_t byte) { program->first[byte / 64] |= uint64_t{1} << (byte % 64); };
  while (!open.empty()) {
    const uint32_t pc = open.back();
    open.pop_back();
    if (seen[pc]) continue;
    seen[pc] = true;
    const PerlInstruction& in = program->code[pc];
    switch (in.op) {
      case PerlOp::kJump: open.push_back(in.a); break;
      case PerlOp::kSplit:
        open.push_back(in.a);
        open.push_back(in.b);
        break;
      case PerlOp::kRun:
        if (in.a == 0) open.push_back(pc + 2);
        open.push_back(pc + 1);
        break;
      case PerlOp::kLook:
        // (What is only looked at takes nothing.)
        if ((in.flags & kLookCondition) != 0) open.push_back(in.b);
        open.push_back((in.flags & kLookAtomic) != 0 ? pc + 1 : in.a);
        break;
      case PerlOp::kEnd:
      case PerlOp::kKeep:
      case PerlOp::kSave:
      case PerlOp::kReturn:
      case PerlOp::kWordBoundary:
      case PerlOp::kNotWordBoundary:
      case PerlOp::kLoopStart: open.push_back(pc + 1); break;
      case PerlOp::kLoopCheck:
        open.push_back(pc + 1);
        open.push_back(pc + 2);
        break;
      case PerlOp::kCharacter:
        if (in.a >= 0x80 || (in.flags != 0 && (in.a == 'k' || in.a == 's'))) {
          for (uint32_t byte = 0x80; byte < 256; ++byte) add(byte);
        }
        if (in.a < 0x80) add(in.a);
        if (in.flags != 0 && in.a >= 'a' && in.a <= 'z') add(in.a - 32);
        break;
      case PerlOp::kSet:
        for (uint32_t byte = 0; byte < 256; ++byte) {
          if (byte >= 0x80 || (program->sets[in.a].ascii[byte / 64] >> (byte % 64) & 1) != 0) {
            add(byte);
          }
        }
        break;
      default: return;
    }
  }
  program->first_known = true;
}

}  // namespace pysub::shell
