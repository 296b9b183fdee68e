#if Signing
  import Foundation
  import Testing

  struct SignCommandTests {
    /// A folder with rules and a key.
    private static func folder() throws -> (folder: TemporaryFolder, publicKey: String) {
      let folder = try TemporaryFolder()
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: "rules"), withIntermediateDirectories: true)
      _ = try folder.file("rules/a.lua", "return {{ key = 'a', value = 1 }}")
      let run = try CommandRun(["new-key", "private.key"], in: folder.url)
      #expect(run.status == 0 && run.errors == "")
      return (folder, run.output)
    }

    private static func sign(_ more: String...) -> [String] {
      ["sign", "rules", "--set", "shop", "--revision", "3", "--key-id", "a", "--key"] + more
    }

    @Test func `a folder is signed with a new key`() throws {
      let (folder, publicKey) = try Self.folder()
      #expect(publicKey.utf8.count == 45 && publicKey.hasSuffix("=\n"))
      let file = folder.url.appending(path: "private.key").path
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      let run = try CommandRun(Self.sign("private.key"), in: folder.url)
      #expect(run.output == "signed 1 file as revision 3 of shop\n")
      #expect(run.status == 0 && run.errors == "")
      let signature = folder.url.appending(path: "rules/rules.manifest.sig")
      #expect(try String(contentsOf: signature, encoding: .utf8).hasPrefix("a "))
    }

    @Test func `a key that is there is not written over`() throws {
      let (folder, _) = try Self.folder()
      let file = folder.url.appending(path: "private.key")
      let key = try Data(contentsOf: file)
      let run = try CommandRun(["new-key", "private.key"], in: folder.url)
      #expect(run.errors == "private.key: error: the file is there already [unwritable]\n")
      #expect(run.status == 74)
      #expect(try Data(contentsOf: file) == key)
    }

    @Test func `what cannot be signed is told`() throws {
      let (folder, _) = try Self.folder()
      _ = try folder.file("wrong.key", "secret text")
      let wrong = try CommandRun(Self.sign("wrong.key"), in: folder.url)
      #expect(
        wrong.errors == "error: the text of the key `a` is not 32 bytes in base64 [untrusted]\n")
      #expect(wrong.status == 65)
      let missing = try CommandRun(Self.sign("missing.key"), in: folder.url)
      #expect(missing.status == 66)
      try FileManager.default.removeItem(at: folder.url.appending(path: "rules/a.lua"))
      let empty = try CommandRun(Self.sign("private.key"), in: folder.url)
      #expect(empty.errors == "rules: error: the folder has no rule files [no-rules]\n")
      #expect(empty.status == 66)
    }
  }
#endif
