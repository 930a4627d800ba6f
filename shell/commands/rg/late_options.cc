// What is looked at when the patterns are right: sizes, globs, types, colours, encodings.

#include <algorithm>
#include <iterator>
#include <utility>

#include "shell/commands/rg/option_values.h"
#include "shell/commands/rg/options.h"

namespace pysub::shell::rg {
namespace {

struct Color {
  std::string foreground, background;  // "5", "8;5;200" or "8;2;1;2;3"
  bool bold = false, underline = false, intense = false;

  std::string Code() const {
    std::string out = "\33[0m";
    if (bold) out += "\33[1m";
    if (underline) out += "\33[4m";
    for (auto [code, digit] :
         {std::pair<const std::string&, char>{foreground, '3'}, {background, '4'}}) {
      if (code.empty()) continue;
      out += "\33[";
      out += digit;
      if (intense && code.size() == 1) {
        out += "8;5;" + std::to_string(code[0] - '0' + 8);
      } else {
        out += code;
      }
      out += 'm';
    }
    return out;
  }
  bool IsNone() const {
    return foreground.empty() && background.empty() && !bold && !underline && !intense;
  }
};

std::optional<std::string> ColorCode(CommandIo& io, const std::string& value) {
  constexpr std::string_view kNames[] = {"black", "red",     "green", "yellow",
                                         "blue",  "magenta", "cyan",  "white"};
  std::string name = value;
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  for (size_t i = 0; i < std::size(kNames); ++i) {
    if (kNames[i] == name) return std::to_string(i);
  }
  std::vector<uint64_t> numbers;
  for (std::string_view rest = name;;) {
    const size_t comma = rest.find(',');
    std::string_view one = rest.substr(0, comma);
    uint64_t number = 0;
    std::string_view error;
    if (one.starts_with("0x")) {
      one.remove_prefix(2);
      if (one.empty() || one.size() > 2 ||
          one.find_first_not_of("0123456789abcdef") != std::string_view::npos)
        number = 256;
      for (char c : one)
        number = number * 16 + static_cast<uint64_t>(c <= '9' ? c - '0' : c - 'a' + 10);
    } else {
      number = WholeNumber(one, &error).value_or(256);
    }
    if (number > 255) {
      if (name.find(',') != std::string::npos ||
          (!name.empty() && name[0] >= '0' && name[0] <= '9')) {
        const bool triple = name.find(',') != std::string::npos;
        Fail(io, triple
                     ? "unrecognized RGB color triple, should be '[0-255],[0-255],[0-255]' (or a "
                       "hex triple), but is '" +
                           value + "'"
                     : "unrecognized ansi256 color number, should be '[0-255]' (or a hex number), "
                       "but is '" +
                           value + "'");
      } else {
        Fail(io, "unrecognized color name '" + value +
                     "'. Choose from: black, blue, green, red, cyan, magenta, yellow, white");
      }
      return std::nullopt;
    }
    numbers.push_back(number);
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  if (numbers.size() == 1) return "8;5;" + std::to_string(numbers[0]);
  if (numbers.size() == 3)
    return "8;2;" + std::to_string(numbers[0]) + ";" + std::to_string(numbers[1]) + ";" +
           std::to_string(numbers[2]);
  Fail(io,
       "unrecognized RGB color triple, should be '[0-255],[0-255],[0-255]' (or a hex triple), but "
       "is '" +
           value + "'");
  return std::nullopt;
}

std::optional<int> ReadColors(CommandIo& io, Options* options) {
  Color path{.foreground = "5"}, line{.foreground = "2"}, column,
      match{.foreground = "1", .bold = true};
  for (const std::string& text : options->late.colors) {
    std::vector<std::string> parts;
    for (std::string_view rest = text;;) {
      const size_t colon = rest.find(':');
      parts.emplace_back(rest.substr(0, colon));
      if (colon == std::string_view::npos) break;
      rest.remove_prefix(colon + 1);
    }
    auto wrong = [&] {
      return Fail(io, "invalid color spec format: '" + text +
                          "'. Valid format is '(path|line|column|match):(fg|bg|style):(value)'.");
    };
    if (parts.size() < 2 || parts.size() > 3) return wrong();
    Color* color = parts[0] == "path"     ? &path
                   : parts[0] == "line"   ? &line
                   : parts[0] == "column" ? &column
                   : parts[0] == "match"  ? &match
                                          : nullptr;
    if (color == nullptr)
      return Fail(io, "unrecognized output type '" + parts[0] +
                          "'. Choose from: path, line, column, match.");
    if (parts[1] == "none") {
      *color = {};
      continue;
    }
    if (parts[1] != "fg" && parts[1] != "bg" && parts[1] != "style")
      return Fail(io,
                  "unrecognized spec type '" + parts[1] + "'. Choose from: fg, bg, style, none.");
    if (parts.size() < 3) return wrong();
    if (parts[1] == "style") {
      const bool off = parts[2].starts_with("no");
      const std::string style = off ? parts[2].substr(2) : parts[2];
      bool* member = style == "bold"        ? &color->bold
                     : style == "intense"   ? &color->intense
                     : style == "underline" ? &color->underline
                                            : nullptr;
      if (member == nullptr)
        return Fail(
            io, "unrecognized style attribute '" + parts[2] +
                    "'. Choose from: nobold, bold, nointense, intense, nounderline, underline.");
      *member = !off;
      continue;
    }
    std::optional<std::string> code = ColorCode(io, parts[2]);
    if (!code) return 2;
    (parts[1] == "fg" ? color->foreground : color->background) = std::move(*code);
  }
  options->colors = {path.Code(), line.Code(), column.Code(), match.Code(), !match.IsNone()};
  return std::nullopt;
}

bool ReadEncoding(std::string_view given, Encoding* encoding) {
  std::string name;
  for (char c : given) name += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  constexpr std::pair<std::string_view, Encoding> kNames[] = {
      {"auto", Encoding::kAuto},
      {"none", Encoding::kNone},
      {"utf-8", Encoding::kUtf8},
      {"utf8", Encoding::kUtf8},
      {"unicode-1-1-utf-8", Encoding::kUtf8},
      {"utf-16", Encoding::kUtf16Le},
      {"utf-16le", Encoding::kUtf16Le},
      {"utf-16be", Encoding::kUtf16Be},
      {"latin1", Encoding::kLatin1},
      {"iso-8859-1", Encoding::kLatin1},
      {"iso8859-1", Encoding::kLatin1},
      {"ascii", Encoding::kLatin1},
      {"us-ascii", Encoding::kLatin1},
      {"l1", Encoding::kLatin1},
      {"windows-1252", Encoding::kLatin1},
      {"cp1252", Encoding::kLatin1}};
  for (auto [known, which] : kNames) {
    if (known == name) {
      *encoding = which;
      return true;
    }
  }
  return false;
}

}  // namespace

std::optional<int> CheckSizeLimits(CommandIo& io, const Options& options) {
  for (const std::string& text : options.late.size_limits) {
    if (!Size(io, text)) return 2;
  }
  return std::nullopt;
}

std::optional<int> FinishOptions(CommandIo& io, Options* options) {
  Options& o = *options;
  if (o.late.max_filesize) {
    o.max_filesize = Size(io, *o.late.max_filesize);
    if (!o.max_filesize) return 2;
  }
  std::string_view error;
  if (o.late.threads) {
    const std::optional<uint64_t> threads = WholeNumber(*o.late.threads, &error);
    if (!threads) return Fail(io, error);
    o.one_thread |= *threads == 1;
  }
  std::string reason;
  o.overrides = Overrides(io.cwd());
  for (const std::string& glob : o.late.globs) {
    if (!o.overrides.Add(glob, o.late.all_globs_small, &reason)) return Fail(io, reason);
  }
  for (const std::string& glob : o.late.small_globs) {
    if (!o.overrides.Add(glob, true, &reason)) return Fail(io, reason);
  }
  for (const std::string& name : o.late.types_cleared) o.types.Clear(name);
  for (const std::string& definition : o.late.types_added) {
    if (!o.types.Add(definition))
      return Fail(io, "invalid definition (format is type:glob, e.g., html:*.html)");
  }
  for (const std::string& name : o.late.types_on) {
    if (!o.types.Select(name, false, &reason)) return Fail(io, reason);
  }
  for (const std::string& name : o.late.types_off) {
    if (!o.types.Select(name, true, &reason)) return Fail(io, reason);
  }
  if (std::optional<int> status = ReadColors(io, options)) return status;
  if (o.late.path_separator) {
    const std::string text = Unescape(*o.late.path_separator);
    if (text.size() > 1) {
      return Fail(
          io, "A path separator must be exactly one byte, but the given separator is " +
                  std::to_string(text.size()) + " bytes: " + text +
                  "\nIn some shells on Windows '/' is automatically expanded. Use '//' instead.");
    }
    if (!text.empty()) o.path_separator = text[0];
  }
  if (o.late.encoding && !o.files && !o.type_list && !ReadEncoding(*o.late.encoding, &o.encoding))
    return Fail(io, "grep config error: unknown encoding: " + *o.late.encoding);
  const std::optional<std::string_view> term = io.Env("TERM");
  o.color =
      o.late.color == "always" || o.late.color == "ansi" ||
      (o.pretty && (o.late.color.empty() || o.late.color == "auto") && term && *term != "dumb");
  if (o.pretty) o.heading = true;
  if (o.vimgrep) o.heading = false;
  const bool with_numbers = o.column || o.vimgrep;
  o.column = with_numbers && !o.no_column;
  o.line_number =
      !o.is_summary() && o.numbers.value_or(o.show == Show::kJson || with_numbers || o.pretty);
  if (o.show == Show::kJson && !(o.numbers && !*o.numbers)) o.line_number = true;
  return std::nullopt;
}

}  // namespace pysub::shell::rg
