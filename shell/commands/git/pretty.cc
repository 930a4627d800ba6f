// How commits are shown.

#include "shell/commands/git/pretty.h"

#include <algorithm>

#include "shell/commands/git/colours.h"
#include "shell/commands/git/config.h"
#include "shell/commands/git/diff_show.h"
#include "shell/commands/git/identity.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/refs.h"
#include "shell/commands/git/trailers.h"
#include "shell/syntax/arena.h"

namespace pysub::shell::git {
namespace {

constexpr std::string_view kNamedFormats[] = {"oneline", "short", "medium",   "full",
                                              "fuller",  "raw",   "reference"};
// "%<(1000000000)" would otherwise be a line that fills the memory.
constexpr size_t kMostPad = 10000, kMostWrap = 16 * 1024;

std::string Indented(Git& git, std::string_view message) {
  std::string text;
  while (message.starts_with('\n')) message.remove_prefix(1);
  while (!message.empty() && IsSpace(message.back())) message.remove_suffix(1);
  if (!git.Charge(message.size() * 3 + 64)) return text;
  while (!message.empty()) {
    if (!git.Tick(16)) break;
    std::string_view line = TakeLine(&message);
    while (!line.empty() && IsSpace(line.back())) line.remove_suffix(1);
    // Tabs become spaces, so that all stays in its columns.
    std::string plain;
    for (char c : line) {
      if (c == '\t')
        plain.append(8 - ColumnsOf(plain) % 8, ' ');
      else
        plain += c;
    }
    text += "    " + plain + "\n";
  }
  return text;
}

// "Fix-the-bug": a subject as a name of a file.
std::string FileName(std::string_view subject) {
  std::string name;
  bool space = false;
  for (char c : subject) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '_' || c == '.';
    if (!plain) {
      space = true;
      continue;
    }
    if (c == '.' && name.ends_with('.')) continue;
    if (space && !name.empty()) name += '-';
    space = false;
    name += c;
  }
  while (name.ends_with('.') || name.ends_with('-')) name.pop_back();
  return name;
}

// Of "\x1b[31m" at the beginning; 0: there is none.
size_t ColourBytes(std::string_view text) {
  if (!text.starts_with("\x1b[")) return 0;
  const size_t end = text.find_first_not_of("0123456789;", 2);
  return end != std::string_view::npos && text[end] == 'm' ? end + 1 : 0;
}

bool IsLetterOrDigit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

}  // namespace

// ---- formats

bool ResolveFormat(Git& git, LogOptions* options) {
  options->terminator = true;
  if (!options->format_given)
    options->format = git.config().Get("format.pretty").value_or("medium");
  std::string& format = options->format;
  for (int i = 0; i < 8; ++i) {
    if (std::find(std::begin(kNamedFormats), std::end(kNamedFormats), format) !=
        std::end(kNamedFormats)) {
      if (format == "oneline" || format == "reference") return true;
      options->terminator = false;
      return true;
    }
    if (format.starts_with("format:")) {
      options->terminator = false;
      return true;
    }
    if (format.starts_with("tformat:")) return true;
    if (const auto alias = git.config().Get("pretty." + format)) {
      format = *alias;
      continue;
    }
    if (format.find('%') != std::string::npos) {
      format = "tformat:" + format;
      return true;
    }
    // A name that is cut short.
    for (std::string_view named : kNamedFormats) {
      if (format.empty() || !named.starts_with(format)) continue;
      format = named;
      break;
    }
    if (std::find(std::begin(kNamedFormats), std::end(kNamedFormats), format) ==
        std::end(kNamedFormats))
      break;
  }
  return git.Fatal("invalid --pretty format: " + format);
}

bool NeedsDecorations(const LogOptions& options) {
  if (options.decorate) return true;
  const size_t colon = options.format.find("format:");
  return colon != std::string::npos && (options.format.find("%d") != std::string::npos ||
                                        options.format.find("%D") != std::string::npos);
}

