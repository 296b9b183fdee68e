import LuaRules

/// How the files of a model make the variables that functions capture.
final class CapturedTexts {
  private let texts: [String: [UInt8]]
  private let modules: [String]
  private var files: [String: LuaSyntax] = [:]
  private static let libraries = ["math", "string", "table", "utf8"]

  init(_ model: InspectedModel) {
    let used = Set(model.rules.map(\.location.file))
    modules = model.texts.filter { !used.contains($0.key) }.sorted { $0.key < $1.key }.map {
      String(decoding: $0.value, as: UTF8.self)
    }
    texts = model.texts
  }

  private func syntax(of file: String) -> LuaSyntax? {
    if let known = files[file] { return known }
    guard let bytes = texts[file] else { return nil }
    let syntax = EditedFile(String(decoding: bytes, as: UTF8.self), path: "rules.lua").outline
      .syntax
    files[file] = syntax
    return syntax
  }

  /// Returns words that are the same where a variable has the same value; `nil` if that is not known.
  ///
  /// It is known of a module, and of a function of a library, if nothing else is assigned to the variable.
  func origin(of name: String, in file: String) -> [String]? {
    guard let syntax = syntax(of: file) else { return nil }
    let places = syntax.bindings.filter { syntax.text($0.token) == name }
    guard places.count == 1, let token = places.first?.token, token > 0,
      syntax.isWord(token - 1, "local")
    else { return nil }
    // A comma may stand in an assignment to several variables.
    let isAssigned = syntax.tokens.all.indices.contains {
      $0 != token && syntax.isWord($0, name)
        && (syntax.isWord($0 + 1, "=") || syntax.isWord($0 + 1, ","))
    }
    guard !isAssigned, syntax.isWord(token + 1, "=") else { return nil }
    var words: [String] = []
    var next = token + 2
    while words.count < 5, let word = syntax.word(next),
      !["local", "return", "function", ";"].contains(word)
    {
      words.append(word)
      next += 1
    }
    switch (words.first, words.count) {
    case ("require", 2...4): return words + modules
    case (let library?, 3) where Self.libraries.contains(library) && words[1] == ".": return words
    default: return nil
    }
  }
}

extension LuaSyntax {
  fileprivate func word(_ token: Int) -> String? {
    guard tokens.all.indices.contains(token) else { return nil }
    return String(decoding: tokens.bytes[tokens[token].start..<tokens[token].end], as: UTF8.self)
  }

  fileprivate func isWord(_ token: Int, _ text: String) -> Bool { word(token) == text }
}
