import CLuaSupport

/// Numbers that threads get without contention.
@usableFromInline package enum ThreadNumbers {
  /// A small number of this thread; few running threads have the same.
  @inline(__always) @usableFromInline package static var current: Int { Int(lrs_threadNumber()) }

  /// A unique number, on all threads.
  @inline(__always) @usableFromInline package static var newStamp: UInt64 { lrs_newStamp() }
}
