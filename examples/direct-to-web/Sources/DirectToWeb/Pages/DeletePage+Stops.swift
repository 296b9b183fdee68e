extension DeletePage {
  /// Why a row cannot be deleted, in a sentence; nil where nothing is known to forbid it.
  ///
  /// It looks for one row of each table whose foreign keys forbid it, and gives up after a moment.
  static func stops(
    _ entity: Entity, _ key: RowKey, _ request: PageRequest
  ) async throws -> String? {
    let access = request.access
    let stops = try await request.file.read { connection -> DeletionStops? in
      do {
        return try connection.withTimeLimit(.milliseconds(50)) {
          try access.deletionStops(of: key, in: entity, on: $0)
        }
      } catch let error as DirectToWebError where error.code == .timeLimit {
        return nil
      }
    }
    guard let stops, stops.isStopped else { return nil }
    let names = stops.entities.map {
      request.texts["quoted", ["text": request.displayName(of: $0)]]
    }
    return names.isEmpty
      ? request.texts["othersStopDelete"]
      : request.texts["rowsStopDelete", ["tables": names.joined(separator: ", ")]]
  }

  /// Whether it is known before an attempt that the database will not delete: a trigger could take away what
  /// stands in the way.
  func isCertain(_ preview: DeletionPreview, of keys: [RowKey]) async throws -> Bool {
    guard !preview.stops.isEmpty || preview.isStoppedByOthers else { return false }
    let entity = entity
    return try await request.file.read { try !$0.hasDeleteTriggers(on: entity.identifier) }
  }
}