namespace {

// Goes through a format from left to right.
class Expander {
 public:
  Expander(Git& git, const LogOptions& options, const Shown& shown, std::string* out)
      : git_(git), options_(options), shown_(shown), commit_(*shown.commit), out_(*out) {}

  bool Run(std::string_view format) {
    while (!format.empty() && !broken_) {
      if (!git_.Tick(16)) return false;
      if (!git_.Charge(64)) return false;
      if (format[0] != '%' || format.size() == 1) {
        const size_t end = std::min(format.find('%', 1), format.size());
        Put(format.substr(0, end));
        format.remove_prefix(end);
        continue;
      }
      format.remove_prefix(1);
      One(&format);
    }
    Unwrap();
    return !git_.over() && !broken_;
  }

 private:
  void Put(std::string_view text) {
    if (!git_.Tick(text.size()) || !HasRoom(text.size())) return;
    out_ += text;
  }
  // What it has room for is paid for, and while it moves both places.
  bool HasRoom(size_t more) {
    const size_t need = out_.size() + more, held = out_.capacity();
    if (need <= held) return true;
    const size_t room = need + need / (need < (1 << 20) ? 1 : 4);
    if (!git_.Charge(room - held)) return false;
    Git::Scratch moving(git_);
    return git_.Charge(held) && MoveText(&git_.io().account(), &out_, room);
  }

  // What was put since %w(...).
  void Unwrap() {
    if (width_ == 0 && first_ == 0 && rest_ == 0) return;
    if (!git_.Charge(out_.size() - wrap_at_)) return;
    const std::string text = out_.substr(wrap_at_);
    out_.resize(wrap_at_);
    if (width_ == 0)
      PutIndented(text);
    else
      PutWrapped(text);
  }

  void PutIndented(std::string_view text) {
    for (size_t indent = first_; !text.empty() && !git_.over(); indent = rest_) {
      const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
      Put(std::string(indent, ' '));
      Put(text.substr(0, end));
      text.remove_prefix(end);
    }
  }

  // Lines that belong together are filled anew, as far as width_ allows. A line that begins with
  // something other than a letter or digit (an indented one, an item, a blank one) stays where it
  // is.
  void PutWrapped(std::string_view text) {
    const auto at = [&](size_t i) { return i < text.size() ? text[i] : '\0'; };
    constexpr size_t kNone = std::string_view::npos;
    size_t begin = 0, i = 0, space = kNone;  // of the line; of what is looked at; a place to break
    size_t indent = first_, column = first_;
    while (git_.Tick(4)) {
      i += i < text.size() ? ColourBytes(text.substr(i)) : 0;
      const char c = at(i);
      if (c != '\0' && !IsSpace(c)) {
        do ++i;
        while ((static_cast<uint8_t>(at(i)) & 0xc0) == 0x80);
        ++column;
        continue;
      }
      bool breaks = column > width_ && space != kNone;
      if (!breaks) {
        if (c == '\0' && i == begin) return;
        if (space == kNone) Put(std::string(indent, ' '));
        const size_t from = space == kNone ? begin : space;
        Put(text.substr(from, i - from));
        if (c == '\0') return;
        space = c == '\n' ? i + 1 : i;
        if (c == '\t') column |= 7;
        breaks = c == '\n' && !IsLetterOrDigit(at(space));
        if (c == '\n' && (!breaks || at(space) == '\n')) Put(breaks ? "\n" : " ");
        ++column;
        ++i;
        if (!breaks) continue;
      }
      Put("\n");
      i = begin = space + (at(space) != '\0' && IsSpace(at(space)) ? 1 : 0);
      space = kNone;
      column = indent = rest_;
    }
  }

