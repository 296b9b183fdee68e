// How values of Swift types lie in memory, and what is set on a context.
//
// Swift makes layouts, once for a type. They are structures of C, so that reading one neither
// retains nor releases anything, and C code can read values without calling Swift.

#ifndef LRS_LAYOUTS_H
#define LRS_LAYOUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "values.h"

/// What the bytes of a value are in Lua.
typedef enum __attribute__((enum_extensibility(closed))) LRSForm {
  LRSFormForeign = 0, // only Swift code can tell
  LRSFormNothing,     // nil
  LRSFormBoolean,
  LRSFormInteger,     // signed, `size` bytes
  LRSFormUnsigned,    // unsigned, `size` bytes
  LRSFormFloat,
  LRSFormDouble,
  LRSFormDate,        // a `Date`: seconds since 2001, in Lua since 1970
  LRSFormDuration,    // a `Duration`: attoseconds, in Lua seconds
  LRSFormUUID,        // a `UUID`: 16 bytes, in Lua a string
  LRSFormString,      // a `String` of Swift
  LRSFormCase,        // an enum without associated values, one byte
  LRSFormOptional,    // nil, or a value of the layout `wrapped` at the same address
  LRSFormMembers,     // a structure with `members`
  LRSFormTable,       // a copied Lua table
  LRSFormLuaValue,    // a `LuaValue` of Swift
  LRSFormList,        // an `Array` of Swift
  LRSFormDictionary,  // a `Dictionary` of Swift whose keys are strings
  LRSFormRecord,      // a reference to a record, which has a layout of its own
  LRSFormObject,      // a reference to an object whose type lists members, which Swift code reads
} LRSForm;

struct LRSMember;

/// How the values of one type lie in memory. Layouts of types live as long as the process.
typedef struct __attribute__((swift_attr("@safe"))) LRSLayout {
  LRSForm form;
  /// Tells layouts apart; never 0.
  uint32_t number;
  uint32_t size;
  uint32_t memberCount;
  /// Of an enum: how many bytes to look through for the one that a value converts to.
  uint32_t caseCount;
  /// Whether a copy of the bytes is a copy of the value, and nothing has to be destroyed.
  bool isTrivial;
  /// Whether an entry holds values itself, rather than a reference to a box.
  bool isInline;
  /// The metadata of the type as which values are set.
  const void *_Nonnull type;
  /// In byte order of their names.
  const struct LRSMember *_Nullable members;
  /// Of an optional type: the layout of what it wraps.
  const struct LRSLayout *_Nullable wrapped;
  /// Of an optional type: the metadata of what it wraps; of a list: that of the elements.
  const void *_Nullable wrappedType;
  /// Of a list: the distance of the first element from the beginning of the array's object, and of each
  /// element from the next; 0 where only Swift code finds the elements.
  uint32_t firstElement;
  uint32_t stride;
  /// Of an enum: what each byte is in Lua, as Swift keeps it, and as C pushes it.
  const void *_Nullable cases;
  const LRSValue *_Nullable caseValues;
  /// The Swift object that knows the type; lives as long as the layout.
  const void *_Nonnull witness;
} LRSLayout;

/// One member of a structure.
typedef struct __attribute__((swift_attr("@safe"))) LRSMember {
  /// The layout of the member, which is stored; NULL where Swift code reads it.
  const LRSLayout *_Nullable layout;
  uint32_t offset;
  /// Whether reading it is noted, because its values are not to be printed.
  bool isSecret;
} LRSMember;

/// Where a value lies, with its layout.
typedef struct __attribute__((swift_attr("@safe"))) LRSStored {
  const void *_Nullable address;
  const LRSLayout *_Nullable layout;
} LRSStored;

/// A value that is set for a key.
typedef struct __attribute__((swift_attr("@safe"))) LRSEntry {
  /// The number of the key's name.
  uint32_t key;
  /// Whether `bytes` are the reference to a box and the address of the value in it, or else the value itself.
  bool isBoxed;
  const LRSLayout *_Nonnull layout;
  uint64_t bytes[2];
} LRSEntry;

/// The layout of the type with this metadata; NULL where none was made yet. Takes no lock.
const LRSLayout *_Nullable lrs_layoutOf(const void *_Nonnull type);

/// Keeps the layout of a type that has none; false when memory is short.
///
/// Called by one thread at a time.
bool lrs_setLayout(const void *_Nonnull type, const LRSLayout *_Nonnull layout);

/// Whether values of the type with this metadata may be moved by moving their bytes.
bool lrs_isBitwiseTakable(const void *_Nonnull type);

/// Whether an optional value is not `nil`.
///
/// Exists because Swift offers no way to ask that without a copy of the value, where its type is not known.
bool lrs_hasValue(const void *_Nonnull value, const LRSLayout *_Nonnull optional);

/// Finds the bytes of a `String` of Swift; false where only Swift can tell them.
bool lrs_bytesOfString(const void *_Nonnull string, const char *_Nullable *_Nonnull bytes, size_t *_Nonnull length);

/// The seconds since 1970 of a `Date` of Foundation.
double lrs_secondsOfDate(const void *_Nonnull date);

/// The seconds of a `Duration` of Swift.
double lrs_secondsOfDuration(const void *_Nonnull duration);

/// How many bytes the text of a `UUID` has.
#define LRS_UUID_LENGTH 36

/// Writes the text of a `UUID` of Foundation, in capitals.
void lrs_textOfUUID(const void *_Nonnull uuid, char *_Nonnull text);

/// The number of elements of an `Array` of Swift whose elements C code finds.
int64_t lrs_countOfList(const void *_Nonnull list);

/// Finds the element at a position from 1 on; NULL where there is none.
const void *_Nullable lrs_element(const void *_Nonnull list, uint32_t firstElement, uint32_t stride, int64_t position);

/// Lets states read strings by `lrs_bytesOfString`, once that was compared with what Swift says.
void lrs_trustStrings(void);

#endif
