#ifndef PYSUB_PYSUB_HOST_H_
#define PYSUB_PYSUB_HOST_H_

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "pysub/export.h"
#include "pysub/sandbox.h"

namespace pysub PYSUB_API {

// The functions that a host offers to programs, by their Python signatures, and the
// loop that answers them.
//
//   pysub::Host host;
//   host.Function("search(query, /, limit=10)", "Finds pages.",
//                 [](std::string_view query, int64_t limit) { ... });
//   host.AsyncFunction("fetch(url)", "",
//                      [](const FunctionCall& call, Host::Answer answer) { pool.Add(...); });
//   if (absl::Status status = host.AddTo(&options); !status.ok()) ...
//   absl::StatusOr<Sandbox> sandbox = Sandbox::Create(program, options);
//   Stop stop = host.Run(*sandbox);  // Finished, Raised, LimitReached, or what is not answered
//
// Wrong calls of a program are its TypeErrors: no callable sees them. A callable takes a `const
// FunctionCall&`, or the parameters of the signature in their order as bool, int64_t (and smaller
// integers), double, std::string, std::string_view, HostValue, std::optional (None) or std::vector
// (a list or tuple) of these; a value of another type is a TypeError, an int that does not fit an
// OverflowError. It gives what makes a HostValue, a Reply, an absl::StatusOr of these, an
// absl::Status or nothing. A status becomes an exception: ExceptionOf(). So does a C++ exception,
// where the host is compiled with them: RuntimeError with its what().
//
// A callable must not run, feed, replace or destroy the sandbox that called it, nor call Run() for
// it: that runs nothing and gives OutOfFuel.
//
// One Host serves any number of sandboxes, one after the other or in threads, once
// nothing more is added to it.
class Host {
 public:
  // A function of the host that gets the call as it is and answers at once.
  using Callable = std::function<Reply(const FunctionCall&)>;

  // Answers one call of an AsyncFunction, once, from any thread and at any time, also when Host and
  // Sandbox are gone. Copies answer the same call. When the last one goes without an answer, the
  // program gets a RuntimeError.
  class Answer {
   public:
    // The answer. A second one is ignored.
    void operator()(Reply reply) const;

   private:
    friend class Host;
    struct State;
    explicit Answer(std::shared_ptr<State> state) : state_(std::move(state)) {}
    std::shared_ptr<State> state_;
  };
  // A function of the host that gets the call, and what to answer it with, later.
  using AsyncCallable = std::function<void(const FunctionCall&, Answer)>;

  Host();
  ~Host();
  Host(Host&&) noexcept;
  Host& operator=(Host&&) noexcept;

  // A function that answers when it returns. The signature has parentheses ("now()") and ASCII
  // names. A signature that is none, a name that is there already and a callable that takes another
  // number of parameters are told by AddTo().
  template <typename F>
  Host& Function(std::string_view signature, std::string_view doc, F callable);
  // A function that may answer later: tasks of the program wait for it with await, side by side.
  // Outside of asyncio the program as a whole waits.
  Host& AsyncFunction(std::string_view signature, std::string_view doc, AsyncCallable callable);

  // The functions as globals of a sandbox. kInvalidArgument: one of them was added wrongly.
  absl::Status AddTo(SandboxOptions* options) const;

  // Runs the sandbox and answers all calls of these functions until it stops for something else. It
  // waits for answers (and for the program's timers) where all tasks wait; a call of an
  // AsyncFunction whose answer another process owes is no such thing: then Waiting comes back.
  // Sandbox::Cancel() ends a wait, too, and Interrupt() makes it a KeyboardInterrupt; a time limit,
  // which counts running alone, does neither.
  Stop Run(Sandbox& sandbox) const;
  // The same within `fuel`, as Sandbox::RunFor().
  Stop RunFor(Sandbox& sandbox, uint64_t fuel) const;

  // The answer to one call, for loops of your own and PythonHost::Run(): NoSuchName for a function
  // that is not here; for an AsyncFunction it waits.
  Reply Call(const FunctionCall& call) const;

