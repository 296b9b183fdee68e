#if Service
  import Foundation
  import Testing

  /// A running `luarules serve`, as its clients see it.
  struct ServedAddress {
    private let url: String

    /// Waits until a command serves.
    init(of run: WatchRun) async throws {
      let line = /serving at (http:.*)/
      try await run.wait { $0.errors.contains(line) }
      url = String(try #require(run.errors.firstMatch(of: line)).1)
    }

    /// Asks for the flag `a`; returns the answer and its status.
    func ask(_ options: String = "", body: String = "{}") throws -> String {
      try curl("-d '\(body)' \(options) \(url)/ofrep/v1/evaluate/flags/a")
    }

    /// Waits until the flag `a` has a value.
    func wait(
      for value: Int, of run: WatchRun, at location: SourceLocation = #_sourceLocation
    ) async throws {
      let text = #""value":\#(value),"#
      try await run.wait(until: { _ in (try? ask().contains(text)) ?? false }, at: location)
    }

    /// Whether it has rules.
    var isReady: Bool {
      get throws { try curl("\(url)/readyz").hasSuffix(" 200") }
    }

    /// Starts a program that listens to the event stream, and writes what it hears into a file.
    func listen(to file: String) throws -> Process {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", "exec curl -sN \(url)/ofrep/v1/events > '\(file)'"]
      try process.run()
      return process
    }

    /// Its metrics.
    func metrics() throws -> String { try curl("\(url)/metrics") }

    private func curl(_ arguments: String) throws -> String {
      try CommandRun(
        shell: "curl -s -w ' %{http_code}' \(arguments)",
        in: FileManager.default.temporaryDirectory
      ).output
    }
  }
#endif
