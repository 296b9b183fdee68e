import Foundation

@testable import DirectToWeb

/// The fields of a form of a page, as a browser would send them.
struct PageForm {
  /// Names and values.
  var fields: [(String, String)] = []
  /// The names of all fields that are not hidden.
  private(set) var names: [String] = []
  /// The options of each choice, by its name: values and texts.
  private(set) var options: [String: [(value: String, text: String)]] = [:]

  /// Reads the form whose opening tag has a text in it.
  init?(_ page: SiteFixture.Answer, with mark: String) {
    guard
      let form = page.body.components(separatedBy: "<form").dropFirst().first(where: {
        $0.prefix { $0 != ">" }.contains(mark)
      })?.components(separatedBy: "</form>").first
    else { return nil }
    let tag =
      /<(input|textarea|select)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*>([^<]*(?:<option[^>]*>[^<]*<\/option>[^<]*)*)/
    for match in form.matches(of: tag) {
      let attributes = Dictionary(
        match.2.matches(of: /([a-z-]+)(?:="([^"]*)")?/).map {
          (String($0.1), Self.unescaped($0.2 ?? ""))
        }, uniquingKeysWith: { first, _ in first })
      guard let name = attributes["name"] else { continue }
      if attributes["type"] != "hidden" { names.append(name) }
      switch match.1 {
      case "select":
        var chosen: String?
        for option in match.3.matches(of: /<option value="([^"]*)"( selected)?>([^<]*)/) {
          let value = Self.unescaped(option.1)
          options[name, default: []].append((value, Self.unescaped(option.3)))
          if option.2 != nil { chosen = value }
        }
        if let value = chosen ?? options[name]?.first?.value { fields.append((name, value)) }
      case "textarea": fields.append((name, Self.unescaped(match.3.drop { $0 == "\n" })))
      default:
        let isBox = attributes["type"] == "checkbox" || attributes["type"] == "radio"
        if !isBox || attributes["checked"] != nil {
          fields.append((name, attributes["value"] ?? "on"))
        }
      }
    }
  }

  /// What a field holds; nil where the form has none.
  func value(_ name: String) -> String? { fields.first { $0.0 == name }?.1 }

  /// Types into a field, chooses an option by its text, or checks a box.
  mutating func set(_ name: String, to value: String) {
    let chosen = options[name]?.first { $0.text == value }?.value ?? value
    if let place = fields.firstIndex(where: { $0.0 == name }) {
      fields[place].1 = chosen
    } else {
      fields.append((name, chosen))
    }
  }

  private static func unescaped(_ text: some StringProtocol) -> String {
    var result = String(text)
    for (code, text) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
    ] {
      result = result.replacingOccurrences(of: code, with: text)
    }
    return result
  }
}
