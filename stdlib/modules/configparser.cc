// configparser: written in Python; what has a length counts it here.

#include "stdlib/modules/library_class.h"
#include "stdlib/modules/types_of_module.h"
#include "vm/objects/dict.h"

namespace pysub {
namespace {

// The attribute `name` of a library object if it is a dict.
Result<Dict*> DictAttribute(Vm& vm, Value self, std::string_view name) {
  const Value value = LibraryAttribute(vm, self, name);
  if (value.IsFailed()) return Failure{};
  return vm.IsInstance(value, TypeId::kDict) ? value.As<Dict>() : static_cast<Dict*>(nullptr);
}

Result<int64_t> ParserLength(Vm& vm, Value self) {
  Dict* sections = TRY(DictAttribute(vm, self, "_sections"));
  return sections == nullptr ? 1 : static_cast<int64_t>(sections->live) + 1;
}
Result<int64_t> ConvertersLength(Vm& vm, Value self) {
  Dict* data = TRY(DictAttribute(vm, self, "_data"));
  return data == nullptr ? 0 : static_cast<int64_t>(data->live);
}
// The options of the section, and those of the default section that it has not.
Result<int64_t> SectionLength(Vm& vm, Value self) {
  const Value parser = LibraryAttribute(vm, self, "parser"),
              name = LibraryAttribute(vm, self, "name");
  if (parser.IsFailed() || name.IsFailed()) return Failure{};
  if (!vm.IsInstance(parser, TypeId::kConfigRaw) || name.IsUndefined()) return 0;
  Dict* sections = TRY(DictAttribute(vm, parser, "_sections"));
  Dict* defaults = TRY(DictAttribute(vm, parser, "_defaults"));
  if (sections == nullptr || defaults == nullptr) return 0;
  const Value own = DictGet(vm, sections, name);
  if (own.IsFailed()) return Failure{};
  if (!vm.IsInstance(own, TypeId::kDict)) return static_cast<int64_t>(defaults->live);
  int64_t count = static_cast<int64_t>(own.As<Dict>()->live);
  for (uint32_t at = 0; DictEntry* entry = DictNext(defaults, &at);) {
    if (!vm.Tick(1)) return Failure{};
    const Value known = DictGet(vm, own.As<Dict>(), entry->key);
    if (known.IsFailed()) return Failure{};
    count += known.IsUndefined() ? 1 : 0;
  }
  return count;
}

#define PYSUB_PARSER_PARAMETERS                                                                \
  "(defaults=None, dict_type=<class 'dict'>, allow_no_value=False, *, delimiters=('=', ':'), " \
  "comment_prefixes=('#', ';'), inline_comment_prefixes=None, strict=True, "                   \
  "empty_lines_in_values=True, "                                                               \
  "default_section='DEFAULT', interpolation=<object object>, converters=<object object>, "     \
  "allow_unnamed_section=False)"
constexpr NativeInfo kRawNew{"@raw RawConfigParser" PYSUB_PARSER_PARAMETERS, LibraryClassNew,
                             "ConfigParser that does not do interpolation."};
constexpr NativeInfo kParserNew{"@raw ConfigParser" PYSUB_PARSER_PARAMETERS, LibraryClassNew,
                                "ConfigParser implementing interpolation."};
#undef PYSUB_PARSER_PARAMETERS
constexpr NativeInfo kSectionNew{"@raw SectionProxy(parser, name)", LibraryClassNew,
                                 "A proxy for a single section from a parser."};
constexpr NativeInfo kConvertersNew{
    "@raw ConverterMapping(parser)", LibraryClassNew,
    "Enables reuse of get*() methods between the parser and section proxies."};
constexpr NativeInfo kFunctions[] = {kDefineRow, kNewRow, kNewExceptionRow};

constexpr TypeInfo Unhashed(TypeInfo info) {
  info.may_be_hashed = false;
  info.hash = nullptr;
  return info;
}

Status Init(Vm& vm, Dict* names) { return AddTypesOf(vm, "configparser", names); }

}  // namespace

PYSUB_LIBRARY_CLASS(ConfigInterpolation, "Interpolation()",
                    "Dummy interpolation that passes the value through with no changes.");
PYSUB_LIBRARY_CLASS(ConfigBasic, "BasicInterpolation()",
                    "Interpolation as implemented in the classic ConfigParser.");
PYSUB_LIBRARY_CLASS(
    ConfigExtended, "ExtendedInterpolation()",
    "Advanced variant of interpolation, supports the syntax used by\n`zc.buildout`.");
PYSUB_LIBRARY_CLASS(ConfigUnnamed, "_UnnamedSection()", "");
extern constexpr TypeInfo kConfigRawType =
    Unhashed(LibraryMappingClass(TypeId::kConfigRaw, kRawNew, ParserLength));
extern constexpr TypeInfo kConfigParserType =
    Unhashed(LibraryMappingClass(TypeId::kConfigParser, kParserNew, ParserLength));
extern constexpr TypeInfo kConfigSectionType =
    Unhashed(LibraryMappingClass(TypeId::kConfigSection, kSectionNew, SectionLength));
extern constexpr TypeInfo kConfigConvertersType =
    Unhashed(LibraryMappingClass(TypeId::kConfigConverters, kConvertersNew, ConvertersLength));
extern constexpr ModuleInfo kConfigparserModule{.name = "configparser",
                                                .doc = "Configuration file parser.",
                                                .functions = kFunctions,
                                                .init = Init,
                                                .source =
#include "stdlib/python/configparser.inc"
};

}  // namespace pysub
