// curl's command line: what of its options takes more than a place to be put.

#include "shell/commands/net/curl_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <utility>

#include "shell/commands/net/curl_option_rows.h"
#include "shell/commands/net/curl_transfer.h"
#include "shell/commands/net/http_head.h"
#include "shell/network/url.h"

namespace pysub::shell {
namespace {

using enum CurlSpecial;

// Headers, and parts of a form: more than any server takes, and not so many that their copies
// count.
constexpr size_t kMostOfList = 10'000;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

std::string WithoutLineEnds(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c != '\r' && c != '\n' && c != '\0') out += c;
  }
  return out;
}

constexpr std::string_view kVersionText =
    "curl 7.88.1 (pysub) libcurl/7.88.1\n"
    "Release-Date: 2023-02-20\n"
    "Protocols: file http https \n"
    "Features: HTTP2 IPv6 libz SSL \n";

}  // namespace

void CurlTryHelp(CommandIo& io) {
  io.Error("try 'curl --help' or 'curl --manual' for more information");
}

void CurlOperation::Fields(Archive& archive) {
  archive(urls, next_url, next_output, next_upload, headers, cookies, cookie_files, parts, method,
          data, user, bearer, agent, referer, cookie_jar, range, resume, write_out, output_dir,
          head_file, max_redirects, retry, retry_delay, retry_time, max_time, connect_time,
          max_size, url_query, protocols, redirect_protocols);
  archive(get, head, include, fail, fail_with_body, follow, trusted, post301, post302, post303,
          compressed, insecure, create_dirs, all_remote_names, remote_header_name, no_globbing,
          junk_cookies, retry_all, retry_refused, path_as_is, json, remove_on_error, remote_time,
          missing_part, version, family);
  if (version > NetworkRequest::Version::k2 || family > NetworkRequest::Family::kV6) archive.Fail();
}

void CurlParser::Fields(Archive& archive) {
  archive(words_, at_, letter_, options_end_, wanted_, has_loaded_, loaded_, status_, operations_,
          globals_);
  // A letter is one of a word that has it.
  const bool is_first = letter_ == 1;
  if (at_ > words_.size() ||
      (!is_first && (letter_ == 0 || at_ == words_.size() || letter_ >= words_[at_].size())))
    archive.Fail();
}

CurlParser::Step CurlParser::Refuse(CommandIo& io, std::string_view text, int status) {
  io.Error(text);
  CurlTryHelp(io);
  status_ = status;
  return Step::kOver;
}

CurlParser::Step CurlParser::NoMemory() {
  status_ = 2;  // (the scheduler says why)
  return Step::kOver;
}

bool CurlParser::Want(std::string_view path) {
  if (has_loaded_) {
    has_loaded_ = false;
    return false;
  }
  wanted_ = path;
  return true;
}

CurlParser::Outcome CurlParser::Run(CommandIo& io) {
  if (operations_.empty()) operations_.emplace_back();
  while (at_ < words_.size()) {
    // A word is put to its place, and there is a list that it is in.
    (void)io.Tick(words_[at_].size());
    if (!io.Reserve(static_cast<int64_t>(2 * (sizeof(std::string) + words_[at_].size())))) {
      NoMemory();
      return Outcome::kOver;
    }
    const Step step = TakeWord(io);
    if (step == Step::kNeedsFile) return Outcome::kNeedsFile;
    if (step == Step::kOver) return Outcome::kOver;
  }
  for (const CurlOperation& operation : operations_) {
    const bool has_url =
        std::ranges::any_of(operation.urls, [](const CurlUrl& url) { return url.url.has_value(); });
    if (has_url) continue;
    if (!words_.empty()) io.Error("no URL specified!");
    CurlTryHelp(io);
    status_ = 2;
    return Outcome::kOver;
  }
  return Outcome::kDone;
}

