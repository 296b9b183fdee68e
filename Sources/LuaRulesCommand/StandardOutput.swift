import ArgumentParser
import Foundation
import LuaRules

/// The output of answers, and nothing else.
///
/// A program reads the answers unchanged. On a terminal control characters are
/// made visible, so that rules cannot control it.
struct StandardOutput {
  private var pending = Data()
  private let isTerminal = isatty(STDOUT_FILENO) == 1

  /// The number of buffered bytes that causes a write.
  private static let capacity = 1 << 16

  /// When an explanation has colors.
  enum ColorMode: String, CaseIterable, ExpressibleByArgument {
    case auto, always, never

    /// Whether to write colors; `auto` does if standard output is a terminal that can show them.
    var showsColors: Bool {
      switch self {
      case .always: true
      case .never: false
      case .auto:
        isatty(STDOUT_FILENO) == 1
          && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
          && ProcessInfo.processInfo.environment["TERM"] != "dumb"
      }
    }
  }

  /// Prints a line; it may stay in the buffer until ``flush()``.
  mutating func print(_ line: String) throws {
    try write(line)
    pending.append(UInt8(ascii: "\n"))
  }

  /// Prints a line of an explanation, whose only control characters are those
  /// of its colors.
  mutating func print(explanation line: String) throws {
    pending.append(contentsOf: line.utf8)
    try write("\n")
  }

  /// Prints text; it may stay in the buffer until ``flush()``.
  mutating func write(_ text: String) throws {
    pending.append(contentsOf: (isTerminal ? PrintableText.ofLines(text) : text).utf8)
    if pending.count >= Self.capacity { try flush() }
  }

  /// Writes the buffer.
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
