import Foundation

/// A line on standard error that tells how far a command is, where somebody looks at it.
struct Progress {
  private let isShown = isatty(STDERR_FILENO) != 0

  func show(_ text: String) {
    write("\r\(text)\u{1B}[K")
  }

  /// Takes the line away.
  func clear() {
    write("\r\u{1B}[K")
  }

  private func write(_ text: String) {
    guard isShown else { return }
    // There is nowhere to say that this failed.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
