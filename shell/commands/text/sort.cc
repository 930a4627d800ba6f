// Lines are collected, then merged in runs that double: a step merges some lines and can be saved
// at any line. The order of the user is never given to std::sort.

#include <algorithm>
#include <bit>
#include <cstring>

#include "pysub/shell/command.h"
#include "shell/commands/names_from_file.h"
#include "shell/commands/refused_option.h"
#include "shell/commands/simple.h"
#include "shell/commands/text/sort_keys.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

enum LongOptions {
  kSort = kFirstLongOption,
  kParallel,
  kDebug,
  kBatch,
  kCompress,
  kFiles0,
  kRandomSource
};
constexpr CommandOption kOptions[] = {
    {'b', "ignore-leading-blanks"},
    {'d', "dictionary-order"},
    {'f', "ignore-case"},
    {'g', "general-numeric-sort"},
    {'h', "human-numeric-sort"},
    {'i', "ignore-nonprinting"},
    {'M', "month-sort"},
    {'n', "numeric-sort"},
    {'R', "random-sort"},
    {'r', "reverse"},
    {'V', "version-sort"},
    {'c', "check", OptionArgument::kOptional, false},
    {'c', ""},
    {'C', ""},
    {'k', "key", OptionArgument::kRequired},
    {'m', "merge"},
    {'o', "output", OptionArgument::kRequired},
    {'s', "stable"},
    {'S', "buffer-size", OptionArgument::kRequired},
    {'t', "field-separator", OptionArgument::kRequired},
    {'T', "temporary-directory", OptionArgument::kRequired},
    {'u', "unique"},
    {'z', "zero-terminated"},
    RefusedName("debug"),
    LongRow(kSort, "sort", OptionArgument::kRequired),
    LongRow(kParallel, "parallel", OptionArgument::kRequired),
    LongRow(kBatch, "batch-size", OptionArgument::kRequired),
    LongRow(kFiles0, "files0-from", OptionArgument::kRequired),
    LongRow(kCompress, "compress-program", OptionArgument::kRequired),
    LongRow(kRandomSource, "random-source", OptionArgument::kRequired),
};

// The line's place in the text, and SortRules::PrefixOf() it. Most comparisons end at that number,
// without a look at the text, which saves a cache miss for each, and a search for the key.
//
// An offset instead of a pointer: the text grows while it is read, and a snapshot can save a
// number.
struct Entry {
  SortPrefix prefix = 0;
  uint64_t offset = 0;
  uint64_t size = 0;
  void Fields(Archive& archive) {
    uint64_t high = static_cast<uint64_t>(prefix >> 64), low = static_cast<uint64_t>(prefix);
    archive(high, low, offset, size);
    prefix = SortPrefix{high} << 64 | low;
  }
};

bool SetOrder(char letter, SortOrder* order, bool start) {
  switch (letter) {
    case 'b': (start ? order->skip_start_blanks : order->skip_end_blanks) = true; return true;
    case 'd': order->dictionary = true; return true;
    case 'f': order->fold_case = true; return true;
    case 'i': order->printable = true; return true;
    case 'r': order->reverse = true; return true;
    case 'g':
    case 'h':
    case 'M':
    case 'n':
    case 'R':
    case 'V': order->kind = letter; return true;
    default: return false;
  }
}

