/// A stored day or time as people read it: `20 Dec 2025, 18:33`.
enum DateText {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Makes the text of `2025-12-20`, `2025-12-20 18:33:05` and the like.
  ///
  /// - Parameters:
  ///   - stored: The text in the database.
  ///   - kind: What the column holds; a column of days hides midnight.
  ///   - isWhole: Whether seconds, fractions and midnight are shown.
  /// - Returns: The text; nil for any other text in the database.
  static func text(_ stored: String, as kind: AttributeKind, isWhole: Bool) -> String? {
    let bytes = Array(stored.utf8)
    guard bytes.count >= 10, bytes.count < 40, bytes[4] == UInt8(ascii: "-"),
      bytes[7] == UInt8(ascii: "-"), let year = number(bytes[0..<4]),
      let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
      (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    let date = "\(day) \(months[month - 1]) \(year)"
    if bytes.count == 10 { return date }
    guard bytes[10] == UInt8(ascii: " ") || bytes[10] == UInt8(ascii: "T"),
      let time = time(bytes[11...], isWhole: isWhole)
    else { return nil }
    return time == "00:00" && (kind == .date || !isWhole) ? date : "\(date), \(time)"
  }

  /// Reads `18:33`, `18:33:05.25` and what follows: `Z`, `+02:00`.
  private static func time(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> String? {
    let start = bytes.startIndex
    guard bytes.count >= 5, bytes[start + 2] == UInt8(ascii: ":"),
      let hour = number(bytes[start..<start + 2]),
      let minute = number(bytes[start + 3..<start + 5]), hour < 24, minute < 60
    else { return nil }
    var text = String(decoding: bytes[start..<start + 5], as: UTF8.self)
    var rest = bytes[(start + 5)...]
    if rest.first == UInt8(ascii: ":") {
      guard rest.count >= 3, let second = number(rest.dropFirst().prefix(2)), second < 60 else {
        return nil
      }
      var end = rest.startIndex + 3
      if end < rest.endIndex, rest[end] == UInt8(ascii: ".") {
        end += 1
        while end < rest.endIndex, number(rest[end...end]) != nil { end += 1 }
      }
      let seconds = rest[..<end]
      let isZero = seconds.allSatisfy { ":.0".utf8.contains($0) }
      if isWhole && !isZero { text += String(decoding: seconds, as: UTF8.self) }
      rest = rest[end...]
    }
    if rest.isEmpty { return text }
    if rest.elementsEqual("Z".utf8) { return text + " UTC" }
    let zone = Array(rest)
    guard zone.count == 6, "+-".utf8.contains(zone[0]), zone[3] == UInt8(ascii: ":"),
      number(zone[1..<3]) != nil, number(zone[4..<6]) != nil
    else { return nil }
    return text + " UTC" + String(decoding: zone, as: UTF8.self)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var number = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      number = 10 * number + Int(digit - UInt8(ascii: "0"))
    }
    return number
  }
}
