// What match, test and capture are made of.

#include <memory>

#include "lexer/unicode/utf8.h"
#include "shell/commands/jq/json_writer.h"
#include "shell/commands/jq/natives.h"
#include "shell/commands/jq/text.h"
#include "shell/regex/perl_program.h"

namespace pysub::shell::jq {
namespace {

// The heap pays for patterns, too.
class HeapAccount final : public ParseAccount {
 public:
  explicit HeapAccount(Heap& heap) : heap_(heap) {}
  bool Tick(uint64_t work) override { return heap_.Spend(work); }
  bool ChargeMemory(int64_t bytes) override { return heap_.Charge(bytes); }

 private:
  Heap& heap_;
};

// False: one of the letters has no meaning.
bool ReadFlags(std::string_view flags, PerlOptions* options, bool* global) {
  for (char flag : flags) {
    switch (flag) {
      case 'g': *global = true; break;
      case 'i': options->ignore_case = true; break;
      case 'x': options->extended = true; break;
      case 's': break;  // (^ and $ are the ends of the text anyway)
      case 'p': options->dot_all = true; break;
      case 'l': options->longest = true; break;
      case 'n': options->not_empty = true; break;
      default: return false;
    }
  }
  return true;
}

// Numbers of code points for offsets that only grow.
class Counter {
 public:
  explicit Counter(std::string_view text) : text_(text) {}
  double At(size_t offset) {
    if (offset < at_) {
      at_ = count_ = 0;
    }
    count_ += TextLength(text_.substr(at_, offset - at_));
    at_ = offset;
    return static_cast<double>(count_);
  }

 private:
  std::string_view text_;
  size_t at_ = 0, count_ = 0;
};

class Matches {
 public:
  Matches(NativeContext& context, std::string_view text)
      : heap_(context.heap), text_(text), counter_(text) {
    for (size_t i = 0; i < 5; ++i) {
      constexpr std::string_view kNames[] = {"offset", "length", "string", "captures", "name"};
      keys_[i] = heap_.String(kNames[i]);
    }
  }

  Value Match(const std::vector<int64_t>& spans, const std::vector<std::string>& names) {
    const auto begin = static_cast<size_t>(spans[0]), end = static_cast<size_t>(spans[1]);
    const double offset = counter_.At(begin);
    Value captures = heap_.Array(names.size());
    for (size_t i = 0; i < names.size() && heap_.Spend(4); ++i) {
      heap_.Push(&captures, Capture(spans[2 * i + 2], spans[2 * i + 3], offset, begin, names[i]));
    }
    const std::string_view part = text_.substr(begin, end - begin);
    Value match = heap_.Object(4);
    heap_.Set(&match, keys_[0], Value::Number(offset));
    heap_.Set(&match, keys_[1], Value::Number(static_cast<double>(TextLength(part))));
    heap_.Set(&match, keys_[2], heap_.String(part));
    heap_.Set(&match, keys_[3], std::move(captures));
    return match;
  }

 private:
  Value Capture(int64_t begin, int64_t end, double offset, size_t from, const std::string& name) {
    Value capture = heap_.Object(4);
    const bool took_part = begin >= 0 && end >= begin;
    const auto at = static_cast<size_t>(took_part ? begin : 0);
    double place = -1;
    if (took_part) {
      place = at >= from ? offset + static_cast<double>(TextLength(text_.substr(from, at - from)))
                         : static_cast<double>(TextLength(text_.substr(0, at)));
    }
    const std::string_view part =
        text_.substr(at, took_part ? static_cast<size_t>(end - begin) : 0);
    const Value length = Value::Number(static_cast<double>(TextLength(part)));
    heap_.Set(&capture, keys_[0], Value::Number(place));
    if (!part.empty()) heap_.Set(&capture, keys_[1], length);
    heap_.Set(&capture, keys_[2], took_part ? heap_.String(part) : Value::Null());
    if (part.empty()) heap_.Set(&capture, keys_[1], length);
    heap_.Set(&capture, keys_[4], name.empty() ? Value::Null() : heap_.String(name));
    return capture;
  }