// A word: a URL, "--name" with the next word as its value, or letters.
CurlParser::Step CurlParser::TakeWord(CommandIo& io) {
  const std::string word = words_[at_];
  const std::optional<std::string_view> next =
      at_ + 1 < words_.size() ? std::optional<std::string_view>(words_[at_ + 1]) : std::nullopt;
  bool used_value = false;
  if (options_end_ || !word.starts_with('-')) {
    const Step step = TakeSpecial(io, kUrl, {}, word);
    ++at_;
    return step;
  }
  if (word == "--") {
    options_end_ = true;
    ++at_;
    return Step::kTaken;
  }
  if (word.starts_with("--")) {
    Given given{.shown = word};
    const Step step = TakeOption(io, std::string_view(word).substr(2), given, next, &used_value);
    if (step == Step::kTaken) at_ += used_value ? 2 : 1;
    return step;
  }
  if (word.size() == 1) return Refuse(io, "option -: is unknown");
  const std::string_view letter = std::string_view(word).substr(letter_, 1);
  const std::string_view rest = std::string_view(word).substr(letter_ + 1);
  const Given given{.shown = word};
  const bool is_attached = !rest.empty();
  const Step step = TakeOption(
      io, letter, given, is_attached ? std::optional<std::string_view>(rest) : next, &used_value);
  if (step != Step::kTaken) return step;
  if (used_value || !is_attached) {
    at_ += used_value && !is_attached ? 2 : 1;
    letter_ = 1;
  } else {
    ++letter_;
  }
  return step;
}

CurlParser::Step CurlParser::TakeOption(CommandIo& io, std::string_view name, const Given& given_in,
                                        std::optional<std::string_view> value, bool* used_value) {
  Given given = given_in;
  const bool is_long = given.shown.starts_with("--");
  CurlFound found = is_long ? FindCurlLong(name) : FindCurlLetter(name[0]);
  if (is_long && !found.is_exact && name.starts_with("no-")) {
    const CurlFound positive = FindCurlLong(name.substr(3));
    if (positive.matches == 1 && !positive.TakesValue()) {
      found = positive;
      given.is_no = true;
    }
  }
  const std::string about = fmt::format("option {}: ", given.shown);
  if (found.matches == 0) return Refuse(io, about + "is unknown");
  if (found.matches > 1) return Refuse(io, about + "is ambiguous");
  // (What is turned off was never on.)
  if (found.refused != nullptr && given.is_no) return Step::kTaken;
  if (found.refused != nullptr) return Refuse(io, about + "is not there in this sandbox");
  if (found.flag != nullptr) {
    operation().*found.flag->flag = !given.is_no;
    if (found.flag->flag == &CurlOperation::trusted) operation().follow = !given.is_no;
    return Step::kTaken;
  }
  if (found.global != nullptr) {
    globals_.*found.global->flag = given.is_no == found.global->turned;
    return Step::kTaken;
  }
  if (found.TakesValue() && !value) return Refuse(io, about + "requires parameter");
  *used_value = found.TakesValue();
  if (found.text != nullptr) return TakeText(io, *found.text, given, *value);
  return TakeSpecial(io, found.special->id, given, value.value_or(""));
}

// An option that is a text or a number. What is no number is an error, as in curl: a limit that was
// mistyped would be none.
CurlParser::Step CurlParser::TakeText(CommandIo& io, const CurlTextRow& row, const Given& given,
                                      std::string_view value) {
  std::string text(value);
  const auto bad = [&](std::string_view why) {
    return Refuse(io, fmt::format("option {}: {}", given.shown, why));
  };
  switch (row.form) {
    case CurlForm::kText: break;
    case CurlForm::kRange:
      if (!text.empty() && IsDigit(text[0]) && text.find('-') == std::string::npos) {
        CurlWarn(io, globals_,
                 "A specified range MUST include at least one dash (-). Appending one for you!");
        text = std::to_string(strtoll(text.c_str(), nullptr, 10)) + "-";
      } else if (text.find_first_not_of("0123456789-,") != std::string::npos) {
        CurlWarn(io, globals_,
                 "Invalid character is found in given range. A specified range MUST have only "
                 "digits in 'start'-'stop'. The server's response to this request is uncertain.");
      }
      break;
    case CurlForm::kOffset:
      if (text == "-") break;
      [[fallthrough]];
    case CurlForm::kCount:
    case CurlForm::kSigned: {
      char* end = nullptr;
      errno = 0;
      const int64_t number = strtoll(text.c_str(), &end, 10);
      if (end == text.c_str() || *end != '\0' || errno != 0)
        return bad("expected a proper numerical parameter");
      if (number < 0 && row.form != CurlForm::kSigned)
        return bad("expected a positive numerical parameter");
      text = std::to_string(number);
      break;
    }
    case CurlForm::kSeconds: {
      char* end = nullptr;
      const double number = strtod(text.c_str(), &end);
      if (end == text.c_str() || *end != '\0') return bad("expected a proper numerical parameter");
      if (number < 0) return bad("expected a positive numerical parameter");
      break;
    }
    case CurlForm::kBytes: {
      char* unit = nullptr;
      errno = 0;
      const int64_t number = strtoll(text.c_str(), &unit, 10);
      constexpr std::string_view kUnits = "bkmg";
      const size_t at = *unit == '\0' ? 0 : kUnits.find(static_cast<char>(*unit | 32));
      if (unit == text.c_str() || errno != 0 || at == std::string_view::npos ||
          (*unit != '\0' && unit[1] != '\0') || number > INT64_MAX >> 10 * at) {
        CurlWarn(io, globals_,
                 unit == text.c_str() || errno != 0
                     ? fmt::format("invalid number specified for {}", row.name)
                     : fmt::format("unsupported {} unit. Use G, M, K or B!", row.name));
        return bad("is badly used here");
      }
      if (number < 0) return bad("is badly used here");
      text = std::to_string(number << 10 * at);
    }
  }
  operation().*row.text = std::move(text);
  return Step::kTaken;
}

