// EXPLAIN and EXPLAIN QUERY PLAN as the command line shows them.

#include <fmt/format.h>

#include <algorithm>

#include "shell/sqlite/rows.h"

namespace pysub::shell::sqlite {
namespace {

size_t WidthOf(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

// Fixed columns; the instructions of loops are moved to the right.
class Explain : public Rows {
 public:
  Explain(Client& client, sqlite3_stmt* statement)
      : client_(client), indents_(client.payer()), line_(client.payer()) {
    if (sqlite3_stmt_isexplain(statement) == 1 && sqlite3_column_count(statement) == 8)
      FindLoops(statement);
  }

  bool Show(sqlite3_stmt* statement) override {
    constexpr size_t kWidths[] = {4, 13, 4, 4, 4, 13, 2, 13};
    if (!client_.payer().Tick(256)) return false;
    const size_t columns =
        std::min(static_cast<size_t>(sqlite3_column_count(statement)), std::size(kWidths));
    line_.Reuse();
    for (size_t i = 0; row_ == 0 && i < columns; ++i) {
      const std::string_view name = ColumnName(statement, static_cast<int>(i));
      size_t bytes = 0;
      for (size_t shown = 0; bytes < name.size(); ++bytes) {
        if ((static_cast<unsigned char>(name[bytes]) & 0xC0) != 0x80 && shown++ == kWidths[i])
          break;
      }
      line_.Append(name.substr(0, bytes));
      line_.Append(kWidths[i] - std::min(WidthOf(name), kWidths[i]), ' ');
      line_.Append(i + 1 == columns ? "\n" : "  ");
    }
    for (size_t i = 0; row_ == 0 && i < columns; ++i) {
      line_.Append(kWidths[i], '-');
      line_.Append(i + 1 == columns ? "\n" : "  ");
    }
    for (size_t i = 0; i < columns; ++i) {
      const std::string_view text = ShownOf(client_.settings, statement, static_cast<int>(i));
      if (i == 1 && row_ < indents_.size()) line_.Append(indents_[row_], ' ');
      line_.Append(text);
      const size_t width = WidthOf(text);
      if (i + 1 < columns && width < kWidths[i]) line_.Append(kWidths[i] - width, ' ');
      line_.Append(i + 1 == columns ? "\n" : "  ");
    }
    ++row_;
    if (client_.payer().over()) return false;
    client_.Out(line_.text());
    return true;
  }

 private:
  static bool IsOneOf(std::string_view name, std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  }

  // Runs the statement once, for the jumps in it.
  void FindLoops(sqlite3_stmt* statement) {
    PaidList<uint8_t> begins(client_.payer());  // instructions where a loop may begin
    for (int64_t op = 0; sqlite3_step(statement) == SQLITE_ROW; ++op) {
      const int64_t address = sqlite3_column_int64(statement, 0);
      const std::string_view name = TextOf(statement, 1).value_or("");
      const int64_t target = sqlite3_column_int64(statement, 3) + (op - address);
      if (!indents_.Add(0) ||
          !begins.Add(IsOneOf(name, {"Yield", "SeekLT", "SeekGT", "RowSetRead", "Rewind"}) ? 1 : 0))
        break;
      const bool is_end =
          IsOneOf(name, {"Next", "Prev", "VPrev", "VNext", "SorterNext"}) ||
          (name == "Goto" && target >= 0 && target < op &&
           (begins[static_cast<size_t>(target)] != 0 || sqlite3_column_int(statement, 2) != 0));
      if (!is_end) continue;
      const int64_t from = std::max(target, int64_t{0});
      if (from < op && !client_.payer().Tick(static_cast<uint64_t>(op - from))) break;
      for (int64_t i = from; i < op; ++i) indents_[static_cast<size_t>(i)] += 2;
    }
    sqlite3_reset(statement);
  }

  Client& client_;
  PaidList<size_t> indents_;
  PaidText line_;
  size_t row_ = 0;
};

// Rows say which one they stand below.
class QueryPlan : public Rows {
 public:
  explicit QueryPlan(Client& client)
      : client_(client), text_(client.payer()), steps_(client.payer()) {}

  bool Show(sqlite3_stmt* statement) override {
    const size_t begin = text_.size();
    text_.Append(TextOf(statement, 3).value_or(""));
    return steps_.Add({sqlite3_column_int64(statement, 0), sqlite3_column_int64(statement, 1),
                       begin, text_.size()});
  }

  void End() override {
    if (steps_.empty()) return;
    size_t first = 0;
    const std::string_view text = TextOfStep(0);
    if (text.starts_with('-')) {
      // The name of what was explained, of .eqp trigger.
      if (steps_.size() == 1) return;
      client_.Out(fmt::format("{}\n", text.substr(std::min(size_t{3}, text.size()))));
      first = 1;
    } else {
      client_.Out("QUERY PLAN\n");
    }
    ShowBelow(0, first, "");
  }

 private:
  struct Step {
    int64_t id, parent;
    size_t begin, end;
  };

  std::string_view TextOfStep(size_t step) const {
    return std::string_view(text_.text())
        .substr(steps_[step].begin, steps_[step].end - steps_[step].begin);
  }

  size_t FindBelow(int64_t parent, size_t from) {
    if (!client_.payer().Tick(steps_.size())) return steps_.size();
    while (from < steps_.size() && steps_[from].parent != parent) ++from;
    return from;
  }

  // Deeper than some thirty levels nothing is shown, as by the real one: no plan is as deep.
  void ShowBelow(int64_t parent, size_t from, const std::string& prefix) {
    constexpr size_t kLongestPrefix = 93;
    for (size_t at = FindBelow(parent, from); at < steps_.size();) {
      const size_t next = FindBelow(parent, at + 1);
      const bool is_last = next >= steps_.size();
      client_.Out(fmt::format("{}{}{}\n", prefix, is_last ? "`--" : "|--", TextOfStep(at)));
      if (prefix.size() < kLongestPrefix)
        ShowBelow(steps_[at].id, 0, prefix + (is_last ? "   " : "|  "));
      at = next;
    }
  }

  Client& client_;
  PaidText text_;
  PaidList<Step> steps_;
};

}  // namespace

std::unique_ptr<Rows> MakeExplain(Client& client, sqlite3_stmt* statement) {
  return std::make_unique<Explain>(client, statement);
}

std::unique_ptr<Rows> MakeQueryPlan(Client& client) { return std::make_unique<QueryPlan>(client); }

void ShowPlan(Client& client, sqlite3_stmt* statement) {
  const auto show = [&](const char* prefix, Mode mode) {
    const char* sql = sqlite3_sql(statement);
    if (sql == nullptr) return;
    sqlite3_stmt* plan = nullptr;
    PaidText text(client.payer());
    if (!text.Append(prefix) || !text.Append(sql)) return;
    if (sqlite3_prepare_v2(client.db(), text.text().c_str(), -1, &plan, nullptr) == SQLITE_OK) {
      const std::unique_ptr<Rows> rows = MakeRows(client, mode, plan);
      while (sqlite3_step(plan) == SQLITE_ROW) {
        if (!rows->Show(plan)) break;
      }
      rows->End();
    }
    sqlite3_finalize(plan);
  };
  show("EXPLAIN QUERY PLAN ", Mode::kQueryPlan);
  if (client.settings.query_plan == Settings::kFullPlan) show("EXPLAIN ", Mode::kExplain);
}

}  // namespace pysub::shell::sqlite
