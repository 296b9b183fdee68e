import LuaBridge
import LuaBytecode
import LuaRules

// What is told of comparisons.

extension FunctionTyping {
  mutating func tellComparison(_ instruction: Instruction) {
    switch instruction.opcode {
    case .equal:
      tellEqual(instruction.a, declared(instruction.b), other: instruction.b)
      noteComparedList(at: position)
    case .equalConstant: tellEqual(instruction.a, constant(instruction.b))
    case .equalImmediate: tellEqual(instruction.a, LuaType(integer: Int64(instruction.signedB)))
    case .lessThan, .lessOrEqual:
      tellOrder(instruction.a, type(instruction.b), other: instruction.b)
    case .lessImmediate, .lessOrEqualImmediate, .greaterImmediate, .greaterOrEqualImmediate:
      tellOrder(instruction.a, LuaType(integer: Int64(instruction.signedB)))
    default: break
    }
  }

  /// The type of a register without what tests have told.
  private func declared(_ index: Int) -> LuaType { register(index).type }

  private mutating func tellEqual(_ index: Int, _ right: LuaType, other: Int? = nil) {
    let whole = (declared(index), right)
    // Both may be missing, which is equal.
    if whole.0.mayBe(.nothing) && whole.1.mayBe(.nothing) { return }
    if whole.0.mayBe(.null) && whole.1.mayBe(.null) { return }
    let left = declared(index).present
    let right = right.present
    // A test for nil is often careful on purpose; `null` is told elsewhere.
    guard !left.isNever, !right.isNever, !left.isOnly([.nothing, .null]),
      !right.isOnly([.nothing, .null])
    else { return }
    let kind = analysis.places[register(index).kindOf].text
    let words = kind.isEmpty ? words(index) : "type(\(kind))"
    let others = other.flatMap { self.words($0) }
    if areDifferent(left, right, index, other) {
      let isLeft = left.shape != .made
      tell(
        TypeFault(
          .impossibleComparison, .warning,
          "\(quoted(isLeft ? words : others, nil)) is never equal to a new table",
          fix: "an empty list has the length 0: `#list == 0`", isFatal: false),
        comparing: isLeft ? words : others)
      return
    }
    if words == nil, others == nil, isNegated(index), right.isSingle,
      left.intersection(right).isNever, settingDeciding(function.code[position]) == nil
    {
      tell(
        TypeFault(
          .impossibleComparison, .warning,
          "`not …` is never \(right.text): `not` comes before `==`",
          fix: "write `~=`, or parentheses", subject: "not", isFatal: false))
      return
    }
    guard left.intersection(right).isNever, words != nil || others != nil,
      settingDeciding(function.code[position]) == nil
    else { return }
    if !kind.isEmpty, let kind = misnamedKind(right) {
      tell(
        TypeFault(
          .impossibleComparison, .warning, "\(quoted(words, left)) is never \(right.text)",
          fix: kind, subject: right.text, isFatal: false), comparing: words)
      return
    }
    let (subject, value, type) = words != nil ? (words, left, right) : (others, right, left)
    let isListed =
      value.isOnly(.text) && type.isOnly(.text) || value.isOnly(.number) && type.isOnly(.number)
    let meant = meantText(by: type, among: value)
    tell(
      TypeFault(
        .impossibleComparison, .warning,
        "\(quoted(subject, value)) is never \(isListed && type.texts != nil ? type.listedLiterals : type.text)",
        fix: meant.map { "did you mean \($0)?" }
          ?? (type.isOnly(.table) && !value.mayBe(.table)
            ? "a table is equal only to itself: compare with each value, or write a pattern, such as"
              + " `when = { plan = { \"free\", \"team\" } }`" : nil)
            ?? "it is \(isListed && value.texts != nil ? value.listed : value.text)\(value.rangeText)",
        subject: type.isSingle ? type.text : subject?.lastName, replacement: meant, isFatal: false),
      comparing: subject)
  }