// Sorts lines in phases: all lines are read, short runs are sorted in place, the runs are merged
// again and again until one is left, and that one is printed. A block of some thousand lines is one
// run before the next is begun: its lines lie in the cache, while each pass over all of them
// fetches every line anew. It can be stopped and saved between
// any two lines.
//
//   text_     one string with all lines, without their ends
//   entries_  [ run | run | run | run | run ]      runs of kRun lines, each sorted
//                  \ /       \ /       |
//   other_    [   run    |   run    |  run  ]      runs of 2 * kRun; then both swap
//                    \      /          |
//   entries_  [        run         |  run  ]       ... until one run has all
//
// A merge sort and not std::sort(): it is stable, which --stable asks for. Its state is six
// numbers, so it can stop anywhere. And its worst case is its usual case, so no choice of lines
// makes it slow. There are no temporary files; memory is the account's to bound.
class Sort : public TextCommand {
 public:
  // The offsets and the state of the merge come from outside when a snapshot is loaded. They index
  // without checks later, so they are checked here, once.
  void Fields(Archive& archive) override {
    archive(inputs_, names_, names_checked_, phase_, text_, entries_, other_, width_, left_, right_,
            left_end_, right_end_, filled_, printed_, rules_.seed, out_, line_number_, last_,
            has_last_);
    archive.Charged(text_charged_);
    archive.Charged(entries_charged_);
    if (!archive.loading()) return;
    for (const Entry& entry : entries_) {
      if (entry.offset > text_.size() || entry.size > text_.size() - entry.offset) archive.Fail();
    }
    for (const Entry& entry : other_) {
      if (entry.offset > text_.size() || entry.size > text_.size() - entry.offset) archive.Fail();
    }
    size_t count = entries_.size();
    bool merging = phase_ == Phase::kMerge &&
                   (other_.size() != count || left_ > left_end_ || right_ > right_end_ ||
                    right_end_ > count || left_end_ > count || filled_ > count ||
                    (left_end_ - left_) + (right_end_ - right_) > count - filled_ || width_ == 0);
    if (merging || printed_ > count || phase_ > Phase::kPrint) archive.Fail();
  }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    const std::vector<std::string> with_keys = WithKeys(io.args());
    Options options(io, with_keys.empty() ? io.args() : with_keys, kOptions, Options::kPermute, 2);
    uint64_t seed = rules_.seed;
    while (options.Next()) {
      if (std::optional<int> status = TakeOption(io, options)) return status;
    }
    if (options.status()) return options.status();
    for (SortKey& key : rules_.keys) {
      bool own = !key.order.IsDefault();
      if (!own) key.order = rules_.global;
    }
    if (std::optional<int> status = CheckOrders(io)) return status;
    if (check_ != 0 && options.operands().size() > 1)
      return RefuseSecond(io, options.operands()[1]);
    rules_.seed = seed;
    plain_ = rules_.IsPlain();
    if (names_.is_given() && !options.operands().empty())
      return RefuseOperands(io, QuoteFile(options.operands()[0]), 2);
    StartInputs(names_.is_given() ? std::vector{std::string(names_.current())}
                                  : options.operands());
    return std::nullopt;
  }

  Progress Run(CommandIo& io) override {
    if (rules_.seed == 0) rules_.seed = io.Random() | 1;
    if (names_.is_given() && !names_checked_) {
      if (std::optional<Progress> stop = ReadNames(io)) return *stop;
    }
    if (check_ != 0) return Check(io);
    if (phase_ == Phase::kRead) {
      if (std::optional<Progress> stop = ReadAll(io)) return *stop;
    }
    if (phase_ == Phase::kRuns) {
      if (!SkipCommon(io)) return Progress::Yield();
      if (!io.Reserve(static_cast<int64_t>(entries_.size() * sizeof(Entry))))
        return Progress::Done(2);
      other_.resize(entries_.size());
      width_ = kRun;
      phase_ = Phase::kMerge;
      printed_ = 0;
      Rewind(0);
    }
    if (phase_ == Phase::kMerge) {
      if (!Merge(io)) return Progress::Yield();
      phase_ = Phase::kPrint;
      out_ = output_.empty() ? 1 : io.Open(output_, OpenMode::kWrite);
      if (out_ < 0) {
        io.Error("open failed: " + QuoteFileIfNeeded(output_), io.error());
        return Progress::Done(2);
      }
    }
    return Print(io);
  }
  void Suspend() override { inputs_.Suspend(); }

 private:
  enum class Phase : uint8_t { kRead, kRuns, kMerge, kPrint };
  static constexpr size_t kRun = 32;
  static constexpr size_t kBlock = kRun << 8;  // an even number of passes, see MergeBlock()

  // "F.C" and letters, of "+F.C" and "-F.C", which count from 0. False: it is something else.
  static bool ReadOldPlace(std::string_view text, uint64_t* field, uint64_t* byte,
                           std::string_view* letters) {
    const auto number = [&](uint64_t* value) {
      const size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
      const std::optional<uint64_t> parsed = ParseCount(text.substr(0, digits));
      text.remove_prefix(digits);
      *value = std::min<uint64_t>(parsed.value_or(0), UINT32_MAX);
      return parsed.has_value();
    };
    if (!number(field)) return false;
    *byte = 0;
    if (text.starts_with('.')) {
      text.remove_prefix(1);
      if (!number(byte)) return false;
    }
    *letters = text;
    return text.find_first_not_of("bdfghiMnRrV") == std::string_view::npos;
  }

  // "+1.2n -3" is what was written before there was -k: each as "-k" and its value. Nothing: there
  // is none of them.
  static std::vector<std::string> WithKeys(std::span<const std::string> words) {
    std::vector<std::string> out;
    const auto may_be_key = [](const std::string& word) { return word.starts_with('+'); };
    if (std::none_of(words.begin(), words.end(), may_be_key)) return out;
    for (size_t i = 0; i < words.size(); ++i) {
      const std::string_view word = words[i];
      uint64_t field = 0, byte = 0;
      std::string_view letters;
      if (word == "--") {
        out.insert(out.end(), words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
        return out;
      }
      const bool takes_next = word.size() == 2 && word[0] == '-' &&
                              std::string_view("koStT").find(word[1]) != std::string_view::npos;
      if (!word.starts_with('+') || !ReadOldPlace(word.substr(1), &field, &byte, &letters)) {
        out.emplace_back(word);
        if (takes_next && i + 1 < words.size()) out.push_back(words[++i]);
        continue;
      }
      std::string key =
          std::to_string(field + 1) + "." + std::to_string(byte + 1) + std::string(letters);
      if (i + 1 < words.size() && words[i + 1].starts_with('-') &&
          ReadOldPlace(std::string_view(words[i + 1]).substr(1), &field, &byte, &letters)) {
        ++i;
        key += "," + (byte == 0 ? std::to_string(std::max<uint64_t>(field, 1))
                                : std::to_string(field + 1) + "." + std::to_string(byte));
        key += letters;
      }
      out.emplace_back("-k");
      out.push_back(std::move(key));
    }
    return out;
  }

  std::optional<int> TakeOption(CommandIo& io, Options& options) {
    const std::string value(options.value());
    switch (options.id()) {
      case 'c':
        check_ = 'c';
        if (options.has_value() && (value == "quiet" || value == "silent")) check_ = 'C';
        break;
      case 'C': check_ = 'C'; break;
      case 'k': return TakeKey(io, value);
      case 'o': output_ = value; break;
      case 's': rules_.stable = true; break;
      case kFiles0: names_.Start(value); break;
      case 'u': rules_.unique = true; break;
      case 'z': delimiter_ = '\0'; break;
      case 't':
        if (value.empty()) return Fail(io, "empty tab");
        if (value.size() > 1 && value != "\\0")
          return Fail(io, "multi-character tab " + QuoteWord(value));
        if (int tab = value.size() > 1 ? 0 : static_cast<unsigned char>(value[0]);
            rules_.tab >= 0 && rules_.tab != tab) {
          return Fail(io, "incompatible tabs");
        } else {
          rules_.tab = tab;
        }
        break;
      case kSort: {
        static constexpr std::pair<std::string_view, char> kNames[] = {
            {"general-numeric", 'g'}, {"human-numeric", 'h'}, {"month", 'M'},
            {"numeric", 'n'},         {"random", 'R'},        {"version", 'V'}};
        for (auto [name, letter] : kNames) {
          if (name == value) rules_.global.kind = letter;
        }
        if (rules_.global.kind == 0) {
          options.Misuse(InvalidArgument(value, "--sort",
                                         {"‘general-numeric’", "‘human-numeric’", "‘month’",
                                          "‘numeric’", "‘random’", "‘version’"}));
          return 1;
        }
        break;
      }
      case 'm':
      case 'S':
      case 'T':
      case kParallel:
      case kBatch:
      case kCompress:
      case kRandomSource: break;
      default: {
        char letter = static_cast<char>(options.id());
        NoteKind(&global_kinds_, letter);
        SetOrder(letter, &rules_.global, true);
        if (letter == 'b') rules_.global.skip_end_blanks = true;
      }
    }
    return std::nullopt;
  }

  static void NoteKind(std::string* kinds, char letter) {
    if (std::string_view("ghMnRV").find(letter) != std::string_view::npos &&
        kinds->find(letter) == std::string::npos) {
      *kinds += letter;
    }
  }

  static int Fail(CommandIo& io, const std::string& text) {
    io.Error(text);
    return 2;
  }

  // Orders that exclude each other, in the words and in the order of letters that sort uses.
  std::optional<int> CheckOrders(CommandIo& io) {
    auto check = [&](const SortOrder& order, std::string kinds) -> std::optional<int> {
      std::string letters;
      for (char letter : std::string_view("dfghiMnRV")) {
        bool on = kinds.find(letter) != std::string::npos || (letter == 'd' && order.dictionary) ||
                  (letter == 'i' && order.printable && !order.dictionary);
        if (on) letters += letter;
      }
      int exclusive = static_cast<int>(kinds.size()) + (order.dictionary || order.printable);
      // -R goes with d and i; -V too.
      bool lenient = kinds.size() == 1 && (kinds[0] == 'R' || kinds[0] == 'V');
      if (exclusive > 1 && !lenient) return Fail(io, "options '-" + letters + "' are incompatible");
      return std::nullopt;
    };
    for (size_t i = 0; i < rules_.keys.size(); ++i) {
      const SortOrder& order = rules_.keys[i].order;
      std::string kinds = i < key_kinds_.size() && !key_kinds_[i].empty() ? key_kinds_[i]
                          : order.kind ? std::string(1, order.kind)
                                       : "";
      if (auto status = check(order, kinds)) return status;
    }
    if (rules_.keys.empty()) return check(rules_.global, global_kinds_);
    return std::nullopt;
  }

  std::optional<int> TakeKey(CommandIo& io, const std::string& text) {
    SortKey key;
    size_t at = 0;
    auto bad = [&](const char* what, size_t where) {
      return Fail(io, std::string(what) + ": invalid field specification " +
                          QuoteWord(where == 0 ? text : text));
    };
    auto number = [&](uint64_t* value) {
      size_t begin = at;
      uint64_t result = 0;
      bool overflow = false;
      for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
        overflow |= __builtin_mul_overflow(result, uint64_t{10}, &result) ||
                    __builtin_add_overflow(result, static_cast<uint64_t>(text[at] - '0'), &result);
      }
      *value = overflow ? UINT64_MAX - 1 : result;
      return at > begin;
    };
    std::string kinds;
    auto letters = [&](bool start) {
      while (at < text.size() && SetOrder(text[at], &key.order, start))
        NoteKind(&kinds, text[at++]);
    };
    auto invalid_number = [&](const char* what, size_t where) {
      return Fail(
          io, std::string(what) + ": invalid count at start of " + QuoteWord(text.substr(where)));
    };
    if (!number(&key.start_field)) return invalid_number("invalid number at field start", at);
    if (key.start_field == 0) return bad("field number is zero", 0);
    --key.start_field;
    if (at < text.size() && text[at] == '.') {
      ++at;
      if (!number(&key.start_byte)) return invalid_number("invalid number after '.'", at);
      if (key.start_byte == 0) return bad("character offset is zero", 0);
      --key.start_byte;
    }
    letters(true);
    if (at < text.size() && text[at] == ',') {
      ++at;
      if (!number(&key.end_field)) return invalid_number("invalid number after ','", at);
      if (key.end_field == 0) return bad("field number is zero", 0);
      --key.end_field;
      if (at < text.size() && text[at] == '.') {
        ++at;
        if (!number(&key.end_byte)) return invalid_number("invalid number after '.'", at);
      }
      letters(false);
    }
    if (at < text.size()) return bad("stray character in field spec", 0);
    if (!io.Reserve(3 * (sizeof(key) + sizeof(kinds)))) return 2;  // (the lists grow)
    rules_.keys.push_back(key);
    key_kinds_.push_back(kinds);
    return std::nullopt;
  }

  int RefuseSecond(CommandIo& io, std::string_view operand) {
    return Fail(io, "extra operand " + QuoteFile(operand) + " not allowed with -" + check_);
  }

  // ---- reading
  // --files0-from: all names must be good before a file is opened.
  std::optional<Progress> ReadNames(CommandIo& io) {
    Got got = names_.ReadAll(io);
    if (got == Got::kError) {
      if (names_.opened()) {
        io.Error("cannot read file names from " + QuoteFile(names_.file()));
      } else {
        io.Error("open failed: " + QuoteFileIfNeeded(names_.file()), io.error());
      }
      return Progress::Done(2);
    }
    if (auto end = StepEnd(got)) return *end;
    while ((got = names_.Next(io)) == Got::kData) {
      if (names_.Refuse(io, true)) return Progress::Done(2);
      if (check_ != 0 && names_.count() == 2)
        return Progress::Done(RefuseSecond(io, names_.current()));
      if (io.Tick(64)) return Progress::Yield();
    }
    if (auto end = StepEnd(got)) return *end;
    if (names_.count() == 0)
      return Progress::Done(Fail(io, "no input from " + QuoteFile(names_.file())));
    names_.Rewind();
    names_checked_ = true;
    return std::nullopt;
  }
  void StartInputs(std::vector<std::string> names) {
    inputs_.Start(std::move(names));
    inputs_.set_open_error("cannot read: ");
    inputs_.set_read_error("read failed: ");
  }
  Got OpenNext(CommandIo& io) {
    if (!names_.is_given() || inputs_.is_open()) return inputs_.Open(io);
    const Got got = names_.Next(io);
    if (got != Got::kData) return got;
    inputs_ = Inputs();
    StartInputs({std::string(names_.current())});
    return inputs_.Open(io);
  }
  std::optional<Progress> ReadAll(CommandIo& io) {
    while (true) {
      Line line;
      Got got = OpenNext(io);
      if (got == Got::kData) got = inputs_.LineOfFile(io, delimiter_, &line);
      if (auto end = StepEnd(got)) return *end;
      if (got == Got::kError) return Progress::Done(2);
      if (got == Got::kEnd) {
        if (!inputs_.is_open()) break;
        inputs_.Close(io);
        continue;
      }
      if (!Keep(io, line.text)) return Progress::Done(2);
      if (io.Tick(line.text.size() + 1)) return Progress::Yield();
    }
    phase_ = Phase::kRuns;
    return std::nullopt;
  }
  // Room is asked for before a line is kept. Otherwise a script could fill the host's memory with
  // `yes | sort`.
  bool Keep(CommandIo& io, std::string_view line) {
    if (!MakeRoom(io, &text_, line.size(), &text_charged_) ||
        !MakeRoom(io, &entries_, 1, &entries_charged_))
      return false;
    entries_.push_back({rules_.PrefixOf(line), text_.size(), line.size()});
    text_ += line;
    return true;
  }

  // ---- sorting
  std::string_view TextOf(const Entry& entry) const {
    return std::string_view(text_).substr(entry.offset, entry.size);
  }
  // Equal prefixes do not mean equal lines: lines go on behind sixteen bytes, and a zero byte looks
  // like the end of a shorter line. So the texts decide then.
  int Compare(const Entry& a, const Entry& b) const {
    if (a.prefix != b.prefix) {
      const int order = a.prefix < b.prefix ? -1 : 1;
      return rules_.PrefixIsReversed() ? -order : order;
    }
    if (!plain_) return rules_.Compare(TextOf(a), TextOf(b));
    const int order = TextOf(a).compare(TextOf(b));
    return rules_.global.reverse ? -order : order;
  }

  // Insertion sort: for so few lines it costs less than merging, and it is stable, too.
  void SortRun(size_t begin, size_t end) {
    for (size_t i = begin + 1; i < end; ++i) {
      Entry entry = entries_[i];
      size_t at = i;
      for (; at > begin && Compare(entries_[at - 1], entry) > 0; --at)
        entries_[at] = entries_[at - 1];
      entries_[at] = entry;
    }
  }

  // ---- what plain lines have in common: dates of a log, folders. Behind it sixteen bytes tell
  // more.
  bool SkipCommon(CommandIo& io) {
    const size_t count = entries_.size();
    if (count == 0 || !plain_) return true;
    if (printed_ == 0) left_ = entries_[0].size;
    for (; printed_ < count && left_ > 0; ++printed_) {
      const std::string_view first = TextOf(entries_[0]).substr(0, left_);
      const std::string_view line = TextOf(entries_[printed_]);
      left_ = static_cast<uint64_t>(
          std::mismatch(first.begin(), first.end(), line.begin(), line.end()).first -
          first.begin());
      if (io.Tick(left_ + 1)) return ++printed_, false;
    }
    for (; left_ > 0 && filled_ < count; ++filled_) {
      const std::string_view line = TextOf(entries_[filled_]);
      entries_[filled_].prefix =
          rules_.PrefixOf(line.substr(std::min<uint64_t>(left_, line.size())));
      if (io.Tick(sizeof(SortPrefix))) return ++filled_, false;
    }
    return true;
  }

  // True: all is one run.
  bool Merge(CommandIo& io) {
    const size_t count = entries_.size();
    while (width_ < kBlock) {
      if (printed_ < count && (printed_ == 0 || printed_ % kBlock != 0)) {
        const auto end = static_cast<size_t>(std::min<uint64_t>(count, printed_ + kRun));
        SortRun(printed_, end);
        printed_ = end;
        if (io.Tick(kRun * CompareWork())) return false;
        continue;
      }
      if (!MergeBlock(io)) return false;
    }
    while (width_ < count) {
      if (!MergePass(io, entries_, other_, count)) return false;
      entries_.swap(other_);
      width_ *= 2;
      Rewind(0);
    }
    printed_ = 0;
    return true;
  }
  // Lines that are the same are compared by each key.
  uint64_t CompareWork() const { return 16 + 4 * rules_.keys.size(); }
  // The block whose short runs are sorted, as one run in entries_: after an even number of passes
  // it lies there again. (Then the first run of the next one is sorted, before anything is saved.)
  bool MergeBlock(CommandIo& io) {
    const size_t count = entries_.size();
    const size_t begin = printed_ == 0 ? 0 : (printed_ - 1) / kBlock * kBlock;
    for (; width_ < kBlock; width_ *= 2, Rewind(begin)) {
      const bool is_odd = std::countr_zero(width_ / kRun) % 2 != 0;
      if (!MergePass(io, is_odd ? other_ : entries_, is_odd ? entries_ : other_, printed_))
        return false;
    }
    if (printed_ == count) return Rewind(0), true;
    width_ = kRun;
    Rewind(printed_);
    const auto end = static_cast<size_t>(std::min<uint64_t>(count, printed_ + kRun));
    SortRun(printed_, end);
    printed_ = end;
    return true;
  }
  // Runs of `width_` before `end`, two by two.
  bool MergePass(CommandIo& io, const std::vector<Entry>& from, std::vector<Entry>& to,
                 uint64_t end) {
    const uint64_t often = rules_.keys.size() > 64 ? 1 : 64;
    while (filled_ < end) {
      if (left_ == left_end_ && right_ == right_end_) NextPair(end);
      while (left_ < left_end_ && right_ < right_end_) {
        bool take_right = Compare(from[left_], from[right_]) > 0;
        to[filled_++] = from[take_right ? right_++ : left_++];
        if (filled_ % often == 0 && io.Tick(often * CompareWork())) return false;
      }
      // What is left of one of them, a million entries maybe.
      for (bool of_left : {true, false}) {
        uint64_t& at = of_left ? left_ : right_;
        const uint64_t run_end = of_left ? left_end_ : right_end_;
        while (at < run_end) {
          to[filled_++] = from[at++];
          if ((filled_ & 4095) == 0 && io.Tick(4096)) return false;
        }
      }
    }
    return true;
  }
  void Rewind(uint64_t begin) { filled_ = left_ = left_end_ = right_ = right_end_ = begin; }
  void NextPair(uint64_t end) {
    left_ = filled_;
    left_end_ = std::min<uint64_t>(end, left_ + width_);
    right_ = left_end_;
    right_end_ = std::min<uint64_t>(end, right_ + width_);
  }

  // Sorted lines lie anywhere in the text. Asked for early, they are there when they are printed.
  void FetchAhead() const {
    constexpr size_t kAhead = 16;
    if (printed_ + kAhead >= entries_.size()) return;
    const std::string_view line = TextOf(entries_[printed_ + kAhead]);
    __builtin_prefetch(line.data());
    if (line.size() > 64) __builtin_prefetch(line.data() + 64);
  }
  Progress Print(CommandIo& io) {
    std::string out;
    while (printed_ < entries_.size()) {
      const Entry& entry = entries_[printed_];
      bool repeated = rules_.unique && printed_ > 0 && Compare(entries_[printed_ - 1], entry) == 0;
      ++printed_;
      FetchAhead();
      if (!repeated) {
        AddOutput(io, out_, &out, TextOf(entry));
        out += delimiter_;
      }
      if (out.size() > 32768) {
        io.Write(out_, out);
        out.clear();
      }
      if (io.Tick(entry.size + 1)) {
        io.Write(out_, out);
        return Progress::Yield();
      }
    }
    io.Write(out_, out);
    return Progress::Done(0);
  }

  // ---- -c
  Progress Check(CommandIo& io) {
    while (true) {
      Line line;
      Got got = OpenNext(io);
      if (got == Got::kData) got = inputs_.LineOfFile(io, delimiter_, &line);
      if (auto end = StepEnd(got)) return *end;
      if (got == Got::kError) return Progress::Done(2);
      if (got == Got::kEnd) return Progress::Done(0);
      ++line_number_;
      if (has_last_) {
        int order = rules_.Compare(last_, line.text);
        if (order > 0 || (order == 0 && rules_.unique)) {
          if (check_ == 'c') {
            io.Error(QuoteFileIfNeeded(inputs_.name()) + ":" + std::to_string(line_number_) +
                     ": disorder: " + std::string(line.text));
          }
          return Progress::Done(1);
        }
      }
      if (!io.Reserve(static_cast<int64_t>(line.text.size()) - static_cast<int64_t>(last_.size())))
        return Progress::Done(2);
      last_ = line.text;
      has_last_ = true;
      if (io.Tick(line.text.size() + 1)) return Progress::Yield();
    }
  }

  SortRules rules_;
  std::string global_kinds_;
  std::vector<std::string> key_kinds_;
  bool plain_ = false;
  char check_ = 0;
  char delimiter_ = '\n';
  std::string output_;

  Inputs inputs_;
  NamesFromFile names_;
  bool names_checked_ = false;
  Phase phase_ = Phase::kRead;
  std::string text_;
  std::vector<Entry> entries_, other_;
  uint64_t width_ = 0;  // of the runs that are merged
  uint64_t left_ = 0, right_ = 0, left_end_ = 0, right_end_ = 0, filled_ = 0;
  uint64_t printed_ = 0;  // while merging: where short runs are sorted up to
  int out_ = 0;
  uint64_t line_number_ = 0;
  uint64_t text_charged_ = 0;
  uint64_t entries_charged_ = 0;
  std::string last_;
  bool has_last_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeSort() { return Make<Sort>(); }

}  // namespace pysub::shell
