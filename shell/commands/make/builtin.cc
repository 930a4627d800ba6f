// What make knows before it reads anything: variables, rules by suffixes and patterns.
//
// The tables are those of GNU make 4.3 for Linux, without what there are no tools for (archives'
// members, Modula, version control). Nothing of them needs to exist: a rule is used only when its
// prerequisites are there.

#include "shell/commands/make/maker.h"

namespace pysub::shell::maker {
namespace {

struct Row {
  std::string_view name, value;
};

// All recursive, so a makefile that sets CC changes COMPILE.c, too.
constexpr Row kVariables[] = {
    {"AR", "ar"},
    {"ARFLAGS", "rv"},
    {"AS", "as"},
    {"CC", "cc"},
    {"CO", "co"},
    {"COFLAGS", ""},
    {"COMPILE.C", "$(COMPILE.cc)"},
    {"COMPILE.F", "$(FC) $(FFLAGS) $(CPPFLAGS) $(TARGET_ARCH) -c"},
    {"COMPILE.S", "$(CC) $(ASFLAGS) $(CPPFLAGS) $(TARGET_MACH) -c"},
    {"COMPILE.c", "$(CC) $(CFLAGS) $(CPPFLAGS) $(TARGET_ARCH) -c"},
    {"COMPILE.cc", "$(CXX) $(CXXFLAGS) $(CPPFLAGS) $(TARGET_ARCH) -c"},
    {"COMPILE.cpp", "$(COMPILE.cc)"},
    {"COMPILE.f", "$(FC) $(FFLAGS) $(TARGET_ARCH) -c"},
    {"COMPILE.m", "$(OBJC) $(OBJCFLAGS) $(CPPFLAGS) $(TARGET_ARCH) -c"},
    {"COMPILE.p", "$(PC) $(PFLAGS) $(CPPFLAGS) $(TARGET_ARCH) -c"},
    {"COMPILE.s", "$(AS) $(ASFLAGS) $(TARGET_MACH)"},
    {"CPP", "$(CC) -E"},
    {"CXX", "g++"},
    {"F77", "$(FC)"},
    {"F77FLAGS", "$(FFLAGS)"},
    {"FC", "f77"},
    {"GET", "get"},
    {"LD", "ld"},
    {"LEX", "lex"},
    {"LEX.l", "$(LEX) $(LFLAGS) -t"},
    {"LINK.C", "$(LINK.cc)"},
    {"LINK.F", "$(FC) $(FFLAGS) $(CPPFLAGS) $(LDFLAGS) $(TARGET_ARCH)"},
    {"LINK.S", "$(CC) $(ASFLAGS) $(CPPFLAGS) $(LDFLAGS) $(TARGET_MACH)"},
    {"LINK.c", "$(CC) $(CFLAGS) $(CPPFLAGS) $(LDFLAGS) $(TARGET_ARCH)"},
    {"LINK.cc", "$(CXX) $(CXXFLAGS) $(CPPFLAGS) $(LDFLAGS) $(TARGET_ARCH)"},
    {"LINK.cpp", "$(LINK.cc)"},
    {"LINK.f", "$(FC) $(FFLAGS) $(LDFLAGS) $(TARGET_ARCH)"},
    {"LINK.m", "$(OBJC) $(OBJCFLAGS) $(CPPFLAGS) $(LDFLAGS) $(TARGET_ARCH)"},
    {"LINK.o", "$(CC) $(LDFLAGS) $(TARGET_ARCH)"},
    {"LINK.p", "$(PC) $(PFLAGS) $(CPPFLAGS) $(LDFLAGS) $(TARGET_ARCH)"},
    {"LINK.s", "$(CC) $(ASFLAGS) $(LDFLAGS) $(TARGET_MACH)"},
    {"LINT", "lint"},
    {"MAKEINFO", "makeinfo"},
    {"OBJC", "cc"},
    {"OUTPUT_OPTION", "-o $@"},
    {"PC", "pc"},
    {"PREPROCESS.F", "$(FC) $(FFLAGS) $(CPPFLAGS) $(TARGET_ARCH) -F"},
    {"PREPROCESS.S", "$(CC) -E $(CPPFLAGS)"},
    {"RM", "rm -f"},
    {"TEX", "tex"},
    {"TEXI2DVI", "texi2dvi"},
    {"YACC", "yacc"},
    {"YACC.y", "$(YACC) $(YFLAGS)"},
};

// The order decides which rule makes an .o when there are a .c and a .cc.
constexpr std::string_view kSuffixes =
    ".out .a .ln .o .c .cc .C .cpp .p .f .F .m .r .y .l .ym .yl .s .S .mod .sym .def .h .info .dvi "
    ".tex .texinfo .texi .txinfo .w .ch .web .sh .elc .el";

// Targets as a makefile writes them: ".c.o" makes .o of .c, ".c" a program of it. A newline in a
// recipe begins its next line.
constexpr Row kSuffixRules[] = {
    {".o", "$(LINK.o) $^ $(LOADLIBES) $(LDLIBS) -o $@"},
    {".s", "$(LINK.s) $^ $(LOADLIBES) $(LDLIBS) -o $@"},
    {".S", "$(LINK.S) $^ $(LOADLIBES) $(LDLIBS) -o $@"},
    {".c", "$(LINK.c) $^ $(LOADLIBES) $(LDLIBS) -o $@"},
    {".cc", "$(LINK.cc) $^ $(LOADLIBES) $(LDLIBS) -o $@"},
    {".C", "$(LINK.C) $^ $(LOADLIBES) $(LDLIBS) -o $@"},
    {".cpp", "$(LINK.cpp) $^ $(LOADLIBES) $(LDLIBS) -o $@"},
    {".f", "$(LINK.f) $^ $(LOADLIBES) $(LDLIBS) -o $@"},
    {".m", "$(LINK.m) $^ $(LOADLIBES) $(LDLIBS) -o $@"},
    {".p", "$(LINK.p) $^ $(LOADLIBES) $(LDLIBS) -o $@"},
    {".F", "$(LINK.F) $^ $(LOADLIBES) $(LDLIBS) -o $@"},
    {".sh", "cat $< >$@ \n chmod a+x $@"},
    {".s.o", "$(COMPILE.s) -o $@ $<"},
    {".S.o", "$(COMPILE.S) -o $@ $<"},
    {".c.o", "$(COMPILE.c) $(OUTPUT_OPTION) $<"},
    {".cc.o", "$(COMPILE.cc) $(OUTPUT_OPTION) $<"},
    {".C.o", "$(COMPILE.C) $(OUTPUT_OPTION) $<"},
    {".cpp.o", "$(COMPILE.cpp) $(OUTPUT_OPTION) $<"},
    {".f.o", "$(COMPILE.f) $(OUTPUT_OPTION) $<"},
    {".m.o", "$(COMPILE.m) $(OUTPUT_OPTION) $<"},
    {".p.o", "$(COMPILE.p) $(OUTPUT_OPTION) $<"},
    {".F.o", "$(COMPILE.F) $(OUTPUT_OPTION) $<"},
    {".y.c", "$(YACC.y) $< \n mv -f y.tab.c $@"},
    {".l.c", "@$(RM) $@ \n $(LEX.l) $< > $@"},
    {".S.s", "$(PREPROCESS.S) $< > $@"},
    {".F.f", "$(PREPROCESS.F) $(OUTPUT_OPTION) $<"},
    {".texinfo.info", "$(MAKEINFO) $(MAKEINFO_FLAGS) $< -o $@"},
    {".texi.info", "$(MAKEINFO) $(MAKEINFO_FLAGS) $< -o $@"},
    {".tex.dvi", "$(TEX) $<"},
    {".texinfo.dvi", "$(TEXI2DVI) $(TEXI2DVI_FLAGS) $<"},
    {".texi.dvi", "$(TEXI2DVI) $(TEXI2DVI_FLAGS) $<"},
};

// Without their recipes' text: they ask version control, which is not there.
constexpr Row kTerminalRules[] = {
    {"%", "%,v"}, {"%", "RCS/%,v"}, {"%", "RCS/%"}, {"%", "s.%"}, {"%", "SCCS/s.%"},
};

}  // namespace

void Maker::DefineBuiltins() {
  const auto define = [&](std::string_view name, std::string_view value, bool recursive,
                          Origin origin = Origin::kDefault) {
    return Define(name, std::string(value), origin, recursive, 0, {});
  };
  // $(@D) and $(@F): directories and names of what the automatic variables have.
  for (const std::string_view letter : {"@", "%", "*", "<", "?", "^", "+"}) {
    const std::string name(letter);
    define(name + "D", "$(patsubst %/,%,$(dir $" + name + "))", true, Origin::kAutomatic);
    define(name + "F", "$(notdir $" + name + ")", true, Origin::kAutomatic);
  }
  define("CURDIR", directory_, false, Origin::kFile);
  define("MAKE_COMMAND", io_->name(), false);
  define("MAKE", "$(MAKE_COMMAND)", true);
  define("MAKE_VERSION", "4.3", false);
  define("MAKE_HOST", "x86_64-pc-linux-gnu", false);
  define(".SHELLFLAGS", "-c", false);
  define(".DEFAULT_GOAL", "", false, Origin::kFile);
  define(".RECIPEPREFIX", "", false);
  define(".INCLUDE_DIRS", "/usr/local/include /usr/include", false);
  define(".LIBPATTERNS", "lib%.so lib%.a", true);
  define(".FEATURES",
         "target-specific order-only second-expansion else-if shortest-stem undefine oneshell "
         "nocomment grouped-target",
         false);
  define("MAKEFILE_LIST", "", false, Origin::kFile);
  if (restarts_ > 0) {
    Variable* v = define("MAKE_RESTARTS", std::to_string(restarts_), false, Origin::kEnvironment);
    if (v != nullptr) v->exported = Export::kNo;
  }
  define("SUFFIXES", settings_.no_rules ? "" : kSuffixes, false);
  if (settings_.no_variables) return;
  for (const Row& row : kVariables) define(row.name, row.value, true);
}

// Before makefiles are read: they may change the recipes, and empty the list of suffixes.
void Maker::AddBuiltinRules() {
  const uint32_t suffixes = EnterTarget(".SUFFIXES");
  // -r takes the rules; the list of suffixes itself is then empty.
  if (over() || settings_.no_rules) return;
  std::string_view rest = kSuffixes;
  while (true) {
    const std::string_view word = NextWord(&rest);
    if (word.empty()) break;
    Dependency d;
    d.target = EnterTarget(word);
    if (over()) return;
    targets_[suffixes].needs.push_back(d);
  }
  for (const Row& row : kSuffixRules) {
    Reading r;
    r.recipe = std::string(row.value) + "\n";
    const uint32_t target = EnterTarget(row.name);
    // (not marked as targets: a makefile that writes the rule itself is not warned)
    if (over()) return;
    const uint32_t recipe = MakeRecipe(&r);
    if (over()) return;
    targets_[target].recipe = recipe;
  }
}

// Behind those of makefiles.
void Maker::AddBuiltinPatterns() {
  if (settings_.no_rules) return;
  PatternRule out;
  out.targets = {"%.out"};
  out.needs = {{"%", false, false}};
  Reading r;
  r.recipe = "@rm -f $@ \n cp $< $@\n";
  out.recipe = MakeRecipe(&r);
  if (!over()) AddPatternRule(std::move(out), false);
  for (const Row& row : kTerminalRules) {
    PatternRule rule;
    rule.targets = {std::string(row.name)};
    rule.needs = {{std::string(row.value), false, false}};
    rule.terminal = true;
    Reading text;
    text.recipe = "$(error version control is not supported in this sandbox)\n";
    rule.recipe = MakeRecipe(&text);
    if (over()) return;
    AddPatternRule(std::move(rule), false);
  }
}

}  // namespace pysub::shell::maker