  /// Returns the text, in quotes, that is spelt like another one; `nil` if there is none.
  private func meantText(by other: LuaType, among value: LuaType) -> String? {
    guard let text = other.onlyText, let texts = value.texts else { return nil }
    return RuleError.likelyName(
      for: String(decoding: text, as: UTF8.self),
      among: texts.map { String(decoding: $0, as: UTF8.self) }.sorted()
    ).map { LuaValue.string($0).literal }
  }

  /// Whether a register holds what `not` has just given.
  private func isNegated(_ register: Int) -> Bool {
    guard name(of: register, at: position) == nil,
      let set = assignment(of: register, before: position)
    else { return false }
    return function.code[set].opcode == .not
  }

  private mutating func tell(_ fault: TypeFault, comparing words: String?) {
    var fault = fault
    fault.compared = words
    tell(fault)
  }

  /// Returns what is meant where the result of `type` is compared with something else; `nil` for a name
  /// that it gives.
  private func misnamedKind(_ name: LuaType) -> String? {
    guard let bytes = name.onlyText else {
      return nil
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if ["int", "integer", "float", "double"].contains(text.lowercased()) {
      return "`type` gives \"number\"; `math.type` gives \"integer\" or \"float\""
    }
    let names = ["nil", "boolean", "number", "string", "table", "function", "null"]
    let other = [
      "bool": "boolean", "str": "string", "object": "table", "array": "table", "list": "table",
    ]
    if names.contains(text) { return nil }
    if let meant = other[text.lowercased()] ?? names.first(where: { $0 == text.lowercased() }) {
      return "did you mean \"\(meant)\"?"
    }
    return "`type` gives one of \(names.joined(separator: ", "))"
  }

  private mutating func tellOrder(_ index: Int, _ right: LuaType, other: Int? = nil) {
    let left = type(index)
    let sides = [(left, index), (right, other ?? -1)]
    let fits =
      left.isNever || right.isNever || left.mayBe(.number) && right.mayBe(.number)
      || left.mayBe(.text) && right.mayBe(.text)
    if !fits {
      guard !left.isNever, !right.isNever else { return }
      let words = [words(index), other.flatMap { self.words($0) }]
      // What has no order at all is to blame.
      let isRight =
        left.mayBe([.integer, .float, .text])
        && !right.mayBe([.integer, .float, .text]) || words[0] == nil
      tell(
        TypeFault(
          .impossibleComparison,
          left.isAny || right.isAny
            ? "\(quoted(isRight ? words[1] : words[0], isRight ? right : left)) has no order: it is "
              + (isRight ? right : left).present.text
            : "\(quoted(words[0], left)) cannot be put in order with \(quoted(words[1], right)): one is "
              + "\(left.present.text), the other \(right.present.text)",
          subject: (words[0] ?? words[1])?.lastName
        ).of(isRight ? other.map { register($0) } ?? .any : register(index)))
      return
    }
    for (side, other) in [(0, 1), (1, 0)] where sides[side].1 >= 0 {
      let kinds: LuaType.Kinds = sides[other].0.present.isOnly(.number) ? .number : .all
      let (type, index) = sides[side]
      if let fault = entryFault(
        type.without(kinds.union(.nothing)), register(index), words(index),
        "which is put in order with a number")
      {
        tell(fault)
      }
    }
    for (type, index) in sides where index >= 0 {
      if let fault = missing(type, register(index), words(index), "in this comparison") {
        tell(fault)
      }
      narrow(index, to: type.without(.nothing))
    }
  }
}

extension LuaType {
  /// The listed texts as Lua writes them.
  fileprivate var listedLiterals: String {
    if isSingle { return text }
    let names = (texts ?? []).map { LuaType(constant: .string($0)).text }.sorted()
    return "one of \(names.prefix(20).joined(separator: ", "))"
  }

  /// The listed texts in words.
  var listed: String {
    let names = (texts ?? []).map { String(decoding: $0, as: UTF8.self) }.sorted()
    return names.count == 1 ? names[0] : "one of \(names.prefix(20).joined(separator: ", "))"
  }

  /// The bounds of a number in words.
  fileprivate var rangeText: String {
    guard isOnly(.number), range.only == nil, let text = boundsText else { return "" }
    return text.hasPrefix("from") ? " \(text)" : " of \(text)"
  }
}
