import CLuaSupport

/// Lua's patterns, matched without a state.
package enum LuaPattern {
  /// Returns whether a text contains a match of a pattern.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - pattern: The pattern; a malformed one matches nothing.
  ///   - steps: How many steps the match may take; the steps that it took are subtracted.
  /// - Returns: Whether there is a match; `nil` if there were not enough steps.
  package static func matches(_ text: [UInt8], _ pattern: [UInt8], steps: inout Int64) -> Bool? {
    // The end of a pattern is read only up to its length, so the terminating zero is not part of it.
    let result = unsafe (text + [0]).withUnsafeBytes { text in
      unsafe (pattern + [0]).withUnsafeBytes { pattern in
        guard let subject = unsafe text.bindMemory(to: CChar.self).baseAddress,
          let form = unsafe pattern.bindMemory(to: CChar.self).baseAddress
        else { return Int32(0) }
        return unsafe lrs_matchesPattern(
          subject, text.count - 1, form, pattern.count - 1, &steps)
      }
    }
    return result < 0 ? nil : result == 1
  }
}
