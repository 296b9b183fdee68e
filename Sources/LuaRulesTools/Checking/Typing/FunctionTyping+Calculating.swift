import LuaRules

// What library functions make of numbers and texts of which something is known.

extension FunctionTyping {
  /// Returns what a library function without effects gives for its arguments, as far as more is known
  /// than its declared result.
  func calculated(_ name: String, _ arguments: Arguments) -> LuaType? {
    guard !arguments.isOpen, let first = arguments.types.first else { return nil }
    switch name {
    case "math.abs": return magnitude(of: number(arguments, 0) ?? .any)
    case "math.max", "math.min":
      let numbers = arguments.types.indices.compactMap { number(arguments, $0) }
      guard numbers.count == arguments.types.count else { return nil }
      return extreme(of: numbers, isGreatest: name == "math.max")
    case "math.floor", "math.ceil":
      guard let type = number(arguments, 0), !type.range.mayBeNaN || type.isOnly(.integer),
        // What is no integer of 64 bits stays a float.
        type.isOnly(.integer) || type.range.lower > -0x1p62 && type.range.upper < 0x1p62
      else { return nil }
      return .integer(
        NumberRange(
          lower: type.range.lower.rounded(name == "math.floor" ? .down : .up),
          upper: type.range.upper.rounded(name == "math.floor" ? .down : .up)))
    case "math.fmod": return remainder(arguments)
    case "string.lower":
      return texts(first) { $0.map { $0.isUpperCase ? $0 + 32 : $0 } }
        ?? formed(first, TextForm(hasNoUpperCase: true))
    case "string.upper":
      return texts(first) { $0.map { $0.isLowerCase ? $0 - 32 : $0 } }
        ?? formed(first, TextForm(hasNoLowerCase: true))
    case "string.reverse": return texts(first) { $0.reversed() } ?? formed(first, TextForm())
    case "string.sub": return part(of: first, arguments.types)
    case "string.len": return length(of: first)
    case "string.find", "string.match":
      guard arguments.types.count == 2, let pattern = arguments.types[1].onlyText,
        !pattern.contains(where: { "^$*+?.([%-".utf8.contains($0) }), first.isOnly(.text)
      else { return nil }
      return contains(first, pattern) ? nil : .nothing
    case "string.byte":
      return arguments.types.count > 2
        ? nil : .integer(NumberRange(lower: 0, upper: 255)).union(.nothing)
    case "string.rep":
      guard arguments.types.count == 2, let count = arguments.types[1].range.only, count <= 64,
        first.texts?.allSatisfy({ $0.count <= 64 }) == true
      else { return nil }
      return texts(first) { Array(repeatElement($0, count: max(0, Int(count))).joined()) }
    case "string.format": return first.onlyText.map { formatted($0) }
    case "tostring":
      if first.isOnly(.boolean) {
        return [first.mayBe(.yes) ? "true" : nil, first.mayBe(.no) ? "false" : nil]
          .compactMap(\.self).reduce(.never) {
            $0.union(LuaType(constant: .string(Array($1.utf8))))
          }
      }
      return first.isOnly(.text) ? first : nil
    default: return nil
    }
  }

  /// Returns an argument that is certainly a number; what is declared is taken for numbers, unless only
  /// what is certain counts.
  private func number(_ arguments: Arguments, _ index: Int) -> LuaType? {
    var type = arguments.types[index].without(.nothing)
    guard type.isOnly(.number) else { return nil }
    if !analysis.countsNaN, analysis.places.isDeclared(arguments.values[index].place) {
      type.range.mayBeNaN = false
    }
    return type
  }

  // MARK: Numbers

  private func magnitude(of type: LuaType) -> LuaType? {
    // The least integer has no opposite.
    let isExact = type.isOnly(.float) || type.range.lower > -0x1p63 || !analysis.keys.isStrict
    guard type.isOnly(.number), !type.range.mayBeNaN || type.isOnly(.integer), isExact else {
      return nil
    }
    var result = type
    result.range = type.range.magnitude
    return result
  }

  private func extreme(of types: [LuaType], isGreatest: Bool) -> LuaType? {
    guard let first = types.first,
      types.allSatisfy({ !$0.range.mayBeNaN || $0.isOnly(.integer) })
    else { return nil }
    return types.dropFirst().reduce(first) { known, type in
      var result = known.union(type)
      let (one, other) = (known.range, type.range)
      result.range =
        isGreatest
        ? NumberRange(lower: max(one.lower, other.lower), upper: max(one.upper, other.upper))
        : NumberRange(lower: min(one.lower, other.lower), upper: min(one.upper, other.upper))
      return result
    }
  }

  /// Returns what `math.fmod` gives, which has the sign of the dividend.
  private func remainder(_ arguments: Arguments) -> LuaType? {
    guard arguments.types.count == 2, let left = number(arguments, 0), left.isOnly(.integer),
      let right = number(arguments, 1), right.isOnly(.integer), let divisor = right.range.only,
      divisor != 0
    else { return nil }
    let most = divisor.magnitude - 1
    return .integer(
      NumberRange(
        lower: left.range.lower >= 0 ? 0 : max(-most, left.range.lower),
        upper: left.range.upper <= 0 ? 0 : min(most, left.range.upper)))
  }

  // MARK: Texts

  /// Returns what is known of what a format gives: the texts before its first item and behind its last one.
  private func formatted(_ format: [UInt8]) -> LuaType {
    let percent = UInt8(ascii: "%")
    let before = Array(format.prefix { $0 != percent })
    var behind: [UInt8] = before
    if let last = format.lastIndex(of: percent) {
      let letters = format[(last + 1)...].drop {
        !$0.isLowerCase && !$0.isUpperCase && $0 != percent
      }
      behind = last > 0 && format[last - 1] == percent ? [] : Array(letters.dropFirst())
    }
    var result = LuaType.text
    let count = format.contains(percent) ? before.count + behind.count : before.count
    let form = TextForm(from: [before], to: [behind], leastBytes: count)
    result.form = form.isEmpty ? nil : form
    return result
  }

