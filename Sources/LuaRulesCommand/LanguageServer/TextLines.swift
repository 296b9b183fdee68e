import LuaRulesTools

/// The lines of a text that is being changed.
struct TextLines {
  private let text: String

  init(_ text: String) {
    self.text = text
  }

  /// Returns the offset of a position in bytes; a position outside of the text
  /// is the nearest one inside.
  func offset(of position: EditedFile.Position) -> Int {
    let utf8 = text.utf8
    var start = utf8.startIndex
    for _ in 0..<position.line {
      guard let end = utf8[start...].firstIndex(of: UInt8(ascii: "\n")) else { return utf8.count }
      start = utf8.index(after: end)
    }
    let end = utf8[start...].firstIndex(of: UInt8(ascii: "\n")) ?? utf8.endIndex
    let units = text.utf16[start..<end]
    let place =
      units.index(units.startIndex, offsetBy: position.character, limitedBy: units.endIndex) ?? end
    return utf8.distance(from: utf8.startIndex, to: place)
  }
}
