/// A built-in function of FEEL.
struct FEELFunction: Sendable {
  let parameters: [String]
  let required: Int
  /// Whether the last parameter may be given several times.
  let isVariadic: Bool
  let result: FEELType

  private init(
    _ parameters: [String], required: Int? = nil, isVariadic: Bool = false, _ result: FEELType
  ) {
    self.parameters = parameters
    self.required = required ?? parameters.count
    self.isVariadic = isVariadic
    self.result = result
  }

  /// Whether the function takes so many values.
  func takes(_ count: Int) -> Bool {
    count >= required && (isVariadic || count <= parameters.count)
  }

  /// The name in `feel.lua`.
  static func lua(_ name: String) -> String {
    switch name {
    case "not": "negate"
    case "and": "all"
    case "or": "any"
    case "range": "range_of"
    default: name.replacing(" ", with: "_")
    }
  }

  /// All names, also of those that cannot be converted.
  static let names: [String] = Array(all.keys) + refused

  /// Functions of dates, times and chance.
  static let refused: [String] = [
    "date", "time", "date and time", "duration", "years and months duration", "now", "today",
    "day of year", "day of week", "month of year", "week of year", "random number",
  ]

  /// Functions that make dates, times and durations, and need each of their first three arguments.
  static let temporal: Set<String> = [
    "date", "time", "date and time", "duration", "years and months duration",
  ]

  /// The function that gives the months or the seconds of a duration; no expression can name it.
  static let measure = "measure()"

  /// Functions of numbers and texts, which give null for a date, a time or a duration.
  static let ofPlainValues: Set<String> = [
    "substring", "string length", "upper case", "lower case", "substring before",
    "substring after", "replace", "contains", "starts with", "ends with", "matches", "split",
    "number", "decimal", "floor", "ceiling", "round up", "round down", "round half up",
    "round half down", "modulo", "sqrt", "log", "exp", "odd", "even", "not", "get entries",
    "get value",
  ]

  static let all: [String: FEELFunction] = {
    var all: [String: FEELFunction] = [
      // Texts
      "substring": FEELFunction(["string", "start position", "length"], required: 2, .text),
      "string length": FEELFunction(["string"], .number),
      "upper case": FEELFunction(["string"], .text),
      "lower case": FEELFunction(["string"], .text),
      "substring before": FEELFunction(["string", "match"], .text),
      "substring after": FEELFunction(["string", "match"], .text),
      "replace": FEELFunction(["input", "pattern", "replacement", "flags"], required: 3, .text),
      "contains": FEELFunction(["string", "match"], .boolean),
      "starts with": FEELFunction(["string", "match"], .boolean),
      "ends with": FEELFunction(["string", "match"], .boolean),
      "matches": FEELFunction(["input", "pattern", "flags"], required: 2, .boolean),
      "split": FEELFunction(["string", "delimiter"], .list(.text)),
      "string join": FEELFunction(["list", "delimiter"], required: 1, .text),
      "string": FEELFunction(["from"], .text),
      "number": FEELFunction(
        ["from", "grouping separator", "decimal separator"], required: 1, .number),
      // Lists
      "list contains": FEELFunction(["list", "element"], .boolean),
      "count": FEELFunction(["list"], .number),
      "and": FEELFunction(["list"], isVariadic: true, .boolean),
      "or": FEELFunction(["list"], isVariadic: true, .boolean),
      "all": FEELFunction(["list"], isVariadic: true, .boolean),
      "any": FEELFunction(["list"], isVariadic: true, .boolean),
      "sublist": FEELFunction(["list", "start position", "length"], required: 2, .list(.any)),
      "append": FEELFunction(["list", "item"], isVariadic: true, .list(.any)),
      "concatenate": FEELFunction(["list"], isVariadic: true, .list(.any)),
      "insert before": FEELFunction(["list", "position", "newItem"], .list(.any)),
      "remove": FEELFunction(["list", "position"], .list(.any)),
      "list replace": FEELFunction(["list", "position", "newItem"], .list(.any)),
      "reverse": FEELFunction(["list"], .list(.any)),
      "index of": FEELFunction(["list", "match"], .list(.number)),
      "union": FEELFunction(["list"], isVariadic: true, .list(.any)),
      "distinct values": FEELFunction(["list"], .list(.any)),
      "flatten": FEELFunction(["list"], .list(.any)),
      "sort": FEELFunction(["list", "precedes"], required: 1, .list(.any)),
      "mode": FEELFunction(["list"], isVariadic: true, .list(.number)),
      // Numbers
      "decimal": FEELFunction(["n", "scale"], .number),
      "floor": FEELFunction(["n", "scale"], required: 1, .number),
      "ceiling": FEELFunction(["n", "scale"], required: 1, .number),
      "modulo": FEELFunction(["dividend", "divisor"], .number),
      // Contexts and the rest
      "not": FEELFunction(["negand"], .boolean),
      "is": FEELFunction(["value1", "value2"], .boolean),
      "get entries": FEELFunction(["m"], .list(.any)),
      "get value": FEELFunction(["m", "key"], .any),
      "context": FEELFunction(["entries"], .any),
      "range": FEELFunction(["from"], .range(.any)),
      "context put": FEELFunction(["context", "key", "value"], .any),
      "context merge": FEELFunction(["contexts"], .any),
    ]
    for name in ["min", "max"] { all[name] = FEELFunction(["list"], isVariadic: true, .any) }
    for name in ["sum", "mean", "product", "median", "stddev"] {
      all[name] = FEELFunction(["list"], isVariadic: true, .number)
    }
    for name in ["round up", "round down", "round half up", "round half down"] {
      all[name] = FEELFunction(["n", "scale"], .number)
    }
    for name in ["abs", "sqrt", "log", "exp"] {
      all[name] = FEELFunction([name == "abs" ? "n" : "number"], .number)
    }
    for name in ["odd", "even"] { all[name] = FEELFunction(["number"], .boolean) }
    for name in [
      "meets", "met by", "overlaps", "overlaps before", "overlaps after", "finished by",
      "includes", "started by", "coincides", "before", "after", "finishes", "during", "starts",
    ] {
      all[name] = FEELFunction(["range1", "range2"], .boolean)
    }
    return all
  }()

  /// The position of a named argument.
  static func position(of name: String, in function: String) -> Int? {
    let others: [String: [String]] = [
      "before": ["point1", "point2"], "after": ["point1", "point2"],
      "finishes": ["point", "range"], "during": ["point", "range"], "starts": ["point", "range"],
      "includes": ["range", "point"], "finished by": ["range", "point"],
      "started by": ["range", "point"], "coincides": ["point1", "point2"],
      "list replace": ["list", "match", "newItem"], "get value": ["context", "keys"],
      "get entries": ["context"], "context put": ["context", "keys", "value"],
      "append": ["list", "items"], "sort": ["list", "function"],
    ]
    return all[function]?.parameters.firstIndex(of: name)
      ?? others[function]?.firstIndex(of: name)
  }
}
