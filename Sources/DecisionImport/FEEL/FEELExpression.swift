/// An expression of FEEL, or a boxed expression of DMN, which means the same.
indirect enum FEELExpression: Sendable {
  case null
  case boolean(Bool)
  /// A number with its digits.
  case number(String)
  case text(String)
  /// A variable; `?` is the value that a test is about.
  case name(String)
  case member(FEELExpression, String)
  case minus(FEELExpression)
  case binary(FEELOperator, FEELExpression, FEELExpression)
  case between(FEELExpression, FEELExpression, FEELExpression)
  /// Whether a value passes one of several tests.
  case within(FEELExpression, [FEELExpression])
  /// What is on one side of a bound, such as `< 5`.
  case side(FEELOperator, FEELExpression)
  /// A range with its brackets, such as `[)`.
  case range(FEELExpression, FEELExpression, form: String)
  /// The whole numbers from one to another, which only loops have.
  case steps(FEELExpression, FEELExpression)
  case choice(FEELExpression, FEELExpression, FEELExpression)
  case loop([FEELIterator], FEELExpression)
  case quantified(isEvery: Bool, [FEELIterator], FEELExpression)
  case filter(FEELExpression, FEELExpression)
  case call(FEELExpression, [FEELExpression])
  case namedCall(FEELExpression, [(name: String, value: FEELExpression)])
  case list([FEELExpression])
  /// A context; with a result, only that is its value.
  case context([FEELEntry], result: FEELExpression?)
  case function([FEELParameter], FEELExpression)
  case instance(FEELExpression, FEELType)
  /// A value that is made to fit a type, or null.
  case conform(FEELExpression, FEELType)
  case table(DMNTable)
}

/// A member of a context.
struct FEELEntry: Sendable {
  let name: String
  let value: FEELExpression
}

/// A variable of a loop, and what it goes through.
struct FEELIterator: Sendable {
  let name: String
  let values: FEELExpression
}

/// A parameter of a function.
struct FEELParameter: Sendable {
  let name: String
  let type: FEELType
}

/// An operator between two values.
enum FEELOperator: String, Sendable {
  case or, and
  case equal = "="
  case unequal = "!="
  case less = "<"
  case atMost = "<="
  case more = ">"
  case atLeast = ">="
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case power = "**"

  /// The function of `feel.lua` that does it.
  var function: String {
    switch self {
    case .or: "either"
    case .and: "both"
    case .equal: "equal"
    case .unequal: "unequal"
    case .less: "less"
    case .atMost: "at_most"
    case .more: "more"
    case .atLeast: "at_least"
    case .add: "add"
    case .subtract: "subtract"
    case .multiply: "multiply"
    case .divide: "divide"
    case .power: "power"
    }
  }

  var isComparison: Bool {
    switch self {
    case .equal, .unequal, .less, .atMost, .more, .atLeast: true
    default: false
    }
  }
}

/// What is wrong with an expression, and where.
struct FEELFault: Error {
  let message: String
  /// The position in the text, in Unicode scalars from 0.
  var offset = 0
  var hint: String?
}
