import LuaBridge

// Names that do not exist in rule files, and what the author probably meant.

extension RuleError {
  private static let refusedGlobals: Set<String> = [
    "_G", "collectgarbage", "coroutine", "debug", "dofile", "getmetatable", "io", "load",
    "loadfile", "loadstring", "module", "os", "package", "pcall", "rawequal", "rawget", "rawlen",
    "rawset", "setfenv", "setmetatable", "unpack", "warn", "xpcall",
  ]

  private static let refusedGlobalHints = [
    "io": "rules reach no files; let the program set what is in them",
    "os": "rules have no clock; let the program set the time",
    "unpack": "use `table.unpack`",
  ]

  /// Returns the error for a global that is not defined.
  ///
  /// - Parameters:
  ///   - name: The global.
  ///   - location: Where the global is read.
  ///   - isLoading: Whether the file is being loaded, so that there is no context.
  /// - Returns: The error, with a hint.
  package static func undefinedGlobal(
    _ name: String, at location: SourceLocation? = nil, isLoading: Bool = false
  ) -> RuleError {
    if refusedGlobals.contains(name) {
      return RuleError(
        .undefinedGlobal, "`\(name)` is not available in rule files", at: location,
        hint: refusedGlobalHints[name])
    }
    if name == "c" || name == "context" {
      return isLoading
        ? RuleError(
          .undefinedGlobal, "`\(name)` is used outside a function", at: location,
          hint: "write `when = function(\(name)) return … end`")
        : RuleError(
          .undefinedGlobal, "the function has no parameter `\(name)`", at: location,
          hint: "write `function(\(name)) return … end`")
    }
    // The only keyword for which a call can stand: `retrun { … }`.
    let isReturn = isLoading && Spelling.nearest(to: name, among: ["return"])?.isSlip == true
    let guesses = (isReturn ? ["`return`"] : []) + guesses(for: name, isLoading: isLoading)
    return RuleError(
      .undefinedGlobal, "undefined global `\(name)`", at: location,
      hint: "did you mean \(guesses.joined(separator: " or "))?")
  }

  /// Returns the error for a field that a library does not have, such as
  /// `string.fond`, or `string[number]` for a string that is read by a number.
  package static func undefinedField(_ name: String) -> RuleError {
    if name.hasPrefix("string["), name.hasSuffix("]") {
      let key = name.dropFirst("string[".count).dropLast()
      return RuleError(
        .undefinedGlobal, "a string has no member that is read by a \(key)",
        hint: key == "number" ? "`text:sub(i, i)` gives the character at a position" : nil)
    }
    return RuleError(
      .undefinedGlobal, "`\(name)` is not available in rule files",
      hint: foreignFields[name]
        ?? likelyField(for: name).map { "did you mean `\($0)`?" }
        ?? (name.hasPrefix("string.")
          ? "if a member of a value was meant: the value is a string, which has none" : nil))
  }

  /// Returns the field of the same library whose spelling is close to an
  /// unknown one.
  private static func likelyField(for name: String) -> String? {
    guard let dot = name.firstIndex(of: ".") else { return nil }
    let library = name[...dot]
    let fields = libraryFields.filter { $0.hasPrefix(library) }
    return Spelling.suggestion(
      for: String(name[dot...].dropFirst()),
      among: fields.map { String($0.dropFirst(library.count)) }
    ).map { library + $0 }
  }

