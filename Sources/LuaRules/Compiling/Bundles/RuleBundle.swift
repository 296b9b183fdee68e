/// One file with all sources of a model, as a value: what `luarules bundle`
/// writes.
///
/// A bundle is the image of a rule folder. Its files keep their paths and the
/// name of the folder, so that errors name them as before.
///
/// ```swift
/// let bundle = try RuleBundle(contentsOf: folder, set: "shop", revision: 42)
/// try bundle.write(to: release)
/// let rules = try RuleModel(sources: [RuleSource(contentsOf: release)])
/// ```
public struct RuleBundle: Sendable, Hashable {
  /// A file in a bundle.
  public struct File: Sendable, Hashable {
    /// The path below the folder; of a schema, its name.
    public let path: String
    /// The content.
    public let bytes: [UInt8]

    init(path: String, bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }
  }

  /// The name of the folder, as errors have it.
  public let folder: String
  /// The name of the rule set, if it was given.
  public let set: String?
  /// The number of the release, if it was given.
  public let revision: Int64?
  /// The rule files, modules and tests, in byte order of their paths.
  public let files: [File]
  /// The JSON Schema of the declared keys, if it was given.
  public let schema: File?
  /// The SHA-256 of the first two lines, as 64 hexadecimal digits.
  ///
  /// These lines have the digest of each file, so two bundles with the same
  /// digest have the same content. It is what `head -n 2 shop.rules | sha256sum`
  /// prints.
  public let digest: String
  /// The first two lines.
  package let covered: [UInt8]
  /// The rest of the third line: the id of a key, and a signature in base64.
  package private(set) var signature: String?

  /// The valid revisions: each of them has a successor.
  package static let revisions: ClosedRange<Int64> = 1...(.max - 1)

  init(_ manifest: BundleManifest, files: [File], schema: File?, head: BundleHead) {
    folder = manifest.folder
    set = manifest.set
    revision = manifest.revision
    self.files = files
    self.schema = schema
    digest = head.digits
    covered = Array(head.covered)
    signature = head.signature
  }

  init(_ manifest: BundleManifest, files: [File], schema: File?) {
    folder = manifest.folder
    set = manifest.set
    revision = manifest.revision
    self.files = files
    self.schema = schema
    covered =
      BundleHead.mark + Array("\(BundleHead.format)\n\(manifest.line)\n".utf8)
    digest = SHA256Digest(of: covered).digits
  }

  /// The id of the key that signed the bundle; `nil` for a bundle that is not
  /// signed.
  ///
  /// The signature is not checked by reading a bundle, but by the product
  /// LuaRulesSigning.
  public var keyID: String? { signature?.split(separator: " ").first.map(String.init) }

  /// The content of the bundle's file; the same input gives the same bytes.
  public var bytes: [UInt8] {
    let seal = signature.map { "\(digest) \($0)\n" } ?? "\(digest)\n"
    var bytes = covered + Array(seal.utf8)
    for file in files { bytes += file.bytes }
    return bytes + (schema?.bytes ?? [])
  }

  /// Returns the bundle with a signature: the id of a key, and base64.
  package func withSignature(_ signature: String) -> RuleBundle {
    var bundle = self
    bundle.signature = signature
    return bundle
  }

  /// Whether the text may name a set of rules.
  package static func isSetName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
          UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}