  Heap& heap_;
  std::string_view text_;
  Counter counter_;
  Value keys_[5];
};

// _match(pattern; flags; whether only that there is one is asked)
Value MatchNative(NativeContext& c, Value* args) {
  const Value& input = args[0];
  const Value& pattern = args[1];
  const Value& flags = args[2];
  const bool test = args[3].is_true();
  if (!input.is_string()) return c.FailWith(input, "cannot be matched, as it is not a string");
  if (!pattern.is_string()) return c.FailWith(pattern, "is not a string");
  PerlOptions options;
  bool global = false;
  if (!flags.is_null() && !flags.is_string()) return c.FailWith(flags, "is not a string");
  if (flags.is_string() && !ReadFlags(flags.text(), &options, &global)) {
    return c.Fail(std::string(flags.text().substr(0, 1000)) + " is not a valid modifier string");
  }
  HeapAccount account(c.heap);
  PerlProgram program;
  PerlError error;
  if (!CompilePerl(pattern.text(), options, &account, &program, &error)) {
    return c.Fail("Regex failure: " + error.text);
  }
  const std::string_view text = input.text();
  PerlMatcher matcher(program, options, &account);
  matcher.SetText(text);
  Matches matches(c, text);
  Value result = Value::EmptyArray();
  for (size_t from = 0; from <= text.size() && c.heap.Spend(4);) {
    const RegexOutcome outcome = matcher.Search(from);
    const bool found = outcome == RegexOutcome::kMatch;
    if (!found && outcome != RegexOutcome::kNone) return c.Fail("Regex failure: too many steps");
    if (test) return Value::Bool(found);
    if (!found) break;
    c.heap.Push(&result, matches.Match(matcher.spans(), program.names));
    if (!global) break;
    const auto begin = static_cast<size_t>(matcher.spans()[0]);
    const auto end = static_cast<size_t>(matcher.spans()[1]);
    from = end;
    if (begin == end) {
      from = end < text.size() ? end + static_cast<size_t>(Utf8SizeFromLead(text[end])) : end + 1;
    }
  }
  return test ? Value::Bool(false) : result;
}

// The named groups of a match: {name: string}.
Value Captures(NativeContext& c, Value* args) {
  Value result = Value::EmptyObject();
  const Value* captures = args[0].is_object() ? args[0].Find(c.heap.String("captures")) : nullptr;
  if (captures == nullptr || !captures->is_array()) return result;
  const Value name_key = c.heap.String("name"), string_key = c.heap.String("string");
  for (size_t i = 0; i < captures->size() && c.heap.Spend(1); ++i) {
    const Value& capture = captures->at(i);
    const Value* name = capture.is_object() ? capture.Find(name_key) : nullptr;
    const Value* string = capture.is_object() ? capture.Find(string_key) : nullptr;
    if (name == nullptr || !name->is_string() || string == nullptr) continue;
    c.heap.Set(&result, *name, *string);
  }
  return result;
}

// What lies between matches, before the first and behind the last. False: they are no matches.
bool GapsOf(NativeContext& c, const Value& text, const Value& matches, Value* gaps) {
  if (!text.is_string() || !matches.is_array()) return false;
  const Value offset_key = c.heap.String("offset"), length_key = c.heap.String("length");
  std::string_view rest = text.text();
  double at = 0;  // where it begins, in code points
  for (size_t i = 0; i < matches.size() && c.heap.Spend(2); ++i) {
    const Value& match = matches.at(i);
    const Value* offset = match.is_object() ? match.Find(offset_key) : nullptr;
    const Value* length = match.is_object() ? match.Find(length_key) : nullptr;
    if (offset == nullptr || length == nullptr || !offset->is_number() || !length->is_number() ||
        !(offset->number() >= at) || !(length->number() >= 0)) {
      return false;
    }
    const size_t begin = OffsetOf(rest, static_cast<size_t>(offset->number() - at));
    c.heap.Push(gaps, c.heap.String(rest.substr(0, begin)));
    rest.remove_prefix(begin);
    const size_t size = OffsetOf(rest, static_cast<size_t>(length->number()));
    rest.remove_prefix(size);
    at = offset->number() + length->number();
    c.heap.Spend((begin + size) / 8);
  }
  c.heap.Push(gaps, c.heap.String(rest));
  return true;
}

Value Gaps(NativeContext& c, Value* args) {
  Value gaps = Value::EmptyArray();
  return GapsOf(c, args[0], args[1], &gaps) ? gaps : c.Fail("matches expected");
}

// _substitute(matches; for each of them what may stand in its place): all results.
Value Substitute(NativeContext& c, Value* args) {
  Value gaps = Value::EmptyArray();
  if (!args[2].is_array() || !GapsOf(c, args[0], args[1], &gaps)) {
    return c.Fail("matches expected");
  }
  Value results = Value::EmptyArray();
  for (size_t i = 0; i < args[2].size() && i + 1 < gaps.size(); ++i) {
    const Value& texts = args[2].at(i);
    for (size_t k = 0; texts.is_array() && k < texts.size() && c.heap.Spend(2); ++k) {
      Value part = Plus(c, gaps.at(i), texts.at(k));
      if (part.is_none() || !c.heap.Own(&results, k + 1)) return Value();
      Value before = std::move(results.items()[k]);
      Value joined = Plus(c, std::move(before), std::move(part));
      results.items()[k] = joined.is_none() ? Value::Null() : std::move(joined);
    }
  }
  if (results.size() == 0) {
    c.heap.Push(&results, args[0]);
    return results;
  }
  for (size_t k = 0; k < results.size() && c.heap.Spend(1); ++k) {
    Value joined = Plus(c, std::move(results.items()[k]), gaps.at(gaps.size() - 1));
    results.items()[k] = joined.is_none() ? Value::Null() : std::move(joined);
  }
  return results;
}

constexpr NativeRow kRows[] = {{"_match", 3, MatchNative},
                               {"_captures", 0, Captures},
                               {"_gaps", 1, Gaps},
                               {"_substitute", 2, Substitute}};

}  // namespace

std::span<const NativeRow> MatchNatives() { return kRows; }

}  // namespace pysub::shell::jq
