import Foundation

/// Python's `html5lib`, where `scripts/test` has put it.
enum HTMLParser {
  private static let folder = ProcessInfo.processInfo.environment["DIRECT_TO_WEB_PYTHON"]

  static let isHere = folder != nil

  /// Returns the elements of each text as a browser makes them: the name, and the names of the attributes.
  static func elements(_ texts: [String]) throws -> [[[String]]] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", try TemporaryDatabase.resource("elements.py").path]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["PYTHONPATH": folder ?? "", "PYTHONUTF8": "1"]
    ) { $1 }
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let data = try JSONEncoder().encode(texts)
    // The parser reads all of its input before it writes.
    try input.fileHandleForWriting.write(contentsOf: data)
    try input.fileHandleForWriting.close()
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode([[[String]]].self, from: answer)
  }
}
