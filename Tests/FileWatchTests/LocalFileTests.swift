import Foundation
import Testing

@testable import FileWatch

extension FileWatchTests {
  @Suite struct LocalFileTests {
    @Test func `what is no file is told and never waited for`() throws {
      let folder = try TemporaryFolder()
      let pipe = folder.path + "/pipe"
      let status = unsafe mkfifo(pipe, 0o644)
      try #require(status == 0)
      try folder.makeFolder("folder")
      try folder.link("circle", to: "circle")
      let cases: [(path: String, kind: LocalFile.Kind?)] = [
        (pipe, .other), ("/dev/zero", .other), (folder.path, .folder),
        (folder.path + "/folder", .folder), (folder.path + "/circle", nil),
        (folder.path + "/missing", nil), (folder.path + "\0hidden", nil), ("", nil),
      ]
      for (path, kind) in cases {
        #expect(LocalFile(path).kind == kind, "\(path)")
        #expect(throws: LocalFile.Problem.unreadable, "\(path)") {
          try LocalFile(path).contents(limit: 10)
        }
      }
      #expect(LocalFile(pipe).names == nil)
    }

    @Test(arguments: [0, 1, 9, 10])
    func `a file is read up to the limit`(size: Int) throws {
      let folder = try TemporaryFolder()
      try folder.write(String(repeating: "x", count: size), to: "a")
      let file = LocalFile(folder.path + "/a")
      #expect(file.kind == .regular)
      #expect(try file.contents(limit: 10).count == size)
      guard size > 0 else { return }
      #expect(throws: LocalFile.Problem.tooLarge(size)) { try file.contents(limit: size - 1) }
    }

    #if os(Linux)
      @Test func `a file whose size is not known is read`() throws {
        // The kernel makes it up while it is read, and says that it is empty.
        #expect(try LocalFile("/proc/self/status").contents(limit: 1 << 20).count > 100)
        #expect(throws: LocalFile.Problem.self) {
          try LocalFile("/proc/self/status").contents(limit: 100)
        }
      }
    #endif

    @Test func `a path is resolved as far as it leads`() throws {
      let folder = try TemporaryFolder()
      let root = LocalFile(folder.path).resolved
      try folder.makeFolder("a")
      try folder.link("b", to: "a")
      try folder.link("nowhere", to: "gone")
      try folder.write("", to: "a/file")
      let cases = [
        ("b/file", "a/file"), ("b/../a/./file", "a/file"), ("b/missing", "a/missing"),
        ("b/missing/deeper", "a/missing/deeper"), ("nowhere", "nowhere"),
      ]
      for (path, resolved) in cases {
        #expect(LocalFile(folder.path + "/" + path).resolved == root + "/" + resolved)
      }
      #expect(LocalFile("/missing").resolved == "/missing")
      #expect(LocalFile("missing").resolved.hasSuffix("/missing"))
    }

    @Test func `the names in a folder are all there is in it`() throws {
      let folder = try TemporaryFolder()
      for name in ["a", ".b", "c\nd", "ä"] { try folder.write("", to: name) }
      try folder.makeFolder("e")
      #expect(LocalFile(folder.path).names?.sorted() == [".b", "a", "c\nd", "e", "ä"])
      #expect(LocalFile(folder.path + "/a").names == nil)
    }
  }
}