  void One(std::string_view* format) {
    const char modifier = format->front();
    if ((modifier == '+' || modifier == '-' || modifier == ' ') && format->size() > 1) {
      format->remove_prefix(1);
      const size_t before = out_.size();
      One(format);
      if (out_.size() == before) {
        while (modifier == '-' && out_.ends_with('\n')) out_.pop_back();
      } else if (modifier == '+') {
        out_.insert(before, "\n");
      } else if (modifier == ' ') {
        out_.insert(before, " ");
      }
      return;
    }
    if ((modifier == '<' || modifier == '>') && ReadPad(format)) return;
    std::string value;
    if (!Value(format, &value)) {
      // What is not known stays as it is.
      Put("%");
      return;
    }
    Put(Padded(value));
  }

  // %<(N[,trunc]) %>(N) %>>(N) %><(N)
  bool ReadPad(std::string_view* format) {
    std::string_view rest = *format;
    char kind = rest[0];
    rest.remove_prefix(1);
    if (kind == '>' && rest.starts_with('>')) {
      kind = 'L';
      rest.remove_prefix(1);
    } else if (kind == '>' && rest.starts_with('<')) {
      kind = 'C';
      rest.remove_prefix(1);
    }
    const bool to_column = rest.starts_with('|');
    if (to_column) rest.remove_prefix(1);
    const size_t close = rest.find(')');
    if (!rest.starts_with('(') || close == std::string_view::npos) return false;
    std::string_view inside = rest.substr(1, close - 1);
    const size_t comma = std::min(inside.find(','), inside.size());
    const std::optional<int64_t> width = ParseNumber(Trimmed(inside.substr(0, comma)));
    if (!width || *width < 0) return false;
    pad_kind_ = kind;
    pad_ = std::min<size_t>(static_cast<size_t>(*width), kMostPad);
    cut_ = comma < inside.size() ? std::string(Trimmed(inside.substr(comma + 1))) : "";
    if (to_column) {
      const size_t line = out_.rfind('\n');
      const size_t column =
          ColumnsOf(std::string_view(out_).substr(line == std::string::npos ? 0 : line + 1));
      pad_ = pad_ > column ? pad_ - column : 0;
    }
    *format = rest.substr(close + 1);
    return true;
  }

  std::string Padded(const std::string& value) {
    if (pad_kind_ == 0) return value;
    const char kind = std::exchange(pad_kind_, '\0');
    const size_t columns = ColumnsOf(value);
    if (columns < pad_) {
      const size_t space = pad_ - columns;
      if (kind == '<') return value + std::string(space, ' ');
      if (kind == 'C')
        return std::string(space / 2, ' ') + value + std::string(space - space / 2, ' ');
      return std::string(space, ' ') + value;
    }
    if (cut_.empty() || columns <= pad_ || pad_ < 2) return value;
    // (By characters; a name has few of them.)
    std::vector<std::string> letters;
    for (char c : value) {
      if ((static_cast<uint8_t>(c) & 0xc0) == 0x80 && !letters.empty())
        letters.back() += c;
      else
        letters.push_back(std::string(1, c));
    }
    const auto joined = [&](size_t begin, size_t end) {
      std::string text;
      for (size_t i = begin; i < end && i < letters.size(); ++i) text += letters[i];
      return text;
    };
    const size_t keep = pad_ - 2;
    if (cut_ == "ltrunc") return ".." + joined(letters.size() - keep, letters.size());
    if (cut_ == "mtrunc")
      return joined(0, keep / 2) + ".." +
             joined(letters.size() - (keep - keep / 2), letters.size());
    return joined(0, keep) + "..";
  }

