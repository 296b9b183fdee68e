import CLuaSupport

/// Lets C code read the bytes of strings in place, after a successful check.
///
/// The memory layout of `String` is part of Swift's stable ABI on Apple's platforms, and the same
/// elsewhere. It is checked all the same, with several kinds of strings; if a check
/// fails, C code asks Swift for each string.
enum StringForm {
  /// Makes the check, once in a process.
  static func check() { _ = isChecked }

  private static let isChecked: Bool = {
    let isUnderstood = TypeMetadata.isUnderstood && samples.allSatisfy { isRead($0) }
    if isUnderstood { lrs_trustStrings() }
    return isUnderstood
  }()

  /// Small and large strings, literals and strings made at run time, ASCII
  /// and not, parts of others.
  private static var samples: [String] {
    let long = String(repeating: "long ", count: 20)
    return [
      "", "a", "\u{0}", "fifteen bytes !", "Größe", "a literal of more than fifteen bytes",
      "a literal – of more than fifteen bytes", long, long + "ü", String(long.dropFirst(3)),
      String(long.prefix(15)), String(long.prefix(16)),
      String(decoding: Array("bytes".utf8), as: UTF8.self),
      String(12_345_678_901_234_567), "\(long)\(long.count)",
    ]
  }

  /// Whether C code reads exactly the bytes of a string, or reports that it cannot.
  private static func isRead(_ text: String) -> Bool {
    var bytes: UnsafePointer<CChar>?
    var length = 0
    let isEqual = unsafe withUnsafePointer(to: text) { place in
      guard unsafe lrs_bytesOfString(place, &bytes, &length) else { return true }
      let found = unsafe UnsafeRawBufferPointer(start: bytes, count: length)
      return unsafe text.utf8.elementsEqual(found)
    }
    return isEqual
  }
}
