#if Macros
  import SwiftSyntax

  /// How a method with parameters is handed to rules.
  struct MethodCall: Equatable {
    private struct Parameter: Equatable {
      /// The name that stands in calls; `_` for none.
      let label: String
      let name: String
      let type: String
      let hasDefault: Bool
    }

    private let parameters: [Parameter]
    private let doesThrow: Bool
    /// Whether its name and its labels may not be enough to tell it.
    private let isOverloaded: Bool

    /// Creates the call; `nil` for a method that needs no arguments.
    init?(of function: FunctionDeclSyntax, isOverloaded: Bool) {
      self.isOverloaded = isOverloaded
      parameters = function.signature.parameterClause.parameters.map { parameter in
        Parameter(
          label: parameter.firstName.label,
          name: (parameter.secondName ?? parameter.firstName).text,
          type: parameter.type.trimmedDescription, hasDefault: parameter.defaultValue != nil)
      }
      doesThrow = function.signature.effectSpecifiers?.throwsClause != nil
      if parameters.allSatisfy(\.hasDefault) { return nil }
    }

    /// The function that returns the method of an object; what has a default keeps it.
    func text(of method: String, in root: String) -> String {
      if !isOverloaded, !parameters.contains(where: \.hasDefault) {
        return "\(root).\(method)(\(parameters.map { "\($0.label):" }.joined()))"
      }
      let given = parameters.filter { !$0.hasDefault }
      let types = given.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
      let arguments = given.map { $0.label == "_" ? $0.name : "\($0.label): \($0.name)" }
      let call = "object.\(method)(\(arguments.joined(separator: ", ")))"
      return "{ object in { (\(types)) in \(doesThrow ? "try " : "")\(call) } }"
    }
  }

  extension TokenSyntax {
    /// The name as it stands before a colon, where few words need backticks.
    fileprivate var label: String {
      ["inout", "let", "var"].contains(plainName) ? "`\(plainName)`" : plainName
    }
  }
#endif
