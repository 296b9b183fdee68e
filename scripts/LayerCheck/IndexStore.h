// The part of libIndexStore, which comes with every Swift toolchain, that LayerCheck calls. The
// library comes without headers; it is part of LLVM (`include/indexstore/indexstore.h`).
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  const char *_Nullable data;
  size_t length;
} indexstore_string_ref_t;

typedef void *indexstore_t;
typedef void *indexstore_error_t;
typedef void *indexstore_unit_reader_t;
typedef void *indexstore_unit_dependency_t;
typedef void *indexstore_record_reader_t;
typedef void *indexstore_occurrence_t;
typedef void *indexstore_symbol_t;
typedef void *indexstore_symbol_relation_t;

const char *_Nonnull indexstore_error_get_description(indexstore_error_t _Nonnull);
void indexstore_error_dispose(indexstore_error_t _Nonnull);

indexstore_t _Nullable indexstore_store_create(
    const char *_Nonnull path, indexstore_error_t _Nullable *_Nonnull error);
bool indexstore_store_units_apply_f(
    indexstore_t _Nonnull, unsigned sorted, void *_Nonnull context,
    bool (*_Nonnull)(void *_Nonnull context, indexstore_string_ref_t name));

indexstore_unit_reader_t _Nullable indexstore_unit_reader_create(
    indexstore_t _Nonnull, const char *_Nonnull name,
    indexstore_error_t _Nullable *_Nonnull error);
void indexstore_unit_reader_dispose(indexstore_unit_reader_t _Nonnull);
void indexstore_unit_reader_get_modification_time(
    indexstore_unit_reader_t _Nonnull, int64_t *_Nonnull seconds, int64_t *_Nonnull nanoseconds);
indexstore_string_ref_t indexstore_unit_reader_get_main_file(indexstore_unit_reader_t _Nonnull);
bool indexstore_unit_reader_dependencies_apply_f(
    indexstore_unit_reader_t _Nonnull, void *_Nonnull context,
    bool (*_Nonnull)(void *_Nonnull context, indexstore_unit_dependency_t _Nonnull));

// 1: another unit, 2: a record, 3: a file.
int indexstore_unit_dependency_get_kind(indexstore_unit_dependency_t _Nonnull);
bool indexstore_unit_dependency_is_system(indexstore_unit_dependency_t _Nonnull);
indexstore_string_ref_t indexstore_unit_dependency_get_filepath(
    indexstore_unit_dependency_t _Nonnull);
indexstore_string_ref_t indexstore_unit_dependency_get_modulename(
    indexstore_unit_dependency_t _Nonnull);
indexstore_string_ref_t indexstore_unit_dependency_get_name(indexstore_unit_dependency_t _Nonnull);

indexstore_record_reader_t _Nullable indexstore_record_reader_create(
    indexstore_t _Nonnull, const char *_Nonnull name,
    indexstore_error_t _Nullable *_Nonnull error);
void indexstore_record_reader_dispose(indexstore_record_reader_t _Nonnull);
bool indexstore_record_reader_occurrences_apply_f(
    indexstore_record_reader_t _Nonnull, void *_Nonnull context,
    bool (*_Nonnull)(void *_Nonnull context, indexstore_occurrence_t _Nonnull));

indexstore_symbol_t _Nonnull indexstore_occurrence_get_symbol(indexstore_occurrence_t _Nonnull);
uint64_t indexstore_occurrence_get_roles(indexstore_occurrence_t _Nonnull);
void indexstore_occurrence_get_line_col(
    indexstore_occurrence_t _Nonnull, unsigned *_Nonnull line, unsigned *_Nonnull column);
bool indexstore_occurrence_relations_apply_f(
    indexstore_occurrence_t _Nonnull, void *_Nonnull context,
    bool (*_Nonnull)(void *_Nonnull context, indexstore_symbol_relation_t _Nonnull));

indexstore_string_ref_t indexstore_symbol_get_name(indexstore_symbol_t _Nonnull);
indexstore_string_ref_t indexstore_symbol_get_usr(indexstore_symbol_t _Nonnull);
uint64_t indexstore_symbol_relation_get_roles(indexstore_symbol_relation_t _Nonnull);
indexstore_symbol_t _Nonnull indexstore_symbol_relation_get_symbol(
    indexstore_symbol_relation_t _Nonnull);
