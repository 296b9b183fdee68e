import GRDB

extension Error {
  /// Whether another program, or another connection, has locked the database.
  var isBusy: Bool {
    guard let error = self as? DatabaseError else { return false }
    return error.resultCode == .SQLITE_BUSY || error.resultCode == .SQLITE_LOCKED
  }
}

/// What people may read of an error: no statement, and no value that was bound to one.
public enum ErrorMessage {
  /// Returns the sentence of an error.
  public static func text(_ error: any Error) -> String {
    switch error {
    case let error as DatabaseError: error.message ?? "error \(error.resultCode.rawValue)"
    case let error as DirectToWebError: error.message
    default: "an error of the program"
    }
  }
}
