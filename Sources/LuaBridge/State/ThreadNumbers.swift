import CLuaSupport

/// Numbers that threads get without waiting for one another.
public enum ThreadNumbers {
  /// A small number of this thread; few threads that run now share one.
  @inline(__always) public static var current: Int { Int(lrs_threadNumber()) }

  /// A number that nobody else gets, on no thread.
  @inline(__always) public static var newStamp: UInt64 { lrs_newStamp() }
}