CurlUrl* CurlParser::UrlFor(CommandIo& io, uint64_t* next) {
  std::vector<CurlUrl>& urls = operation().urls;
  if (*next >= urls.size()) {
    if (!io.Reserve(2 * sizeof(CurlUrl))) return nullptr;
    *next = urls.size();
    urls.emplace_back();
  }
  return &urls[(*next)++];
}

CurlParser::Step CurlParser::TakeSpecial(CommandIo& io, CurlSpecial id, const Given& given,
                                         std::string_view value) {
  CurlOperation& now = operation();
  switch (id) {
    case kUrl: {
      CurlUrl* const url = UrlFor(io, &now.next_url);
      if (url == nullptr) return NoMemory();
      url->url = std::string(value);
      break;
    }
    case kOutput:
    case kRemoteName: {
      CurlUrl* const url = UrlFor(io, &now.next_output);
      if (url == nullptr) return NoMemory();
      url->has_output = true;
      url->remote_name = id == kRemoteName && !given.is_no;
      if (id == kOutput) url->output = std::string(value);
      break;
    }
    case kUpload: return TakeUpload(io, value);
    case kHeader: return TakeHeaders(io, value);
    case kCookie: {
      if (value.find('=') != std::string_view::npos) {
        now.cookies.emplace_back(value);
      } else {
        now.cookie_files.emplace_back(value);
      }
      break;
    }
    case kData:
    case kDataRaw:
    case kDataBinary:
    case kDataUrlencode:
    case kJson: return TakeData(io, id, value);
    case kForm:
    case kFormString: return TakePart(io, given, value, id == kFormString);
    case kConfig: return TakeConfig(io, given, value);
    case kNext:
      // (What follows another --next at once is the same operation.)
      if (now.urls.empty()) break;
      if (!io.Reserve(2 * sizeof(CurlOperation))) return NoMemory();
      operations_.emplace_back();
      break;
    case kReferer: now.referer = std::string(value); break;
    case kUser: now.user = std::string(value); break;
    case kBasic:         // the only way to log in that is there
    case kTls12: break;  // nothing below is spoken
    case kHttp10: now.version = NetworkRequest::Version::k1_0; break;
    case kHttp11: now.version = NetworkRequest::Version::k1_1; break;
    case kHttp2: now.version = NetworkRequest::Version::k2; break;
    case kIpv4: now.family = NetworkRequest::Family::kV4; break;
    case kIpv6: now.family = NetworkRequest::Family::kV6; break;
    case kVersion:
    case kHelp:
    case kManual:
      if (id == kVersion) {
        io.Out(kVersionText);
      } else {
        for (const CommandInfo& info : StandardCommands()) {
          if (info.name == "curl") io.Out(info.usage);
        }
      }
      status_ = 0;
      return Step::kOver;
    case kWriteOut:
      if (value.starts_with('@')) {
        if (Want(value.substr(1))) return Step::kNeedsFile;
        if (!loaded_) return Refuse(io, fmt::format("Failed to open {}", value.substr(1)), 26);
        now.write_out = WithoutLineEnds(*std::exchange(loaded_, std::nullopt));
      } else {
        now.write_out = std::string(value);
      }
  }
  return Step::kTaken;
}

// -T FILE; "" sends nothing with its URL.
CurlParser::Step CurlParser::TakeUpload(CommandIo& io, std::string_view value) {
  const std::string_view name = value == "." ? "-" : value;
  if (!name.empty() && Want(name)) return Step::kNeedsFile;
  if (!name.empty() && !loaded_) {
    io.Error(fmt::format("Can't open '{}'!", value));
    CurlTryHelp(io);
    io.Error("(26) Failed to open/read local data from file/application");
    status_ = 26;
    return Step::kOver;
  }
  CurlUrl* const url = UrlFor(io, &operation().next_upload);
  if (url == nullptr) return NoMemory();
  if (name.empty()) return Step::kTaken;
  url->upload = std::string(name);
  url->upload_body = *std::exchange(loaded_, std::nullopt);
  return Step::kTaken;
}

