#include <algorithm>
#include <cctype>

#include "pysub/shell/command.h"
#include "shell/commands/simple.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

constexpr CommandOption kOptions[] = {
    HelpRow('h'),      VersionRow('V'),      {'a', "alternative"},
    {'d', "alphanum"}, {'f', "ignore-case"}, {'t', "terminate", OptionArgument::kRequired},
};
constexpr std::string_view kWords = "/usr/share/dict/words";

// Lines that begin with a text, of a sorted file. All lines are looked at: the file need not be
// sorted here.
class Look : public TextCommand {
 public:
  void Fields(Archive& archive) override { archive(inputs_, found_); }

 protected:
  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override;
  void Suspend() override { inputs_.Suspend(); }

 private:
  // What is compared of a line, `most` bytes of it.
  std::string Comparable(std::string_view text, size_t most) const;

  bool alphanumeric_ = false, ignore_case_ = false;
  std::string text_;
  Inputs inputs_;
  bool found_ = false;
};

std::string Look::Comparable(std::string_view text, size_t most) const {
  std::string compared;
  for (size_t i = 0; i < text.size() && compared.size() < most; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (alphanumeric_ && std::isalnum(byte) == 0 && byte != ' ' && byte != '\t') continue;
    compared += static_cast<char>(ignore_case_ ? std::tolower(byte) : byte);
  }
  return compared;
}

std::optional<int> Look::Start(CommandIo& io) {
  Options options(io, kOptions);
  std::optional<char> end;
  while (options.Next()) {
    switch (options.id()) {
      case 'd': alphanumeric_ = true; break;
      case 'f': ignore_case_ = true; break;
      case 't':
        if (!options.value().empty()) end = options.value()[0];
        break;
      default: break;
    }
  }
  if (options.status()) return options.status();
  const std::vector<std::string>& words = options.operands();
  if (words.empty() || words.size() > 2) {
    io.Error("bad usage");
    TryHelp(io);
    return 1;
  }
  // In the list of words letters alone count.
  if (words.size() == 1) alphanumeric_ = ignore_case_ = true;
  text_ = words[0];
  if (const size_t at = end ? text_.find(*end) : std::string::npos; at != std::string::npos)
    text_.resize(at + 1);
  text_ = Comparable(text_, text_.size());
  inputs_.Start({words.size() == 2 ? words[1] : std::string(kWords)});
  return std::nullopt;
}

Progress Look::Run(CommandIo& io) {
  while (true) {
    Line line;
    const Got got = inputs_.NextLine(io, '\n', &line);
    if (auto end = StepEnd(got)) return *end;
    if (got == Got::kEnd) return Progress::Done(inputs_.failed() || !found_ ? 1 : 0);
    if (Comparable(line.text, text_.size()) == text_) {
      found_ = true;
      io.Out(line.text);
      if (line.terminated) io.Out("\n");
    }
    if (io.Tick(line.text.size() + 16)) return Progress::Yield();
  }
}

}  // namespace

std::unique_ptr<Command> MakeLook() { return Make<Look>(); }

}  // namespace pysub::shell
