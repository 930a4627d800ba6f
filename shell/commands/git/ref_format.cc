#include "shell/commands/git/ref_format.h"

#include <algorithm>

#include "shell/commands/git/commit.h"
#include "shell/commands/git/identity.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/revision.h"
#include "shell/commands/git/walk.h"

namespace pysub::shell::git {
namespace {

// What a field says of an object.
class Fields {
 public:
  Fields(Git& git, const Ref& ref) : git_(git), ref_(ref) {}

  bool Value(std::string_view field, std::string* text, bool* known) {
    *known = true;
    ObjectId id = ref_.id;
    if (field.starts_with('*')) {
      field.remove_prefix(1);
      if (git_.objects().TypeOf(id) != ObjectType::kTag) return true;
      if (!Peel(git_, id, ObjectType::kNone, &id)) return false;
    }
    const size_t colon = std::min(field.find(':'), field.size());
    const std::string_view name = field.substr(0, colon);
    const std::string_view how = field.substr(std::min(colon + 1, field.size()));
    if (name == "refname")
      *text = Named(ref_.name, how);
    else if (name == "objectname")
      *text =
          how == "short" ? git_.objects().Abbreviate(id)
          : how.starts_with("short=")
              ? git_.objects().Abbreviate(id, static_cast<size_t>(std::clamp<int64_t>(
                                                  ParseNumber(how.substr(6)).value_or(7), 4, 40)))
              : id.Hex();
    else if (name == "objecttype")
      *text = TypeName(git_.objects().TypeOf(id));
    else if (name == "objectsize")
      return Size(id, text);
    else if (name == "symref")
      *text = ref_.symbolic.empty() ? "" : Named(ref_.symbolic, how);
    else if (name == "HEAD")
      *text = git_.refs().HeadBranch() == ref_.name ? "*" : " ";
    else if (name == "upstream" || name == "push")
      return Upstream(how, text);
    else if (name == "color")
      text->clear();
    else
      return OfObject(id, name, how, text, known);
    return true;
  }

 private:
  static std::string Named(const std::string& name, std::string_view how) {
    if (how.empty()) return name;
    if (how == "short") return ShortRef(name);
    const bool strip_end = how.starts_with("rstrip=");
    if (strip_end || how.starts_with("lstrip=") || how.starts_with("strip=")) {
      const int64_t count = ParseNumber(how.substr(how.find('=') + 1)).value_or(0);
      std::vector<std::string> parts;
      std::string part;
      for (char c : name + "/") {
        if (c == '/')
          parts.push_back(std::exchange(part, ""));
        else
          part += c;
      }
      int64_t drop =
          count >= 0 ? count : std::max<int64_t>(0, static_cast<int64_t>(parts.size()) + count);
      drop = std::min<int64_t>(drop, static_cast<int64_t>(parts.size()));
      std::string text;
      const size_t first = strip_end ? 0 : static_cast<size_t>(drop),
                   last = strip_end ? parts.size() - static_cast<size_t>(drop) : parts.size();
      for (size_t i = first; i < last; ++i) text += (text.empty() ? "" : "/") + parts[i];
      return text;
    }
    return name;
  }

  bool Size(const ObjectId& id, std::string* text) {
    ObjectType type = ObjectType::kNone;
    uint64_t size = 0;
    if (!git_.objects().Info(id, &type, &size)) return false;
    *text = std::to_string(size);
    return true;
  }

  bool Upstream(std::string_view how, std::string* text) {
    const std::optional<std::string> upstream = UpstreamOf(git_, ref_.name);
    text->clear();
    if (!upstream) return true;
    const bool track = how.starts_with("track");
    if (!track) {
      *text = Named(*upstream, how);
      return true;
    }
    const std::optional<ObjectId> theirs = git_.refs().Resolve(*upstream);
    if (!theirs) {
      *text = how == "trackshort" ? "" : "[gone]";
      return true;
    }
    uint64_t ahead = 0, behind = 0;
    if (!CountApart(git_, ref_.id, *theirs, &ahead, &behind)) return false;
    if (how == "trackshort") {
      *text = ahead == 0 && behind == 0 ? "=" : behind == 0 ? ">" : ahead == 0 ? "<" : "<>";
      return true;
    }
    if (ahead > 0) *text += "ahead " + std::to_string(ahead);
    if (ahead > 0 && behind > 0) *text += ", ";
    if (behind > 0) *text += "behind " + std::to_string(behind);
    if (!text->empty() && how.find("nobracket") == std::string_view::npos)
      *text = "[" + *text + "]";
    return true;
  }

