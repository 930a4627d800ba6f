#include <algorithm>
#include <array>
#include <bitset>

#include "pysub/shell/command.h"
#include "shell/commands/text_command.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

constexpr CommandOption kOptions[] = {{'c', "complement"},
                                      {'C', ""},
                                      {'d', "delete"},
                                      {'s', "squeeze-repeats"},
                                      {'t', "truncate-set1"}};

// A set of tr: bytes in order. [x*n] repeats, [x*] fills up.
struct ByteList {
  std::string bytes;
  uint64_t charged = 0;           // for them
  std::optional<size_t> fill_at;  // where [x*] stands
  char fill = 0;
  bool has_class = false;     // other than upper and lower
  std::vector<size_t> cases;  // where [:upper:] and [:lower:] begin
  bool upper_or_lower = false;
};

// A set of tr into a list of bytes: ranges, escapes, [:class:], [=c=] and [c*n]. It works on bytes,
// as GNU tr does, so UTF-8 characters are several elements.
class SetParser {
 public:
  SetParser(CommandIo& io, std::string_view text, ByteList* list, std::string* error)
      : io_(io), text_(text), list_(*list), error_(*error) {}

  bool Run() {
    while (at_ < text_.size()) {
      if (Bracketed()) {
        if (!error_.empty()) return false;
        continue;
      }
      unsigned char low = Byte();
      if (at_ + 1 < text_.size() && text_[at_] == '-') {
        size_t begin = at_;
        ++at_;
        unsigned char high = Byte();
        if (high < low) {
          (void)begin;
          error_ = "range-endpoints of '" + Show(low) + "-" + Show(high) +
                   "' are in reverse collating sequence order";
          return false;
        }
        for (int c = low; c <= high; ++c) list_.bytes += static_cast<char>(c);
      } else {
        list_.bytes += static_cast<char>(low);
      }
    }
    return true;
  }

 private:
  static std::string Show(unsigned char c) {
    if (c >= ' ' && c < 0x7F) return std::string(1, static_cast<char>(c));
    char text[8];
    std::snprintf(text, sizeof(text), "\\%03o", c);
    return text;
  }

  unsigned char Byte() {
    char c = text_[at_++];
    if (c != '\\' || at_ >= text_.size()) return static_cast<unsigned char>(c);
    c = text_[at_++];
    switch (c) {
      case 'a': return '\a';
      case 'b': return '\b';
      case 'f': return '\f';
      case 'n': return '\n';
      case 'r': return '\r';
      case 't': return '\t';
      case 'v': return '\v';
      default: break;
    }
    if (c < '0' || c > '7') return static_cast<unsigned char>(c);
    int value = c - '0';
    for (int i = 0; i < 2 && at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '7'; ++i) {
      if (value * 8 + (text_[at_] - '0') > 255) break;
      value = value * 8 + (text_[at_++] - '0');
    }
    return static_cast<unsigned char>(value);
  }

  // [:class:], [=c=], [c*n]; true when it was one (or a mistake in one).
  bool Bracketed() {
    if (text_[at_] != '[' || at_ + 2 >= text_.size()) return false;
    char kind = text_[at_ + 1];
    if (kind == ':' || kind == '=') {
      char close[] = {kind, ']', '\0'};
      size_t end = text_.find(close, at_ + 2);
      if (end != std::string_view::npos &&
          !(end == at_ + 2 && text_.substr(at_ + 2, 3).starts_with(close) == false)) {
        std::string_view name = text_.substr(at_ + 2, end - at_ - 2);
        // [:*] and the like are repetitions.
        if (!(name.empty() && kind == '=')) {
          at_ = end + 2;
          if (kind == '=') return Equivalence(name);
          return Class(name);
        }
      }
    }
    size_t before = at_;
    ++at_;
    unsigned char c = Byte();
    if (at_ < text_.size() && text_[at_] == '*') {
      size_t end = text_.find(']', at_);
      std::string_view digits =
          end == std::string_view::npos ? "x" : text_.substr(at_ + 1, end - at_ - 1);
      bool number = digits.find_first_not_of("0123456789") == std::string_view::npos;
      if (end != std::string_view::npos && number) {
        at_ = end + 1;
        uint64_t count = 0;
        int base = digits.starts_with('0') ? 8 : 10;
        for (char d : digits) count = std::min<uint64_t>(count * base + (d - '0'), 1 << 20);
        if (count == 0) {
          list_.fill_at = list_.bytes.size();
          list_.fill = static_cast<char>(c);
        } else {
          count = std::min<uint64_t>(count, 65536);
          if (MakeRoom(io_, &list_.bytes, count, &list_.charged) && io_.account().Tick(count)) {
            list_.bytes.append(count, static_cast<char>(c));
          } else {
            error_ = "memory exhausted";
          }
        }
        return true;
      }
      if (end != std::string_view::npos) {
        error_ = "invalid repeat count " + QuoteWord(digits) + " in [c*n] construct";
        return true;
      }
    }
    at_ = before;
    return false;
  }

