#ifndef PYSUB_OSBRIDGE_CALL_SIGNATURE_H_
#define PYSUB_OSBRIDGE_CALL_SIGNATURE_H_

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/stop.h"

// What a host says about the parameters of its function: "search(query, /, limit=10)". Not
// installed.
namespace pysub {

// The signature of a host function, read once. With it arguments are checked and put in order
// before the host's code sees them.
class CallSignature {
 public:
  // kInvalidArgument: it is no signature; the message names the place.
  static absl::StatusOr<CallSignature> Read(std::string_view text);

  const std::string& name() const { return name_; }
  // In order: those that may be given by position, then those by name only.
  size_t size() const { return parameters_.size(); }
  std::string_view parameter(size_t i) const { return parameters_[i].name; }

  // Brings the arguments into the order that FunctionCall::parameters promises; once
  // more changes nothing. kInvalidArgument: they do not fit, with the words of a
  // TypeError, and *call is as it was.
  absl::Status Fit(FunctionCall* call) const;

 private:
  struct Parameter {
    std::string name;
    std::optional<HostValue> value;  // its default
  };
  absl::StatusOr<std::vector<std::optional<HostValue>>> Given(
      const FunctionCall& call, std::vector<std::pair<std::string, HostValue>>* others) const;

  std::string name_;
  std::vector<Parameter> parameters_;
  size_t positional_ = 0, positional_only_ = 0;
  bool has_rest_ = false, has_keywords_ = false;
};

// Signatures that were read, by their text.
class CallSignatures {
 public:
  // Null: it is none.
  const CallSignature* Find(std::string_view text);

 private:
  // a host offers fewer; who forged a snapshot pays by reading them again
  static constexpr size_t kMost = 100;
  std::map<std::string, std::optional<CallSignature>, std::less<>> read_;
};

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_CALL_SIGNATURE_H_