  bool OfObject(const ObjectId& id, std::string_view name, std::string_view how, std::string* text,
                bool* known) {
    Git::Scratch scratch(git_);
    const ObjectType type = git_.objects().TypeOf(id);
    std::string message, author, committer, tagger;
    ObjectId tree;
    std::vector<ObjectId> parents;
    Tag tag;
    if (type == ObjectType::kCommit) {
      Commit commit;
      if (!ReadCommit(git_, id, &commit)) return false;
      message = commit.message;
      author = commit.author;
      committer = commit.committer;
      tree = commit.tree;
      parents = commit.parents;
    } else if (type == ObjectType::kTag) {
      if (!ReadTag(git_, id, &tag)) return false;
      message = tag.message;
      tagger = tag.tagger;
    }
    if (name == "tree")
      *text = tree.IsNull() ? "" : tree.Hex();
    else if (name == "parent")
      for (const ObjectId& parent : parents) *text += (text->empty() ? "" : " ") + parent.Hex();
    else if (name == "numparent")
      *text = type == ObjectType::kCommit ? std::to_string(parents.size()) : "";
    else if (name == "subject")
      *text = SubjectOf(message);
    else if (name == "body")
      *text = BodyOf(message);
    else if (name == "contents" && how == "subject")
      *text = SubjectOf(message);
    else if (name == "contents" && how == "body")
      *text = BodyOf(message);
    else if (name == "contents" && how.starts_with("lines="))
      *text = FirstLines(message, ParseNumber(how.substr(6)).value_or(0));
    else if (name == "contents")
      *text = message;
    else if (name == "tag")
      *text = tag.name;
    else if (name == "type")
      *text = type == ObjectType::kTag ? TypeName(tag.type) : "";
    else if (name == "object")
      *text = type == ObjectType::kTag ? tag.object.Hex() : "";
    else
      return Person(name, how, author, committer, tagger, text, known);
    return true;
  }

  static std::string FirstLines(std::string_view message, int64_t count) {
    std::string text;
    message = Trimmed(message);
    for (int64_t i = 0; i < count && !message.empty(); ++i)
      text += (i > 0 ? "\n    " : "") + std::string(TakeLine(&message));
    return text;
  }

  bool Person(std::string_view name, std::string_view how, const std::string& author,
              const std::string& committer, const std::string& tagger, std::string* text,
              bool* known) {
    std::string_view rest = name;
    std::string who;
    bool role = true;
    if (rest.starts_with("author"))
      who = author, rest.remove_prefix(6);
    else if (rest.starts_with("committer"))
      who = committer, rest.remove_prefix(9);
    else if (rest.starts_with("tagger"))
      who = tagger, rest.remove_prefix(6);
    else if (rest.starts_with("creator"))
      who = tagger.empty() ? committer : tagger, rest.remove_prefix(7);
    else
      role = false;
    if (!role || (rest != "" && rest != "name" && rest != "email" && rest != "date")) {
      *known = false;
      return true;
    }
    if (who.empty()) return true;
    const Identity identity = ParseIdentity(who);
    if (rest.empty()) *text = who;
    if (rest == "name") *text = identity.name;
    if (rest == "email") *text = how == "trim" ? identity.mail : "<" + identity.mail + ">";
    if (rest == "date") {
      const std::optional<std::string> date =
          ShowDate(git_, identity.time, identity.zone, how.empty() ? "default" : how);
      if (!date) return RefuseDateMode(git_, how);
      *text = *date;
    }
    return true;
  }

