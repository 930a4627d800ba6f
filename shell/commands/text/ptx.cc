#include "shell/commands/text/ptx.h"

#include <algorithm>

#include "pysub/shell/command.h"
#include "shell/commands/simple.h"

namespace pysub::shell {
namespace {

constexpr OptionArgument kRequired = OptionArgument::kRequired;
enum LongOptions { kFormat = kFirstLongOption };
constexpr CommandOption kOptions[] = {
    {'A', "auto-reference"},
    {'b', "break-file", kRequired},
    {'F', "flag-truncation", kRequired},
    {'f', "ignore-case"},
    {'g', "gap-size", kRequired},
    {'i', "ignore-file", kRequired},
    {'M', "macro-name", kRequired},
    {'o', "only-file", kRequired},
    {'r', "references"},
    {'R', "right-side-refs"},
    {'S', "sentence-regexp", kRequired},
    {'t', "typeset-mode"},
    {'G', "traditional"},
    {'w', "width", kRequired},
    {'W', "word-regexp", kRequired},
    {'O', ""},
    {'T', ""},
    LongRow(kFormat, "format", kRequired),
};

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
char Upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

// Backslashes in values: \n, \x41, \0101 ...; \c ends the text.
std::string Unescaped(std::string_view text) {
  constexpr std::string_view kLetters = "abfnrtv", kMeanings = "\a\b\f\n\r\t\v";
  std::string plain;
  const auto number = [&](size_t* at, uint32_t base, size_t digits) {
    uint32_t value = 0;
    for (size_t i = 0; i < digits && *at < text.size(); ++i, ++*at) {
      const char c = text[*at];
      const uint32_t digit = c >= '0' && c <= '9' ? static_cast<uint32_t>(c - '0')
                             : IsLetter(c) && Upper(c) <= 'F'
                                 ? static_cast<uint32_t>(Upper(c) - 'A' + 10)
                                 : 16;
      if (digit >= base) break;
      value = value * base + digit;
    }
    plain += static_cast<char>(value);
  };
  for (size_t at = 0; at < text.size();) {
    if (text[at] != '\\' || at + 1 == text.size()) {
      plain += text[at++];
      continue;
    }
    const char c = text[at + 1];
    at += 2;
    const size_t letter = kLetters.find(c);
    if (c == 'c') break;
    if (c == 'x')
      number(&at, 16, 3);
    else if (c == '0')
      number(&at, 8, 3);
    else if (letter != std::string_view::npos)
      plain += kMeanings[letter];
    else
      plain.append(1, '\\').append(1, c);
  }
  return plain;
}

}  // namespace

std::optional<int> PtxOptions::Read(CommandIo& io) {
  Options reader(io, kOptions);
  while (reader.Next()) {
    const std::string value(reader.value());
    switch (reader.id()) {
      case 'A': auto_reference = true; break;
      case 'b': break_file = value; break;
      case 'F': truncation = Unescaped(value); break;
      case 'f': ignore_case = true; break;
      case 'g':
      case 'w': {
        const bool is_gap = reader.id() == 'g';
        const std::optional<uint64_t> number = ParseCount(value);
        if (!number || *number == 0 || *number > INT64_MAX) {
          io.Error((is_gap ? "invalid gap width: " : "invalid line width: ") + QuoteWord(value));
          return 1;
        }
        (is_gap ? gap : width) = static_cast<int64_t>(std::min<uint64_t>(*number, INT32_MAX));
        break;
      }
      case 'i': ignore_file = value; break;
      case 'M': macro = value; break;
      case 'o': only_file = value; break;
      case 'r': input_reference = true; break;
      case 'R': right_reference = true; break;
      case 'S': sentences = Unescaped(value); break;
      case 't': break;  // (nothing comes of it in the real one either)
      case 'G': traditional = true; break;
      case 'W':
        words = Unescaped(value);
        if (words->empty()) words.reset();
        break;
      case 'O': format = Format::kRoff; break;
      case 'T': format = Format::kTex; break;
      case kFormat:
        if (value.empty() || (!std::string_view("roff").starts_with(value) &&
                              !std::string_view("tex").starts_with(value))) {
          return reader.Misuse(InvalidArgument(value, "--format", {"‘roff’", "‘tex’"}));
        }
        format = value[0] == 'r' ? Format::kRoff : Format::kTex;
        break;
      default: break;
    }
  }
  if (reader.status()) return reader.status();
  names = reader.operands();
  if (!traditional) return std::nullopt;
  if (names.size() > 2) return reader.Misuse("extra operand " + QuoteWord(names[2]));
  if (names.size() == 2) {
    output = names[1];
    names.pop_back();
  }
  return std::nullopt;
}

// Of what was found everything is found again; what was read is checked where it is used.
void Ptx::Fields(Archive& archive) {
  archive(inputs_, phase_, list_, list_fd_, lists_[0], lists_[1], lists_[2], text_, ends_, printed_,
          out_);
  for (uint64_t& charged : lists_charged_) archive.Charged(charged);
  archive.Charged(text_charged_);
  // (What was found goes with the save; what was charged for it, when it is found again.)
  for (uint64_t& charged : found_charged_) archive.Charged(charged);
  bool is_sound = phase_ <= Phase::kLines && list_ <= lists_.size();
  uint64_t before = 0;
  for (const uint64_t end : ends_) {
    is_sound = is_sound && end >= before && end <= text_.size();
    before = end;
  }
  if (!is_sound) {
    ends_.clear();
    archive.Fail();
  }
}

std::optional<int> Ptx::Start(CommandIo& io) {
  if (const std::optional<int> status = options_.Read(io)) return status;
  inputs_.Start(options_.names);
  account_ = &io.account();
  return CompilePatterns(io) ? std::nullopt : std::optional<int>(1);
}

bool Ptx::CompilePatterns(CommandIo& io) {
  const auto compile = [&](const std::string& pattern, std::unique_ptr<Regex>* regex) {
    std::string error;
    RegexOptions options;
    options.syntax = RegexSyntax::kEmacs;
    options.ignore_case = options_.ignore_case;
    options.multi_line = true;
    *regex = Regex::Compile(pattern, options, &io.account(), &error);
    if (*regex == nullptr) io.Error(error + " (for regexp " + QuoteWord(pattern) + ")");
    return *regex != nullptr;
  };
  if (options_.words && !compile(*options_.words, &word_regex_)) return false;
  if (!options_.sentences) {
    // The end of a sentence, where what is left of the line is a reference: a line.
    options_.sentences = options_.traditional || options_.input_reference
                             ? "\n"
                             : "[.?!][]\"')}]*\\($\\|\t\\|  \\)[ \t\n]*";
  }
  return options_.sentences->empty() || compile(*options_.sentences, &sentence_regex_);
}

// ---- reading

// The files of -b, -i and -o, each as a whole.
std::optional<Progress> Ptx::ReadLists(CommandIo& io) {
  const std::string* names[] = {&options_.break_file, &options_.ignore_file, &options_.only_file};
  if (list_ == lists_.size()) {
    phase_ = Phase::kTexts;
    return std::nullopt;
  }
  const std::string& name = *names[list_];
  if (name.empty()) {
    ++list_;
    return std::nullopt;
  }
  if (list_fd_ < 0) list_fd_ = name == "-" ? 0 : io.Open(name, OpenMode::kRead);
  std::string_view bytes;
  const ReadStatus status = list_fd_ < 0 ? ReadStatus::kError : io.ReadSome(list_fd_, &bytes);
  switch (status) {
    case ReadStatus::kWait: return Progress::Wait();
    case ReadStatus::kError:
      io.Error(QuoteFileIfNeeded(name), io.error());
      return Progress::Done(1);
    case ReadStatus::kEnd:
      if (list_fd_ > 2) io.Close(list_fd_);
      list_fd_ = -1;
      ++list_;
      return std::nullopt;
    case ReadStatus::kData: break;
  }
  if (!MakeRoom(io, &lists_[list_], bytes.size(), &lists_charged_[list_])) return Progress::Done(2);
  lists_[list_] += bytes;
  (void)io.Tick(bytes.size());
  return std::nullopt;
}

std::optional<Progress> Ptx::ReadTexts(CommandIo& io) {
  if (!inputs_.is_open()) {
    const Got got = inputs_.Open(io);
    if (auto end = StepEnd(got)) return end;
    if (got == Got::kError) return Progress::Done(1);
    if (got == Got::kEnd) {
      phase_ = Phase::kLines;
      if (options_.output.empty()) return std::nullopt;
      out_ = io.Open(options_.output, OpenMode::kWrite);
      if (out_ >= 0) return std::nullopt;
      io.Error(QuoteFileIfNeeded(options_.output), io.error());
      return Progress::Done(1);
    }
  }
  std::string_view bytes;
  const Got got = inputs_.BytesOfFile(io, &bytes);
  if (auto end = StepEnd(got)) return end;
  if (got == Got::kError) return Progress::Done(1);
  if (got == Got::kEnd) {
    inputs_.Close(io);
    if (!io.Reserve(sizeof(uint64_t) * 4)) return Progress::Done(2);
    ends_.push_back(text_.size());
    return std::nullopt;
  }
  if (!MakeRoom(io, &text_, bytes.size(), &text_charged_)) return Progress::Done(2);
  text_ += bytes;
  (void)io.Tick(bytes.size());
  return std::nullopt;
}

// Which characters words are made of, where no pattern says it.
bool Ptx::SetBreaks() {
  for (size_t c = 0; c < is_word_.size(); ++c) {
    const char byte = static_cast<char>(c);
    const bool is_blank = byte == ' ' || byte == '\t' || byte == '\n';
    if (!options_.break_file.empty())
      is_word_[c] = !(options_.traditional && is_blank);
    else
      is_word_[c] = options_.traditional ? !is_blank : IsLetter(byte);
  }
  for (const char c : lists_[0]) is_word_[static_cast<uint8_t>(c)] = false;
  return account_->Tick(lists_[0].size());
}

// ---- words

// Like bytes, or like capital letters with -f.
int Ptx::Compare(std::string_view a, std::string_view b) const {
  work_of_compare_ += std::min(a.size(), b.size()) + 1;
  if (!options_.ignore_case) return a.compare(b);
  for (size_t i = 0; i < a.size() && i < b.size(); ++i) {
    const auto x = static_cast<uint8_t>(Upper(a[i])), y = static_cast<uint8_t>(Upper(b[i]));
    if (x != y) return x < y ? -1 : 1;
  }
  return a.size() == b.size() ? 0 : a.size() < b.size() ? -1 : 1;
}

bool Ptx::IsWanted(std::string_view word) const {
  const auto less = [&](std::string_view a, std::string_view b) { return Compare(a, b) < 0; };
  const auto has = [&](const std::vector<std::string_view>& words) {
    return std::binary_search(words.begin(), words.end(), word, less);
  };
  return !(!options_.ignore_file.empty() && has(ignored_)) &&
         (options_.only_file.empty() || has(only_));
}

// The place behind the context, and behind what ends it. Nothing: the script has to end, or the
// pattern matches nothing, which was said.
std::optional<size_t> Ptx::EndOfContext(CommandIo& io, size_t begin, size_t end) {
  if (sentence_regex_ == nullptr) return end;
  RegexSpan span;
  const RegexSubject subject(std::string_view(text_).substr(begin, end - begin));
  switch (sentence_regex_->Search(subject, 0, &span, 1, RegexAnchor::kNone, account_)) {
    case RegexOutcome::kNone: return end;
    case RegexOutcome::kMatch: break;
    case RegexOutcome::kGaveUp: io.Error("the regular expression takes too long"); return {};
    case RegexOutcome::kStopped: return {};
  }
  // (so the real one says of any match at the begin)
  if (span.begin > 0) return begin + static_cast<size_t>(span.end);
  io.Error("error: regular expression has a match of length zero: " +
           QuoteWord(*options_.sentences));
  return {};
}

// The next word; an empty one at `end`: there is none.
std::optional<Ptx::Field> Ptx::FindWord(CommandIo& io, size_t begin, size_t end) {
  if (word_regex_ == nullptr) {
    const auto is_word = [&](size_t at) { return is_word_[static_cast<uint8_t>(text_[at])]; };
    Field word{begin, begin};
    while (word.begin < end && !is_word(word.begin)) ++word.begin;
    word.end = word.begin;
    while (word.end < end && is_word(word.end)) ++word.end;
    if (!account_->Tick(word.end - begin)) return std::nullopt;
    return word;
  }
  RegexSpan span;
  const RegexSubject subject(std::string_view(text_).substr(begin, end - begin));
  switch (word_regex_->Search(subject, 0, &span, 1, RegexAnchor::kNone, account_)) {
    case RegexOutcome::kNone: return Field{end, end};
    case RegexOutcome::kMatch:
      return Field{begin + static_cast<size_t>(span.begin), begin + static_cast<size_t>(span.end)};
    case RegexOutcome::kGaveUp: io.Error("the regular expression takes too long"); break;
    case RegexOutcome::kStopped: break;
  }
  return std::nullopt;
}

// Words of one file. Lines are counted on the way, and where a reference begins.
bool Ptx::FindInText(CommandIo& io, uint32_t file) {
  const size_t text_begin = file == 0 ? 0 : static_cast<size_t>(ends_[file - 1]);
  const auto text_end = static_cast<size_t>(ends_[file]);
  uint64_t lines = file == 0 ? 0 : lines_[file - 1];
  size_t line = text_begin, scan = text_begin;
  if (options_.input_reference) scan = SkipWhite(SkipBlack(scan, text_end), text_end);
  size_t next = text_begin;
  for (size_t context = text_begin; context < text_end; context = next) {
    const std::optional<size_t> behind = EndOfContext(io, context, text_end);
    if (!behind) return false;
    next = std::max(*behind, context + 1);
    size_t left = context;
    const size_t right = SkipWhiteBack(next, context);
    for (size_t at = context;;) {
      const std::optional<Field> word = FindWord(io, at, right);
      if (!word) return false;
      if (word->begin >= right) break;
      at = word->begin;
      if (word->is_empty()) {
        ++at;
        continue;
      }
      at = word->end;
      longest_word_ = std::max(longest_word_, static_cast<size_t>(word->size()));
      while (scan < word->begin) {
        if (text_[scan++] != '\n') continue;
        ++lines;
        line = scan;
        // (a word of the reference is none of the text)
        if (options_.input_reference) scan = SkipBlack(scan, text_end);
      }
      if (options_.input_reference && scan > word->begin) continue;
      const std::string_view text = std::string_view(text_).substr(word->begin, word->size());
      if (!IsWanted(text)) continue;
      if (!MakeRoom(io, &occurrences_, 1, &found_charged_[2])) return false;
      Occurrence found{.begin = word->begin, .size = text.size(), .right = right, .file = file};
      if (options_.auto_reference) {
        found.reference = lines;
      } else if (options_.input_reference) {
        found.reference = line;
        reference_width_ =
            std::max(reference_width_, static_cast<int64_t>(SkipBlack(line, text_end) - line));
      }
      if (options_.input_reference && line == left) left = SkipWhite(SkipBlack(left, right), right);
      found.left = left;
      occurrences_.push_back(found);
      if (!account_->Tick(std::exchange(work_, 0) + std::exchange(work_of_compare_, 0) + 32))
        return false;
    }
  }
  lines_.push_back(lines + 1);
  return true;
}

template <typename Item, typename TextOf>
bool Ptx::Sort(CommandIo& io, std::vector<Item>* items, const TextOf& text_of) {
  const size_t count = items->size();
  uint64_t charged = 0;
  std::vector<Item> other;
  if (!MakeRoom(io, &other, count, &charged)) return false;
  other.resize(count);
  for (size_t width = 1; width < count; width *= 2) {
    for (size_t begin = 0; begin < count; begin += 2 * width) {
      const size_t middle = std::min(begin + width, count), end = std::min(middle + width, count);
      size_t a = begin, b = middle;
      for (size_t to = begin; to < end; ++to) {
        const bool first =
            b == end || (a < middle && Compare(text_of((*items)[a]), text_of((*items)[b])) <= 0);
        other[to] = (*items)[first ? a++ : b++];
        if (to % 64 == 63 && !account_->Tick(std::exchange(work_of_compare_, 0) + 64 * 16))
          return false;
      }
      if (!account_->Tick(16)) return false;
    }
    items->swap(other);
  }
  return io.Reserve(-static_cast<int64_t>(charged));
}

std::optional<Progress> Ptx::FindAll(CommandIo& io) {
  if (!SetBreaks()) return Progress::Done(2);
  for (uint64_t& charged : found_charged_)
    (void)io.Reserve(-static_cast<int64_t>(std::exchange(charged, 0)));
  const auto read = [&](const std::string& list, std::vector<std::string_view>* words,
                        uint64_t* charged) {
    for (size_t at = 0; at < list.size();) {
      const size_t end = std::min(list.find('\n', at), list.size());
      if (end > at) {
        if (!MakeRoom(io, words, 1, charged)) return false;
        words->push_back(std::string_view(list).substr(at, end - at));
      }
      at = end + 1;
      if (!account_->Tick(64)) return false;
    }
    return Sort(io, words, [](std::string_view word) { return word; });
  };
  if (!read(lists_[1], &ignored_, &found_charged_[0])) return Progress::Done(2);
  if (!read(lists_[2], &only_, &found_charged_[1])) return Progress::Done(2);
  for (uint32_t file = 0; file < ends_.size(); ++file) {
    if (!FindInText(io, file)) return Progress::Done(1);
  }
  const auto text = [&](const Occurrence& one) {
    return std::string_view(text_).substr(one.begin, one.size);
  };
  if (!Sort(io, &occurrences_, text)) return Progress::Done(2);
  FindWidths();
  found_ = true;
  return std::nullopt;
}

Progress Ptx::Run(CommandIo& io) {
  account_ = &io.account();
  while (true) {
    std::optional<Progress> stop;
    if (phase_ == Phase::kLists) {
      stop = ReadLists(io);
    } else if (phase_ == Phase::kTexts) {
      stop = ReadTexts(io);
    } else if (!found_) {
      // (What was found is not saved: a line of it is written before there may be a save.)
      if (const std::optional<Progress> end = FindAll(io)) return *end;
      continue;
    } else if (printed_ >= occurrences_.size()) {
      return Progress::Done(0);
    } else {
      const Parts parts = PartsOf(occurrences_[printed_++]);
      const PtxOptions::Format format = options_.Chosen();
      const std::string line = format == PtxOptions::Format::kRoff  ? RoffLine(parts)
                               : format == PtxOptions::Format::kTex ? TexLine(parts)
                                                                    : PlainLine(parts);
      io.Write(out_, line);
      if (io.Tick(std::exchange(work_, 0) + line.size())) return Progress::Yield();
    }
    if (stop) return *stop;
    if (io.Tick(16)) return Progress::Yield();
  }
}

std::unique_ptr<Command> MakePtx() { return Make<Ptx>(); }

}  // namespace pysub::shell
