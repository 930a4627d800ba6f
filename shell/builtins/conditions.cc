#include "shell/builtins/conditions.h"

#include <cerrno>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "shell/expand/arithmetic.h"
#include "shell/expand/pattern.h"
#include "shell/expand/text.h"
#include "shell/regex/regex.h"
#include "shell/run/kernel.h"
#include "shell/run/known_symbols.h"
#include "shell/run/process.h"
#include "shell/run/read_integer.h"
#include "shell/run/variable_access.h"

namespace pysub::shell {
namespace {

int True(bool value) { return value ? 0 : 1; }

bool IsUnary(std::string_view op) {
  return op.size() == 2 && op[0] == '-' &&
         std::string_view("abcdefghknoprstuvwxzGLNORS").find(op[1]) != std::string_view::npos;
}

bool IsBinary(std::string_view op) {
  for (std::string_view known :
       {"=", "==", "!=", "<", ">", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef"}) {
    if (op == known) return true;
  }
  return false;
}

int TestRegex(Process& process, const std::string& text, const std::string& pattern) {
  if (!process.budget().Tick(pattern.size() * 16 + text.size() + 64)) return 1;
  std::string error;
  std::unique_ptr<Regex> regex =
      Regex::Compile(pattern,
                     {.syntax = RegexSyntax::kPosixExtended,
                      .ignore_case = process.options.Has(Shopt::kNocasematch)},
                     &process.budget(), &error);
  if (regex == nullptr) return 2;
  std::vector<RegexSpan> spans(static_cast<size_t>(regex->groups()) + 1);
  AssignArray(process, kSymBashRematch, {});
  RegexOutcome outcome = regex->Search(RegexSubject(text), 0, spans.data(), spans.size(),
                                       RegexAnchor::kNone, &process.budget());
  if (outcome == RegexOutcome::kGaveUp) {
    process.Error("[[: exceeded the step limit for back-references");
    return 2;
  }
  if (outcome != RegexOutcome::kMatch) return 1;
  std::vector<std::string> values;
  for (const RegexSpan& span : spans) {
    values.push_back(span.begin < 0 ? std::string()
                                    : text.substr(static_cast<size_t>(span.begin),
                                                  static_cast<size_t>(span.end - span.begin)));
  }
  AssignArray(process, kSymBashRematch, std::move(values));
  return 0;
}

// The number of the descriptor that the path names; nothing: it names none.
std::optional<int64_t> DescriptorOf(std::string_view path) {
  constexpr std::string_view kStreams[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
  for (size_t i = 0; i < std::size(kStreams); ++i) {
    if (path == kStreams[i]) return static_cast<int64_t>(i);
  }
  for (std::string_view directory : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(directory)) continue;
    int64_t fd = 0;
    if (ReadInteger(path.substr(directory.size()), &fd)) return fd;
  }
  return std::nullopt;
}

// What a path shows: of /dev/stdin what is behind the descriptor, a file or a pipe. (The tree has
// devices there. A stream of the host's stays one.)
files::Result<files::Stat> StatOf(Process& process, const std::string& path, files::Follow follow) {
  const std::optional<int64_t> fd = DescriptorOf(path);
  const bool is_link = follow == files::Follow::kNo;
  if (!fd || (is_link && path.starts_with("/dev/std")))
    return process.files().StatPath(process.caller(), path, follow);
  const Ref<Description> there =
      *fd < 0 || *fd > INT32_MAX ? nullptr : process.fds.Get(static_cast<int>(*fd));
  if (!there) return files::Status(ENOENT);
  if (!is_link && there->kind == Description::Kind::kFile) return there->files->FStat(there->file);
  files::Stat stat;
  stat.uid = stat.gid = 1000;
  stat.mode = 0600;
  const bool is_host =
      there->kind == Description::Kind::kHostInput || there->kind == Description::Kind::kHostOutput;
  stat.kind = is_link   ? files::FileKind::kSymlink
              : is_host ? files::FileKind::kDevice
                        : files::FileKind::kFifo;
  return stat;
}

bool IsTrueOfMode(uint32_t mode, char op) {
  return (mode & (op == 'u' ? 04000 : op == 'g' ? 02000 : 01000)) != 0;
}

// -f, -d and their kin, of a file that is there.
bool IsTrueOf(const files::Stat& found, char op) {
  switch (op) {
    case 'a':
    case 'e': return true;
    case 'f': return found.IsFile();
    case 'd': return found.IsDirectory();
    case 'L':
    case 'h': return found.IsSymlink();
    case 's': return found.size > 0;
    case 'p': return found.kind == files::FileKind::kFifo;
    case 'c': return found.kind == files::FileKind::kDevice;
    case 'O': return found.uid == 1000;
    case 'G': return found.gid == 1000;
    case 'N': return found.mtime_ns > found.atime_ns;
    case 'u':
    case 'g':
    case 'k': return IsTrueOfMode(found.mode, op);
    default: return false;
  }
}

int TestFile(Process& process, char op, const std::string& path) {
  if (op == 'r' || op == 'w' || op == 'x') {
    const uint32_t mode = op == 'r'   ? files::kMayRead
                          : op == 'w' ? files::kMayWrite
                                      : files::kMayExecute;
    return True(process.files().Access(process.caller(), path, mode).ok());
  }
  const bool is_link = op == 'L' || op == 'h';
  auto found = StatOf(process, path, is_link ? files::Follow::kNo : files::Follow::kYes);
  return True(found.ok() && IsTrueOf(*found, op));
}

// -v name[subscript]: whether that element is set.
bool IsElementSet(Process& process, Symbol symbol, std::string_view name,
                  const std::string& target) {
  std::string_view base, written;
  std::string subscript;
  if (!SplitTarget(process, target, &base, &written)) return false;
  if (process.variables.FindResolved(symbol) == nullptr ||
      !TargetSubscript(process, name, written, &subscript))
    return false;
  const Variable* variable = process.variables.FindResolved(symbol);  // (it may have set something)
  if (variable == nullptr) return false;
  if (!variable->associative && (subscript == "@" || subscript == "*")) {
    return (variable->indexed && variable->indexed->size() > 0) ||
           (!variable->IsArray() && variable->is_set);
  }
  if (variable->associative) return variable->associative->Get(subscript) != nullptr;
  int64_t index = 0;
  if (!ArrayIndex(process, variable, subscript, &index)) return false;
  return variable->indexed ? variable->indexed->Get(index) != nullptr
                           : index == 0 && variable->is_set;
}

// -v
bool IsSet(Process& process, const std::string& target) {
  const size_t open = target.find('[');
  const std::string name = target.substr(0, open);
  if (!IsName(name)) {
    int64_t index = 0;
    return ReadInteger(target, &index) && index >= 0 &&
           static_cast<uint64_t>(index) <= process.arguments->size();
  }
  const Symbol symbol = process.symbols().Intern(name);
  return open == std::string::npos ? ValueOf(process, symbol) != nullptr
                                   : IsElementSet(process, symbol, name, target);
}

// -R
bool IsSetNameref(Process& process, const std::string& target) {
  const std::string name = target.substr(0, target.find('['));
  if (!IsName(name)) return false;
  const Variable* variable = process.variables.Find(process.symbols().Intern(name));
  return variable != nullptr && variable->Has(kNameref) && variable->is_set;
}

// -o
bool IsOptionOn(const Process& process, std::string_view name) {
  for (size_t i = 0; i < std::size(kSetOptions); ++i) {
    if (kSetOptions[i].name == name) return process.options.Has(static_cast<SetOption>(i));
  }
  return false;
}

// -t: nothing is a terminal.
int TestTerminal(Process& process, const std::string& operand) {
  int64_t fd = 0;
  if (ReadInteger(operand, &fd)) return 1;
  process.BuiltinError(operand, ": integer expression expected");
  return 2;
}

}  // namespace

int TestUnary(Process& process, std::string_view op, const std::string& operand, bool) {
  switch (op[1]) {
    case 'n': return True(!operand.empty());
    case 'z': return True(operand.empty());
    case 't': return TestTerminal(process, operand);
    case 'o': return True(IsOptionOn(process, operand));
    case 'v': return True(IsSet(process, operand));
    case 'R': return True(IsSetNameref(process, operand));
    case 'b':
    case 'S': return 1;  // there are no such files
    default: return TestFile(process, op[1], operand);
  }
}

int TestBinary(Process& process, const std::string& left, std::string_view op,
               const std::string& right, bool double_bracket) {
  if (op == "=" || op == "==" || op == "!=") {
    bool equal = left == right;
    if (double_bracket) {
      equal = MatchPattern(
          right, left, {.ignore_case = process.options.Has(Shopt::kNocasematch), .extglob = true},
          &process.budget());
    }
    return True(equal == (op != "!="));
  }
  if (op == "=~") return TestRegex(process, left, right);
  if (op == "<") return True(left < right);
  if (op == ">") return True(left > right);
  if (op == "-nt" || op == "-ot" || op == "-ef") {
    auto a = StatOf(process, left, files::Follow::kYes);
    auto b = StatOf(process, right, files::Follow::kYes);
    if (op == "-ef") return True(a.ok() && b.ok() && a->dev == b->dev && a->ino == b->ino);
    if (op == "-ot") std::swap(a, b);
    return True(a.ok() && (!b.ok() || a->mtime_ns > b->mtime_ns));
  }
  int64_t a = 0, b = 0;
  if (double_bracket) {
    if (!EvaluateArithmetic(process, left, "[[: ", &a) ||
        !EvaluateArithmetic(process, right, "[[: ", &b))
      return 1;
  } else {
    for (auto [text, value] : {std::pair{&left, &a}, std::pair{&right, &b}}) {
      if (!ReadInteger(*text, value)) {
        process.BuiltinError(*text, ": integer expression expected");
        return 2;
      }
    }
  }
  if (op == "-eq") return True(a == b);
  if (op == "-ne") return True(a != b);
  if (op == "-lt") return True(a < b);
  if (op == "-le") return True(a <= b);
  if (op == "-gt") return True(a > b);
  return True(a >= b);
}

namespace {

// test with more than four words: expr -a expr -o expr, ! and parentheses.
class TestParser {
 public:
  TestParser(Process& process, std::span<const std::string> words)
      : process_(process), words_(words) {}

