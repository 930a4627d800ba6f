#ifndef PYSUB_SHELL_AGENT_CODE_JSON_SCHEMA_H_
#define PYSUB_SHELL_AGENT_CODE_JSON_SCHEMA_H_

#include <string>
#include <string_view>
#include <vector>

#include "shell/agent/json.h"

// A part of JSON Schema 2020-12, which is what tools describe their arguments with: type, enum,
// const, properties, required, additionalProperties, minProperties, maxProperties, items,
// prefixItems, minItems, maxItems, minLength, maxLength, minimum, maximum, exclusiveMinimum,
// exclusiveMaximum, anyOf, oneOf, allOf, true, false, $ref to a place in the same schema. Keywords
// that only describe (title, description, default, format ...) are passed over, as the standard has
// it. All others, `not` and `pattern` for example, are not looked at: what breaks them is for the
// tool to find out.
namespace pysub::agent {

// What does not follow a schema.
struct SchemaError {
  // Whether it is what a call gets wrong: an argument that is missing, unknown or of another type.
  bool is_of_call = false;
  std::string message;  // empty: nothing is wrong
};

// Schema and value may be anybody's: no recursion, and at most some 100,000 steps, behind which it
// is an error, too.
SchemaError CheckSchema(const Json& schema, const Json& value);

// Keywords of the schema that CheckSchema() does not look at, each once.
std::vector<std::string> UncheckedKeywords(const Json& schema);

// What "#/$defs/x" means in `root`. Null: nothing.
const Json* ResolveReference(const Json& root, std::string_view reference);

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_CODE_JSON_SCHEMA_H_