  /// Features of other languages and other Lua versions, and how to write them
  /// here.
  private static let foreignFields = [
    "math.maximum": "did you mean `math.max`?",
    "math.minimum": "did you mean `math.min`?",
    "math.pow": "write `x ^ y`",
    "math.random": "rules have no randomness; the module `rollout` chooses by a stable hash",
    "math.round": "write `math.floor(x + 0.5)`",
    "math.trunc": "write `math.modf(x)`",
    "string.contains": "write `text:find(part, 1, true)`",
    "string.count": "the length is `#text`",
    "string.endsWith": "write `text:sub(-#suffix) == suffix`",
    "string.hasPrefix": "write `text:sub(1, #prefix) == prefix`",
    "string.isEmpty": "write `text == \"\"`",
    "string.length": "the length is `#text`",
    "string.lowercased": "write `text:lower()`",
    "string.replace": "write `text:gsub(part, other)`",
    "string.size": "the length is `#text`",
    "string.split": "write `for part in text:gmatch(\"[^,]+\") do`",
    "string.startsWith": "write `text:sub(1, #prefix) == prefix`",
    "string.toLowerCase": "write `text:lower()`",
    "string.toUpperCase": "write `text:upper()`",
    "string.trim": "write `text:match(\"^%s*(.-)%s*$\")`",
    "string.uppercased": "write `text:upper()`",
    "table.count": "the length is `#list`",
    "table.getn": "the length is `#list`",
    "table.join": "write `table.concat(list, separator)`",
    "table.length": "the length is `#list`",
  ]

  /// The fields of the libraries in rule files.
  package static let libraryFields = [
    "math.abs", "math.acos", "math.asin", "math.atan", "math.ceil", "math.cos", "math.deg",
    "math.exp", "math.floor", "math.fmod", "math.huge", "math.log", "math.max", "math.maxinteger",
    "math.min", "math.mininteger", "math.modf", "math.pi", "math.rad", "math.sin", "math.sqrt",
    "math.tan", "math.tointeger", "math.type", "math.ult", "string.byte", "string.char",
    "string.find", "string.format", "string.gmatch", "string.gsub", "string.len", "string.lower",
    "string.match", "string.pack", "string.packsize", "string.rep", "string.reverse", "string.sub",
    "string.unpack", "string.upper", "table.concat", "table.insert", "table.move", "table.pack",
    "table.remove", "table.sort", "table.unpack", "utf8.char", "utf8.charpattern", "utf8.codepoint",
    "utf8.codes", "utf8.len", "utf8.offset",
  ]

  /// Words of other languages, and their names in Lua.
  private static let foreignWords = [
    "None": "null", "none": "null", "undefined": "null", "nul": "null", "TRUE": "true",
    "FALSE": "false", "nill": "nil", "self": "c", "this": "c", "ctx": "c",
  ]

  /// Returns whether rule files have a global or a word of this name.
  package static func isGlobal(_ name: String) -> Bool { globals.contains(name) }

  /// Returns whether an undefined name resembles no word of Lua.
  static func mayBeKey(_ name: String) -> Bool {
    !refusedGlobals.contains(name) && guesses(for: name, isLoading: true).count == 1
      && foreignWords[name] == nil && !globals.contains(name.lowercased())
  }

  /// The functions with which rule files make conditions of patterns.
  package static let conditions = [
    "after", "all_of", "any_of", "at_least", "at_most", "before", "between", "contains",
    "ends_with", "is_not", "less_than", "matches", "more_than", "none_of", "one_of", "starts_with",
  ]

  private static let globals =
    [
      "assert", "error", "false", "host", "ipairs", "math", "next", "nil", "null", "pairs", "print",
      "require", "select", "string", "table", "tonumber", "tostring", "true", "type", "utf8",
    ] + conditions

  /// Returns what the author of the name probably meant: a word of Lua, a
  /// string, or a key.
  private static func guesses(for name: String, isLoading: Bool) -> [String] {
    if let word = foreignWords[name] ?? globals.first(where: { $0 == name.lowercased() }) {
      return ["`\(word)`"]
    }
    let global =
      libraryFields.first { $0.hasSuffix("." + name) }
      ?? (name.count >= 5 ? Spelling.suggestion(for: name, among: globals) : nil)
    return [global.map { "`\($0)`" }, "\"\(name)\"", isLoading ? nil : "`c.\(name)`"]
      .compactMap(\.self)
  }
}