 private:
  struct Impl;
  static constexpr size_t kAnyParameters = SIZE_MAX;
  Host& Add(std::string_view signature, std::string_view doc, Callable callable,
            AsyncCallable later, size_t parameters);
  Stop RunUntil(Sandbox& sandbox, std::optional<uint64_t> fuel) const;
  Stop RunAndAnswer(Sandbox& sandbox, std::optional<uint64_t> fuel) const;
  enum class Answered : uint8_t { kYes, kNotHere, kSandboxIsGone };
  Answered AnswerCall(Sandbox& sandbox, FunctionCall* call) const;
  static Reply EndOfWait(Sandbox& sandbox);
  std::unique_ptr<Impl> impl_;
};

// What a status is in Python: kInvalidArgument and kOutOfRange ValueError, kNotFound LookupError,
// kAlreadyExists FileExistsError, kPermissionDenied and kUnauthenticated PermissionError,
// kDeadlineExceeded TimeoutError, kUnavailable ConnectionError, kUnimplemented NotImplementedError,
// others RuntimeError. With its message.
PYSUB_API HostException ExceptionOf(const absl::Status& status);

// ---- from here on: how callables are called

namespace internal {

// Parameter `index` of a fitted call.
struct GivenParameter {
  const FunctionCall& call;
  size_t index;

  const HostValue& value() const {
    const size_t positional = call.parameters.size();
    return index < positional ? call.args[index] : call.kwargs[index - positional].second;
  }
  std::string_view name() const {
    const size_t positional = call.parameters.size();
    return index < positional ? call.parameters[index] : call.kwargs[index - positional].first;
  }
};

PYSUB_API HostException WrongType(const GivenParameter& parameter, std::string_view wanted);
PYSUB_API HostException DoesNotFit(const GivenParameter& parameter);

template <typename T>
struct IsOptional : std::false_type {};
template <typename T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <typename T>
struct IsVector : std::false_type {};
template <typename T>
struct IsVector<std::vector<T>> : std::true_type {};
template <typename T>
struct IsStatusOr : std::false_type {};
template <typename T>
struct IsStatusOr<absl::StatusOr<T>> : std::true_type {};
template <typename T>
inline constexpr bool kNever = false;

// `value` as a T. False: *error says why not.
template <typename T>
bool Take(const GivenParameter& parameter, const HostValue& value, T* out,
          std::optional<HostException>* error) {
  if constexpr (std::is_same_v<T, HostValue>) {
    *out = value;
    return true;
  } else if constexpr (IsOptional<T>::value) {
    if (value.is_none()) return true;
    return Take(parameter, value, &out->emplace(), error);
  } else if constexpr (IsVector<T>::value) {
    static_assert(!std::is_same_v<typename T::value_type, bool>,
                  "a std::vector<bool> has no items: take HostValue");
    if (value.kind() != HostValue::Kind::kList && value.kind() != HostValue::Kind::kTuple) {
      *error = WrongType(parameter, "list");
      return false;
    }
    out->resize(value.items().size());
    for (size_t i = 0; i < out->size(); ++i) {
      if (!Take(parameter, value.items()[i], &(*out)[i], error)) return false;
    }
    return true;
  } else if constexpr (std::is_same_v<T, bool>) {
    const std::optional<bool> given = value.as_bool();
    if (!given) *error = WrongType(parameter, "bool");
    *out = given.value_or(false);
    return given.has_value();
  } else if constexpr (std::is_integral_v<T>) {
    const std::optional<int64_t> given = value.as_int();
    if (!given) {
      *error = value.kind() == HostValue::Kind::kBigInt ? DoesNotFit(parameter)
                                                        : WrongType(parameter, "int");
      return false;
    }
    if (!std::in_range<T>(*given)) {
      *error = DoesNotFit(parameter);
      return false;
    }
    *out = static_cast<T>(*given);
    return true;
  } else if constexpr (std::is_floating_point_v<T>) {
    const std::optional<double> given = value.as_double();
    if (!given)
      *error = value.kind() == HostValue::Kind::kBigInt ? DoesNotFit(parameter)
                                                        : WrongType(parameter, "float");
    *out = static_cast<T>(given.value_or(0));
    return given.has_value();
  } else if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, std::string_view>) {
    const std::optional<std::string_view> given = value.as_str();
    if (!given) *error = WrongType(parameter, "str");
    *out = T(given.value_or(std::string_view()));
    return given.has_value();
  } else {
    static_assert(kNever<T>, "no Python value becomes such a parameter: see Host");
  }
}

template <typename R>
Reply ReplyOf(R&& result) {
  using T = std::remove_cvref_t<R>;
  if constexpr (std::is_same_v<T, absl::Status>) {
    if (!result.ok()) return ExceptionOf(result);
    return HostValue();
  } else if constexpr (IsStatusOr<T>::value) {
    if (!result.ok()) return ExceptionOf(result.status());
    return ReplyOf(*std::forward<R>(result));
  } else if constexpr (IsVector<T>::value) {
    return HostValue::List(std::vector<HostValue>(result.begin(), result.end()));
  } else if constexpr (IsOptional<T>::value) {
    if (!result) return HostValue();
    return ReplyOf(*std::forward<R>(result));
  } else if constexpr (std::is_convertible_v<R, Reply>) {
    return std::forward<R>(result);
  } else {
    return HostValue(std::forward<R>(result));
  }
}

template <typename F, typename... Given>
Reply Invoke(const F& callable, Given&&... given) {
#ifdef __cpp_exceptions
  try {
#endif
    if constexpr (std::is_void_v<std::invoke_result_t<const F&, Given...>>) {
      callable(std::forward<Given>(given)...);
      return HostValue();
    } else {
      return ReplyOf(callable(std::forward<Given>(given)...));
    }
#ifdef __cpp_exceptions
  } catch (const std::exception& error) {
    return HostException("RuntimeError", error.what());
  } catch (...) {
    return HostException("RuntimeError", "the host's function failed");
  }
#endif
}

// The parameter types of a function, or of a callable's one operator().
template <typename T>
struct Parameters : Parameters<decltype(&T::operator())> {};
template <typename R, typename... P>
struct Parameters<R (*)(P...)> {
  using Types = std::tuple<std::remove_cvref_t<P>...>;
};
template <typename C, typename R, typename... P>
struct Parameters<R (C::*)(P...) const> {
  using Types = std::tuple<std::remove_cvref_t<P>...>;
};
template <typename C, typename R, typename... P>
struct Parameters<R (C::*)(P...) const noexcept> {
  using Types = std::tuple<std::remove_cvref_t<P>...>;
};

template <typename F, typename Types, size_t... kIndex>
Reply InvokeWith(const F& callable, [[maybe_unused]] const FunctionCall& call,
                 [[maybe_unused]] Types& values, std::index_sequence<kIndex...>) {
  std::optional<HostException> error;
  [[maybe_unused]] const auto take = [&](size_t index, auto* out) {
    const GivenParameter parameter{call, index};
    return Take(parameter, parameter.value(), out, &error);
  };
  if (!(take(kIndex, &std::get<kIndex>(values)) && ...)) return *std::move(error);
  return Invoke(callable, std::move(std::get<kIndex>(values))...);
}

}  // namespace internal

