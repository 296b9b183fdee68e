#if Macros
  public import LuaRules

  /// Declares a key: its accessor, and the `RuleKey` as a value.
  ///
  /// ```swift
  /// extension DynamicEnvironmentPaths {
  ///   /// The color of a row.
  ///   @RuleKey var fancyColor: Color = .black
  ///   @RuleKey("todo") var currentTodo: Todo?
  /// }
  /// ```
  ///
  /// The key is called as the property, or as the argument says, and described by
  /// the first paragraph of the comment. What stands behind `=` is the default,
  /// which is evaluated each time that it is needed; that of an optional is `nil`
  /// when nothing stands there. The key itself is a static property, here
  /// `fancyColorKey`, with the access level of the accessor. Beside ``Secret()``
  /// the key is a secret one.
  ///
  /// - Parameters:
  ///   - name: What rules call the key; may be a path such as `"person.status"`.
  ///   - isSettable: Whether the accessor can set the key. Must be `false` for a
  ///     type that is not `Sendable`.
  @attached(accessor, names: named(get), named(set))
  @attached(peer, names: suffixed(Key))
  public macro RuleKey(_ name: StaticString? = nil, isSettable: Bool = true) =
    #externalMacro(module: "LuaRulesMacrosPlugin", type: "RuleKeyMacro")

  /// Declares a key whose rules answer together; see ``RuleKey(_:isSettable:)``.
  ///
  /// ```swift
  /// extension DynamicEnvironmentPaths {
  ///   @RuleKey(.collect) var remarks: [String] = []
  /// }
  /// ```
  ///
  /// - Parameter policy: How the rules answer together, such as `.collect`.
  @attached(accessor, names: named(get), named(set))
  @attached(peer, names: suffixed(Key))
  public macro RuleKey(_ policy: HitPolicy) =
    #externalMacro(module: "LuaRulesMacrosPlugin", type: "RuleKeyMacro")

  /// Declares a key with a name of its own whose rules answer together; see ``RuleKey(_:isSettable:)``.
  ///
  /// - Parameters:
  ///   - name: What rules call the key; may be a path such as `"person.status"`.
  ///   - policy: How the rules answer together, such as `.collect`.
  ///   - isSettable: Whether the accessor can set the key. Must be `false` for a
  ///     type that is not `Sendable`.
  @attached(accessor, names: named(get), named(set))
  @attached(peer, names: suffixed(Key))
  public macro RuleKey(_ name: StaticString, _ policy: HitPolicy, isSettable: Bool = true) =
    #externalMacro(module: "LuaRulesMacrosPlugin", type: "RuleKeyMacro")

  /// Declares a key whose accessor returns another value than the default after an error; see
  /// ``RuleKey(_:isSettable:)``.
  ///
  /// - Parameters:
  ///   - name: What rules call the key; may be a path such as `"person.status"`.
  ///   - isSettable: Whether the accessor can set the key.
  ///   - onError: The value after an error, of the key's type. A case of an enumeration is written with
  ///     its type, as in `Decision.deny`.
  @attached(accessor, names: named(get), named(set))
  @attached(peer, names: suffixed(Key))
  public macro RuleKey<Value>(
    _ name: StaticString? = nil, isSettable: Bool = true, onError: Value
  ) =
    #externalMacro(module: "LuaRulesMacrosPlugin", type: "RuleKeyMacro")

  /// Declares a key whose rules answer together, with a value for errors; see ``RuleKey(_:isSettable:)``.
  ///
  /// ```swift
  /// extension DynamicEnvironmentPaths {
  ///   @RuleKey(.collect, onError: ["the rules failed"]) var denialReasons: [String] = []
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - policy: How the rules answer together, such as `.collect`.
  ///   - onError: The value after an error, of the key's type.
  @attached(accessor, names: named(get), named(set))
  @attached(peer, names: suffixed(Key))
  public macro RuleKey<Value>(_ policy: HitPolicy, onError: Value) =
    #externalMacro(module: "LuaRulesMacrosPlugin", type: "RuleKeyMacro")

  /// Declares a key with a name of its own whose rules answer together, with a value for errors; see
  /// ``RuleKey(_:isSettable:)``.
  ///
  /// - Parameters:
  ///   - name: What rules call the key; may be a path such as `"person.status"`.
  ///   - policy: How the rules answer together, such as `.collect`.
  ///   - isSettable: Whether the accessor can set the key.
  ///   - onError: The value after an error, of the key's type.
  @attached(accessor, names: named(get), named(set))
  @attached(peer, names: suffixed(Key))
  public macro RuleKey<Value>(
    _ name: StaticString, _ policy: HitPolicy, isSettable: Bool = true, onError: Value
  ) = #externalMacro(module: "LuaRulesMacrosPlugin", type: "RuleKeyMacro")

  /// Gives the schema of the keys of an extension, as its static property `ruleKeys`.
  ///
  /// ```swift
  /// @RuleKeys extension DynamicEnvironmentPaths {
  ///   @RuleKey var fancyColor: Color = .black
  /// }
  /// extension RuleSchema { static let app = RuleContext.ruleKeys }
  /// ```
  @attached(member, names: named(ruleKeys))
  public macro RuleKeys() =
    #externalMacro(module: "LuaRulesMacrosPlugin", type: "RuleKeysMacro")

  /// Gives the schema of the keys of an extension, under a name.
  ///
  /// ```swift
  /// @RuleKeys("themeKeys") extension DynamicEnvironmentPaths {
  ///   @RuleKey var accent: Color = .black
  /// }
  /// extension RuleSchema {
  ///   static let app = RuleContext.ruleKeys.merging(RuleContext.themeKeys)
  /// }
  /// ```
  @attached(member, names: arbitrary)
  public macro RuleKeys(_ name: StaticString) =
    #externalMacro(module: "LuaRulesMacrosPlugin", type: "RuleKeysMacro")
#endif