  Git& git_;
  const Ref& ref_;
};

}  // namespace

bool FormatRef(Git& git, std::string_view format, const Ref& ref, std::string* text) {
  Fields fields(git, ref);
  // %(if) %(then) %(else) %(end), without others inside.
  enum class If : uint8_t { kNone, kCondition, kThen, kElse } state = If::kNone;
  std::string condition, chosen;
  bool holds = false, wants_equal = false, wants_other = false;
  std::string compared;
  const auto put = [&](std::string_view piece) {
    if (state == If::kNone)
      text->append(piece);
    else if (state == If::kCondition)
      condition.append(piece);
    else if ((state == If::kThen) == holds)
      chosen.append(piece);
  };
  for (size_t i = 0; i < format.size(); ++i) {
    if (!git.Tick(8) || !git.Charge(8)) return false;
    if (format[i] != '%') {
      put(format.substr(i, 1));
      continue;
    }
    const std::string_view rest = format.substr(i + 1);
    if (rest.starts_with('%')) {
      put("%");
      ++i;
      continue;
    }
    if (rest.size() >= 2 && HexDigit(rest[0]) >= 0 && HexDigit(rest[1]) >= 0) {
      put(std::string(1, static_cast<char>(HexDigit(rest[0]) * 16 + HexDigit(rest[1]))));
      i += 2;
      continue;
    }
    const size_t close = rest.find(')');
    if (!rest.starts_with('(') || close == std::string_view::npos) {
      put("%");
      continue;
    }
    const std::string_view field = rest.substr(1, close - 1);
    i += close + 1;
    if (field == "if" || field.starts_with("if:")) {
      if (state != If::kNone) return git.Fatal("%(if) inside of %(if) is not supported");
      state = If::kCondition;
      wants_equal = field.starts_with("if:equals=");
      wants_other = field.starts_with("if:notequals=");
      compared = field.substr(std::min(field.find('=') + 1, field.size()));
      condition.clear();
      chosen.clear();
    } else if (field == "then" && state == If::kCondition) {
      holds = wants_equal   ? condition == compared
              : wants_other ? condition != compared
                            : !Trimmed(condition).empty();
      state = If::kThen;
    } else if (field == "else" && state == If::kThen) {
      state = If::kElse;
    } else if (field == "end" && state != If::kNone) {
      state = If::kNone;
      text->append(chosen);
    } else {
      std::string value;
      bool known = false;
      if (!fields.Value(field, &value, &known)) return false;
      if (!known) return git.Fatal("unknown field name: " + std::string(field));
      if (!git.Charge(value.size())) return false;
      put(value);
    }
  }
  return true;
}

bool SortRefs(Git& git, const std::vector<std::string>& keys, std::vector<Ref>* refs) {
  for (const std::string& key : keys) {
    std::string_view field = key;
    const bool reverse = field.starts_with('-');
    if (reverse) field.remove_prefix(1);
    const bool version = field.starts_with("version:") || field.starts_with("v:");
    if (version) field.remove_prefix(field.find(':') + 1);
    const bool date = field.ends_with("date");
    std::vector<std::pair<std::string, Ref>> keyed;
    for (Ref& ref : *refs) {
      std::string value;
      const std::string format = "%(" + std::string(field) + (date ? ":unix" : "") + ")";
      if (!FormatRef(git, format, ref, &value)) return false;
      // Numbers are compared as such: with zeros before them.
      if (date || field == "objectsize")
        value.insert(0, 24 - std::min<size_t>(24, value.size()), '0');
      if (version) {
        std::string padded;
        for (size_t i = 0; i < value.size();) {
          size_t digits = 0;
          while (i + digits < value.size() && value[i + digits] >= '0' && value[i + digits] <= '9')
            ++digits;
          if (digits == 0) {
            padded += value[i++];
            continue;
          }
          padded += std::string(digits < 20 ? 20 - digits : 0, '0') + value.substr(i, digits);
          i += digits;
        }
        value = padded;
      }
      if (!git.Charge(2 * value.size() + sizeof(Ref))) return false;
      keyed.push_back({value, std::move(ref)});
    }
    std::stable_sort(keyed.begin(), keyed.end(), [&](const auto& a, const auto& b) {
      return reverse ? b.first < a.first : a.first < b.first;
    });
    refs->clear();
    for (auto& [value, ref] : keyed) refs->push_back(std::move(ref));
  }
  return true;
}

bool FilterRefs(Git& git, const RefFilter& filter, std::vector<Ref>* refs) {
  const auto commit_of = [&](const std::string& name, ObjectId* id) {
    if (TryCommit(git, name, id)) return true;
    if (git.over() || git.status() != 0) return false;
    git.Err("error: malformed object name " + name + "\n");
    git.set_status(129);
    return false;
  };
  const auto keep = [&](const std::vector<std::string>& names, bool wanted, bool downwards) {
    std::vector<ObjectId> ids;
    for (const std::string& name : names) {
      ObjectId id;
      if (!commit_of(name, &id)) return false;
      ids.push_back(id);
    }
    if (ids.empty()) return true;
    std::vector<Ref> kept;
    for (Ref& ref : *refs) {
      ObjectId at;
      if (!Peel(git, ref.id, ObjectType::kCommit, &at)) continue;
      bool any = false;
      for (const ObjectId& id : ids) {
        bool is = false;
        // contains: the commit is in the ref's history; merged: the ref is in the commit's.
        if (!(downwards ? IsAncestor(git, id, at, &is) : IsAncestor(git, at, id, &is)))
          return false;
        any = any || is;
      }
      if (any == wanted) kept.push_back(std::move(ref));
    }
    *refs = std::move(kept);
    return true;
  };
  if (!filter.points_at.empty()) {
    std::vector<Ref> kept;
    for (const std::string& name : filter.points_at) {
      Named named;
      if (!FindRevision(git, name, &named))
        return git.over() || git.status() != 0
                   ? false
                   : git.Error("malformed object name '" + name + "'", 129);
      for (const Ref& ref : *refs) {
        ObjectId peeled;
        if (ref.id == named.id ||
            (Peel(git, ref.id, ObjectType::kNone, &peeled) && peeled == named.id))
          kept.push_back(ref);
      }
    }
    *refs = std::move(kept);
  }
  return keep(filter.contains, true, true) && keep(filter.no_contains, false, true) &&
         keep(filter.merged, true, false) && keep(filter.no_merged, false, false);
}

}  // namespace pysub::shell::git
