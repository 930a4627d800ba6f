#include "shell/cli/flame_view.h"

#include <algorithm>
#include <cstdio>

namespace pysub {
namespace {

constexpr double kWidth = 1200;
constexpr double kRow = 18;
constexpr double kHead = 28;         // above the boxes
constexpr double kNarrowest = 0.25;  // what is narrower is not drawn
constexpr double kLetter = 6.7;      // of the monospace font below
constexpr size_t kMostLetters = 200;
constexpr size_t kColors = 6;

// Colours of text, ground and boxes in a light and in a dark window.
constexpr std::string_view kStyle =
    "<style>\n"
    "svg{background:#fff;font:11px "
    "ui-monospace,Menlo,Consolas,monospace}text{fill:#222}rect{stroke:#fff;stroke-width:.5}\n"
    ".c0{fill:#f4b183}.c1{fill:#ffd479}.c2{fill:#f59a9a}.c3{fill:#c9d98a}.c4{fill:#9fd0cf}.c5{fill:"
    "#c6b3e6}\n"
    "@media "
    "(prefers-color-scheme:dark){svg{background:#1b1b1f}text{fill:#eee}rect{stroke:#1b1b1f}\n"
    ".c0{fill:#8a4a1c}.c1{fill:#7d5d10}.c2{fill:#8c3636}.c3{fill:#566620}.c4{fill:#28625f}.c5{fill:"
    "#56427d}}\n"
    "</style>\n";

std::string Number(double number) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.2f", number);
  return text;
}

// The code point that begins at text[at], whose bytes are counted in *size; U+FFFD, of one byte,
// for what begins none.
char32_t Decode(std::string_view text, size_t at, size_t* size) {
  const auto byte = [&](size_t i) -> uint32_t {
    return at + i < text.size() ? static_cast<uint8_t>(text[at + i]) : 0;
  };
  const uint32_t first = byte(0);
  *size = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0x80) return first;
  uint32_t code = first & (0xFFu >> (*size + 1));
  bool is_good = first >= 0xC2 && first < 0xF5;
  for (size_t i = 1; i < *size; ++i) {
    is_good = is_good && (byte(i) & 0xC0) == 0x80;
    code = code << 6 | (byte(i) & 0x3F);
  }
  constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  if (is_good && code >= kLeast[*size] && code <= 0x10FFFF) return code;
  *size = 1;
  return 0xFFFD;
}

bool IsOfXml(char32_t c) {
  return c == '\t' || (c >= 0x20 && c < 0x7F) || (c >= 0xA0 && c < 0xD800) ||
         (c >= 0xE000 && c < 0xFFFE) || c >= 0x10000;
}

uint32_t ColorOf(std::string_view name) {
  uint32_t hash = 2166136261;
  for (char c : name) hash = (hash ^ static_cast<uint8_t>(c)) * 16777619;
  return hash % kColors;
}

}  // namespace

std::string XmlText(std::string_view text, size_t most) {
  std::string out;
  size_t letters = 0, size = 0;
  for (size_t at = 0; at < text.size(); at += size) {
    if (letters++ == most) return out + "...";
    const char32_t c = Decode(text, at, &size);
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else if (!IsOfXml(c) || (c == 0xFFFD && size == 1)) {
      out += "\uFFFD";
    } else {
      out += text.substr(at, size);
    }
  }
  return out;
}

std::string FlameView(const std::vector<FlameBox>& boxes, std::string_view title) {
  const double all = std::max<double>(static_cast<double>(boxes[0].ns), 1);
  std::string drawn;
  uint32_t deepest = 0;
  for (const FlameBox& box : boxes) {
    const double width = static_cast<double>(box.ns) / all * kWidth;
    if (width < kNarrowest && box.depth > 0) continue;
    deepest = std::max(deepest, box.depth);
    const std::string x = Number(static_cast<double>(box.start_ns) / all * kWidth);
    const double y = kHead + box.depth * kRow;
    char share[64];
    std::snprintf(share, sizeof(share), "%.1f%%, %.6f s", static_cast<double>(box.ns) * 100 / all,
                  static_cast<double>(box.ns) * 1e-9);
    std::string label = XmlText(box.name, kMostLetters);
    if (!box.where.empty()) label += " (" + XmlText(box.where, kMostLetters) + ")";
    drawn += "<g><title>" + label + ": " + share + "</title><rect class=\"c" +
             std::to_string(ColorOf(box.name)) + "\" x=\"" + x + "\" y=\"" + Number(y) +
             "\" width=\"" + Number(width) + "\" height=\"" + Number(kRow) + "\"/>";
    const size_t letters = static_cast<size_t>(width / kLetter);
    if (letters > 4) {
      drawn += "<text x=\"" + Number(static_cast<double>(box.start_ns) / all * kWidth + 3) +
               "\" y=\"" + Number(y + 13) + "\">" + XmlText(box.name, letters - 4) + "</text>";
    }
    drawn += "</g>\n";
  }
  const std::string height = Number(kHead + (deepest + 1) * kRow + 4);
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
         "viewBox=\"0 0 " +
         Number(kWidth) + " " + height + "\" width=\"" + Number(kWidth) + "\" height=\"" + height +
         "\">\n" + std::string(kStyle) + "<text x=\"3\" y=\"18\">" + XmlText(title, kMostLetters) +
         "</text>\n" + drawn + "</svg>\n";
}

}  // namespace pysub
