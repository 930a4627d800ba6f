#ifndef PYSUB_SHELL_COMMANDS_TEXT_PTX_H_
#define PYSUB_SHELL_COMMANDS_TEXT_PTX_H_

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/text_command.h"
#include "shell/regex/regex.h"

namespace pysub::shell {

// What the command line of ptx says.
struct PtxOptions {
  enum class Format : uint8_t { kPlain, kRoff, kTex };

  bool traditional = false, auto_reference = false, right_reference = false, ignore_case = false,
       input_reference = false;
  std::optional<Format> format;
  std::string truncation = "/", macro = "xx";
  int64_t gap = 3, width = 72;
  std::optional<std::string> sentences, words;  // regular expressions
  std::string break_file, ignore_file, only_file, output;
  std::vector<std::string> names;

  std::optional<int> Read(CommandIo& io);
  Format Chosen() const { return format.value_or(traditional ? Format::kRoff : Format::kPlain); }
};

// A permuted index: each word of the files with what stands around it, in the order of the
// alphabet.
//
//   tail   before   keyafter   head        a context, turned so that the word stands in the middle:
//                                          what has no room on its side goes to the other one
//
// The files are read first and kept, one text behind the other. What is found in them is not saved:
// it is found again after a load.
class Ptx : public TextCommand {
 public:
  void Fields(Archive& archive) override;

 protected:
  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override;
  void Suspend() override { inputs_.Suspend(); }

 private:
  enum class Phase : uint8_t { kLists, kTexts, kLines };
  // A part of the text.
  struct Field {
    size_t begin = 0, end = 0;
    int64_t size() const { return static_cast<int64_t>(end - begin); }
    bool is_empty() const { return begin >= end; }
  };
  // A word, and what belongs to it.
  struct Occurrence {
    size_t begin = 0, size = 0;
    size_t left = 0, right = 0;  // its context
    size_t reference = 0;        // where it stands; of -A the number of the line
    uint32_t file = 0;
  };
  // Of one word, as it is printed. A flag: something was left out there.
  struct Parts {
    Field tail, before, keyafter, head;
    bool tail_cut = false, before_cut = false, keyafter_cut = false, head_cut = false;
    std::string reference;
  };

  // ---- reading (ptx.cc)
  std::optional<Progress> ReadLists(CommandIo& io);
  std::optional<Progress> ReadTexts(CommandIo& io);
  bool CompilePatterns(CommandIo& io);
  bool SetBreaks();

  // ---- words (ptx.cc)
  std::optional<Progress> FindAll(CommandIo& io);
  bool FindInText(CommandIo& io, uint32_t file);
  std::optional<size_t> EndOfContext(CommandIo& io, size_t begin, size_t end);
  std::optional<Field> FindWord(CommandIo& io, size_t begin, size_t end);
  bool IsWanted(std::string_view word) const;
  int Compare(std::string_view a, std::string_view b) const;
  // By text_of(item), equal ones as they stand: a merge sort, which counts its work.
  template <typename Item, typename TextOf>
  bool Sort(CommandIo& io, std::vector<Item>* items, const TextOf& text_of);

  // ---- lines (ptx_lines.cc)
  void FindWidths();
  Parts PartsOf(const Occurrence& occurrence);
  void FindKeyafter(const Occurrence& occurrence, Parts* parts);
  void FindBefore(const Occurrence& occurrence, size_t left, Parts* parts);
  void FindTail(const Occurrence& occurrence, Parts* parts);
  void FindHead(const Occurrence& occurrence, size_t left, Parts* parts);
  std::string ReferenceOf(const Occurrence& occurrence) const;
  std::string PlainLine(const Parts& parts) const;
  std::string RoffLine(const Parts& parts) const;
  std::string TexLine(const Parts& parts);
  std::string Shown(std::string_view text) const;
  std::string Shown(const Field& field) const {
    // (one that blanks have eaten up ends before it begins)
    if (field.is_empty()) return "";
    return Shown(std::string_view(text_).substr(field.begin, field.end - field.begin));
  }
  bool HasReferences() const { return options_.auto_reference || options_.input_reference; }
  // Steps over a word, or one character; over and back over blanks. The work is counted.
  size_t Skip(size_t at, size_t end);
  size_t SkipWhite(size_t at, size_t end);
  size_t SkipWhiteBack(size_t at, size_t begin);
  size_t SkipBlack(size_t at, size_t end);

  PtxOptions options_;
  Inputs inputs_;
  std::unique_ptr<Regex> sentence_regex_, word_regex_;
  std::array<bool, 256> is_word_{};  // without a pattern for words

  Phase phase_ = Phase::kLists;
  uint64_t list_ = 0;  // of the three files that options name
  int list_fd_ = -1;
  std::array<std::string, 3> lists_;  // break, ignore, only
  uint64_t lists_charged_[3] = {0, 0, 0};
  std::string text_;
  uint64_t text_charged_ = 0;
  std::vector<uint64_t> ends_;  // of each file, in text_
  uint64_t printed_ = 0;
  int out_ = 1;

  // For words that are ignored, words that alone are wanted, and occurrences.
  uint64_t found_charged_[3] = {0, 0, 0};

  // Not saved.
  bool found_ = false;
  std::vector<std::string_view> ignored_, only_;
  std::vector<Occurrence> occurrences_;
  std::vector<uint64_t> lines_;  // line ends up to each file's last word
  size_t longest_word_ = 0;
  int64_t reference_width_ = 0, half_width_ = 0, before_width_ = 0, keyafter_width_ = 0;
  uint64_t work_ = 0;
  mutable uint64_t work_of_compare_ = 0;
  ParseAccount* account_ = nullptr;  // of the step
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_TEXT_PTX_H_
