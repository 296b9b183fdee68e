#if Macros
  import SwiftDiagnostics

  /// The end of an expansion, with what is to be told.
  struct MacroError: Error {
    let diagnostic: Diagnostic

    init(_ diagnostic: Diagnostic) {
      self.diagnostic = diagnostic
    }

    /// The same for the macro system.
    var shown: DiagnosticsError { DiagnosticsError(diagnostics: [diagnostic]) }
  }
#endif
