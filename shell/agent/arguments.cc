#include <algorithm>
#include <cmath>

#include "shell/agent/tools.h"

namespace pysub::agent {

std::string Arguments::Text(std::string_view name) const {
  const Json* value = given_.Find(name);
  return value == nullptr ? "" : std::string(value->text());
}
uint64_t Arguments::Number(std::string_view name, uint64_t otherwise) const {
  const Json* value = given_.Find(name);
  if (value == nullptr) return otherwise;
  return static_cast<uint64_t>(std::max<int64_t>(WholeNumber(*value).value_or(0), 0));
}
std::chrono::nanoseconds Arguments::Seconds(std::string_view name) const {
  const Json* value = given_.Find(name);
  if (value == nullptr) return {};
  return std::chrono::nanoseconds(
      static_cast<int64_t>(std::ceil(value->as_double().value_or(0) * 1e9)));
}
bool Arguments::Flag(std::string_view name) const {
  const Json* value = given_.Find(name);
  return value != nullptr && value->as_bool().value_or(false);
}
std::vector<std::string> Arguments::Texts(std::string_view name) const {
  std::vector<std::string> texts;
  const Json* value = given_.Find(name);
  if (value == nullptr) return texts;
  for (const Json& item : value->items()) texts.emplace_back(item.text());
  return texts;
}

}  // namespace pysub::agent
