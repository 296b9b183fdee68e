/// The functions and values that Lua gives to rule files.
///
/// SOURCE: the reference manual of Lua 5.4, §6, and the allow-list in `CLuaSupport/sandbox.c`.
enum LuaLibrary {
  /// A function or a value.
  struct Entry: Sendable {
    /// The name, with that of its library.
    let name: String
    /// The parameters as the manual writes them; `nil` for a value.
    let parameters: [String]?
    let result: String
    let doc: String

    /// The name with parameters and result.
    var signature: String {
      guard let parameters else { return "\(name): \(result)" }
      return "\(name)(\(parameters.joined(separator: ", "))): \(result)"
    }
  }

  /// The libraries.
  static let names = ["math", "string", "table", "utf8", "host"]

  /// Returns the entry with a name such as `string.format`.
  static func entry(_ name: String) -> Entry? { byName[name] }

  /// Returns the entries of a library.
  static func members(of library: String) -> [Entry] {
    all.filter { $0.name.hasPrefix(library + ".") }
  }

  /// The entries outside of libraries.
  static var globals: [Entry] { all.filter { !$0.name.contains(".") } }

  private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

  private static let all: [Entry] = lines.split(separator: "\n").map { line in
    let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    let open = parts[0].firstIndex(of: "(")
    let name = String(parts[0][..<(open ?? parts[0].endIndex)])
    let parameters = open.map { open in
      parts[0][parts[0].index(after: open)...].dropLast().split(separator: ",").map {
        String($0.drop { $0 == " " })
      }
    }
    return Entry(name: name, parameters: parameters, result: parts[1], doc: parts[2])
  }

