#if Signing
  import ArgumentParser
  import Foundation
  import LuaRules
  import LuaRulesSigning

  struct Sign: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Sign the rules of a folder.",
      discussion: """
        Write rules.manifest.json, which lists the files of the folder, and rules.manifest.sig. Hosts \
        refuse a revision that is lower than one they have accepted.

        luarules sign rules/ --name shop --revision 43 --key-id 2026-a \
        --key-file private.key
        """)

    @Argument(help: "The rule folder.") var rules: String

    @Option(help: "The name of the rule set that hosts expect.") var name: String

    @Option(help: "The revision; it must be higher than all earlier ones.")
    var revision: Int64

    @Option(help: "The id of the key.") var keyID: String

    @Option(help: ArgumentHelp("The file that new-key wrote.", valueName: "file")) var keyFile:
      String

    func run() throws {
      try withExitStatus {
        let text = try SettingsFile(keyFile).text(or: .untrusted)
        let line = text.hasSuffix("\n") ? String(text.dropLast()) : text
        do {
          let key = try SigningKey(id: keyID, base64: line)
          let files = try key.sign(
            rulesIn: URL(filePath: rules, relativeTo: nil), as: name, revision: revision)
          var output = StandardOutput()
          let count = files.count == 1 ? "1 file" : "\(files.count) files"
          try output.print("signed \(count) as revision \(revision) of \(name)")
          try output.flush()
        } catch let error as RuleError {
          throw Failure(error, .of(error))
        }
        return nil
      }
    }
  }

  struct NewKey: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "new-key",
      abstract: "Create a key for signing rules.",
      discussion: """
        Write the private key to a new file that only its owner may read, and print the public key for \
        the hosts.

        luarules new-key private.key
        """)

    @Argument(help: "The file for the private key; it must not exist yet.") var file: String

    func run() throws {
      try withExitStatus {
        do {
          // The id is not part of the key.
          let key = try SigningKey(id: "new")
          try write("\(key.base64)\n")
          var output = StandardOutput()
          try output.print(try key.verifyingKey.base64)
          try output.flush()
        } catch let error as RuleError {
          throw Failure(error, .of(error))
        }
        return nil
      }
    }

    private func write(_ text: String) throws(RuleError) {
      // An existing key is never overwritten.
      let descriptor = unsafe open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else {
        throw RuleError(
          .unwritable,
          errno == EEXIST ? "the file is there already" : "the file cannot be written",
          at: SourceLocation(file: file))
      }
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      do {
        try handle.write(contentsOf: Data(text.utf8))
      } catch {
        throw RuleError(.unwritable, "the file cannot be written", at: SourceLocation(file: file))
      }
    }
  }

  extension Failure.Status {
    /// Returns the exit status for an error of signing.
    fileprivate static func of(_ error: RuleError) -> Failure.Status {
      switch error.code {
      case .unwritable: .noOutput
      case .unreadable, .noRules: .noInput
      default: .badData
      }
    }
  }
#endif
