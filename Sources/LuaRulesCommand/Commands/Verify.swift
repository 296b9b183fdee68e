#if Signing
  import ArgumentParser
  import Foundation
  import LuaRules
  import LuaRulesSigning

  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Verify the signature of a rule folder or a bundle.",
      discussion: """
        Compare each file with what was signed, as hosts do, and print what was verified. The rules are \
        not loaded.

        luarules verify rules/ --trust trusted.keys
        luarules verify shop.rules --trust trusted.keys
        """)

    @Argument(help: "The rule folder or the bundle.") var rules: String

    @Option(
      help: ArgumentHelp(RuleTrust.fileHelp, valueName: "file"))
    var trust: String

    func run() throws {
      try withExitStatus {
        let trust = try RuleTrust(inFile: trust)
        do {
          let verified = try trust.verify(URL(filePath: rules, relativeTo: nil))
          let count = verified.files.count == 1 ? "1 file" : "\(verified.files.count) files"
          var output = StandardOutput()
          try output.print(
            "verified \(count) of revision \(verified.revision) of \(trust.set), signed with "
              + verified.keyID)
          try output.flush()
        } catch let error as RuleError {
          throw Failure(error, error.code == .untrusted ? .rulesAtFault : .noInput)
        }
        return nil
      }
    }
  }
#endif