  /// One entry on each line: name with parameters, result, meaning.
  private static let lines = """
    assert(v, message?)|any|Returns its arguments if `v` is true; else raises an error with the message.
    error(message, level?)|nothing|Raises an error with the message.
    ipairs(list)|iterator|Goes through a list: `for position, element in ipairs(list) do`.
    next(table, name?)|any|Returns the entry after a name, or the first one.
    pairs(table)|iterator|Goes through all entries: `for name, value in pairs(table) do`.
    print(...)|nothing|Writes its arguments as a line.
    require(name)|any|Returns what a module returns: `require "a.b"` is `a/b.lua` beside the file, or in `lib`.
    select(n, ...)|any|Returns the arguments from the n-th one on; `select("#", ...)` is their number.
    tonumber(v, base?)|number?|Makes a number of a string; `nil` if it is none.
    tostring(v)|string|Makes a string of any value.
    type(v)|string|The type of a value: `"nil"`, `"boolean"`, `"number"`, `"string"`, `"table"`, `"function"`.
    after(date)|condition|In a pattern: a date after another one, as in `{ due = after("2026-01-31") }`.
    all_of(list)|condition|In a pattern: a value that fulfills all of some conditions.
    any_of(list)|condition|In a pattern: a value that fulfills one of some conditions.
    at_least(bound)|condition|In a pattern: a number, or a text, that is not less than the bound, as in `{ age = at_least(18) }`.
    at_most(bound)|condition|In a pattern: a number, or a text, that is not greater than the bound.
    before(date)|condition|In a pattern: a date before another one, as in `{ due = before("2026-01-31") }`.
    between(lower, upper, ends?)|condition|In a pattern: a number, or a text, from one bound to another; without the ends where `ends` is `"[)"`, `"(]"` or `"()"`.
    contains(part)|condition|In a pattern: a list with an element, or a text with a part.
    ends_with(text)|condition|In a pattern: a text that ends so.
    is_not(value)|condition|In a pattern: another value of the same kind; `is_not(null)` is any value.
    less_than(bound)|condition|In a pattern: a number, or a text, less than the bound.
    matches(pattern)|condition|In a pattern: a text that contains a match of a pattern of Lua, as in `{ code = matches("^%u%d+$") }`.
    more_than(bound)|condition|In a pattern: a number, or a text, greater than the bound.
    none_of(list)|condition|In a pattern: a value of the kind of some constants that is none of them.
    one_of(list)|condition|In a pattern: one of some constants; a list alone means the same.
    starts_with(text)|condition|In a pattern: a text that begins so.
    null|null|Explicitly nothing: as a value it answers nothing, in a pattern it stands for `nil`.
    host|table|The functions of the program.
    math.abs(x)|number|The value without its sign.
    math.acos(x)|number|The arc cosine, in radians.
    math.asin(x)|number|The arc sine, in radians.
    math.atan(y, x?)|number|The arc tangent of `y / x`, in radians.
    math.ceil(x)|integer|The smallest integer that is not less than `x`.
    math.cos(x)|number|The cosine of an angle in radians.
    math.deg(x)|number|Makes degrees of radians.
    math.exp(x)|number|e to the power of `x`.
    math.floor(x)|integer|The largest integer that is not greater than `x`.
    math.fmod(x, y)|number|The rest of a division that rounds towards zero.
    math.huge|number|A number greater than all others.
    math.log(x, base?)|number|The logarithm, by default the natural one.
    math.max(x, ...)|number|The greatest of its arguments.
    math.maxinteger|integer|The greatest integer.
    math.min(x, ...)|number|The least of its arguments.
    math.mininteger|integer|The least integer.
    math.modf(x)|number, number|The integral and the fractional part.
    math.pi|number|π.
    math.rad(x)|number|Makes radians of degrees.
    math.sin(x)|number|The sine of an angle in radians.
    math.sqrt(x)|number|The square root.
    math.tan(x)|number|The tangent of an angle in radians.
    math.tointeger(x)|integer?|The integer that equals `x`; `nil` if there is none.
    math.type(x)|string?|`"integer"`, `"float"`, or `nil` for what is no number.
    math.ult(m, n)|boolean|Whether `m < n` as unsigned integers.
    string.byte(s, first?, last?)|integer, ...|The codes of the bytes at some positions.
    string.char(...)|string|A string of the bytes with these codes.
    string.find(s, pattern, first?, isPlain?)|integer?, integer?|The first and the last position of a match; `nil` without one.
    string.format(format, ...)|string|Writes its arguments as the format says: `%d` an integer, `%s` anything, `%.2f` a number with two decimals, `%q` a Lua string.
    string.gmatch(s, pattern)|iterator|Goes through all matches.
    string.gsub(s, pattern, replacement, most?)|string, integer|Replaces matches; also returns their number.
    string.len(s)|integer|The number of bytes.
    string.lower(s)|string|Makes capital letters small ones.
    string.match(s, pattern, first?)|string?, ...|The captures of the first match, or the match; `nil` without one.
    string.pack(format, ...)|string|Writes values in a binary form.
    string.packsize(format)|integer|The length of a binary form.
    string.rep(s, count, separator?)|string|The string so many times.
    string.reverse(s)|string|The bytes in the opposite order.
    string.sub(s, first, last?)|string|The part from the first to the last position; negative ones count from the end.
    string.unpack(format, s, first?)|any, ...|Reads values from a binary form.
    string.upper(s)|string|Makes small letters capital ones.
    table.concat(list, separator?, first?, last?)|string|Joins strings and numbers to one string.
    table.insert(list, position?, value)|nothing|Inserts an element, by default at the end.
    table.move(from, first, last, to, target?)|table|Copies elements to other positions.
    table.pack(...)|table|Makes a list of its arguments, with their number as `n`.
    table.remove(list, position?)|any|Removes an element, by default the last one, and returns it.
    table.sort(list, isBefore?)|nothing|Sorts a list, by default by `<`.
    table.unpack(list, first?, last?)|any, ...|Returns the elements.
    utf8.char(...)|string|A string of the characters with these codes.
    utf8.charpattern|string|A pattern that matches one character.
    utf8.codepoint(s, first?, last?)|integer, ...|The codes of the characters at some positions.
    utf8.codes(s)|iterator|Goes through the characters: `for position, code in utf8.codes(s) do`.
    utf8.len(s, first?, last?)|integer?|The number of characters; `nil` if the string is not UTF-8.
    utf8.offset(s, n, first?)|integer?|The position at which the n-th character begins.
    """
}
