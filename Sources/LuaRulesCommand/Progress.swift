import Foundation

/// A progress line on standard error, shown only on a terminal.
struct Progress {
  private let isShown = isatty(STDERR_FILENO) != 0

  func show(_ text: String) {
    write("\r\(text)\u{1B}[K")
  }

  /// Removes the line.
  func clear() {
    write("\r\u{1B}[K")
  }

  private func write(_ text: String) {
    guard isShown else { return }
    // An error here cannot be reported anywhere.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
