// The host of an agent that writes code: tools by their signatures, one of them answered from
// another thread, and what the model is told afterwards.

#include <pysub/host.h>

#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

int main() {
  std::vector<std::thread> threads;
  pysub::Host host;
  host.Function("search(query, /, limit=10)", "Addresses of pages about something.",
                [](std::string query, int64_t limit) {
                  std::vector<std::string> found;
                  for (int64_t i = 0; i < limit && i < 3; ++i)
                    found.push_back("https://" + query + ".example/" + std::to_string(i));
                  return found;
                });
  host.AsyncFunction("fetch(url)", "The text of a page.",
                     [&](const pysub::FunctionCall& call, pysub::Host::Answer answer) {
                       threads.emplace_back([answer, url = std::string(call.Arg("url").text())] {
                         std::this_thread::sleep_for(std::chrono::milliseconds(20));
                         answer(url.ends_with('1') ? pysub::Reply(pysub::HostException(
                                                         "ConnectionError", "no answer"))
                                                   : pysub::Reply("page " + url));
                       });
                     });

  const char* written_by_a_model =
      "import asyncio\n"
      "pages = await asyncio.gather(*(fetch(url) for url in search('snakes', limit=2)), "
      "return_exceptions=True)\n"
      "for page in pages: print(repr(page))\n"
      "search(snakes=1)\n";
  pysub::SandboxOptions options;
  if (!host.AddTo(&options).ok()) return 1;
  absl::StatusOr<pysub::Sandbox> sandbox =
      pysub::Sandbox::Create(pysub::Program::Compile(written_by_a_model), options);
  if (!sandbox.ok()) return 1;
  const pysub::Stop stop = host.Run(*sandbox);
  std::printf("%s", sandbox->TakeOutput().c_str());
  if (const auto* raised = std::get_if<pysub::Raised>(&stop))
    std::printf("%s", raised->traceback.c_str());
  for (std::thread& thread : threads) thread.join();
}
