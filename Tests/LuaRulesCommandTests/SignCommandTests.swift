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
      ["sign", "rules", "--name", "shop", "--revision", "3", "--key-id", "a", "--key-file"] + more
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

    @Test func `signed rules are verified, as a folder and as a bundle`() throws {
      let (folder, publicKey) = try Self.folder()
      _ = try folder.file("trusted.keys", "shop a \(publicKey)")
      _ = try folder.file("other.keys", "store a \(publicKey)")
      let verify = ["verify", "rules", "--trust", "trusted.keys"]
      let unsigned = try CommandRun(verify, in: folder.url)
      #expect(unsigned.status == 1 && unsigned.output == "")
      #expect(unsigned.errors.contains("`luarules sign` writes it"))
      #expect(try CommandRun(Self.sign("private.key"), in: folder.url).status == 0)
      let line = "verified 1 file of revision 3 of shop, signed with a\n"
      let run = try CommandRun(verify, in: folder.url)
      #expect(run.output == line && run.errors == "" && run.status == 0)
      let bundling =
        ["bundle", "rules", "-o", "shop.rules"] + Self.sign("private.key").dropFirst(2)
      #expect(try CommandRun(bundling, in: folder.url).status == 0)
      let bundle = try CommandRun(
        ["verify", "shop.rules", "--trust", "trusted.keys"], in: folder.url)
      #expect(bundle.output == line && bundle.errors == "" && bundle.status == 0)
      let other = try CommandRun(["verify", "rules", "--trust", "other.keys"], in: folder.url)
      #expect(other.errors.contains("the rules are signed as `shop`; expected `store`"))
      #expect(other.status == 1)
      _ = try folder.file("rules/a.lua", "return {{ key = 'a', value = 2 }}")
      let changed = try CommandRun(verify, in: folder.url)
      #expect(changed.errors.hasPrefix("rules/a.lua: error: the file is not what was signed"))
      #expect(changed.status == 1 && changed.output == "")
      let missing = try CommandRun(["verify", "none", "--trust", "trusted.keys"], in: folder.url)
      #expect(missing.errors == "none: error: no such file or folder [unreadable]\n")
      #expect(missing.status == 66 && missing.output == "")
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

    @Test func `a key or a folder that cannot be used is an error`() throws {
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
