import CLuaSupport

/// The stack of the current thread.
@usableFromInline package enum ThreadStack {
  /// Whether the stack is nearly used up; nested work must then go to code that
  /// reports this as an error.
  @usableFromInline package static var isShort: Bool { lrs_isCStackShort() }
}
