// The command line of zstd. Letters may be grouped, but a number may stand behind one (-T4, -19),
// and a value is always the next word, also for a letter in the middle (`-fo FILE`).

#include <algorithm>
#include <charconv>

#include "shell/commands/archive/zstd.h"
#include "shell/commands/simple.h"

namespace pysub::shell {
namespace {

constexpr std::string_view kNoPacking =
    "packing is not supported in this sandbox, which only reads .zst (-d, -t, -l): gzip, bzip2 and "
    "xz pack";

// What concerns only packing, or how fast it goes: it changes nothing when files are read.
constexpr std::string_view kOnlyPacking[] = {"--ultra",
                                             "--adapt",
                                             "--single-thread",
                                             "--rsyncable",
                                             "--no-dictID",
                                             "--asyncio",
                                             "--no-asyncio",
                                             "--sparse",
                                             "--no-sparse",
                                             "--progress",
                                             "--no-progress",
                                             "--exclude-compressed",
                                             "--fast",
                                             "--compress-literals",
                                             "--no-compress-literals",
                                             "--row-match-finder",
                                             "--no-row-match-finder",
                                             "--format=zstd",
                                             "--keep"};
constexpr std::string_view kOnlyPackingWithNumber[] = {
    "--fast=",        "--threads=",      "--size-hint=",
    "--stream-size=", "--auto-threads=", "--target-compressed-block-size="};
// What zstd has and this one does not.
constexpr std::string_view kRefused[] = {
    "--train",  "--patch-from", "--filelist", "--output-dir-flat", "--output-dir-mirror", "--trace",
    "--format", "--maxdict",    "--dictID",   "--priority",        "--recursive"};

// A number with K, M or G behind it (also KiB, MB ...), from the begin of *text, which moves.
// No digits are 0. Nothing: it has more than 32 bits, and nothing is taken.
std::optional<uint32_t> TakeNumber(std::string_view* text) {
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
  if (error == std::errc::result_out_of_range) return std::nullopt;
  text->remove_prefix(static_cast<size_t>(end - text->data()));
  constexpr std::string_view kUnits = "KMG";
  const size_t unit = text->empty() ? std::string_view::npos : kUnits.find(text->front());
  if (unit == std::string_view::npos) return number;
  const uint64_t value = uint64_t{number} << 10 * (unit + 1);
  if (value > UINT32_MAX) return std::nullopt;
  text->remove_prefix(1);
  if (text->starts_with('i')) text->remove_prefix(1);
  if (text->starts_with('B')) text->remove_prefix(1);
  return static_cast<uint32_t>(value);
}

int Overflow(CommandIo& io) {
  io.Write(2, "error: numeric value overflows 32-bit unsigned int \n");
  return 1;
}

int Refuse(CommandIo& io, std::string_view option) {
  io.Error(std::string(option) + " is not supported in this sandbox");
  return 1;
}

int Misuse(CommandIo& io) {
  io.Write(2, "Incorrect parameters \n" + UsageOf(io));
  return 1;
}

}  // namespace

std::optional<int> ZstdOptions::TakeLong(CommandIo& io, std::string_view word) {
  if (word == "--decompress" || word == "--uncompress") {
    uncompress = true;
  } else if (word == "--compress") {
    uncompress = false;
  } else if (word == "--test") {
    test = uncompress = true;
  } else if (word == "--list") {
    list = true;
  } else if (word == "--stdout") {
    to_stdout = true;
    output.clear();
  } else if (word == "--force") {
    force = true;
  } else if (word == "--rm") {
    remove = true;
  } else if (word == "--quiet") {
    --level;
  } else if (word == "--verbose") {
    ++level;
  } else if (word == "--check" || word == "--no-check") {
    checks = word == "--check";
  } else if (word == "--pass-through" || word == "--no-pass-through") {
    pass_through = word == "--pass-through";
  } else if (word == "--help") {
    io.Out(UsageOf(io));
    return 0;
  } else if (word == "--version") {
    io.Out(VersionText("zstd"));
    return 0;
  } else if (word.starts_with("--memory=") || word.starts_with("--long")) {
    std::string_view value = word.substr(word.find('=') + 1);
    const bool is_log = word.starts_with("--long");
    if (word == "--long") return std::nullopt;
    const std::optional<uint32_t> number = TakeNumber(&value);
    if (!number) return Overflow(io);
    if (!value.empty() || (is_log && !word.starts_with("--long="))) return Misuse(io);
    most_window = is_log ? uint64_t{1} << std::min<uint64_t>(*number, 31) : *number;
  } else {
    const auto is = [&](std::string_view name) { return word == name; };
    const auto begins = [&](std::string_view name) { return word.starts_with(name); };
    if (std::any_of(std::begin(kOnlyPacking), std::end(kOnlyPacking), is)) return std::nullopt;
    if (std::any_of(std::begin(kOnlyPackingWithNumber), std::end(kOnlyPackingWithNumber), begins))
      return std::nullopt;
    if (std::any_of(std::begin(kRefused), std::end(kRefused), begins))
      return Refuse(io, word.substr(0, word.find('=')));
    return Misuse(io);
  }
  return std::nullopt;
}

std::optional<int> ZstdOptions::TakeLetters(CommandIo& io, std::span<const std::string> words,
                                            size_t* at) {
  std::string_view letters = std::string_view(words[*at]).substr(1);
  while (!letters.empty()) {
    const char letter = letters.front();
    if (letter >= '0' && letter <= '9') {  // how hard to pack
      if (!TakeNumber(&letters)) return Overflow(io);
      continue;
    }
    letters.remove_prefix(1);
    switch (letter) {
      case 'd': uncompress = true; break;
      case 'z': uncompress = false; break;
      case 't': test = uncompress = true; break;
      case 'l': list = true; break;
      case 'f': force = true; break;
      case 'k':
      case 'C': break;  // as it is anyway
      case 'q': --level; break;
      case 'v': ++level; break;
      case 'c':
        to_stdout = true;
        output.clear();
        break;
      case 'h':
      case 'H': io.Out(UsageOf(io)); return 0;
      case 'V': io.Out(VersionText("zstd")); return 0;
      case 'T':
        if (!TakeNumber(&letters)) return Overflow(io);  // (one thread does it all)
        break;
      case 'M':
        if (const std::optional<uint32_t> number = TakeNumber(&letters)) {
          most_window = *number;
          break;
        }
        return Overflow(io);
      case 'o':
        if (++*at >= words.size()) {
          io.Write(2, "error: missing command argument \n");
          return 1;
        }
        if (words[*at].starts_with('-')) {
          io.Write(2, "error: command cannot be separated from its argument by another command \n");
          return 1;
        }
        output = words[*at];
        to_stdout = false;
        break;
      case 'D':
      case 'b':
      case 'e':
      case 'i':
      case 'B':
      case 'S':
      case 's':
      case 'p':
      case 'r': return Refuse(io, std::string("-") + letter);
      default: return Misuse(io);
    }
  }
  return std::nullopt;
}

std::optional<int> ZstdOptions::TakeWord(CommandIo& io, std::span<const std::string> words,
                                         size_t* at) {
  const std::string& word = words[*at];
  if (word.size() < 2 || word[0] != '-') {
    names.push_back(word);
    return std::nullopt;
  }
  if (word[1] != '-') return TakeLetters(io, words, at);
  if (word != "--") return TakeLong(io, word);
  for (++*at; *at < words.size(); ++*at) names.push_back(words[*at]);
  return std::nullopt;
}

std::optional<int> ZstdOptions::Read(CommandIo& io) {
  const std::string command = ProgramName(io);
  uncompress = command == "unzstd" || command == "zstdcat";
  if (command == "zstdcat") {
    to_stdout = force = true;
    level = 1;
    pass_through = true;
  }
  for (size_t at = 0; at < io.args().size(); ++at) {
    if (const std::optional<int> status = TakeWord(io, io.args(), &at)) return status;
  }
  if (!uncompress && !list) {
    io.Error(kNoPacking);
    return 1;
  }
  constexpr uint64_t kLeastWindow = 1 << 10;
  if (most_window < kLeastWindow) {
    io.Error("error 11 : Parameter is out of bound ");
    return 11;
  }
  most_window = std::min(most_window, kZstdMostWindow);
  // (-o /dev/null is how some say -t, and /dev/stdout -c)
  if (output == "/dev/null") test = true;
  if (output == "/dev/stdout") {
    to_stdout = true;
    output.clear();
  }
  const bool reads_input = names.empty() || (names.size() == 1 && names[0] == "-");
  if (output.empty() && reads_input && !test) to_stdout = true;
  // Where data goes to standard output, results are not told, but for those who ask.
  if (to_stdout && level == 2) level = 1;
  return std::nullopt;
}

}  // namespace pysub::shell
