import Foundation
import LuaRules

/// Where errors go.
enum StandardError {
  static func print(_ error: RuleError) {
    print(error.description)
  }

  /// Prints a line, or several; no sign of rules or of other files steers the terminal.
  static func print(_ line: String) {
    let text = PrintableText.ofLines(line)
    // There is nowhere to say that this failed.
    try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
  }
}

/// Where answers go, and nothing else.
///
/// A program reads them as they are. On a terminal control characters are made
/// visible: who wrote the rules does not steer it.
struct StandardOutput {
  private var pending = Data()
  private let isTerminal = isatty(STDOUT_FILENO) == 1

  /// How many bytes are collected before they are written.
  private static let capacity = 1 << 16

  /// Whether standard output is a terminal that is to show colours.
  static var showsColors: Bool {
    isatty(STDOUT_FILENO) == 1
      && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
      && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }

  /// Prints a line; it may be held back until ``flush()``.
  mutating func print(_ line: String) throws {
    try write(line)
    pending.append(UInt8(ascii: "\n"))
  }

  /// Prints a line in which only the colours of an explanation steer the terminal.
  mutating func print(explanation line: String) throws {
    pending.append(contentsOf: line.utf8)
    try write("\n")
  }

  /// Prints text; it may be held back until ``flush()``.
  mutating func write(_ text: String) throws {
    pending.append(contentsOf: (isTerminal ? PrintableText.ofLines(text) : text).utf8)
    if pending.count >= Self.capacity { try flush() }
  }

  /// Writes what is held back.
  ///
  /// - Throws: ``Failure`` with the status `noOutput`.
  mutating func flush() throws {
    guard !pending.isEmpty else { return }
    defer { pending.removeAll(keepingCapacity: true) }
    do {
      try FileHandle.standardOutput.write(contentsOf: pending)
    } catch {
      throw Failure(
        RuleError(.unwritable, "the answer cannot be written to standard output"), .noOutput)
    }
  }
}