  bool Equivalence(std::string_view name) {
    if (name.size() != 1) {
      error_ = std::string(name) + ": equivalence class operand must be a single character";
    } else {
      list_.bytes += name;
    }
    return true;
  }

  bool Class(std::string_view name) {
    static constexpr std::string_view kNames[] = {"alnum", "alpha", "blank", "cntrl",
                                                  "digit", "graph", "lower", "print",
                                                  "punct", "space", "upper", "xdigit"};
    const std::string_view* found = nullptr;
    for (const std::string_view& row : kNames) {
      if (row == name) found = &row;
    }
    if (found == nullptr) {
      error_ = "invalid character class " + QuoteWord(name);
      return true;
    }
    if (name == "upper" || name == "lower") {
      list_.cases.push_back(list_.bytes.size());
      list_.upper_or_lower = true;
    } else {
      list_.has_class = true;
    }
    for (int c = 0; c < 128; ++c) {
      if (Is(name, c)) list_.bytes += static_cast<char>(c);
    }
    return true;
  }
  static bool Is(std::string_view name, int c) {
    bool upper = c >= 'A' && c <= 'Z', lower = c >= 'a' && c <= 'z', digit = c >= '0' && c <= '9';
    bool graph = c > ' ' && c < 0x7F;
    if (name == "alnum") return upper || lower || digit;
    if (name == "alpha") return upper || lower;
    if (name == "blank") return c == ' ' || c == '\t';
    if (name == "cntrl") return c < ' ' || c == 0x7F;
    if (name == "digit") return digit;
    if (name == "graph") return graph;
    if (name == "lower") return lower;
    if (name == "print") return graph || c == ' ';
    if (name == "punct") return graph && !upper && !lower && !digit;
    if (name == "space") return c == ' ' || (c >= '\t' && c <= '\r');
    if (name == "upper") return upper;
    return digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  }

  CommandIo& io_;
  std::string_view text_;
  ByteList& list_;
  std::string& error_;
  size_t at_ = 0;
};