  bool Value(std::string_view* format, std::string* value) {
    const auto take = [&](size_t count) { format->remove_prefix(count); };
    const char c = format->front();
    switch (c) {
      case 'n':
        *value = "\n";
        take(1);
        return true;
      case '%':
        *value = "%";
        take(1);
        return true;
      case 'H':
        *value = Yellow(commit_.id.Hex());
        take(1);
        return true;
      case 'h':
        *value = Yellow(Abbreviated(commit_.id));
        take(1);
        return true;
      case 'T':
        *value = commit_.tree.Hex();
        take(1);
        return true;
      case 't':
        *value = Abbreviated(commit_.tree);
        take(1);
        return true;
      case 'P':
      case 'p': {
        for (const ObjectId& parent : Parents())
          *value += (value->empty() ? "" : " ") + (c == 'P' ? parent.Hex() : Abbreviated(parent));
        take(1);
        return true;
      }
      case 's':
        *value = SubjectOf(commit_.message);
        take(1);
        return true;
      case 'f':
        *value = FileName(SubjectOf(commit_.message));
        take(1);
        return true;
      case 'b':
        *value = BodyOf(commit_.message);
        take(1);
        return true;
      case 'B':
        *value = commit_.message;
        while (value->starts_with('\n')) value->erase(0, 1);
        take(1);
        return true;
      case 'e':
        *value = commit_.encoding;
        take(1);
        return true;
      case 'N': take(1); return true;
      case 'S': take(1); return true;
      case 'm':
        *value = SideMark(shown_.item);
        take(1);
        return true;
      case 'd':
        if (shown_.decorations != nullptr) *value = Refs();
        take(1);
        return true;
      case 'D':
        if (shown_.decorations != nullptr)
          *value = shown_.decorations->Of(commit_.id, options_.full_decorate);
        take(1);
        return true;
      case 'x': {
        if (format->size() < 3 || HexDigit((*format)[1]) < 0 || HexDigit((*format)[2]) < 0)
          return false;
        *value =
            std::string(1, static_cast<char>(HexDigit((*format)[1]) * 16 + HexDigit((*format)[2])));
        take(3);
        return true;
      }
      case 'G':
        if (format->size() < 2) return false;
        *value = (*format)[1] == '?' ? "N" : "";
        take(2);
        return true;
      case 'C': return TakeColour(format, value);
      case 'w': return TakeWrap(format);
      case 'g': return TakeLog(format, value);
      case '(': return TakeNamed(format, value);
      case 'a':
      case 'c': return TakePerson(format, value);
      default: return false;
    }
  }

  std::string Yellow(const std::string& text) const {
    return auto_colour_ ? std::string(kYellow) + text + std::string(kReset) : text;
  }
  std::string Abbreviated(const ObjectId& id) {
    return options_.abbrev != 0 ? git_.objects().Abbreviate(id, options_.abbrev)
                                : git_.objects().Abbreviate(id);
  }
  const std::vector<ObjectId>& Parents() const {
    return shown_.item != nullptr && options_.walk.rewrites ? shown_.item->parents
                                                            : commit_.parents;
  }

  // Behind a commit: " (HEAD -> main)".
  std::string Refs() const {
    if (auto_colour_) return shown_.decorations->Coloured(git_, commit_.id, options_.full_decorate);
    const std::string names = shown_.decorations->Of(commit_.id, options_.full_decorate);
    return names.empty() ? "" : " (" + names + ")";
  }

  bool TakePerson(std::string_view* format, std::string* value) {
    if (format->size() < 2) return false;
    const Identity who = ParseIdentity(format->front() == 'a' ? commit_.author : commit_.committer);
    const char part = (*format)[1];
    const auto date = [&](std::string_view mode) {
      return ShowDate(git_, who.time, who.zone, mode).value_or("");
    };
    switch (part) {
      case 'n':
      case 'N': *value = who.name; break;
      case 'e':
      case 'E': *value = who.mail; break;
      case 'l':
      case 'L': *value = who.mail.substr(0, who.mail.find('@')); break;
      case 'd': *value = date(options_.date); break;
      case 'D': *value = date("rfc"); break;
      case 'r': *value = date("relative"); break;
      case 't': *value = date("unix"); break;
      case 'i': *value = date("iso"); break;
      case 'I': *value = date("iso-strict"); break;
      case 's': *value = date("short"); break;
      case 'h': *value = date("human"); break;
      default: return false;
    }
    format->remove_prefix(2);
    return true;
  }

