import Foundation
import Synchronization

/// The users of a database, in a JSON file beside it.
///
/// Programs and people may change the file while the server runs; it is read again then. A broken file
/// is an error each time it is asked, never a file without users.
public final class UserFile: Sendable {
  /// The path of the file.
  public let path: String
  private let known = Mutex<Reading?>(nil)
  private let writing = Mutex(())

  /// The most bytes that a file may have.
  public static let maximumSize = 4 << 20

  /// Makes the users of a file; reads nothing yet.
  public init(path: String) { self.path = path }

  /// Reads all users; none where there is no file.
  ///
  /// A file that did not change is not read again: one look at its attributes is the cost.
  ///
  /// - Throws: ``DirectToWebError`` with code `usersUnreadable`, with the line where JSON is broken.
  public func list() throws -> UserList {
    guard let mark = try FileMark(path: path) else { return try UserList() }
    if let reading = known.withLock({ $0 }), reading.mark == mark, reading.isSettled {
      return reading.list
    }
    guard mark.size <= Self.maximumSize else {
      throw DirectToWebError(
        .usersUnreadable, "the file `\(path)` is larger than \(Self.maximumSize) bytes")
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw DirectToWebError(.usersUnreadable, "the file `\(path)` cannot be read")
    }
    let list = try UserList(json: data, path: path)
    // A second write within the resolution of file times would not be seen, so a fresh file is read again.
    let reading = Reading(list: list, mark: mark, isSettled: mark.changed.timeIntervalSinceNow < -2)
    known.withLock { $0 = reading }
    return list
  }

  /// Adds a user.
  ///
  /// - Throws: ``DirectToWebError`` with code `invalidUser` when the name is taken, `usersUnreadable`.
  public func add(_ user: User) throws {
    try rewrite { list in
      guard list[user.name] == nil else {
        throw DirectToWebError(.invalidUser, "there is a user `\(user.name)` already")
      }
      return list.users + [user]
    }
  }

  /// Replaces the entry of the user with the same name; its sessions end.
  ///
  /// - Throws: ``DirectToWebError`` with code `invalidUser` when there is none, `usersUnreadable`.
  public func change(_ user: User) throws {
    try rewrite { list in
      _ = try Self.existing(user.name, in: list)
      return list.users.map { $0.key == user.key ? user : $0 }
    }
  }

  /// Removes a user; its sessions end.
  ///
  /// - Throws: ``DirectToWebError`` with code `invalidUser` when there is none, `usersUnreadable`.
  public func remove(_ name: String) throws {
    try rewrite { list in
      let user = try Self.existing(name, in: list)
      return list.users.filter { $0.key != user.key }
    }
  }

  private struct Reading {
    let list: UserList
    let mark: FileMark
    let isSettled: Bool
  }

  private static func existing(_ name: String, in list: UserList) throws -> User {
    guard let user = list[name] else {
      throw DirectToWebError(.invalidUser, "there is no user `\(name)`")
    }
    return user
  }

  /// Writes all users to a new file, which takes the place of the old one at once.
  private func rewrite(_ change: (UserList) throws -> [User]) throws {
    try writing.withLock { _ in
      let data = try UserList(try change(try list())).json
      guard data.count <= Self.maximumSize else {
        throw DirectToWebError(
          .invalidUser, "the file `\(path)` would be larger than \(Self.maximumSize) bytes")
      }
      do {
        try PrivateFile.replace(path, with: data)
      } catch {
        throw DirectToWebError(.usersUnreadable, "the file `\(path)` cannot be written: \(error)")
      }
    }
  }
}

/// What changes when a file does.
private struct FileMark: Hashable, Sendable {
  let number: UInt64
  let size: Int
  let changed: Date

  /// Looks at a file; returns nil where there is none.
  init?(path: String) throws {
    let attributes: [FileAttributeKey: Any]
    do {
      attributes = try FileManager.default.attributesOfItem(atPath: path)
    } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
      return nil
    } catch {
      throw DirectToWebError(.usersUnreadable, "the file `\(path)` cannot be looked at: \(error)")
    }
    guard attributes[.type] as? FileAttributeType == .typeRegular,
      let number = attributes[.systemFileNumber] as? NSNumber,
      let size = attributes[.size] as? NSNumber,
      let changed = attributes[.modificationDate] as? Date
    else {
      throw DirectToWebError(.usersUnreadable, "`\(path)` is not a file")
    }
    self.number = number.uint64Value
    self.size = size.intValue
    self.changed = changed
  }
}
