import Mustache

/// HTML that templates made, so that every value in it is escaped.
///
/// Only ``CellTemplate`` makes it. ``SafeHTML`` knows it by a mark that nobody can guess, and leaves it as it is.
struct RenderedHTML: MustacheCustomRenderable {
  private static let mark =
    "\u{1}" + (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }.joined()

  /// The HTML behind the mark.
  let renderText: String
  var isNull: Bool { false }

  fileprivate init(_ html: String) { renderText = Self.mark + html }

  /// The HTML of a text with the mark; nil for any other text.
  static func html(_ text: String) -> String? {
    guard text.utf8.first == 1, text.utf8.starts(with: mark.utf8) else { return nil }
    return String(text.unicodeScalars.dropFirst(mark.unicodeScalars.count))
  }
}

/// The template of a cell, read into parts that are joined.
///
/// The cells of a list are most of the tags of a page, and the library spends more time on each than all else
/// that is done for it. A template with other tags than values and sections of values is left to the library.
struct CellTemplate: Sendable {
  private indirect enum Part {
    case text(String)
    case value(String)
    /// Parts that are shown where a value is there, or where it is false.
    case section(String, isInverted: Bool, [Part])
  }

  private let parts: [Part]

  /// Reads a template; nil for one with partials, paths or other tags.
  init?(_ template: String) {
    var rest = template[...]
    guard let parts = Self.parts(&rest, closing: nil) else { return nil }
    self.parts = parts
  }

  private static func parts(_ rest: inout Substring, closing section: String?) -> [Part]? {
    var parts: [Part] = []
    while let start = rest.firstRange(of: "{{") {
      parts.append(.text(String(rest[..<start.lowerBound])))
      guard let end = rest[start.upperBound...].firstRange(of: "}}") else { return nil }
      var name = rest[start.upperBound..<end.lowerBound]
      rest = rest[end.upperBound...]
      let mark = name.first.flatMap { "#^/".contains($0) ? $0 : nil }
      if mark != nil { name = name.dropFirst() }
      guard !name.isEmpty, name.utf8.allSatisfy(isLetter) else { return nil }
      let key = String(name)
      switch mark {
      case nil: parts.append(.value(key))
      case "/": return key == section ? parts : nil
      default:
        guard let inner = Self.parts(&rest, closing: key) else { return nil }
        parts.append(.section(key, isInverted: mark == "^", inner))
      }
    }
    guard section == nil else { return nil }
    parts.append(.text(String(rest)))
    rest = ""
    return parts
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Appends the cell to a text; false, with a part of it appended, where a value is not the cell's own.
  fileprivate func write(_ cell: some TemplateValues, to html: inout String) -> Bool {
    Self.write(parts, cell, to: &html)
  }

  private static func write(
    _ parts: [Part], _ cell: some TemplateValues, to html: inout String
  ) -> Bool {
    for part in parts {
      switch part {
      case .text(let text): html += text
      case .value(let name):
        guard let text = cell.child(named: name) as? String else { return false }
        html += SafeHTML().escapeText(text)
      case .section(let name, let isInverted, let inner):
        let isThere: Bool
        switch cell.child(named: name) {
        case let flag as Bool: isThere = flag
        case is String: isThere = true
        default: return false
        }
        if isThere != isInverted, !write(inner, cell, to: &html) { return false }
      }
    }
    return true
  }
}

extension Templates {
  /// Renders the cells of a row; nil where the library has to.
  func html(_ cells: [some TemplateValues]) -> RenderedHTML? {
    var html = ""
    for cell in cells {
      guard let name = cell.child(named: "cell") as? String,
        let component = cell.child(named: "component") as? String,
        let template = cellTemplates[Self.cell(name, of: component)],
        template.write(cell, to: &html)
      else { return nil }
    }
    return RenderedHTML(html)
  }
}
