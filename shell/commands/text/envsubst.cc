#include <algorithm>
#include <set>

#include "pysub/shell/command.h"
#include "shell/commands/text_command.h"
#include "shell/syntax/parser.h"

namespace pysub::shell {
namespace {

constexpr CommandOption kOptions[] = {{'v', "variables"}, HelpRow('h'), VersionRow('V')};

// "$NAME" or "${NAME}" as its bytes come one by one; what begins like one and is none is plain
// text.
class Reference {
 public:
  enum class Taken : uint8_t { kMore, kComplete, kNone };

  bool has_begun() const { return !text_.empty(); }
  // All of it so far, the closing brace left out.
  const std::string& text() const { return text_; }
  std::string_view name() const { return std::string_view(text_).substr(is_braced() ? 2 : 1); }
  bool is_braced() const { return text_.starts_with("${"); }

  [[nodiscard]] bool MakeRoomFor(CommandIo& io, size_t bytes) {
    return MakeRoom(io, &text_, bytes, &charged_);
  }
  void Begin() { text_ = "$"; }
  // kComplete: the name has ended before `c`, or with it when it is the brace. kNone: no reference
  // can become of text(), and `c` is not part of it.
  Taken Take(char c) {
    const bool opens = c == '{' && text_ == "$";
    if (opens || (name().empty() ? IsNameStart(c) : IsNameChar(c))) {
      text_ += c;
      return Taken::kMore;
    }
    return IsComplete(c == '}') ? Taken::kComplete : Taken::kNone;
  }
  bool IsComplete(bool closes) const { return !name().empty() && (!is_braced() || closes); }
  void End() { text_.clear(); }

  void Fields(Archive& archive) {
    archive(text_);
    archive.Charged(charged_);
    if (!text_.empty() && text_[0] != '$') archive.Fail();
  }

 private:
  std::string text_;
  uint64_t charged_ = 0;
};

// Cuts text into what is plain and what refers to a variable; `reference` is the one that the text
// so far has ended in. plain(text) and found(is_complete) say whether to go on. How much it took.
template <typename Plain, typename Found>
size_t Scan(std::string_view text, Reference* reference, Plain plain, Found found) {
  bool goes_on = true;
  size_t at = 0;
  while (at < text.size() && goes_on) {
    if (!reference->has_begun()) {
      const size_t dollar = std::min(text.find('$', at), text.size());
      goes_on = plain(text.substr(at, dollar - at));
      if (dollar < text.size()) reference->Begin();
      at = std::min(dollar + 1, text.size());
      continue;
    }
    const Reference::Taken taken = reference->Take(text[at]);
    const bool is_complete = taken == Reference::Taken::kComplete;
    if (taken == Reference::Taken::kMore || (is_complete && reference->is_braced())) ++at;
    if (taken == Reference::Taken::kMore) continue;
    goes_on = found(is_complete);
    reference->End();
  }
  return at;
}

// Standard input with the values of environment variables.
class Envsubst : public TextCommand {
 public:
  void Fields(Archive& archive) override { archive(inputs_, reference_); }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    Options options(io, kOptions);
    while (options.Next()) lists_ = true;
    if (options.status()) return options.status();
    const std::vector<std::string>& operands = options.operands();
    if (operands.size() > 1 || (lists_ && operands.empty())) {
      io.Error(operands.empty() ? "missing arguments" : "too many arguments");
      return 1;
    }
    if (operands.empty()) {
      inputs_.Start({});
      return std::nullopt;
    }
    return TakeFormat(io, operands[0]);
  }

  Progress Run(CommandIo& io) override {
    while (true) {
      std::string_view bytes;
      Got got = inputs_.NextBytes(io, &bytes);
      if (auto end = StepEnd(got)) return *end;
      if (got == Got::kEnd) {
        std::string out;
        if (reference_.has_begun()) Replace(io, reference_.IsComplete(false), &out);
        io.Out(out);
        return Progress::Done(inputs_.failed() ? 1 : 0);
      }
      if (!reference_.MakeRoomFor(io, bytes.size())) return Progress::Done(2);
      const size_t taken = Substitute(io, bytes);
      if (taken < bytes.size()) inputs_.reader().Keep(bytes.substr(taken));
      if (io.Tick(0)) return Progress::Yield();
    }
  }
  void Suspend() override { inputs_.Suspend(); }

 private:
  // SHELL-FORMAT: prints its names, or keeps them as the only ones to replace.
  std::optional<int> TakeFormat(CommandIo& io, const std::string& format) {
    constexpr uint64_t kNodeBytes = 128;
    const uint64_t names = std::count(format.begin(), format.end(), '$');
    Reference reference;
    io.Tick(format.size());
    if (!reference.MakeRoomFor(io, format.size()) ||
        !io.Reserve(static_cast<int64_t>(format.size() + names * kNodeBytes))) {
      return 2;
    }
    std::string listed;
    auto found = [&](bool is_complete) {
      if (is_complete && lists_) {
        listed.append(reference.name()) += '\n';
      } else if (is_complete) {
        names_.emplace(reference.name());
      }
      return true;
    };
    Scan(
        format, &reference, [](std::string_view) { return true; }, found);
    if (reference.has_begun()) found(reference.IsComplete(false));
    io.Out(listed);
    if (lists_) return 0;
    inputs_.Start({});
    is_limited_ = true;
    return std::nullopt;
  }

  // How many of the bytes it took: values may be much longer than what stands for them, so that a
  // step ends in the middle.
  size_t Substitute(CommandIo& io, std::string_view bytes) {
    std::string out;
    auto plain = [&](std::string_view text) {
      out += text;
      return !io.Tick(text.size() + 1);
    };
    auto found = [&](bool is_complete) {
      Replace(io, is_complete, &out);
      return !io.Tick(0) && out.size() < 65536;
    };
    const size_t taken = Scan(bytes, &reference_, plain, found);
    io.Out(out);
    return taken;
  }

  // Puts out what the reference stands for, or itself.
  void Replace(CommandIo& io, bool is_complete, std::string* out) {
    const bool stays = !is_complete || (is_limited_ && !names_.contains(reference_.name()));
    const std::string_view text =
        stays ? reference_.text() : io.Env(reference_.name()).value_or("");
    AddOutput(io, 1, out, text);
    if (stays && is_complete && reference_.is_braced()) *out += '}';
    io.Tick(reference_.text().size() + text.size());
  }

  // of the arguments
  bool lists_ = false, is_limited_ = false;
  std::set<std::string, std::less<>> names_;
  Inputs inputs_;
  Reference reference_;
};

}  // namespace

std::unique_ptr<Command> MakeEnvsubst() { return Make<Envsubst>(); }

}  // namespace pysub::shell