  bool TakeLog(std::string_view* format, std::string* value) {
    if (format->size() < 2) return false;
    const Identity who = ParseIdentity(shown_.log_who + " 0 +0000");
    switch ((*format)[1]) {
      case 'D': *value = shown_.log_name; break;
      case 'd': *value = shown_.log_short; break;
      case 's': *value = shown_.log_message; break;
      case 'n':
      case 'N': *value = who.name; break;
      case 'e':
      case 'E': *value = who.mail; break;
      default: return false;
    }
    if (shown_.log_name.empty()) value->clear();
    format->remove_prefix(2);
    return true;
  }

  // %C(red) where colours are wanted, %C(always,red) in any case; %C(auto): names of commits and
  // refs get those that a log has.
  bool TakeColour(std::string_view* format, std::string* value) {
    std::string_view rest = format->substr(1);
    if (rest.starts_with("(auto)")) {
      auto_colour_ = git_.colour;
      if (auto_colour_ && !out_.empty()) *value = kReset;
      *format = rest.substr(6);
      return true;
    }
    std::string_view name;
    bool always = false;
    if (rest.starts_with('(')) {
      const size_t close = rest.find(')');
      if (close == std::string_view::npos) return false;
      name = rest.substr(1, close - 1);
      rest.remove_prefix(close + 1);
      always = name.starts_with("always,");
      if (always) name.remove_prefix(7);
      if (name.starts_with("auto,")) name.remove_prefix(5);
    } else {
      for (std::string_view known : {"red", "green", "blue", "reset"})
        if (rest.starts_with(known)) name = known;
      if (name.empty()) return false;
      rest.remove_prefix(name.size());
    }
    *format = rest;
    auto_colour_ = false;
    if (!git_.colour && !always) return true;
    const std::optional<std::string> colour = ParseColour(name);
    if (colour) *value = *colour;
    if (!colour) {
      git_.Err("error: invalid color value: " + std::string(name) + "\n");
      git_.Fatal("unable to parse --pretty format");
      broken_ = true;
    }
    return true;
  }

  bool TakeWrap(std::string_view* format) {
    const size_t close = format->find(')');
    if (format->size() < 2 || (*format)[1] != '(' || close == std::string_view::npos) return false;
    size_t numbers[3] = {};
    std::string_view inside = format->substr(2, close - 2);
    for (size_t& place : numbers) {
      const size_t comma = std::min(inside.find(','), inside.size());
      const std::string_view word = Trimmed(inside.substr(0, comma));
      const int64_t number = word.empty() ? 0 : ParseNumber(word).value_or(-1);
      // (Then it stays as it is.)
      if (number < 0 || number > static_cast<int64_t>(kMostWrap)) return false;
      place = static_cast<size_t>(number);
      inside.remove_prefix(std::min(comma + 1, inside.size()));
    }
    Unwrap();
    width_ = numbers[0];
    first_ = numbers[1];
    rest_ = numbers[2];
    wrap_at_ = out_.size();
    format->remove_prefix(close + 1);
    return true;
  }

  bool TakeNamed(std::string_view* format, std::string* value) {
    const size_t close = format->find(')');
    if (close == std::string_view::npos) return false;
    std::string_view inside = format->substr(1, close - 1);
    if (!inside.starts_with("trailers")) return false;
    inside.remove_prefix(8);
    if (!inside.empty() && inside[0] != ':') return false;
    const auto options = ParseTrailerOptions(inside.substr(inside.empty() ? 0 : 1));
    if (!options) return false;
    *value = ShowTrailers(git_, commit_.message, *options);
    format->remove_prefix(close + 1);
    return true;
  }

  Git& git_;
  const LogOptions& options_;
  const Shown& shown_;
  const Commit& commit_;
  std::string& out_;
  char pad_kind_ = 0;
  size_t pad_ = 0;
  std::string cut_;
  bool auto_colour_ = false;  // since %C(auto)
  bool broken_ = false;       // which was said
  size_t width_ = 0, first_ = 0, rest_ = 0, wrap_at_ = 0;
};

}  // namespace