  int Run() {
    int value = Or();
    if (failed_) return 2;
    if (at_ < words_.size()) {
      process_.BuiltinError("too many arguments");
      return 2;
    }
    return value;
  }

 private:
  static constexpr int kMaxDepth = 200;

  int Or() {
    int value = And();
    while (!failed_ && at_ < words_.size() && words_[at_] == "-o") {
      ++at_;
      int right = And();
      value = value == 0 || right == 0 ? 0 : 1;
    }
    return value;
  }
  int And() {
    int value = Term();
    while (!failed_ && at_ < words_.size() && words_[at_] == "-a") {
      ++at_;
      int right = Term();
      value = value == 0 && right == 0 ? 0 : 1;
    }
    return value;
  }
  int Fail(std::string text) {
    if (!failed_) process_.BuiltinError(text);
    failed_ = true;
    return 2;
  }
  int Term() {
    bool negated = false;
    while (at_ < words_.size() && words_[at_] == "!") {
      negated = !negated;
      ++at_;
    }
    if (at_ >= words_.size()) return Fail("argument expected");
    int value;
    if (at_ + 2 < words_.size() && IsBinary(words_[at_ + 1])) {
      value = TestBinary(process_, words_[at_], words_[at_ + 1], words_[at_ + 2], false);
      at_ += 3;
    } else if (words_[at_] == "(") {
      ++at_;
      if (++depth_ > kMaxDepth) return Fail("too many arguments");
      value = Or();
      --depth_;
      if (!failed_ && (at_ >= words_.size() || words_[at_] != ")")) return Fail("`)' expected");
      ++at_;
    } else if (IsUnary(words_[at_]) && at_ + 1 < words_.size()) {
      value = TestUnary(process_, words_[at_], words_[at_ + 1], false);
      at_ += 2;
    } else {
      value = True(!words_[at_].empty());
      ++at_;
    }
    if (value > 1) {
      failed_ = true;
      return value;
    }
    return negated ? 1 - value : value;
  }