// -H "Name: value", or @FILE with one in each line.
CurlParser::Step CurlParser::TakeHeaders(CommandIo& io, std::string_view value) {
  if (!value.starts_with('@')) {
    if (operation().headers.size() >= kMostOfList) return Refuse(io, "too many headers");
    operation().headers.emplace_back(value);
    return Step::kTaken;
  }
  if (Want(value.substr(1))) return Step::kNeedsFile;
  if (!loaded_) {
    CurlWarn(io, globals_, fmt::format("Failed to open {}!", value.substr(1)));
    return Step::kTaken;
  }
  std::string_view left = *loaded_;
  while (!left.empty()) {
    (void)io.Tick(64);
    const size_t end = std::min(left.find('\n'), left.size());
    const std::string_view line = WithoutBlanks(left.substr(0, end));
    left.remove_prefix(std::min(end + 1, left.size()));
    if (line.empty() || line[0] == '#') continue;
    if (operation().headers.size() >= kMostOfList) return Refuse(io, "too many headers");
    operation().headers.emplace_back(line);
  }
  loaded_.reset();
  return Step::kTaken;
}

CurlParser::Step CurlParser::TakeData(CommandIo& io, CurlSpecial id, std::string_view value) {
  CurlOperation& now = operation();
  std::string text(value);
  if (id == kDataUrlencode) {
    // content, =content, name=content, @file, name@file
    const size_t sign = value.find_first_of("=@");
    std::string name(sign == std::string_view::npos ? "" : value.substr(0, sign));
    std::string content(sign == std::string_view::npos ? value : value.substr(sign + 1));
    if (sign != std::string_view::npos && value[sign] == '@') {
      if (Want(content)) return Step::kNeedsFile;
      content = std::exchange(loaded_, std::nullopt).value_or("");
    }
    text = name.empty() ? FormEncoded(content) : name + "=" + FormEncoded(content);
  } else if (id != kDataRaw && value.starts_with('@')) {
    const std::string_view path = value.substr(1);
    if (Want(path)) return Step::kNeedsFile;
    if (!loaded_)
      CurlWarn(io, globals_,
               fmt::format("Couldn't read data from file \"{}\", this makes an empty POST.", path));
    text = std::exchange(loaded_, std::nullopt).value_or("");
    if (id == kData) text = WithoutLineEnds(text);
  }
  if (id == kJson) now.json = true;
  if (!now.data) {
    now.data = std::move(text);
    return Step::kTaken;
  }
  if (id != kJson) *now.data += '&';
  *now.data += text;
  return Step::kTaken;
}

// -F name=value, name=@file, name=<file, with ";type=", ";filename=", ";headers=" behind it.
CurlParser::Step CurlParser::TakePart(CommandIo& io, const Given& given, std::string_view value,
                                      bool is_literal) {
  const size_t equals = value.find('=');
  if (equals == std::string_view::npos) {
    CurlWarn(io, globals_, "Illegally formatted input field!");
    return Refuse(io, fmt::format("option {}: is badly used here", given.shown));
  }
  if (operation().parts.size() >= kMostOfList) return Refuse(io, "too many parts of a form");
  if (!io.Reserve(2 * sizeof(CurlPart))) return NoMemory();
  CurlPart part;
  part.name = value.substr(0, equals);
  std::string_view content = value.substr(equals + 1);
  const char sign = content.empty() || is_literal ? '\0' : content[0];
  if (sign == '(') return Refuse(io, "nested parts of a form are not there in this sandbox");
  std::string text;
  const bool is_file = sign == '@' || sign == '<';
  if (is_file) content.remove_prefix(1);
  if (is_literal) {
    text = content;
    content = {};
  } else if (content.starts_with('"')) {
    size_t i = 1;
    for (; i < content.size() && content[i] != '"'; ++i) {
      if (content[i] == '\\' && i + 1 < content.size()) ++i;
      text += content[i];
    }
    content.remove_prefix(std::min(i + 1, content.size()));
  } else {
    const size_t end = std::min(content.find_first_of(is_file ? ";," : ";"), content.size());
    text = content.substr(0, end);
    content.remove_prefix(end);
  }
  if (content.starts_with(','))
    return Refuse(io, "several files in one part of a form are not there in this sandbox");
  while (content.starts_with(';')) {
    content.remove_prefix(1);
    content = content.substr(std::min(content.find_first_not_of(' '), content.size()));
    const size_t end = std::min(content.find(';'), content.size());
    std::string_view attribute = content.substr(0, end);
    content.remove_prefix(end);
    const size_t sign_at = std::min(attribute.find('='), attribute.size());
    std::string_view name = attribute.substr(0, sign_at),
                     given_value = attribute.substr(std::min(sign_at + 1, attribute.size()));
    std::string plain(given_value);
    if (plain.size() >= 2 && plain.starts_with('"') && plain.ends_with('"')) {
      plain = plain.substr(1, plain.size() - 2);
      for (size_t i = 0; i < plain.size(); ++i) {
        if (plain[i] == '\\') plain.erase(i, 1);
      }
    }
    if (name == "type") {
      part.type = plain;
    } else if (name == "filename") {
      part.file_name = plain;
    } else if (name == "headers" && !plain.starts_with('@') && !plain.starts_with('<')) {
      part.headers.push_back(plain);
    } else if (!is_file) {
      text += ";" + std::string(attribute);  // of the value after all
    } else {
      return Refuse(io, fmt::format("the form's \"{}\" is not there in this sandbox", name));
    }
  }
  part.value = text;
  if (is_file) {
    if (Want(text)) return Step::kNeedsFile;
    if (!loaded_) operation().missing_part = true;
    part.value = std::exchange(loaded_, std::nullopt).value_or("");
    if (sign == '@' && !part.file_name) {
      const size_t slash = text.rfind('/');
      part.file_name = slash == std::string::npos ? text : text.substr(slash + 1);
    }
  }
  operation().parts.push_back(std::move(part));
  return Step::kTaken;
}

