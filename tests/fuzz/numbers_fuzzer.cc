// Number texts, format specs and % conversions of any bytes: no step outside the buffers that the
// size functions ask for, and what is written is no longer than promised. The first two bytes
// choose.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "vm/numbers/float_text.h"
#include "vm/numbers/format_spec.h"
#include "vm/numbers/limbs.h"
#include "vm/numbers/percent_format.h"

namespace {

using pysub::Ticker;

constexpr size_t kLargest = 1 << 20;  // larger results are refused, as a limit would

// An exact allocation, so that AddressSanitizer sees every step beyond it.
template <typename T>
class Exactly {
 public:
  explicit Exactly(size_t size) : data_(new T[size]), size_(size) {}
  ~Exactly() { delete[] data_; }
  Exactly(const Exactly&) = delete;
  operator std::span<T>() const { return {data_, size_}; }

 private:
  T* data_;
  size_t size_;
};

void Check(bool holds) {
  if (!holds) std::abort();
}

// A value made of the last bytes of the input.
struct Values {
  std::vector<uint64_t> limbs;
  bool negative = false;
  double number = 0;

  explicit Values(std::string_view bytes) {
    if (bytes.size() >= 8) std::memcpy(&number, bytes.data(), 8);
    limbs.resize(bytes.size() / 8);
    if (!limbs.empty()) std::memcpy(limbs.data(), bytes.data(), limbs.size() * 8);
    while (!limbs.empty() && limbs.back() == 0) limbs.pop_back();
    negative = !limbs.empty() && (limbs[0] & 2) != 0;
  }
  pysub::IntView view() const { return {limbs, negative}; }
};

void TryFormat(std::string_view spec_text, pysub::FormatKind kind, std::string_view rest) {
  pysub::FormatSpec spec;
  pysub::FormattedText written;
  pysub::FormatOutcome outcome = pysub::ParseFormatSpec(spec_text, kind, &spec);
  const Values values(rest);
  size_t bound = 0;
  if (outcome.ok()) {
    switch (kind) {
      case pysub::FormatKind::kStr: {
        bound = pysub::FormattedStrBound(spec, "text", 4);
        if (bound > kLargest) return;
        const Exactly<char> out(bound);
        outcome = pysub::FormatStr(spec, "text", 4, out, &written);
        break;
      }
      case pysub::FormatKind::kInt: {
        bound = pysub::FormattedIntBound(spec, values.view());
        if (bound > kLargest) return;
        const Exactly<char> out(bound);
        const Exactly<uint64_t> scratch(pysub::FormatIntScratch(spec, values.view()));
        outcome = pysub::FormatInt(spec, values.view(), 4300, out, scratch, Ticker(), &written);
        break;
      }
      case pysub::FormatKind::kFloat: {
        bound = pysub::FormattedFloatBound(spec, values.number);
        if (bound > kLargest) return;
        const Exactly<char> out(bound);
        outcome = pysub::FormatFloat(spec, values.number, out, &written);
        break;
      }
      case pysub::FormatKind::kComplex: {
        const pysub::Complex value{values.number, -values.number};
        bound = pysub::FormattedComplexBound(spec, value);
        if (bound > kLargest) return;
        const Exactly<char> out(bound);
        outcome = pysub::FormatComplex(spec, value, out, &written);
        break;
      }
    }
    if (outcome.ok()) Check(written.bytes <= bound && written.code_points <= written.bytes);
  }
  if (!outcome.ok()) {
    std::vector<char> text(pysub::FormatFaultTextBound(spec_text, "float"));
    Check(pysub::FormatFaultText(outcome, spec_text, "float", text.data()) <= text.size());
  }
}

void TryPercent(std::string_view format, std::string_view rest) {
  size_t position = 0;
  size_t index = 0;
  pysub::PercentSpec spec;
  if (pysub::ParsePercentSpec(format, &position, &index, &spec) != pysub::PercentFault::kNone) {
    return;
  }
  Check(position <= format.size() && index <= position);
  const Values values(rest);
  pysub::FormattedText written;
  size_t bound = pysub::PercentIntBound(spec, values.view());
  if (bound <= kLargest) {
    const Exactly<char> out(bound);
    const Exactly<uint64_t> scratch(pysub::PercentIntScratch(spec, values.view()));
    if (pysub::PercentInt(spec, values.view(), 4300, out, scratch, Ticker(), &written) ==
        pysub::PercentFault::kNone) {
      Check(written.bytes <= bound);
    }
  }
  bound = pysub::PercentFloatBound(spec, values.number);
  if (bound <= kLargest) {
    const Exactly<char> out(bound);
    Check(pysub::PercentFloat(spec, values.number, out, &written) == pysub::PercentFault::kNone);
    Check(written.bytes <= bound);
  }
}

void TryNumberText(std::string_view text, int base) {
  double value = 0;
  pysub::Complex complex;
  (void)pysub::ParseFloat(text);
  (void)pysub::ParseFloatHex(text, &value);
  (void)pysub::ParseComplex(text, &complex);
  const auto parsed = pysub::ScanInt(text, base);
  if (!parsed) return;
  const Exactly<uint64_t> out(pysub::ParseIntLimbs(*parsed));
  const Exactly<uint64_t> scratch(pysub::ParseIntScratch(*parsed));
  pysub::IntResult result;
  Check(pysub::ParseInt(*parsed, 0, out, scratch, Ticker(), &result).ok());
  const pysub::IntView view = pysub::View(out, result);
  Check(pysub::SmallValue(*parsed) == pysub::ToInt64(view));
  const Exactly<char> back(pysub::ToStringChars(view, parsed->base));
  const Exactly<uint64_t> back_scratch(pysub::ToStringScratch(view, parsed->base));
  size_t size = 0;
  Check(pysub::ToString(view, parsed->base, 0, back, back_scratch, Ticker(), &size).ok());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data + 2), size - 2);
  const size_t cut = std::min<size_t>(data[1], text.size());
  switch (data[0] % 6) {
    case 0: TryNumberText(text, data[1] % 37 == 1 ? 10 : data[1] % 37); break;
    case 1: TryPercent(text.substr(0, cut), text.substr(cut)); break;
    default:
      TryFormat(text.substr(0, cut), static_cast<pysub::FormatKind>(data[0] % 6 - 2),
                text.substr(cut));
      break;
  }
  return 0;
}
