#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// Where, and from when, a declaration can be used.
  struct Availability {
    /// The attributes as they are written.
    let attributes: [AttributeSyntax]

    init(of declaration: some WithAttributesSyntax) {
      self.init(declaration.attributes)
    }

    fileprivate init(_ list: AttributeListSyntax) {
      attributes = list.compactMap { $0.as(AttributeSyntax.self) }.filter {
        $0.lastName == "available"
      }
    }

    /// The attributes as lines before a declaration.
    var lines: String { attributes.map { "\($0.trimmedDescription)\n" }.joined() }

    /// What has to be asked before the use of it, as behind `if`; `nil` for nothing.
    var condition: String? {
      let conditions = attributes.compactMap(\.availabilityCondition)
      return conditions.isEmpty ? nil : conditions.joined(separator: ", ")
    }

    /// Whether it can be used nowhere.
    var isMissing: Bool {
      attributes.contains { $0.isUnavailable && $0.availabilityPlatform == "*" }
    }

    /// Whether there are platforms where it cannot be used, or no longer.
    var isMissingSomewhere: Bool { attributes.contains(where: \.isUnavailable) }
  }

  extension MacroExpansionContext {
    /// What a declaration outside has to say to use one that stands here.
    func outerAvailability(of declaration: some DeclGroupSyntax) -> String {
      let outer = lexicalContext.compactMap { $0.asProtocol((any WithAttributesSyntax).self) }
      return outer.reversed().map { Availability(of: $0).lines }.joined()
        + Availability(declaration.attributes).lines
    }
  }

  extension AttributeSyntax {
    private var availabilityArguments: [AvailabilityArgumentSyntax.Argument] {
      guard case .availability(let list) = arguments else { return [] }
      return list.map(\.argument)
    }

    /// The platform that stands first in the long form.
    fileprivate var availabilityPlatform: String? {
      guard case .token(let token) = availabilityArguments.first else { return nil }
      return token.text
    }

    fileprivate var isUnavailable: Bool {
      availabilityArguments.contains { argument in
        switch argument {
        case .token(let token): token.text == "unavailable"
        case .availabilityLabeledArgument(let labeled): labeled.label.text == "obsoleted"
        default: false
        }
      }
    }

    /// The condition that holds where the declaration is there.
    fileprivate var availabilityCondition: String? {
      var versions: [String] = []
      for argument in availabilityArguments {
        switch argument {
        case .availabilityVersionRestriction(let version):
          versions.append(version.trimmedDescription)
        case .availabilityLabeledArgument(let labeled) where labeled.label.text == "introduced":
          guard let platform = availabilityPlatform else { continue }
          versions.append("\(platform) \(labeled.value.trimmedDescription)")
        default: continue
        }
      }
      // The version of the language is the same for all of the code.
      versions.removeAll { $0.hasPrefix("swift ") || $0.hasPrefix("_") }
      return versions.isEmpty ? nil : "#available(\(versions.joined(separator: ", ")), *)"
    }
  }
#endif
