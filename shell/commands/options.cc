#include "shell/commands/options.h"

namespace pysub::shell {

OptionParser::OptionParser(CommandIo& io, std::string_view short_options,
                           std::span<const LongOption> long_options)
    : OptionParser(io, io.args(), short_options, long_options) {}

OptionParser::OptionParser(CommandIo& io, std::span<const std::string> words,
                           std::string_view short_options, std::span<const LongOption> long_options)
    : io_(io), words_(words), letters_(short_options), long_(long_options) {
  if (letters_.starts_with('+')) {
    stops_at_operand_ = true;
    letters_.remove_prefix(1);
  } else if (letters_.starts_with('-')) {
    in_order_ = true;
    letters_.remove_prefix(1);
  }
}

int OptionParser::Next() {
  value_ = {};
  has_value_ = is_attached_ = false;
  if (!group_.empty()) return NextLetter();
  while (next_ < words_.size()) {
    std::string_view word = words_[next_];
    if (word.size() < 2 || word[0] != '-') {
      if (stops_at_operand_) break;
      ++next_;
      if (in_order_) {
        value_ = word;
        has_value_ = true;
        return 1;
      }
      operands_.push_back(next_ - 1);
      continue;
    }
    ++next_;
    if (word == "--") break;
    if (word[1] == '-') return NextLong(word.substr(2));
    group_ = word.substr(1);
    return NextLetter();
  }
  for (; next_ < words_.size() && !stops_at_operand_; ++next_) operands_.push_back(next_);
  return kEnd;
}

int OptionParser::NextLetter() {
  char letter = group_[0];
  group_.remove_prefix(1);
  size_t at = letter == ':' ? std::string_view::npos : letters_.find(letter);
  if (at == std::string_view::npos) {
    io_.Error(std::string("invalid option -- '") + letter + "'");
    return kBad;
  }
  if (letters_.substr(at + 1, 1) != ":") return static_cast<unsigned char>(letter);
  bool optional = letters_.substr(at + 2, 1) == ":";
  if (!group_.empty()) {
    value_ = group_;
    has_value_ = is_attached_ = true;
    group_ = {};
  } else if (!optional) {
    if (next_ == words_.size()) {
      io_.Error(std::string("option requires an argument -- '") + letter + "'");
      return kBad;
    }
    value_ = words_[next_++];
    has_value_ = true;
  }
  return static_cast<unsigned char>(letter);
}

int OptionParser::NextLong(std::string_view word) {
  size_t equals = word.find('=');
  std::string_view name = word.substr(0, equals);
  const LongOption* found = nullptr;
  bool ambiguous = false;
  for (const LongOption& option : long_) {
    if (!option.name.starts_with(name)) continue;
    if (option.name == name) {
      found = &option;
      ambiguous = false;
      break;
    }
    if (found == nullptr) {
      found = &option;
    } else if (found->id != option.id || found->argument != option.argument) {
      ambiguous = true;
    }
  }
  if (ambiguous) {
    std::string text = "option '--" + std::string(word) + "' is ambiguous; possibilities:";
    for (const LongOption& option : long_) {
      if (option.name.starts_with(name)) text += " '--" + std::string(option.name) + "'";
    }
    io_.Error(text);
    return kBad;
  }
  if (found == nullptr) {
    io_.Error("unrecognized option '--" + std::string(word) + "'");
    return kBad;
  }
  if (equals != std::string_view::npos) {
    if (found->argument == OptionArgument::kNone) {
      io_.Error("option '--" + std::string(found->name) + "' doesn't allow an argument");
      return kBad;
    }
    value_ = word.substr(equals + 1);
    has_value_ = true;
  } else if (found->argument == OptionArgument::kRequired) {
    if (next_ == words_.size()) {
      io_.Error("option '--" + std::string(found->name) + "' requires an argument");
      return kBad;
    }
    value_ = words_[next_++];
    has_value_ = true;
  }
  return found->id;
}

std::vector<std::string> OptionParser::Operands() const {
  std::vector<std::string> operands;
  operands.reserve(operands_.size());
  for (size_t index : operands_) operands.push_back(words_[index]);
  if (stops_at_operand_) operands.insert(operands.end(), words_.begin() + next_, words_.end());
  return operands;
}

Progress OptionParser::Usage(CommandIo& io, int status) {
  std::string name(io.name());
  io.Write(2, "Try '" + name + " --help' for more information.\n");
  return Progress::Done(status);
}

}  // namespace pysub::shell
