// The memory layout of Swift types, and the set values of a context.
//
// Swift makes a layout once for each type. Layouts are C structures, so that reading one neither
// retains nor releases anything, and C code can read values without calling Swift.

#ifndef LRS_LAYOUTS_H
#define LRS_LAYOUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "values.h"

/// How the bytes of a value become a Lua value.
typedef enum __attribute__((enum_extensibility(closed))) LRSForm {
  LRSFormForeign = 0, // only Swift code can convert it
  LRSFormNothing,     // nil
  LRSFormBoolean,
  LRSFormInteger,     // signed, `size` bytes
  LRSFormUnsigned,    // unsigned, `size` bytes
  LRSFormFloat,
  LRSFormDouble,
  LRSFormDate,        // a `Date`: seconds since 2001, in Lua since 1970
  LRSFormDuration,    // a `Duration`: attoseconds, in Lua seconds
  LRSFormUUID,        // a `UUID`: 16 bytes, in Lua a string
  LRSFormDecimal,     // a `Decimal`, which Swift code reads: in Lua a number, if it is exact
  LRSFormString,      // a `String` of Swift
  LRSFormCase,        // an enum without associated values, one byte
  LRSFormOptional,    // nil, or a value of the layout `wrapped` at the same address
  LRSFormMembers,     // a structure with `members`
  LRSFormTable,       // a copied Lua table
  LRSFormLuaValue,    // a `LuaValue` of Swift
  LRSFormList,        // an `Array` of Swift
  LRSFormDictionary,  // a `Dictionary` of Swift whose keys are strings
  LRSFormRecord,      // a reference to a record, which has a layout of its own
  LRSFormObject,      // a reference to an object with listed members, which Swift code reads
} LRSForm;

struct LRSMember;

/// The memory layout of the values of one type. Layouts of types live as long as the process.
typedef struct __attribute__((swift_attr("@safe"))) LRSLayout {
  LRSForm form;
  /// A number that no other layout has; never 0.
  uint32_t number;
  uint32_t size;
  uint32_t memberCount;
  /// For an enum: how many bytes to search to convert a value back to its case.
  uint32_t caseCount;
  /// Whether values can be copied as bytes, and need no destruction.
  bool isTrivial;
  /// Whether an entry stores values inline, not in a box.
  bool isInline;
  /// The metadata of the type with which values are set.
  const void *_Nonnull type;
  /// In byte order of their names.
  const struct LRSMember *_Nullable members;
  /// For an optional type: the layout of the wrapped type.
  const struct LRSLayout *_Nullable wrapped;
  /// For an optional type: the metadata of the wrapped type; for a list: that of the element type.
  const void *_Nullable wrappedType;
  /// For a list: the offset of the first element in the array's heap object, and the distance between two
  /// elements; 0 if only Swift code finds the elements.
  uint32_t firstElement;
  uint32_t stride;
  /// For an enum: the Lua value of each byte, in the form for Swift and in the form for C.
  const void *_Nullable cases;
  const LRSValue *_Nullable caseValues;
  /// The Swift object with the operations of the type; lives as long as the layout.
  const void *_Nonnull witness;
} LRSLayout;

/// One member of a structure.
typedef struct __attribute__((swift_attr("@safe"))) LRSMember {
  /// The layout of a stored member; NULL if Swift code reads the member.
  const LRSLayout *_Nullable layout;
  uint32_t offset;
  /// Whether reading it must be noted, because its values are secret.
  bool isSecret;
} LRSMember;

/// The address of a value, with its layout.
typedef struct __attribute__((swift_attr("@safe"))) LRSStored {
  const void *_Nullable address;
  const LRSLayout *_Nullable layout;
} LRSStored;

/// The set value of a key.
typedef struct __attribute__((swift_attr("@safe"))) LRSEntry {
  /// The number of the key's name.
  uint32_t key;
  /// Whether `bytes` contains a reference to a box and the address of the value in it, not the value itself.
  bool isBoxed;
  const LRSLayout *_Nonnull layout;
  uint64_t bytes[2];
} LRSEntry;

/// The layout of the type with this metadata; NULL if none was made yet. Takes no lock.
const LRSLayout *_Nullable lrs_layoutOf(const void *_Nonnull type);

/// Stores the layout of a type that has none; false when memory is short.
///
/// Called by one thread at a time.
bool lrs_setLayout(const void *_Nonnull type, const LRSLayout *_Nonnull layout);

/// Whether values of the type with this metadata may be moved by moving their bytes.
bool lrs_isBitwiseTakable(const void *_Nonnull type);

/// Whether an optional value is not `nil`.
///
/// Exists because Swift cannot check that without a copy of the value, if the type is not known.
bool lrs_hasValue(const void *_Nonnull value, const LRSLayout *_Nonnull optional);

/// Finds the bytes of a `String` of Swift; false if only Swift can find them.
bool lrs_bytesOfString(const void *_Nonnull string, const char *_Nullable *_Nonnull bytes, size_t *_Nonnull length);

/// The seconds since 1970 of a `Date` of Foundation.
double lrs_secondsOfDate(const void *_Nonnull date);

/// The seconds of a `Duration` of Swift.
double lrs_secondsOfDuration(const void *_Nonnull duration);

/// The length of the text of a `UUID`, in bytes.
#define LRS_UUID_LENGTH 36

/// Writes the text of a `UUID` of Foundation, in uppercase.
void lrs_textOfUUID(const void *_Nonnull uuid, char *_Nonnull text);

/// The number of elements of an `Array` of Swift that C code can read.
int64_t lrs_countOfList(const void *_Nonnull list);

/// Finds the element at a position, counted from 1; NULL if there is none.
const void *_Nullable lrs_element(const void *_Nonnull list, uint32_t firstElement, uint32_t stride, int64_t position);

/// Allows states to use `lrs_bytesOfString`, after its results were compared with those of Swift.
void lrs_trustStrings(void);

#endif
