#include "tests/runner/golden_file.h"

#include <cstdio>
#include <utility>

namespace pysub {
namespace {

std::vector<std::string_view> SplitLines(std::string_view text) {
  std::vector<std::string_view> lines;
  for (size_t end; (end = text.find('\n')) != std::string_view::npos; text.remove_prefix(end + 1)) {
    lines.push_back(text.substr(0, end));
  }
  if (!text.empty()) lines.push_back(text);
  return lines;
}

std::string_view Trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

void AppendUtf8(unsigned code, std::string* out) {
  if (code < 0x80) {
    *out += static_cast<char>(code);
  } else if (code < 0x800) {
    *out += static_cast<char>(0xC0 | (code >> 6));
    *out += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    *out += static_cast<char>(0xE0 | (code >> 12));
    *out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    *out += static_cast<char>(0x80 | (code & 0x3F));
  }
}

// Takes a JSON string from the front of `text`; characters past U+FFFF stand for themselves.
bool TakeJsonString(std::string_view* text, std::string* out) {
  if (text->empty() || text->front() != '"') return false;
  text->remove_prefix(1);
  while (!text->empty()) {
    const char c = text->front();
    text->remove_prefix(1);
    if (c == '"') return true;
    if (c != '\\') {
      *out += c;
      continue;
    }
    if (text->empty()) return false;
    const char escape = text->front();
    text->remove_prefix(1);
    switch (escape) {
      case 'n': *out += '\n'; break;
      case 't': *out += '\t'; break;
      case 'r': *out += '\r'; break;
      case 'u': {
        unsigned code = 0;
        if (text->size() < 4 ||
            std::sscanf(std::string(text->substr(0, 4)).c_str(), "%4x", &code) != 1) {
          return false;
        }
        text->remove_prefix(4);
        AppendUtf8(code, out);
        break;
      }
      default: *out += escape;  // quote, backslash, slash
    }
  }
  return false;
}

bool ReadJsonStrings(std::string_view text, std::vector<std::string>* out) {
  if (text.empty() || text.front() != '[') return false;
  text = Trim(text.substr(1));
  while (!text.empty() && text.front() != ']') {
    if (!TakeJsonString(&text, &out->emplace_back())) return false;
    text = Trim(text);
    if (!text.empty() && text.front() == ',') text = Trim(text.substr(1));
  }
  return text == "]";
}

bool TakeDirective(std::string_view line, std::string_view name, std::string_view* value) {
  const std::string prefix = "# " + std::string(name) + ":";
  if (!line.starts_with(prefix)) return false;
  *value = Trim(line.substr(prefix.size()));
  return true;
}

void ReadDirectives(GoldenCase* golden, std::string* problem) {
  for (std::string_view line : SplitLines(golden->source)) {
    if (!line.starts_with('#')) return;
    std::string_view value;
    bool good = true;
    if (TakeDirective(line, "stdin", &value)) {
      good = TakeJsonString(&value, &golden->stdin_text);
    } else if (TakeDirective(line, "argv", &value)) {
      good = ReadJsonStrings(value, &golden->arguments);
    } else if (TakeDirective(line, "limit", &value)) {
      golden->limits.emplace_back(value);
    } else if (TakeDirective(line, "CPython", &value)) {
      golden->differs_from_cpython = true;
    }
    if (!good) *problem = golden->heading + ": cannot read: " + std::string(line);
  }
}

// Takes the further files off the end of the source.
void SplitModules(GoldenCase* golden) {
  std::string program;
  std::string* part = &program;
  const auto end_part = [&] {
    while (part->ends_with("\n\n") || *part == "\n") part->pop_back();
  };
  for (std::string_view line : SplitLines(golden->source)) {
    if (line.starts_with("# +++")) {
      end_part();
      part =
          &golden->modules.emplace_back(GoldenModule{std::string(Trim(line.substr(5))), ""}).text;
      continue;
    }
    *part += line;
    *part += '\n';
  }
  end_part();
  golden->source = std::move(program);
}

void AppendMarked(char mark, std::string_view text, std::string* out) {
  for (std::string_view line : SplitLines(text)) {
    *out += mark;
    if (!line.empty()) *out += ' ';
    *out += line;
    *out += '\n';
  }
  if (!text.empty() && text.back() != '\n') *out += "\\ no newline\n";
}

}  // namespace

std::vector<GoldenCase> ReadGoldenCases(std::string_view text, std::string* problem) {
  std::vector<GoldenCase> cases;
  std::string source;
  std::string_view title;
  bool has_code = false;
  const auto finish = [&] {
    if (has_code) {
      GoldenCase& golden = cases.emplace_back();
      golden.heading = "=== " + std::to_string(cases.size());
      if (!title.empty()) golden.heading += ": " + std::string(title);
      while (source.ends_with('\n')) source.pop_back();
      golden.source = source + '\n';
      SplitModules(&golden);
      ReadDirectives(&golden, problem);
    }
    source.clear();
    has_code = false;
  };
  for (std::string_view line : SplitLines(text)) {
    if (line.starts_with("# ---")) {
      finish();
      title = Trim(line.substr(5));
    }
    if (!Trim(line).empty() && !line.starts_with('#')) has_code = true;
    source += line;
    source += '\n';
  }
  finish();
  return cases;
}

std::string FormatOutcome(std::string_view stdout_text, std::string_view stderr_text,
                          int exit_code) {
  std::string out;
  AppendMarked('|', stdout_text, &out);
  AppendMarked('!', stderr_text, &out);
  if (exit_code != 0) out += "exit " + std::to_string(exit_code) + "\n";
  return out;
}

std::vector<GoldenBlock> ReadGoldenBlocks(std::string_view text) {
  std::vector<GoldenBlock> blocks;
  for (std::string_view line : SplitLines(text)) {
    if (line.starts_with("=== ")) {
      blocks.push_back({std::string(line), ""});
    } else if (!blocks.empty()) {
      blocks.back().text += line;
      blocks.back().text += '\n';
    }
  }
  return blocks;
}

}  // namespace pysub