// Here and not in the library, which is compiled without C++ exceptions.
inline Host& Host::AsyncFunction(std::string_view signature, std::string_view doc,
                                 AsyncCallable callable) {
  auto guarded = [callable = std::move(callable)](const FunctionCall& call, Answer answer) {
#ifdef __cpp_exceptions
    try {
      callable(call, answer);
    } catch (const std::exception& error) {
      answer(HostException("RuntimeError", error.what()));
    } catch (...) {
      answer(HostException("RuntimeError", "the host's function failed"));
    }
#else
    callable(call, std::move(answer));
#endif
  };
  return Add(signature, doc, nullptr, std::move(guarded), kAnyParameters);
}

template <typename F>
Host& Host::Function(std::string_view signature, std::string_view doc, F callable) {
  if constexpr (std::is_invocable_v<const F&, const FunctionCall&>) {
    return Add(
        signature, doc,
        [callable = std::move(callable)](const FunctionCall& call) -> Reply {
          return internal::Invoke(callable, call);
        },
        nullptr, kAnyParameters);
  } else {
    using Types = typename internal::Parameters<F>::Types;
    constexpr size_t kCount = std::tuple_size_v<Types>;
    return Add(
        signature, doc,
        [callable = std::move(callable)](const FunctionCall& call) -> Reply {
          Types values;
          return internal::InvokeWith(callable, call, values, std::make_index_sequence<kCount>());
        },
        nullptr, kCount);
  }
}

}  // namespace PYSUB_API

#endif  // PYSUB_PYSUB_HOST_H_
