#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// Why rules cannot read a member.
  struct Unreadable {
    let reason: String
    /// The attribute that is the reason, of which one may not think.
    private var attribute: AttributeSyntax?

    private init(_ reason: String, _ attribute: AttributeSyntax? = nil) {
      self.reason = reason
      self.attribute = attribute
    }

    /// Tells why rules cannot read a property; `nil` when they can.
    init?(_ variable: VariableDeclSyntax, inClass isClass: Bool) {
      if variable.modifiers.has(.static) || variable.modifiers.has(.class) {
        self.init("it belongs to the type")
      } else if variable.modifiers.has(.lazy), !isClass {
        self.init("reading it changes the value")
      } else if let reason = variable.bindings.lazy.compactMap({ Self.reason(against: $0) }).first {
        self.init(reason)
      } else {
        self.init(attributesOf: variable)
      }
    }

    /// Tells why rules cannot call a method; `nil` when they can.
    init?(_ function: FunctionDeclSyntax) {
      let signature = function.signature
      let result = signature.returnClause?.type.trimmedDescription ?? "Void"
      if function.modifiers.has(.static) || function.modifiers.has(.class) {
        self.init("it belongs to the type")
      } else if function.modifiers.has(.mutating) {
        self.init("calling it changes the value")
      } else if signature.effectSpecifiers?.asyncSpecifier != nil {
        self.init("it is asynchronous")
      } else if signature.effectSpecifiers?.throwsClause != nil, !function.needsArguments {
        self.init("it throws, and without arguments rules read it as a property")
      } else if let reason = signature.parameterClause.parameters.lazy.compactMap({
        Self.reason(against: $0)
      }).first {
        self.init(reason)
      } else if function.genericParameterClause != nil {
        self.init("it is generic")
      } else if ["Void", "()", "Never"].contains(result) {
        self.init("it gives no value")
      } else {
        self.init(attributesOf: function)
      }
    }

    private init?(attributesOf declaration: some WithAttributesSyntax) {
      // By custom the names of global actors end so, and no others.
      let actor = declaration.attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }.first {
        $0.lastName.hasSuffix("Actor")
      }
      let availability = Availability(of: declaration)
      if let actor {
        let name = actor.lastName == "MainActor" ? "the main actor" : "`\(actor.lastName)`"
        self.init(
          "it belongs to \(name), and rules ask on any thread; give them its value in a key, "
            + "which code of the actor sets", actor)
      } else if availability.isMissing {
        self.init("it is unavailable")
      } else if availability.isMissingSomewhere {
        self.init(
          "it is not there on all platforms; give them one that is", availability.attributes.first)
      } else {
        return nil
      }
    }

    private static func reason(against parameter: FunctionParameterSyntax) -> String? {
      if parameter.defaultValue != nil { return nil }
      if parameter.ellipsis != nil { return "it takes any number of arguments" }
      var type = parameter.type
      if let attributed = type.as(AttributedTypeSyntax.self) {
        let specifiers = attributed.specifiers.trimmedDescription.split(separator: " ")
        if specifiers.contains("inout") { return "it changes what it is given" }
        type = attributed.baseType
      }
      if type.is(FunctionTypeSyntax.self) { return "rules cannot give it a function" }
      if type.as(SomeOrAnyTypeSyntax.self)?.someOrAnySpecifier.tokenKind == .keyword(.some) {
        return "it is generic"
      }
      return nil
    }

    private static func reason(against binding: PatternBindingSyntax) -> String? {
      guard case .accessors(let accessors) = binding.accessorBlock?.accessors else { return nil }
      for accessor in accessors where accessor.accessorSpecifier.tokenKind == .keyword(.get) {
        if accessor.effectSpecifiers?.asyncSpecifier != nil { return "it is asynchronous" }
        if accessor.effectSpecifiers?.throwsClause != nil { return "it throws" }
        if accessor.modifier?.name.tokenKind == .keyword(.mutating) {
          return "reading it changes the value"
        }
      }
      return nil
    }

    /// What is told: an error to who marks the member, and else a warning where one may not
    /// think of the reason.
    func diagnostic(
      at mark: AttributeSyntax?, of declaration: some WithAttributesSyntax
    ) -> Diagnostic? {
      let message = "rules cannot read this member: \(reason)"
      if let mark {
        return MacroFault(id: "unreadable", message: message).at(
          mark, fixIts: [.removing(mark.lastName, from: declaration.attributes)])
      }
      return attribute.map { attribute in
        MacroFault(id: "unread", message: message, severity: .warning).at(
          attribute, fixIts: [.adding("Hidden", to: declaration.attributes)])
      }
    }
  }

  extension FunctionDeclSyntax {
    /// Whether it has a parameter without a default.
    fileprivate var needsArguments: Bool {
      signature.parameterClause.parameters.contains { $0.defaultValue == nil }
    }
  }
#endif
