/// A key, written as a type: a name, a type of value and a default.
///
/// ```swift
/// struct FancyColorKey: DynamicEnvironmentKey {      // Lua name: "fancyColor"
///   static let defaultValue = Color.black
///   static let description = "The color of a row."  // may be left out
/// }
/// ```
///
/// The name is the identity: two keys with one name are the same key, and must
/// have the same `Value`.
public protocol DynamicEnvironmentKey: SendableMetatype {
  /// The type of the key's values.
  associatedtype Value

  /// The value if nothing is set and no rule answers.
  static var defaultValue: Value { get }

  /// The value that accessors return after an error; ``defaultValue`` by default.
  ///
  /// Declare it where the default would allow what a failed rule may have forbidden:
  ///
  /// ```swift
  /// struct DenialsKey: DynamicEnvironmentKey {
  ///   static let defaultValue: [String] = []
  ///   static let valueOnError = ["the rules failed"]
  ///   static let hitPolicy = HitPolicy.collect
  /// }
  /// ```
  ///
  /// Only what asks from outside substitutes it: accessors, names of declared keys, streams of
  /// values, the command line and services. `value(for:)` throws, and a rule that reads the key
  /// fails.
  static var valueOnError: Value { get }

  /// The name of the key in rules, JSON and error messages.
  ///
  /// By default it is derived from the last component of the type's name:
  /// without the suffix `EnvironmentKey` or `Key`, and with a leading run of
  /// capitals lowered as one word, so `URLKey` becomes `url` and `HTMLTitleKey`
  /// becomes `htmlTitle`. A generic type must declare its name.
  static var name: String { get }

  /// Whether the key's values must not be printed; `false` by default.
  ///
  /// Rules read a secret value like any other. Printed output, such as errors,
  /// explanations, gates and logs, shows `•••` in its place; a caller that asks
  /// for the key gets the value.
  static var isSecret: Bool { get }

  /// How the rules of the key answer together; ``HitPolicy/first`` by default.
  ///
  /// Rules that read the key see this policy only if a ``RuleSchema`` declares the key.
  static var hitPolicy: HitPolicy { get }

  /// What the key means, for rule authors; empty by default.
  ///
  /// It goes into the JSON Schema that a ``RuleSchema`` exports, and from there
  /// into the annotations that editors show.
  static var description: String { get }
}

extension DynamicEnvironmentKey {
  /// The name that is derived from the type's name.
  public static var name: String { KeyName.derived(from: Self.self) }

  /// The default: the key declares no other value for errors.
  public static var valueOnError: Value {
    ErrorValueDeclaration.noteDefault(of: Self.self)
    return defaultValue
  }

  /// `false`: values are printed.
  public static var isSecret: Bool { false }

  /// The first rule that holds answers.
  public static var hitPolicy: HitPolicy { .first }

  /// Empty: the key has no description.
  public static var description: String { "" }
}