bool ExpandFormat(Git& git, const LogOptions& options, const Shown& shown, std::string_view format,
                  std::string* text) {
  return Expander(git, options, shown, text).Run(format);
}

bool FormatCommit(Git& git, const LogOptions& options, const Shown& shown, std::string* text) {
  const Commit& commit = *shown.commit;
  const std::string& format = options.format;
  for (std::string_view prefix : {"format:", "tformat:"})
    if (format.starts_with(prefix))
      return ExpandFormat(git, options, shown, std::string_view(format).substr(prefix.size()),
                          text);
  if (!git.Charge(commit.message.size() * 4 + 1024)) return false;
  const auto name = [&](const ObjectId& id) {
    if (!options.abbrev_commit) return id.Hex();
    return options.abbrev != 0 ? git.objects().Abbreviate(id, options.abbrev)
                               : git.objects().Abbreviate(id);
  };
  const auto date = [&](std::string_view person) {
    const Identity who = ParseIdentity(person);
    return ShowDate(git, who.time, who.zone, options.date).value_or("");
  };
  const auto person = [&](std::string_view identity) {
    const Identity who = ParseIdentity(identity);
    return who.name + " <" + who.mail + ">";
  };
  if (format == "reference") {
    return ExpandFormat(git, options, shown, "%h (%s, %as)", text);
  }
  std::string head = name(commit.id);
  if (shown.item != nullptr && !options.graph) {
    const std::string mark = RevisionMark(options, *shown.item);
    if (!mark.empty()) head = mark + " " + head;
  }
  if (options.parents && shown.item != nullptr)
    for (const ObjectId& parent : shown.item->parents) head += " " + name(parent);
  if (shown.from != nullptr) head += " (from " + name(*shown.from) + ")";
  std::string decoration;
  if (options.decorate && shown.decorations != nullptr)
    decoration = shown.decorations->Coloured(git, commit.id, options.full_decorate);
  if (format == "oneline") {
    *text = Coloured(git, kYellow, head) + decoration;
    if (!shown.log_short.empty())
      *text += " " + shown.log_short + ": " + shown.log_message;
    else
      *text += " " + SubjectOf(commit.message);
    return true;
  }
  *text = Coloured(git, kYellow, "commit " + head) + decoration + "\n";
  if (!shown.log_name.empty()) {
    *text += "Reflog: " + shown.log_name + " (" + shown.log_who + ")\n";
    *text += "Reflog message: " + shown.log_message + "\n";
  }
  if (format == "raw") {
    *text += "tree " + commit.tree.Hex() + "\n";
    for (const ObjectId& parent : commit.parents) *text += "parent " + parent.Hex() + "\n";
    *text += "author " + commit.author + "\ncommitter " + commit.committer + "\n";
  } else {
    if (commit.parents.size() > 1) {
      *text += "Merge:";
      for (const ObjectId& parent : commit.parents)
        *text += " " + (options.abbrev != 0 ? git.objects().Abbreviate(parent, options.abbrev)
                                            : git.objects().Abbreviate(parent));
      *text += "\n";
    }
    if (format == "short") {
      *text += "Author: " + person(commit.author) + "\n";
    } else if (format == "full") {
      *text += "Author: " + person(commit.author) + "\nCommit: " + person(commit.committer) + "\n";
    } else if (format == "fuller") {
      *text += "Author:     " + person(commit.author) + "\nAuthorDate: " + date(commit.author) +
               "\nCommit:     " + person(commit.committer) +
               "\nCommitDate: " + date(commit.committer) + "\n";
    } else {
      *text += "Author: " + person(commit.author) + "\nDate:   " + date(commit.author) + "\n";
    }
  }
  *text += "\n";
  const std::string message = format == "short" ? SubjectOf(commit.message) + "\n" : commit.message;
  *text += Indented(git, message);
  while (text->ends_with('\n')) text->pop_back();
  if (Trimmed(message).empty()) *text += "\n";
  return !git.over();
}

}  // namespace pysub::shell::git
