#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "osbridge/sessions/sqlite_store.h"
#include "tests/unit/osbridge/sessions/measured_store.h"

namespace pysub::sessions {
namespace {

class File final : public MeasuredPlace {
 public:
  explicit File(const std::string& directory) : path_(directory + "/store_speed.db") {}
  std::unique_ptr<SessionStore> Open() const override {
    absl::StatusOr<std::unique_ptr<SessionStore>> store = OpenSqliteStore(path_);
    if (!store.ok()) abort();
    return *std::move(store);
  }
  void Clear() const override {
    for (const char* suffix : {"", "-wal", "-shm"}) unlink((path_ + suffix).c_str());
  }
  int64_t StoredBytes() const override {
    struct stat status = {};
    stat(path_.c_str(), &status);
    return status.st_size;
  }

 private:
  std::string path_;
};

}  // namespace

std::unique_ptr<MeasuredPlace> MeasuredAt(const std::string& place) {
  return std::make_unique<File>(place);
}

}  // namespace pysub::sessions
