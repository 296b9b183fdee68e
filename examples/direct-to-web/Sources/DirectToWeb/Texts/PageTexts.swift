import LuaRules
import Synchronization

/// The texts of a page that come neither from the database nor from a key of their own: each is the answer of
/// the key `texts.NAME`.
///
/// A text is asked for once, whatever the number of rows that have it: without that, texts were a quarter of
/// the time of a list. What is kept goes with the value, which belongs to one page.
struct PageTexts: Sendable {
  /// The context of the page.
  let context: RuleContext
  private let known = KnownTexts()

  /// Makes the texts of a context.
  init(context: RuleContext) { self.context = context }

  /// The keys by the names of texts; the default of each is the English text.
  static let keys: [String: RuleKey<String>] = Dictionary(
    uniqueKeysWithValues: Texts.all.map { name, text in
      (name, RuleKey("texts." + name, default: text, description: "A text of pages: \(text)"))
    })

  /// The text with a name; a rule that fails leaves the English one.
  subscript(_ name: String) -> String {
    guard let key = Self.keys[name] else {
      assertionFailure("there is no text `\(name)`")
      return name
    }
    if let text = known.texts.withLock({ $0[name] }) { return text }
    let text = (try? context.value(for: key)) ?? key.defaultValue
    known.texts.withLock { $0[name] = text }
    return text
  }

  /// The text with a name, with values in place of `{title}` and the like.
  ///
  /// Values are put in once: braces in a value stay as they are.
  subscript(_ name: String, _ values: KeyValuePairs<String, String>) -> String {
    var rest = self[name][...]
    var text = ""
    while let start = rest.firstIndex(of: "{") {
      text += rest[..<start]
      rest = rest[start...]
      let value = values.first { rest.dropFirst().hasPrefix($0.key + "}") }
      text += value?.value ?? "{"
      rest = rest.dropFirst(value.map { $0.key.count + 2 } ?? 1)
    }
    return text + rest
  }
}

/// The texts that were asked for already.
private final class KnownTexts: Sendable {
  let texts = Mutex<[String: String]>([:])
}

/// The languages that a browser asks for.
enum AcceptedLanguages {
  /// Reads the header `Accept-Language`: primary languages such as `de`, the best first, each once.
  static func list(_ header: String?) -> [String] {
    let ranges = (header ?? "").split(separator: ",").prefix(20).enumerated().compactMap {
      position, range -> (language: String, quality: Double, position: Int)? in
      let parts = range.split(separator: ";").map { $0.filter { $0 != " " } }
      guard let tag = parts.first?.split(separator: "-").first?.lowercased(),
        (2...3).contains(tag.utf8.count), tag.utf8.allSatisfy({ (97...122).contains($0) })
      else { return nil }
      let quality =
        parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      return quality > 0 ? (tag, quality, position) : nil
    }
    var seen: Set<String> = []
    return ranges.sorted { ($1.quality, $0.position) < ($0.quality, $1.position) }
      .map(\.language).filter { seen.insert($0).inserted }
  }
}

extension RuleSchema {
  /// The texts of pages: `texts.save` and so on, each a key with its English text as the default.
  static let texts = PageTexts.keys.values.reduce(RuleSchema()) { $0.merging(RuleSchema($1)) }
}
