// Words behind a subcommand.
//
//   -vm msg         a group of letters; the last one takes the next word
//   -mmsg           or what is left of its own
//   --message=msg   --mess msg: a long name may be cut as long as it is the only one
//   --no-verbose    the opposite, for every row
//   --              all behind it are operands

#include "shell/commands/git/words.h"

#include <algorithm>

#include "shell/commands/git/state.h"

namespace pysub::shell::git {

WordReader::WordReader(Git& git, std::initializer_list<std::span<const WordRow>> tables,
                       Style style, bool stops_at_operand)
    : git_(git), style_(style), stops_(stops_at_operand) {
  for (std::span<const WordRow> table : tables)
    rows_.insert(rows_.end(), table.begin(), table.end());
}

bool WordReader::Refuse(std::string_view what, bool is_letter) {
  ok_ = false;
  const std::string text(what);
  if (style_ == kRevision) {
    git_.Fatal("unrecognized argument: " + std::string(is_letter ? "-" : "--") + text);
  } else if (style_ == kDiff) {
    git_.Error("invalid option: " + std::string(is_letter ? "-" : "--") + text, 255);
  } else {
    git_.Error(std::string(is_letter ? "unknown switch `" : "unknown option `") + text + "'", 129);
    git_.Err("usage: git " + git_.command + " [<options>]\n");
  }
  return false;
}

bool WordReader::TakeLong(std::string_view word) {
  const size_t equals = word.find('=');
  const std::string_view name = word.substr(0, equals);
  const WordRow* found = nullptr;
  bool several = false;
  const auto look = [&](std::string_view wanted, bool negated) {
    for (const WordRow& row : rows_) {
      if (row.name.empty()) continue;
      if (row.name == wanted) {
        found = &row;
        negated_ = negated;
        several = false;
        return true;
      }
      if (!row.name.starts_with(wanted) || wanted.empty() || style_ != kUsual) continue;
      if (found != nullptr && found->id != row.id) several = true;
      found = &row;
      negated_ = negated;
    }
    return false;
  };
  if (!look(name, false) && name.starts_with("no-")) {
    const WordRow* before = found;
    if (!look(name.substr(3), true) && before != nullptr) {
      found = before;
      negated_ = false;
    }
  }
  if (found == nullptr) return Refuse(word, false);
  if (several) {
    ok_ = false;
    git_.Error("ambiguous option: " + std::string(name), 129);
    return false;
  }
  id_ = found->id;
  option_ = (negated_ ? "--no-" : "--") + std::string(found->name);
  has_value_ = equals != std::string_view::npos;
  value_ = has_value_ ? word.substr(equals + 1) : std::string_view();
  if (has_value_ && (found->takes == Takes::kNothing || negated_)) {
    ok_ = false;
    git_.Error("option `" + std::string(name) + "' takes no value", 129);
    return false;
  }
  if (found->takes != Takes::kValue || has_value_ || negated_) return true;
  if (next_ >= git_.words.size()) {
    ok_ = false;
    if (style_ == kRevision && id_ >= kFirstLogWord)
      return git_.Fatal("Option '--" + std::string(found->name) + "' requires a value");
    return git_.Error("option `" + std::string(found->name) + "' requires a value", 129);
  }
  has_value_ = true;
  value_ = git_.words[next_++];
  return true;
}

bool WordReader::TakeLetter() {
  const char letter = group_[0];
  negated_ = has_value_ = false;
  value_ = {};
  if (letter >= '0' && letter <= '9') {
    for (const WordRow& row : rows_) {
      if (row.letter != '#') continue;
      size_t digits = 0;
      while (digits < group_.size() && group_[digits] >= '0' && group_[digits] <= '9') ++digits;
      id_ = row.id;
      option_ = "-" + std::string(group_.substr(0, digits));
      has_value_ = true;
      value_ = group_.substr(0, digits);
      group_.remove_prefix(digits);
      return true;
    }
  }
  group_.remove_prefix(1);
  for (const WordRow& row : rows_) {
    if (row.letter != letter || letter == '#') continue;
    id_ = row.id;
    option_ = std::string("-") + letter;
    if (row.takes == Takes::kNothing) return true;
    has_value_ = !group_.empty();
    value_ = group_;
    group_ = {};
    if (has_value_ || row.takes == Takes::kOptional) return true;
    if (next_ >= git_.words.size()) {
      ok_ = false;
      if (style_ == kRevision && id_ >= kFirstLogWord)
        return git_.Error("-" + std::string(1, letter) + " requires an argument", 128);
      return git_.Error("switch `" + std::string(1, letter) + "' requires a value", 129);
    }
    has_value_ = true;
    value_ = git_.words[next_++];
    return true;
  }
  return Refuse(std::string(1, letter), true);
}

bool WordReader::Next() {
  if (!ok_) return false;
  if (!group_.empty()) return TakeLetter();
  while (next_ < git_.words.size()) {
    if (!git_.Tick(16)) return ok_ = false;
    const std::string& word = git_.words[next_++];
    if (has_dashes_ || word.size() < 2 || word[0] != '-' || (stops_ && !operands_.empty())) {
      operands_.push_back(word);
      continue;
    }
    if (word == "--") {
      has_dashes_ = true;
      dashes_ = operands_.size();
      continue;
    }
    negated_ = false;
    if (word.starts_with("--")) return TakeLong(std::string_view(word).substr(2));
    group_ = std::string_view(word).substr(1);
    return TakeLetter();
  }
  if (!has_dashes_) dashes_ = operands_.size();
  return false;
}

bool RefuseOption(Git& git, const WordReader& reader) {
  return git.Fatal("the option '" + reader.option() + "' of 'git " + git.command +
                   "' is not supported");
}

bool ReadAllInput(Git& git) {
  State& state = git.state();
  while (state.phase == 0) {
    std::string_view bytes;
    switch (git.io().ReadSome(0, &bytes)) {
      case ReadStatus::kData:
        if (!git.Keep(bytes.size() * 3)) return false;
        state.text += bytes;
        break;
      case ReadStatus::kEnd: state.phase = 1; break;
      case ReadStatus::kWait: git.Wait(); return false;
      case ReadStatus::kError: return git.Fatal("read error on standard input");
    }
  }
  return true;
}
Outcome WhileNoInput(Git& git) {
  if (git.over()) return 2;
  if (git.status() != 0) return git.status();
  return std::nullopt;
}

int Usage(Git& git, std::string_view text) {
  git.Err("usage: " + std::string(text) + "\n");
  return 129;
}

bool TakeNumber(Git& git, std::string_view name, std::string_view value, int64_t* number) {
  const std::optional<int64_t> parsed = ParseNumber(value);
  if (parsed) {
    *number = *parsed;
    return true;
  }
  return git.Fatal("'" + std::string(value) + "': not an integer" +
                   (name.empty() ? "" : " (" + std::string(name) + ")"));
}

}  // namespace pysub::shell::git