  Process& process_;
  std::span<const std::string> words_;
  size_t at_ = 0;
  int depth_ = 0;
  bool failed_ = false;
};

int Negated(int value) { return value > 1 ? value : 1 - value; }

}  // namespace

int TestExpression(Process& process, std::span<const std::string> words) {
  switch (words.size()) {
    case 0: return 1;
    case 1: return True(!words[0].empty());
    case 2:
      if (words[0] == "!") return True(words[1].empty());
      if (IsUnary(words[0])) return TestUnary(process, words[0], words[1], false);
      process.BuiltinError(words[0], ": unary operator expected");
      return 2;
    case 3:
      if (IsBinary(words[1])) return TestBinary(process, words[0], words[1], words[2], false);
      if (words[1] == "-a") return True(!words[0].empty() && !words[2].empty());
      if (words[1] == "-o") return True(!words[0].empty() || !words[2].empty());
      if (words[0] == "!") return Negated(TestExpression(process, words.subspan(1)));
      if (words[0] == "(" && words[2] == ")") return True(!words[1].empty());
      process.BuiltinError(words[1], ": binary operator expected");
      return 2;
    case 4:
      if (words[0] == "!") return Negated(TestExpression(process, words.subspan(1)));
      if (words[0] == "(" && words[3] == ")") return TestExpression(process, words.subspan(1, 2));
      [[fallthrough]];
    default: return TestParser(process, words).Run();
  }
}

}  // namespace pysub::shell