CurlParser::Step CurlParser::TakeConfig(CommandIo& io, const Given& given, std::string_view value) {
  if (Want(value)) return Step::kNeedsFile;
  if (!loaded_) {
    if (!globals_.silent) io.Error(fmt::format("cannot read config from '{}'", value));
    return Refuse(io, fmt::format("option {}: error encountered when reading a file", given.shown),
                  26);
  }
  const std::string text = *std::exchange(loaded_, std::nullopt);
  return AddConfigWords(io, text) ? Step::kTaken : Refuse(io, "too many options in a file");
}

// A file of options, one in each line: "name", "name value", "name = value", "name: value", with
// or without dashes, values in quotes or not. They become words that stand behind the option.
// False: there are too many.
bool CurlParser::AddConfigWords(CommandIo& io, std::string_view text) {
  constexpr size_t kMostWords = 10000;
  std::vector<std::string> words;
  while (!text.empty()) {
    (void)io.Tick(64);
    if (words.size() >= kMostWords) return false;
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = WithoutBlanks(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line[0] == '#') continue;
    const bool has_dash = line[0] == '-';
    const size_t name_end = std::min(line.find_first_of(has_dash ? " \t" : " \t=:"), line.size());
    std::string name(line.substr(0, name_end));
    line = WithoutBlanks(line.substr(name_end));
    if (!has_dash) {
      name = (name.size() == 1 ? "-" : "--") + name;
      if (line.starts_with('=') || line.starts_with(':')) line = WithoutBlanks(line.substr(1));
    }
    std::string value;
    const bool is_quoted = line.starts_with('"');
    if (is_quoted) {
      for (size_t i = 1; i < line.size() && line[i] != '"'; ++i) {
        if (line[i] != '\\' || i + 1 == line.size()) {
          value += line[i];
          continue;
        }
        constexpr std::string_view kFrom = "tnrv", kTo = "\t\n\r\v";
        const size_t at = kFrom.find(line[++i]);
        value += at == std::string_view::npos ? line[i] : kTo[at];
      }
    } else {
      value = line.substr(0, line.find_first_of(" \t"));
    }
    words.push_back(std::move(name));
    const CurlFound found =
        words.back().starts_with("--")
            ? FindCurlLong(std::string_view(words.back()).substr(2))
            : FindCurlLetter(words.back()[std::min<size_t>(1, words.back().size() - 1)]);
    if (found.TakesValue()) words.push_back(std::move(value));
  }
  // Behind the option and its value, which may stand in one word.
  const bool is_attached = words_[at_].size() > letter_ + 1 && !words_[at_].starts_with("--");
  const size_t behind = std::min<size_t>(at_ + (is_attached ? 1 : 2), words_.size());
  words_.insert(words_.begin() + static_cast<ptrdiff_t>(behind), words.begin(), words.end());
  return true;
}

}  // namespace pysub::shell
