#include "vm/objects/memory_items.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <string>

#include "vm/numbers/limbs.h"
#include "vm/objects/bytes.h"
#include "vm/objects/formatting.h"
#include "vm/objects/indexing.h"
#include "vm/objects/numbers.h"

namespace pysub {
namespace {

static_assert(std::endian::native == std::endian::little);

template <typename T>
T Read(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

double HalfToDouble(uint16_t half) {
  const int exponent = half >> 10 & 31;
  const double fraction = half & 1023;
  double magnitude;
  if (exponent == 0) {
    magnitude = std::ldexp(fraction, -24);
  } else if (exponent == 31) {
    magnitude = fraction == 0 ? HUGE_VAL : std::nan("");
  } else {
    magnitude = std::ldexp(fraction + 1024, exponent - 25);
  }
  return half >> 15 ? -magnitude : magnitude;
}

// False: too large for a half.
bool DoubleToHalf(double value, uint16_t* out) {
  const uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  const double magnitude = std::fabs(value);
  if (std::isnan(value)) {
    *out = sign | 0x7E00;
    return true;
  }
  if (std::isinf(value)) {
    *out = sign | 0x7C00;
    return true;
  }
  int exponent;
  const double fraction = std::frexp(magnitude, &exponent);  // [0.5, 1) * 2^exponent
  if (magnitude == 0) {
    *out = sign;
    return true;
  }
  // The unit in the last place of the result: 2^(exponent - 11), not below 2^-24.
  const int unit = exponent - 11 < -24 ? -24 : exponent - 11;
  const double scaled = std::nearbyint(std::ldexp(fraction, exponent - unit));
  auto mantissa = static_cast<uint32_t>(scaled);  // at most 2048
  int biased = unit + 25;                         // exponent field of numbers >= 1024 * 2^unit
  if (mantissa == 2048) {
    mantissa = 1024;
    ++biased;
  }
  if (mantissa < 1024) biased = 0;  // subnormal
  if (biased >= 31) return false;
  *out = static_cast<uint16_t>(sign | biased << 10 | (mantissa & 1023));
  return true;
}

Failure InvalidItemType(Vm& vm, char format) {
  return vm.TypeError("memoryview: invalid type for format '", std::string(1, format), "'");
}
Failure InvalidItemValue(Vm& vm, char format) {
  return vm.ValueError("memoryview: invalid value for format '", std::string(1, format), "'");
}

}  // namespace

uint32_t ItemSize(char format) {
  switch (format) {
    case 'c':
    case 'b':
    case 'B':
    case '?': return 1;
    case 'h':
    case 'H':
    case 'e': return 2;
    case 'i':
    case 'I':
    case 'f': return 4;
    case 'l':
    case 'L':
    case 'q':
    case 'Q':
    case 'n':
    case 'N':
    case 'P':
    case 'd': return 8;
    default: return 0;
  }
}

Value UnpackItem(Vm& vm, char format, const char* at) {
  switch (format) {
    case 'c': return vm.NewBytes({at, 1});
    case 'b': return Value::SmallInt(Read<int8_t>(at));
    case 'B': return Value::SmallInt(Read<uint8_t>(at));
    case '?': return Value::Bool(*at != 0);
    case 'h': return Value::SmallInt(Read<int16_t>(at));
    case 'H': return Value::SmallInt(Read<uint16_t>(at));
    case 'i': return Value::SmallInt(Read<int32_t>(at));
    case 'I': return Value::SmallInt(Read<uint32_t>(at));
    case 'l':
    case 'q':
    case 'n': return vm.NewInt(Read<int64_t>(at));
    case 'L':
    case 'Q':
    case 'N':
    case 'P': return vm.NewIntUnsigned(Read<uint64_t>(at));
    case 'w': return vm.Raise(TypeId::kNotImplementedError, "memoryview: format w not supported");
    case 'e': return Value::ForeignFloat(HalfToDouble(Read<uint16_t>(at)));
    case 'f': return Value::ForeignFloat(Read<float>(at));
    default: return Value::ForeignFloat(Read<double>(at));
  }
}

Status PackItem(Vm& vm, char format, Value value, char* out) {
  switch (format) {
    case 'w': return vm.Raise(TypeId::kNotImplementedError, "memoryview: format w not supported");
    case 'c': {
      if (!IsObjectOf(value, TypeId::kBytes)) return InvalidItemType(vm, format);
      const std::string_view bytes = value.As<Bytes>()->view();
      if (bytes.size() != 1) return InvalidItemValue(vm, format);
      *out = bytes[0];
      return Done{};
    }
    case '?': {
      *out = TRY(vm.Truth(value)) ? 1 : 0;
      return Done{};
    }
    case 'e':
    case 'f':
    case 'd': {
      double number;
      if (value.IsFloat()) {
        number = value.AsFloat();
      } else if (IsIndex(vm, value)) {
        if (!ToDouble(IntArgument(value).view(), &number).ok()) return InvalidItemValue(vm, format);
      } else {
        return InvalidItemType(vm, format);
      }
      if (format == 'd') {
        std::memcpy(out, &number, 8);
      } else if (format == 'f') {
        const auto narrow = static_cast<float>(number);
        std::memcpy(out, &narrow, 4);
      } else {
        uint16_t half;
        if (!DoubleToHalf(number, &half)) return InvalidItemValue(vm, format);
        std::memcpy(out, &half, 2);
      }
      return Done{};
    }
    default: break;
  }
  if (!IsIndex(vm, value)) return InvalidItemType(vm, format);
  const bool is_signed = format == 'b' || format == 'h' || format == 'i' || format == 'l' ||
                         format == 'q' || format == 'n';
  const IntArgument argument(value);
  const NumberError error = ToBytes(argument.view(), ByteOrder::kLittle, is_signed,
                                    {reinterpret_cast<uint8_t*>(out), ItemSize(format)});
  if (!error.ok()) return InvalidItemValue(vm, format);
  return Done{};
}

}  // namespace pysub
