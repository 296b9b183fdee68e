import LuaSyntax

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A source of rules: a file, a folder, or text in the program.
public struct RuleSource: Sendable {
  enum Content: Sendable {
    case path(String)
    case text(String, name: String, modules: [String: String])
    /// A file whose modules are beside it, or in `lib` of a folder around it.
    case file(String, root: String)
    /// Text that requires files, each by a name of its own.
    case wrapper(String, name: String, files: [String: String])
    /// Rules that are written in Swift.
    case swift(SwiftRuleList)
    /// A bundle that the program has read; one in a file is a path.
    case bundle([UInt8], name: String)
  }

  let content: Content

  /// The path, or the name of the text.
  var name: String {
    switch content {
    case .path(let path), .file(let path, root: _): path
    case .text(_, let name, modules: _), .wrapper(_, let name, files: _), .bundle(_, let name): name
    case .swift: "rules in Swift"
    }
  }

  /// Verifies the files before they are parsed; `nil` for no verification.
  package var verifier: (any RuleVerifier)?

  /// The permissions of the rules.
  package let grant: Grant

  /// Creates a source of a file, a folder or a bundle.
  ///
  /// A bundle is a file that `luarules bundle` wrote; a file whose name ends in `.rules` has to be one. It is
  /// read at each load, and nothing outside of it is read, by `require` neither.
  ///
  /// A folder means every `*.lua` in it and below, in byte order of the relative path, except names that
  /// begin with `.` or `_`, `*.test.lua`, files whose first line begins with `---@meta`, and everything in a
  /// folder named `lib`. Errors name files by the relative path of the URL, as it was given.
  ///
  /// With a grant, nothing outside the folder is read, not even through a symbolic link. For a file, this is
  /// the folder that contains it.
  ///
  /// - Parameters:
  ///   - url: The file or the folder.
  ///   - grant: The permissions of the rules.
  ///   - accept: The functions that the rules may use; the grant may accept fewer.
  public init(
    contentsOf url: URL, grant: Grant = .everything, accept: ExecutionPolicy = .anyLua
  ) {
    let path = url.relativePath
    self.init(path: path.isEmpty ? "." : path, grant: grant, accept: accept)
  }

  /// Creates a source of a file or a folder, with its path written as in the shell.
  package init(path: String, grant: Grant = .everything, accept: ExecutionPolicy = .anyLua) {
    content = .path(path)
    self.grant = grant.accepting(accept)
  }

  /// Creates a source of text.
  ///
  /// - Parameters:
  ///   - text: The content of a rule file.
  ///   - name: The name of the text in errors.
  ///   - modules: The texts of the modules, by the name that `require` gets.
  ///   - grant: The permissions of the rules.
  ///   - accept: The functions that the rules may use; the grant may accept
  ///     fewer.
  public init(
    text: String, name: String = "rules.lua", modules: [String: String] = [:],
    grant: Grant = .everything, accept: ExecutionPolicy = .anyLua
  ) {
    content = .text(text, name: name, modules: modules)
    self.grant = grant.accepting(accept)
  }

  init(_ list: SwiftRuleList) {
    self.init(.swift(list), grant: .everything)
  }

  init(_ content: Content, grant: Grant) {
    self.content = content
    self.grant = grant
  }

  /// Creates a source of a file whose modules may be in `lib` of a folder
  /// around it.
  package init(file path: String, root: String) {
    content = .file(path, root: root)
    grant = .everything
  }

  /// Creates a source of text that requires files.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - name: The name of the text in errors.
  ///   - files: The paths of the files, by the name that `require` gets.
  package init(wrapping text: String, name: String, files: [String: String]) {
    content = .wrapper(text, name: name, files: files)
    grant = .everything
  }
}

/// A file of Lua text that has been read.
package struct SourceFile: Sendable {
  /// The name as the user gave it.
  package var name: String
  package var bytes: [UInt8]
  /// The place where `require` looks for modules of this file.
  package var modules: ModulePlace
  /// The source of the file, if that source is restricted.
  package var owner: GrantedSource?

  /// The bytes that Lua reads, as the stand-alone Lua reads a file.
  ///
  /// They are without a byte order mark, and without a first line that begins
  /// with `#`.
  var code: ArraySlice<UInt8> { bytes[LuaTokens.startOfCode(in: bytes)...] }
}

/// The place where the modules of a file are looked for.
package enum ModulePlace: Sendable {
  /// In the folder of the file, then in `lib` of the root; nothing outside the
  /// root is found.
  ///
  /// A verified file finds only files that were verified together with it.
  case folder(String, root: String, verified: VerifiedFiles? = nil)
  /// Among texts, by name.
  case texts([String: String])
  /// Among files, by name.
  case files([String: String])
  /// Among the files that were stored with an archived generation.
  case kept(ArchivedModules, requires: [String: String])

  /// The verified files among which modules are looked for.
  package var verified: VerifiedFiles? {
    guard case .folder(_, _, let verified) = self else { return nil }
    return verified
  }
}