  /// Returns listed texts, each changed; `nil` if they are not listed.
  private func texts(_ type: LuaType, _ change: ([UInt8]) -> [UInt8]) -> LuaType? {
    guard type.isOnly(.text), let texts = type.texts else { return nil }
    var result = LuaType.text
    result.texts = Set(texts.map(change))
    return result
  }

  /// Returns texts of a form, that are made of other texts with as many bytes.
  private func formed(_ type: LuaType, _ form: TextForm) -> LuaType? {
    guard type.isOnly(.text) else { return nil }
    var form = form
    form.mostBytes = type.form?.mostBytes
    form.leastBytes = type.form?.leastBytes ?? 0
    var result = LuaType.text
    result.form = form.isEmpty ? nil : form
    return result
  }

  /// Returns parts of texts, between constant places.
  private func part(of type: LuaType, _ arguments: [LuaType]) -> LuaType? {
    let places = arguments.dropFirst().map { type -> Int? in
      guard type.isOnly(.integer), let number = type.range.only, abs(number) < 0x1p31 else {
        return nil
      }
      return Int(number)
    }
    guard type.isOnly(.text), let first = places.first ?? nil else { return nil }
    guard let last = places.count > 1 ? places[1] : -1 else { return nil }
    if let listed = texts(type, { $0.part(from: first, to: last) }) { return listed }
    if first == 1, last > 0, let beginnings = type.form?.beginnings(of: last) {
      var result = LuaType.text
      result.texts = beginnings
      return result
    }
    var form = type.form?.withoutEnds ?? TextForm()
    // A part may leave out what is no number.
    form.isNoNumber = false
    if first > 0 && last > 0 || first < 0 && last < 0 {
      form.mostBytes = min(form.mostBytes ?? .max, max(0, last - first + 1))
    }
    var result = LuaType.text
    result.form = form.isEmpty ? nil : form
    return result
  }

  /// Returns the lengths of texts; `nil` if nothing is known of them.
  func length(of type: LuaType) -> LuaType? {
    guard type.isOnly(.text), type.texts != nil || type.form != nil else { return nil }
    let most = type.texts.map { $0.map(\.count).max() ?? 0 } ?? type.form?.mostBytes
    let least = type.texts?.map(\.count).min() ?? type.form?.leastBytes ?? 0
    guard most != nil || least > 0 else { return nil }
    return .integer(
      NumberRange(lower: Double(least), upper: most.map(Double.init) ?? .infinity))
  }

  /// Whether a text may contain another one.
  private func contains(_ type: LuaType, _ part: [UInt8]) -> Bool {
    if let texts = type.texts { return texts.contains { $0.hasPart(part) } }
    return type.form?.mayContain(part) ?? true
  }

  /// How many ends of joined texts are put together.
  private static let mostEnds = 8

  /// Returns what is known of joined texts that are not listed.
  func formJoined(_ types: [LuaType]) -> TextForm {
    let parts = types.map { type in
      type.writtenTexts.map { TextForm(of: $0) } ?? type.formOfAll ?? TextForm()
    }
    let least = parts.reduce(0) { $0 + $1.leastBytes }
    // What is known of the first part as a whole goes on with the second one.
    func end(
      _ types: [LuaType], _ ends: (TextForm) -> Set<[UInt8]>?, isLast: Bool
    ) -> Set<[UInt8]>? {
      guard let first = types.first else { return nil }
      guard let texts = first.writtenTexts.map({ Set($0) }) else {
        return first.formOfAll.flatMap(ends)
      }
      guard let rest = end(Array(types.dropFirst()), ends, isLast: isLast),
        texts.count * rest.count <= Self.mostEnds
      else { return texts.contains([]) ? nil : texts }
      return Set(texts.flatMap { one in rest.map { isLast ? $0 + one : one + $0 } })
    }
    return TextForm(
      from: end(types, \.beginnings, isLast: false),
      to: end(types.reversed(), \.endings, isLast: true), leastBytes: least)
  }

  /// Returns what joining texts gives; `nil` if they are not listed.
  func joined(_ types: [LuaType]) -> LuaType? {
    var texts: Set<[UInt8]> = [[]]
    for type in types {
      guard let parts = type.writtenTexts, texts.count * parts.count <= LuaType.mostTexts else {
        return nil
      }
      texts = Set(texts.flatMap { text in parts.map { text + $0 } })
    }
    var result = LuaType.text
    result.texts = texts
    return result
  }
}

extension LuaType {
  /// The texts that `..` makes of the values; `nil` if they are not listed.
  fileprivate var formOfAll: TextForm? { isOnly(.text) ? form : nil }

  fileprivate var writtenTexts: [[UInt8]]? {
    if isOnly(.text) { return texts.map(Array.init) }
    return listedNumbers?.map { Array(String($0).utf8) }
  }
}

extension [UInt8] {
  /// Returns the bytes between two places as `string.sub` counts them.
  fileprivate func part(from first: Int, to last: Int) -> [UInt8] {
    let start = first > 0 ? first : first == 0 ? 1 : Swift.max(1, count + first + 1)
    let end = last >= 0 ? Swift.min(last, count) : count + last + 1
    return start <= end ? Array(self[start - 1..<end]) : []
  }

  fileprivate func hasPart(_ part: [UInt8]) -> Bool {
    guard part.count <= count else { return false }
    return (0...count - part.count).contains { self[$0...].starts(with: part) }
  }
}