// All is decided by tables of 256 entries that Prepare() makes: what becomes of a byte, whether it
// goes, whether it is squeezed. The state between two reads is the last byte that was put out.
class Tr : public TextCommand {
 public:
  void Fields(Archive& archive) override { archive(last_, warned_); }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    Options options(io, kOptions, Options::kStopAtOperand);
    while (options.Next()) {
      switch (options.id()) {
        case 'c':
        case 'C': complement_ = true; break;
        case 'd': delete_ = true; break;
        case 's': squeeze_ = true; break;
        default: truncate_ = true; break;
      }
    }
    if (options.status()) return options.status();
    const std::vector<std::string>& sets = options.operands();
    if (std::optional<int> wrong = CheckOperands(options, sets)) return wrong;
    ByteList first, second;
    std::string error;
    for (const std::string& set : sets) {
      size_t backslashes = set.size() - 1 - std::min(set.size() - 1, set.find_last_not_of('\\'));
      if (set.find_first_not_of('\\') == std::string::npos) backslashes = set.size();
      if (backslashes % 2 == 1 && !warned_)
        io.Error("warning: an unescaped backslash at end of string is not portable");
    }
    warned_ = true;
    if (!SetParser(io, sets[0], &first, &error).Run() ||
        (sets.size() > 1 && !SetParser(io, sets[1], &second, &error).Run())) {
      io.Error(error);
      return 1;
    }
    if (first.fill_at) {
      io.Error("the [c*] repeat construct may not appear in string1");
      return 1;
    }
    return Prepare(io, first, second, sets.size() > 1);
  }

  Progress Run(CommandIo& io) override {
    while (true) {
      std::string_view bytes;
      switch (io.ReadSome(0, &bytes)) {
        case ReadStatus::kWait: return Progress::Wait();
        case ReadStatus::kEnd: return Progress::Done(0);
        case ReadStatus::kError: io.Error("read error", io.error()); return Progress::Done(1);
        case ReadStatus::kData: break;
      }
      std::string out(bytes);
      size_t size = 0;
      if (!delete_ && !squeeze_) {
        for (char& c : out) c = map_[static_cast<unsigned char>(c)];
        size = out.size();
      } else {
        for (char byte : bytes) {
          unsigned char c = static_cast<unsigned char>(byte);
          if (deleted_[c]) continue;
          char mapped = map_[c];
          unsigned char u = static_cast<unsigned char>(mapped);
          if (squeezed_[u] && last_ == u) continue;
          last_ = u;
          out[size++] = mapped;
        }
      }
      io.Out(std::string_view(out).substr(0, size));
      if (io.Tick(bytes.size())) return Progress::Yield();
    }
  }

 private:
  std::optional<int> CheckOperands(Options& options, const std::vector<std::string>& sets) {
    if (sets.empty()) return options.Misuse("missing operand");
    size_t least = (delete_ == squeeze_) ? 2 : 1;
    size_t most = (delete_ && !squeeze_) ? 1 : 2;
    if (sets.size() < least) {
      return MisuseWith(options, "missing operand after " + QuoteWord(sets[0]),
                        squeeze_
                            ? "Two strings must be given when both deleting and squeezing repeats."
                            : "Two strings must be given when translating.");
    }
    if (sets.size() > most) {
      std::string text = "extra operand " + QuoteWord(sets[most]);
      if (sets.size() == 2) {
        return MisuseWith(options, text,
                          "Only one string may be given when deleting without squeezing repeats.");
      }
      return options.Misuse(text);
    }
    return std::nullopt;
  }
  static int MisuseWith(Options& options, const std::string& text, const char* more) {
    options.set_usage_line(more);
    return options.Misuse(text);
  }

  // A second set that is shorter is filled up by its last byte (GNU), or the first one is cut (-t).
  std::optional<int> Prepare(CommandIo& io, ByteList& first, ByteList& second, bool two) {
    if (!io.account().Tick(first.bytes.size() + second.bytes.size())) return 2;
    std::bitset<256> in_first;
    for (char c : first.bytes) in_first[static_cast<unsigned char>(c)] = true;
    if (complement_) {
      in_first = ~in_first;
      first.bytes.clear();
      for (int c = 0; c < 256; ++c) {
        if (in_first[c]) first.bytes += static_cast<char>(c);
      }
    }
    for (int c = 0; c < 256; ++c) map_[c] = static_cast<char>(c);
    bool translate = two && !delete_;
    if (translate) {
      if (second.has_class) {
        io.Error(
            "when translating, the only character classes that may appear in\nstring2 are 'upper' "
            "and 'lower'");
        return 1;
      }
      if (complement_ && second.upper_or_lower) {
        io.Error(
            "when translating with string1 longer than string2,\nthe latter string must not end "
            "with a character class");
        return 1;
      }
      if (second.upper_or_lower && second.cases != first.cases) {
        io.Error("misaligned [:upper:] and/or [:lower:] construct");
        return 1;
      }
      if (!FillUp(io, first, &second)) return 2;
      if (second.bytes.empty() && !first.bytes.empty() && !truncate_) {
        io.Error("when not truncating set1, string2 must be non-empty");
        return 1;
      }
      for (size_t i = 0; i < first.bytes.size() && i < second.bytes.size(); ++i) {
        map_[static_cast<unsigned char>(first.bytes[i])] = second.bytes[i];
      }
    } else if (delete_) {
      deleted_ = in_first;
    }
    if (squeeze_) {
      if (two) {
        for (char c : second.bytes) squeezed_[static_cast<unsigned char>(c)] = true;
      } else {
        squeezed_ = in_first;
      }
    }
    return std::nullopt;
  }

  // False: there is no room.
  bool FillUp(CommandIo& io, const ByteList& first, ByteList* second) const {
    const size_t more = first.bytes.size() - std::min(first.bytes.size(), second->bytes.size());
    if (!MakeRoom(io, &second->bytes, more, &second->charged)) return false;
    if (second->fill_at && second->bytes.size() < first.bytes.size()) {
      second->bytes.insert(*second->fill_at, first.bytes.size() - second->bytes.size(),
                           second->fill);
    }
    if (!truncate_ && !second->bytes.empty() && second->bytes.size() < first.bytes.size()) {
      second->bytes.append(first.bytes.size() - second->bytes.size(), second->bytes.back());
    }
    return true;
  }

  bool complement_ = false, delete_ = false, squeeze_ = false, truncate_ = false;
  std::array<char, 256> map_{};
  std::bitset<256> deleted_, squeezed_;

  int last_ = -1;  // the byte put out last
  bool warned_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeTr() { return Make<Tr>(); }

}  // namespace pysub::shell
