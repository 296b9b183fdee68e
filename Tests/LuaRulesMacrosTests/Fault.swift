#if Macros
  import SwiftSyntaxMacrosGenericTestSupport
  import Testing

  /// Code that a macro refuses, and what it says.
  struct Fault: Sendable, CustomTestStringConvertible {
    let source: String
    let message: String
    /// Where the message points to, from 1.
    let column: Int
    /// What an editor offers.
    var fixIt: String?
    /// What becomes of the source then.
    var fixed: String?
    var isWarning = false

    var testDescription: String { source }

    /// Checks the fault of code that stands on the second line, in a declaration.
    func check(
      in declaration: String, isConforming: Bool = false,
      at location: Testing.SourceLocation = #_sourceLocation
    ) {
      func placed(_ text: String) -> String { "\(declaration) {\n  \(text)\n}" }
      expectDiagnostics(
        of: placed(source),
        [
          DiagnosticSpec(
            message: message, line: 2, column: column + 2, severity: isWarning ? .warning : .error,
            fixIts: fixIt.map { [FixItSpec(message: $0)] } ?? [])
        ],
        fixed: fixed.map(placed), isConforming: isConforming, at: location)
    }
  }
#endif
