#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The entries of a folder, except `.` and `..`.
enum FolderEntries {
  /// Calls a body with the name and the type of each entry, and closes the descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: The folder.
  ///   - body: Receives the zero-terminated name, and the type, such as `DT_LNK`.
  /// - Returns: Whether the folder could be read.
  static func read(
    _ descriptor: Int32, _ body: (_ name: UnsafePointer<CChar>, _ type: Int32) -> Void
  ) -> Bool {
    guard let directory = unsafe fdopendir(descriptor) else {
      close(descriptor)
      return false
    }
    defer { unsafe closedir(directory) }
    while let entry = unsafe readdir(directory) {
      let type = unsafe Int32(entry.pointee.d_type)
      unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        // The name ends at its zero byte, perhaps beyond the end of the declared array.
        let name = unsafe UnsafeRawPointer(tuple).assumingMemoryBound(to: CChar.self)
        guard unsafe strcmp(name, ".") != 0, unsafe strcmp(name, "..") != 0 else { return }
        unsafe body(name, type)
      }
    }
    return true
  }
}
