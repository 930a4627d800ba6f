#include "shell/agent/resources.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "lexer/unicode/utf8.h"
#include "shell/agent/file_tools.h"
#include "shell/agent/run_outcome.h"

namespace pysub::agent {
namespace {

constexpr std::string_view kSessionPrefix = "pysub://session/";
constexpr std::string_view kOutputPrefix = "pysub://output/";
constexpr std::string_view kOffset = "?offset=";
constexpr uint64_t kMostFilesListed = 500;

bool ParseNumber(std::string_view text, uint64_t* number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *number);
  return !text.empty() && error == std::errc() && end == text.data() + text.size();
}

std::string Encode(std::string_view path) {
  constexpr std::string_view kPlain = "-._~/";
  std::string text;
  for (char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       kPlain.find(c) != std::string_view::npos;
    text += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<uint8_t>(c));
  }
  return text;
}

// Nothing: a "%" without its two digits.
std::optional<std::string> Decode(std::string_view text) {
  std::string path;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      path += text[i];
      continue;
    }
    uint8_t byte = 0;
    const std::string_view digits = text.substr(i + 1, 2);
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    if (digits.size() < 2 || error != std::errc() || end != digits.data() + 2) return std::nullopt;
    path += static_cast<char>(byte);
    i += 2;
  }
  return path;
}

Json Row(std::string_view uri, std::string_view name, std::string_view type, uint64_t size) {
  return Object(
      {{"uri", uri}, {"name", name}, {"mimeType", type}, {"size", static_cast<int64_t>(size)}});
}

void AddFiles(Session& session, const std::string& directory, std::vector<HostValue>* rows) {
  session.OpenAccount();
  const auto add = [&](const std::string& path, const files::Stat& stat) {
    if (stat.IsFile()) {
      rows->push_back(
          Row(FileUri(session.id(), path), CleanText(path), "application/octet-stream", stat.size));
    }
    return true;
  };
  // A directory that is missing or cannot be read has nothing to list.
  static_cast<void>(WalkFiles(session.files(), directory, true, kMostFilesListed, add));
}

// A piece that was read at `offset` of something with `size` bytes in all.
Json Contents(const ResourceUri& uri, std::string_view text, std::string_view piece, uint64_t size,
              std::string_view type) {
  const bool has_more = uri.offset + piece.size() < size;
  size_t valid = ValidUtf8Prefix(piece, Surrogates::kRefuse);
  constexpr size_t kLongestCharacter = 4;
  if (has_more && valid > 0 && piece.size() - valid < kLongestCharacter)
    piece = piece.substr(0, valid);  // the character begins the next piece
  const bool is_text = valid >= piece.size();
  Members members = {{"uri", text},
                     {"mimeType", is_text ? type : std::string_view("application/octet-stream")}};
  members.emplace_back(is_text ? "text" : "blob", is_text ? Json(piece) : Json(Base64(piece)));
  Members meta = {{"pysub/size", static_cast<int64_t>(size)}};
  const uint64_t next = uri.offset + piece.size();
  if (next < size) {
    meta.emplace_back("pysub/next",
                      fmt::format("{}{}{}", text.substr(0, text.find(kOffset)), kOffset, next));
  }
  members.emplace_back("_meta", Object(std::move(meta)));
  return Object(std::move(members));
}

}  // namespace

std::string FileUri(std::string_view session, std::string_view path) {
  return fmt::format("{}{}/files{}", kSessionPrefix, session, Encode(path));
}

std::optional<ResourceUri> ParseResourceUri(std::string_view text) {
  ResourceUri uri;
  if (const size_t at = text.find(kOffset); at != std::string_view::npos) {
    if (!ParseNumber(text.substr(at + kOffset.size()), &uri.offset)) return std::nullopt;
    text = text.substr(0, at);
  }
  if (text.starts_with(kOutputPrefix)) {
    uri.kind = ResourceUri::Kind::kOutput;
    if (!ParseNumber(text.substr(kOutputPrefix.size()), &uri.number)) return std::nullopt;
    return uri;
  }
  if (!text.starts_with(kSessionPrefix)) return std::nullopt;
  text.remove_prefix(kSessionPrefix.size());
  const size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  uri.session = text.substr(0, slash);
  const std::string_view what = text.substr(slash + 1);
  if (what == "log") return uri;
  constexpr std::string_view kFiles = "files/";
  if (!what.starts_with(kFiles)) return std::nullopt;
  uri.kind = ResourceUri::Kind::kFile;
  std::optional<std::string> path = Decode(what.substr(kFiles.size() - 1));
  if (!path) return std::nullopt;
  uri.path = *std::move(path);
  return uri;
}

std::vector<HostValue> ResourceRows(Service& service) {
  std::vector<HostValue> rows;
  for (const auto& [number, text] : service.outputs.all()) {
    rows.push_back(
        Row(OutputUri(number), fmt::format("output {}", number), "text/plain", text->size()));
  }
  for (const auto& [id, session] : service.sessions.all()) {
    rows.push_back(Row(fmt::format("{}{}/log", kSessionPrefix, id),
                       fmt::format("log of session {}", id), "application/jsonl",
                       session->log_bytes()));
    // One that is in use may not be disturbed.
    if (!service.calls.TryTake(id)) continue;
    AddFiles(*session, service.config.directory(), &rows);
    service.calls.Release(id);
  }
  return rows;
}

std::vector<HostValue> ResourceTemplates() {
  const auto row = [](std::string_view uri, std::string_view name, std::string_view description) {
    return Object({{"uriTemplate", uri}, {"name", name}, {"description", description}});
  };
  return {row("pysub://session/{session_id}/files{+path}", "file",
              "A file of a session, by its absolute path."),
          row("pysub://session/{session_id}/log", "log",
              "What was done in a session: a line of JSON for each feed."),
          row("pysub://output/{number}", "output", "Output that was too long for a result.")};
}

std::optional<Json> ReadResourceAt(Service& service, const ResourceUri& uri,
                                   std::string_view text) {
  const uint64_t most = service.config.limits.resource_bytes;
  if (uri.kind == ResourceUri::Kind::kOutput) {
    const std::shared_ptr<const std::string> output = service.outputs.Find(uri.number);
    if (output == nullptr) return std::nullopt;
    const std::string_view rest =
        std::string_view(*output).substr(std::min<uint64_t>(uri.offset, output->size()), most);
    return Contents(uri, text, rest, output->size(), "text/plain");
  }
  const std::shared_ptr<Session> session = service.sessions.Find(uri.session);
  if (session == nullptr) return std::nullopt;
  if (uri.kind == ResourceUri::Kind::kLog) {
    const std::string log = session->log();
    const std::string_view rest =
        std::string_view(log).substr(std::min<uint64_t>(uri.offset, log.size()), most);
    return Contents(uri, text, rest, log.size(), "application/jsonl");
  }
  session->OpenAccount();
  const files::Result<files::Stat> stat = session->files().StatPath({}, uri.path);
  if (!stat.ok() || !stat->IsFile()) return std::nullopt;
  const files::Result<std::string> bytes =
      session->files().ReadFile({}, uri.path, uri.offset, most);
  if (!bytes.ok()) return std::nullopt;
  return Contents(uri, text, *bytes, stat->size, "text/plain");
}

}  // namespace pysub::agent
