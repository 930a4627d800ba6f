#include "shell/commands/archive/tar_transform.h"

#include <optional>
#include <utility>

#include "shell/commands/text/sed_substitute.h"

namespace pysub::shell {
namespace {

// Up to `delimiter`, which a backslash may stand before. False: it is not there.
bool TakeUpTo(char delimiter, std::string_view* text, std::string_view* piece) {
  size_t end = 0;
  while (end < text->size() && (*text)[end] != delimiter) end += (*text)[end] == '\\' ? 2 : 1;
  if (end >= text->size()) return false;
  *piece = text->substr(0, end);
  text->remove_prefix(end + 1);
  return true;
}

// What stands for the letter behind a backslash on the right side of s.
std::optional<SedPart::Kind> CaseOf(char letter) {
  switch (letter) {
    case 'U': return SedPart::Kind::kUpper;
    case 'L': return SedPart::Kind::kLower;
    case 'u': return SedPart::Kind::kUpperOne;
    case 'l': return SedPart::Kind::kLowerOne;
    case 'E': return SedPart::Kind::kEndCase;
    default: return std::nullopt;
  }
}

// False: a group that the pattern has not got.
bool ParseReplacement(std::string_view text, char delimiter, int groups,
                      std::vector<SedPart>* parts) {
  constexpr std::string_view kEscapes = "abfnrtv", kControls = "\a\b\f\n\r\t\v";
  std::string literal;
  auto add = [&](SedPart part) {
    if (!literal.empty())
      parts->push_back({.kind = SedPart::Kind::kText, .text = std::exchange(literal, "")});
    parts->push_back(std::move(part));
  };
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '&') add({.kind = SedPart::Kind::kGroup});
    if (c != '\\' || at + 1 == text.size()) {
      if (c != '&') literal += c;
      continue;
    }
    const char escaped = text[++at];
    if (escaped >= '0' && escaped <= '9') {
      if (escaped - '0' > groups) return false;
      add({.kind = SedPart::Kind::kGroup, .group = escaped - '0'});
    } else if (std::optional<SedPart::Kind> kind = CaseOf(escaped)) {
      add({.kind = *kind});
    } else if (size_t control = kEscapes.find(escaped); control != std::string_view::npos) {
      literal += kControls[control];
    } else {
      const bool stands_for_itself = escaped == '\\' || escaped == '&' || escaped == delimiter;
      if (!stands_for_itself) literal += '\\';
      literal += escaped;
    }
  }
  if (!literal.empty()) parts->push_back({.kind = SedPart::Kind::kText, .text = literal});
  return true;
}

}  // namespace

bool TarTransforms::TakeFlag(char letter, Rule* rule, RegexOptions* options) {
  uint8_t& targets = rule->targets;
  switch (letter) {
    case 'g': rule->command.global = true; return true;
    case 'i': options->ignore_case = true; return true;
    case 'x': options->syntax = RegexSyntax::kPosixExtended; return true;
    case 'r': targets |= kName; return true;
    case 'R': targets &= ~kName; return true;
    case 's': targets |= kSymlink; return true;
    case 'S': targets &= ~kSymlink; return true;
    case 'h': targets |= kHardLink; return true;
    case 'H': targets &= ~kHardLink; return true;
    default: return false;
  }
}

bool TarTransforms::Add(std::string_view text, ParseAccount* account, std::string* error) {
  constexpr std::string_view kFlags = "flags=";
  while (!text.empty()) {
    Rule rule;
    RegexOptions options{.syntax = RegexSyntax::kPosixBasic};
    rule.targets = targets_;
    const bool only_flags = text.starts_with(kFlags);
    std::string_view pattern, replacement;
    char delimiter = 0;
    if (only_flags) {
      text.remove_prefix(kFlags.size());
    } else {
      *error = "Invalid transform expression";
      if (text.size() < 2 || text[0] != 's') return false;
      delimiter = text[1];
      text.remove_prefix(2);
      if (!TakeUpTo(delimiter, &text, &pattern) || !TakeUpTo(delimiter, &text, &replacement))
        return false;
    }
    for (; !text.empty() && text[0] != ';'; text.remove_prefix(1)) {
      const char letter = text[0];
      SedCommand& command = rule.command;
      if (letter >= '0' && letter <= '9' && !only_flags) {
        command.has_number = true;
        command.number =
            command.number < 100'000'000 ? command.number * 10 + (letter - '0') : command.number;
      } else if (!TakeFlag(letter, &rule, &options)) {
        *error = std::string("Unknown flag in transform expression: ") + letter;
        return false;
      }
    }
    if (!text.empty()) text.remove_prefix(1);
    if (only_flags) {
      targets_ = rule.targets;
      continue;
    }
    std::string why;
    rule.regex = Regex::Compile(pattern, options, account, &why);
    if (rule.regex == nullptr) {
      *error = "Invalid transform expression: " + why;
      return false;
    }
    if (!ParseReplacement(replacement, delimiter, rule.regex->groups(), &rule.command.parts)) {
      *error = "Invalid transform replacement: back reference out of range";
      return false;
    }
    rules_.push_back(std::move(rule));
  }
  return true;
}

bool TarTransforms::Apply(CommandIo& io, Target target, std::string* name) const {
  for (const Rule& rule : rules_) {
    if ((rule.targets & target) == 0) continue;
    SedSubstitution state;
    SedResult result = SedResult::kYield;
    // (A name is short, or the archive has told its size, which is limited.)
    while (result == SedResult::kYield && io.account().Tick(1))
      result = SedSubstitute(io, rule.command, *rule.regex, *name, &state);
    if (result != SedResult::kChanged && result != SedResult::kUnchanged) return false;
    if (result == SedResult::kChanged) name->swap(state.out);
    state.Release(io);
  }
  return true;
}

}  // namespace pysub::shell
