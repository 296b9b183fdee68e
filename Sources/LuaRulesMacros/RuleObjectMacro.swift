#if Macros
  import LuaRules

  /// Makes a struct or a class a `RuleObject` with all its properties.
  ///
  /// ```swift
  /// @RuleObject struct Todo {
  ///   var title: String
  ///   var isUrgent: Bool { priority == .high }
  ///   @Shown("due") var dueDate: Date?
  ///   @Hidden var notes: Data
  ///   @Secret var email: String
  /// }
  /// ```
  ///
  /// Listed is what is stored or computed in the declaration itself, described by
  /// the first paragraph of its comment. Not listed are static and private
  /// properties, those whose getter throws, is asynchronous or mutating, what stands
  /// inside `#if`, and what is declared in extensions. ``Shown(_:)`` lists private
  /// ones, and methods. What belongs to the main actor cannot be listed, which is a
  /// warning.
  @attached(extension, conformances: RuleObject, names: named(ruleMembers))
  public macro RuleObject() =
    #externalMacro(module: "LuaRulesMacrosPlugin", type: "RuleObjectMacro")

  /// Keeps a property of a ``RuleObject()`` from rules.
  @attached(peer)
  public macro Hidden() = #externalMacro(module: "LuaRulesMacrosPlugin", type: "MarkerMacro")

  /// Makes a member of a ``RuleObject()``, or a ``RuleKey(_:isSettable:)``, secret.
  ///
  /// Rules read it as any other; what prints shows `•••`.
  @attached(peer)
  public macro Secret() = #externalMacro(module: "LuaRulesMacrosPlugin", type: "MarkerMacro")

  /// Shows rules a private property or a method, or gives a member another name.
  ///
  /// Rules call a method with a dot, as in `c.todo.isVisible("ann")`, and read one that
  /// needs no arguments like a property. Parameters that have defaults keep them. It
  /// should have no side effects: rules call it as often as they like.
  ///
  /// - Parameter name: What rules call it; by default as Swift does.
  @attached(peer)
  public macro Shown(_ name: StaticString? = nil) =
    #externalMacro(module: "LuaRulesMacrosPlugin", type: "MarkerMacro")
#endif
