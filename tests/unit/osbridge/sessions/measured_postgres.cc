#include <libpq-fe.h>

#include <cstdlib>

#include "osbridge/sessions/postgres_store.h"
#include "tests/unit/osbridge/sessions/measured_store.h"

namespace pysub::sessions {
namespace {

class Database final : public MeasuredPlace {
 public:
  explicit Database(std::string url) : url_(std::move(url)) {}
  std::unique_ptr<SessionStore> Open() const override {
    absl::StatusOr<std::unique_ptr<SessionStore>> store = OpenPostgresStore(url_);
    if (!store.ok()) abort();
    return *std::move(store);
  }
  void Clear() const override { Ask("DROP SCHEMA IF EXISTS pysub CASCADE"); }
  int64_t StoredBytes() const override {
    return atoll(Ask("SELECT sum(pg_total_relation_size(oid)) FROM pg_class "
                     "WHERE relkind = 'r' AND relnamespace = 'pysub'::regnamespace")
                     .c_str());
  }

 private:
  std::string Ask(const char* sql) const {
    PGconn* const connection = PQconnectdb(url_.c_str());
    PQclear(PQexec(connection, "SET client_min_messages = error"));
    PGresult* const result = PQexec(connection, sql);
    const std::string text = PQntuples(result) > 0 ? PQgetvalue(result, 0, 0) : "";
    PQclear(result);
    PQfinish(connection);
    return text;
  }

  std::string url_;
};

}  // namespace

std::unique_ptr<MeasuredPlace> MeasuredAt(const std::string& place) {
  return std::make_unique<Database>(place);
}

}  // namespace pysub::sessions
