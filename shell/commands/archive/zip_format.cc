#include "shell/commands/archive/zip_format.h"

#include <zlib.h>

#include <algorithm>

#include "lexer/base/civil_date.h"
#include "shell/commands/simple.h"
#include "shell/commands/system/civil_time.h"

namespace pysub::shell {
namespace {

constexpr size_t kWindow = 65536;
constexpr uint64_t kLarge = 0xFFFFFFFF;  // "look into the extra field"

enum ExtraField : uint16_t { kZip64Extra = 1, kTimeExtra = 0x5455, kNameExtra = 0x7075 };

// Numbers that did not fit their places, in this order; each only when its place says so.
void ReadZip64(std::string_view field, ZipEntry* entry) {
  for (uint64_t* number : {&entry->size, &entry->compressed, &entry->offset}) {
    if (*number != kLarge || field.size() < 8) continue;
    *number = ZipNumber(field, 0, 8);
    field.remove_prefix(8);
  }
}

}  // namespace

uint64_t ZipNumber(std::string_view bytes, size_t at, size_t size) {
  uint64_t value = 0;
  for (size_t i = size; i-- > 0;)
    value = value << 8 |
            (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : uint64_t{0});
  return value;
}

void PutZipNumber(uint64_t value, size_t size, std::string* out) {
  for (size_t i = 0; i < size; ++i) *out += static_cast<char>(value >> (8 * i));
}

uint32_t ZipCrc(uint32_t crc, std::string_view bytes) {
  return static_cast<uint32_t>(
      crc32_z(crc, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

void ReadZipExtra(std::string_view extra, ZipEntry* entry) {
  while (extra.size() >= 4) {
    const auto id = static_cast<uint16_t>(ZipNumber(extra, 0, 2));
    const size_t size = ZipNumber(extra, 2, 2);
    extra.remove_prefix(4);
    if (size > extra.size()) return;
    const std::string_view field = extra.substr(0, size);
    extra.remove_prefix(size);
    if (id == kZip64Extra) ReadZip64(field, entry);
    if (id == kTimeExtra && size >= 5 && (field[0] & 1) != 0)
      entry->mtime = static_cast<int32_t>(ZipNumber(field, 1, 4));
    // (It holds only as long as the name is the one that it was made for.)
    if (id == kNameExtra && size > 5 && field[0] == 1 &&
        ZipNumber(field, 1, 4) == ZipCrc(0, entry->name))
      entry->name = field.substr(5);
  }
}

int64_t ZipTimeToUtc(uint32_t dos_time, const TimeZone& zone) {
  const int month = std::clamp(static_cast<int>(dos_time >> 21 & 15), 1, 12);
  const int day = std::max(static_cast<int>(dos_time >> 16 & 31), 1);
  const int64_t days = DaysFromCivil(1980 + (dos_time >> 25), month, day);
  return zone.ToUtc(days * 86400 + (dos_time >> 11 & 31) * 3600 + (dos_time >> 5 & 63) * 60 +
                    (dos_time & 31) * 2);
}

uint32_t UtcToZipTime(int64_t seconds, const TimeZone& zone) {
  seconds += seconds & 1;
  const CivilTime time = ToCivil(seconds + zone.At(seconds).east_seconds);
  if (time.year < 1980) return 1 << 21 | 1 << 16;
  const auto year = static_cast<uint32_t>(std::min<int64_t>(time.year - 1980, 127));
  return year << 25 | static_cast<uint32_t>(time.month) << 21 |
         static_cast<uint32_t>(time.day) << 16 | static_cast<uint32_t>(time.hour) << 11 |
         static_cast<uint32_t>(time.minute) << 5 | static_cast<uint32_t>(time.second) >> 1;
}

int64_t ZipTimeOf(const ZipEntry& entry, const TimeZone& zone) {
  constexpr int64_t kEndOfTime = 9'000'000'000;  // in nanoseconds it fits 64 bits
  return std::clamp(entry.mtime ? *entry.mtime : ZipTimeToUtc(entry.dos_time, zone), -kEndOfTime,
                    kEndOfTime);
}

std::string_view ZipSource::At(CommandIo& io, uint64_t offset, size_t size) {
  const bool inside =
      !window_.empty() && offset >= window_at_ && offset - window_at_ <= window_.size() &&
      (window_.size() - (offset - window_at_) >= size || window_at_ + window_.size() >= size_);
  if (!inside) {
    if (offset >= size_) return {};
    files::Result<std::string> read =
        io.files().ReadFile(CallerOf(io), path_, offset, std::max(size, kWindow));
    window_ = read.ok() ? *std::move(read) : std::string();
    window_at_ = offset;
    (void)io.Tick(window_.size() / 8 + 64);
  }
  return std::string_view(window_).substr(offset - window_at_, size);
}

bool FindZipDirectory(CommandIo& io, ZipSource* source, ZipDirectory* directory) {
  constexpr size_t kMostComment = 65535;
  // The last one counts; a comment may have the same letters in it.
  const uint64_t size = source->size();
  const uint64_t from = size - std::min<uint64_t>(size, kZipEndSize + kMostComment);
  std::string end;
  std::optional<uint64_t> found;
  for (uint64_t to = size; !found && to > from && size >= kZipEndSize;) {
    constexpr uint64_t kPiece = 32768;
    const uint64_t begin = to - std::min(to - from, kPiece);
    const std::string_view piece =
        source->At(io, begin, static_cast<size_t>(to - begin) + kZipEndSize);
    for (size_t at = piece.size() < kZipEndSize ? 0 : piece.size() - kZipEndSize + 1; at-- > 0;) {
      if (piece[at] != 'P' || ZipNumber(piece, at, 4) != kZipEnd) continue;
      found = begin + at;
      end = piece.substr(at, kZipEndSize);
      break;
    }
    to = begin;
  }
  if (!found) return false;
  directory->end_at = *found;
  directory->disk = static_cast<uint32_t>(ZipNumber(end, 4, 2));
  directory->entries = ZipNumber(end, 10, 2);
  directory->size = ZipNumber(end, 12, 4);
  directory->start = ZipNumber(end, 16, 4);
  const uint64_t behind = size - *found - kZipEndSize;
  directory->comment =
      source->At(io, *found + kZipEndSize, std::min<uint64_t>(ZipNumber(end, 20, 2), behind));
  if (*found >= kZip64LocatorSize) {
    const std::string locator(source->At(io, *found - kZip64LocatorSize, kZip64LocatorSize));
    const uint64_t at = ZipNumber(locator, 8, 8);
    const bool marked = directory->entries == 0xFFFF || directory->size == kLarge ||
                        directory->start == kLarge || directory->disk == 0xFFFF;
    if (marked && ZipNumber(locator, 0, 4) == kZip64Locator && at < *found) {
      const std::string_view large = source->At(io, at, kZip64EndSize);
      if (large.size() == kZip64EndSize && ZipNumber(large, 0, 4) == kZip64End) {
        directory->zip64 = true;
        directory->end_at = at;
        directory->disk = static_cast<uint32_t>(ZipNumber(large, 16, 4));
        directory->entries = ZipNumber(large, 32, 8);
        directory->size = ZipNumber(large, 40, 8);
        directory->start = ZipNumber(large, 48, 8);
      }
    }
  }
  directory->extra = static_cast<int64_t>(directory->end_at - directory->start - directory->size);
  return true;
}

ZipRead ReadZipCentral(CommandIo& io, ZipSource* source, uint64_t* offset, ZipEntry* entry,
                       std::string* extra, std::string* comment) {
  const std::string head(source->At(io, *offset, kZipCentralSize));
  if (*offset >= source->size()) return ZipRead::kCut;
  if (head.size() < 4 || ZipNumber(head, 0, 4) != kZipCentral) return ZipRead::kNone;
  if (head.size() < kZipCentralSize) return ZipRead::kCut;
  const size_t name_size = ZipNumber(head, 28, 2), extra_size = ZipNumber(head, 30, 2),
               comment_size = ZipNumber(head, 32, 2);
  uint64_t at = *offset + kZipCentralSize;
  if (source->size() - at < name_size) return ZipRead::kCut;
  *entry = ZipEntry();
  entry->version_made = static_cast<uint16_t>(ZipNumber(head, 4, 2));
  entry->version_needed = static_cast<uint16_t>(ZipNumber(head, 6, 2));
  entry->flags = static_cast<uint16_t>(ZipNumber(head, 8, 2));
  entry->method = static_cast<uint16_t>(ZipNumber(head, 10, 2));
  entry->dos_time = static_cast<uint32_t>(ZipNumber(head, 12, 4));
  entry->crc = static_cast<uint32_t>(ZipNumber(head, 16, 4));
  entry->compressed = ZipNumber(head, 20, 4);
  entry->size = ZipNumber(head, 24, 4);
  entry->internal = static_cast<uint16_t>(ZipNumber(head, 36, 2));
  entry->external = static_cast<uint32_t>(ZipNumber(head, 38, 4));
  entry->offset = ZipNumber(head, 42, 4);
  // A name ends at a zero byte, as programs in C see it.
  entry->name = source->At(io, at, name_size);
  entry->name.resize(std::min(entry->name.find('\0'), entry->name.size()));
  at += name_size;
  const std::string fields(source->At(io, at, extra_size));
  ReadZipExtra(fields, entry);
  entry->local_extra = !fields.empty();
  if (extra != nullptr) *extra = fields;
  at += extra_size;
  if (comment != nullptr) *comment = source->At(io, at, comment_size);
  // (One that ends in its last fields is the last one.)
  *offset = std::min(at + comment_size, source->size());
  (void)io.Tick(kZipCentralSize + name_size + extra_size);
  return ZipRead::kEntry;
}

std::string ShownZipName(std::string_view name) {
  std::string shown;
  for (char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < ' ' || byte == 127) {
      shown += '^';
      shown += static_cast<char>(byte ^ 64);
    } else {
      shown += c;
    }
  }
  return shown;
}

}  // namespace pysub::shell
