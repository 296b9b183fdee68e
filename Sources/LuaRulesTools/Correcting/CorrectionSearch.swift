import LuaBridge
import LuaSyntax

/// Finds the changes that correct findings, in the texts of the checked files.
///
/// What a finding names may stand several times in its line. The place is
/// certain if it stands there once, or if all of them name the same path.
struct CorrectionSearch {
  private let texts: [String: [UInt8]]
  private let scope: Scope
  private var files: [String: (file: EditedFile, words: WordPlaces)?] = [:]
  /// How many globals are still looked at: each takes time for its whole file.
  private var globalsLeft = 100

  /// How much was checked: a comment that hides nothing may hide what is found
  /// only with more rules, or with a schema.
  enum Scope {
    /// Some files were not loaded.
    case partlyLoaded
    /// All files were loaded; whether there are others is not known.
    case files
    /// All rules of a project were checked, with their fallbacks and a schema.
    case project
  }

  /// Creates a search in the texts of models.
  init(_ models: [InspectedModel], scope: Scope) {
    self.scope = scope
    texts = models.reduce(into: [:]) { $0.merge($1.texts) { first, _ in first } }
  }

  /// Returns the changes that correct a finding; `nil` if none are certain.
  mutating func correction(of finding: RuleFinding) -> RuleFinding.Correction? {
    let isComment = [.unusedSuppression, .unknownSuppression].contains(finding.code)
    let isLikely = finding.replacement != nil && finding.severity > .info
    guard
      isLikely || finding.code == .globalVariable
        || finding.code == .unusedSuppression && isCertainlyUnused(finding.subject),
      let subject = finding.subject, let line = finding.location.line,
      let (file, words) = file(named: finding.location.file), file.line(line - 1) != nil
    else { return nil }
    let replaced: [(range: EditedFile.Range, text: String)]
    if isComment {
      replaced = file.editsOfSuppression(subject, line: line - 1, by: finding.replacement)
    } else if finding.code == .globalVariable {
      guard globalsLeft > 0 else { return nil }
      globalsLeft -= 1
      replaced =
        file.declaration(ofGlobal: subject, line: line - 1).map { [($0..<$0, "local ")] } ?? []
    } else {
      let ranges = words.certainPlaces(
        of: subject, inLine: line - 1, of: file, isPath: finding.isOfPath)
      replaced = ranges.map { ($0, file.text(finding.replacement ?? "", inPlaceOf: $0)) }
    }
    guard !replaced.isEmpty else { return nil }
    return RuleFinding.Correction(
      edits: replaced.map { range, text in
        RuleFinding.Edit(
          start: file.place(of: range.lowerBound), end: file.place(of: range.upperBound), text: text
        )
      }, isSafe: isComment || finding.code == .globalVariable)
  }

  /// Whether nothing more could be found with a code, whatever else is checked.
  private func isCertainlyUnused(_ code: String?) -> Bool {
    let codesOfOneFile: [RuleFinding.Code] = [.nullComparison, .globalVariable, .repeatedField]
    return switch scope {
    case .partlyLoaded: false
    case .files: codesOfOneFile.contains { $0.rawValue == code }
    case .project: true
    }
  }

  private mutating func file(named name: String) -> (file: EditedFile, words: WordPlaces)? {
    if let known = files[name] { return known }
    // A place in another text would be another place.
    let text = texts[name].flatMap { String(validating: $0, as: UTF8.self) }
    let file = text.map { EditedFile($0, path: name) }
    files[name] = .some(file.map { ($0, WordPlaces(of: $0)) })
    return files[name] ?? nil
  }
}

extension RuleFinding {
  /// Whether the finding is about a key or a member.
  fileprivate var isOfPath: Bool {
    [.unknownKey, .unknownMember, .unusedKey, .undeclaredKey].contains(code)
  }
}

extension EditedFile {
  fileprivate func place(of offset: Int) -> RuleFinding.Position {
    let position = position(of: offset)
    return RuleFinding.Position(line: position.line + 1, column: position.character + 1)
  }

  var tokens: LuaTokens { outline.syntax.tokens }

  /// Returns the part of the text that is a line, from 0, with its end.
  func bytes(ofLine line: Int) -> Range {
    let start = offset(of: Position(line: line, character: 0))
    guard line + 1 < lineCount else { return start..<Int.max }
    return start..<offset(of: Position(line: line + 1, character: 0))
  }

  /// Returns a value as it is written in place of another one: in the same quotes.
  fileprivate func text(_ replacement: String, inPlaceOf range: Range) -> String {
    guard tokens.bytes[range.lowerBound] == UInt8(ascii: "'"), replacement.hasPrefix("\""),
      replacement.hasSuffix("\""), !replacement.contains(where: { $0 == "'" || $0 == "\\" })
    else { return replacement }
    return "'\(replacement.dropFirst().dropLast())'"
  }

  // MARK: Globals

  /// Returns where `local` makes a local variable of a global, so that all
  /// places that name it still mean it; `nil` if there is no such place.
  fileprivate func declaration(ofGlobal name: String, line: Int) -> Int? {
    let syntax = outline.syntax
    func isGlobal(_ target: Int) -> Bool {
      let expression = syntax.expressions[target]
      guard case .name(binding: nil) = expression.kind else { return false }
      return tokens.isName(tokens[expression.tokens.lowerBound], name)
    }
    for number in syntax.blocks[syntax.file].statements {
      let statement = syntax.statements[number]
      let start = tokens[statement.tokens.lowerBound].start
      let isFunction: Bool
      switch statement.kind {
      case .function(let target?, _) where isGlobal(target): isFunction = true
      // Of several variables, some may be others' locals. A global that is nil is still undefined; a local variable
      // would be nil without an error.
      case .assignment(let targets, let values)
      where targets.count == 1 && isGlobal(targets[0])
        && syntax.literal(values[0])?.is("nil") != true:
        isFunction = false
      default: continue
      }
      guard position(of: start).line == line else { continue }
      let isFirst = !syntax.uses.contains { use in
        use.token < statement.tokens.lowerBound && use.binding == nil
          && tokens.isName(tokens[use.token], name)
          || tokens.isName(tokens[use.token], "_ENV") || tokens.isName(tokens[use.token], "_G")
      }
      return isFirst && (isFunction || isLocalEverywhere(name, declaredAt: start)) ? start : nil
    }
    return nil
  }

  /// Whether no place means a global any more with `local` in front of an
  /// assignment; its own value comes before the local variable.
  private func isLocalEverywhere(_ name: String, declaredAt start: Int) -> Bool {
    var bytes = tokens.bytes
    bytes.insert(contentsOf: "local ".utf8, at: start)
    let changed = EditedFile(String(decoding: bytes, as: UTF8.self), path: "").outline.syntax
    return !changed.uses.contains { use in
      use.binding == nil && changed.tokens.isName(changed.tokens[use.token], name)
    }
  }
}
