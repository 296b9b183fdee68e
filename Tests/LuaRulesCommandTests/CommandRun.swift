import Foundation

/// One run of the built `luarules`, from its arguments to what it printed.
struct CommandRun {
  let output: String
  let errors: String
  let status: Int32
  let duration: Duration

  /// Runs the command to its end.
  init(_ arguments: [String], in folder: URL? = nil, input: String = "") throws {
    try self.init(of: Self.executable, arguments, in: folder, input: input)
  }

  /// Runs a line of shell to its end, in which `"$0"` is the command.
  init(shell line: String, in folder: URL, input: String = "") throws {
    try self.init(
      of: URL(filePath: "/bin/sh"), ["-c", line, Self.executable.path], in: folder, input: input)
  }

  private init(
    of executable: URL, _ arguments: [String], in folder: URL?, input: String
  ) throws {
    let files = try TemporaryFolder()
    let inputFile = try files.file("input", input)
    let outputFile = try files.file("output")
    let errorsFile = try files.file("errors")
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder ?? files.url
    // Files, not pipes: nobody has to read while the command writes.
    process.standardInput = try FileHandle(forReadingFrom: inputFile)
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    process.standardError = try FileHandle(forWritingTo: errorsFile)
    let clock = ContinuousClock()
    let start = clock.now
    try process.run()
    process.waitUntilExit()
    duration = clock.now - start
    status = process.terminationStatus
    output = String(decoding: try Data(contentsOf: outputFile), as: UTF8.self)
    errors = String(decoding: try Data(contentsOf: errorsFile), as: UTF8.self)
  }

  /// The executable, which SwiftPM puts beside the bundle with the fixtures.
  static let executable = Bundle.module.bundleURL.deletingLastPathComponent()
    .appending(path: "luarules")
}

/// A folder that is there as long as the value.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "luarules-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file and returns its place.
  func file(_ name: String, _ text: String = "") throws -> URL {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file
  }
}
