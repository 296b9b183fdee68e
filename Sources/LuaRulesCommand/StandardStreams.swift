import Foundation
import LuaRules

/// The output of errors.
enum StandardError {
  static func print(_ error: RuleError) {
    print(error.description)
  }

  /// Prints one or several lines; control characters from rules or files are
  /// made visible.
  static func print(_ line: String) {
    let text = PrintableText.ofLines(line)
    // An error here cannot be reported anywhere.
    try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
  }
}
