#include <stdatomic.h>

#include "support.h"

// SOURCE: swift/ABI/ValueWitness.def: the table of a type is in the word before its metadata;
// its seventh function returns the case of an optional, 0 for the one with a value.
typedef uint32_t (*GetEnumTag)(const void *value, uint32_t emptyCases, const void *type);

bool lrs_hasValue(const void *value, const LRSLayout *optional) {
  const LRSLayout *wrapped = optional->wrapped;
  switch (wrapped->form) {
    // The second word of a string is the reference to its bytes, which is never 0.
    case LRSFormString: return ((const uint64_t *)value)[1] != 0;
    // Integers and floats have no spare bits: the byte after them is 0 if there is a value.
    case LRSFormInteger:
    case LRSFormUnsigned:
    case LRSFormFloat:
    case LRSFormDouble:
    case LRSFormDate:
    case LRSFormDuration:
    case LRSFormUUID: return ((const uint8_t *)value)[wrapped->size] == 0;
    // A Boolean is 0 or 1.
    case LRSFormBoolean: return *(const uint8_t *)value <= 1;
    // A reference is never 0.
    case LRSFormRecord:
    case LRSFormList:
    case LRSFormDictionary: return *(const uint64_t *)value != 0;
    default: break;
  }
  const GetEnumTag *witnesses = ((const GetEnumTag *const *)optional->wrappedType)[-1];
  return witnesses[6](value, 1, optional->wrappedType) == 0;
}

// MARK: Strings

// SOURCE: swift/stdlib/public/core/StringObject.swift. The second word of a string shows its form: a small
// string has its bytes in both words, and their count in the four bits above those; a large string has in that
// word the address of its bytes, minus a bias, and in the first word its count and flags.
static const uint64_t isSmallString = UINT64_C(1) << 61;
static const uint64_t isForeignString = UINT64_C(1) << 60;
static const uint64_t addressBits = (UINT64_C(1) << 60) - 1;
static const uint64_t bytesFollowObject = UINT64_C(1) << 60;
static const uint64_t countBits = (UINT64_C(1) << 48) - 1;
static const uint64_t addressBias = 32;

bool lrs_bytesOfString(const void *string, const char **bytes, size_t *length) {
  const uint64_t *words = string;
  if (words[1] & isSmallString) {
    *bytes = string;
    *length = (words[1] >> 56) & 15;
    return true;
  }
  if ((words[1] & isForeignString) || !(words[0] & bytesFollowObject)) return false;
  *bytes = (const char *)(uintptr_t)((words[1] & addressBits) + addressBias);
  *length = (size_t)(words[0] & countBits);
  return true;
}

static atomic_bool stringsAreTrusted;

void lrs_trustStrings(void) {
  atomic_store_explicit(&stringsAreTrusted, true, memory_order_relaxed);
}

bool lrs_readsStrings(void) {
  return atomic_load_explicit(&stringsAreTrusted, memory_order_relaxed);
}

// MARK: Times and identifiers

double lrs_secondsOfDate(const void *date) {
  // SOURCE: `Date.timeIntervalBetween1970AndReferenceDate` of Foundation.
  return *(const double *)date + 978307200.0;
}

double lrs_secondsOfDuration(const void *duration) {
  // SOURCE: swift/stdlib/public/core/Duration.swift: the lower half is stored first.
  const uint64_t *halves = duration;
  __int128 attoseconds = (__int128)((unsigned __int128)halves[1] << 64 | halves[0]);
  const __int128 perSecond = 1000000000000000000;
  return (double)(attoseconds / perSecond) + (double)(attoseconds % perSecond) / 1e18;
}

void lrs_textOfUUID(const void *uuid, char *text) {
  static const char digits[] = "0123456789ABCDEF";
  const uint8_t *bytes = uuid;
  for (int index = 0; index < 16; index++) {
    if (index == 4 || index == 6 || index == 8 || index == 10) *text++ = '-';
    *text++ = digits[bytes[index] >> 4];
    *text++ = digits[bytes[index] & 15];
  }
}

// MARK: Lists

// SOURCE: swift/stdlib/public/core/ContiguousArrayBuffer.swift and swift/stdlib/public/SwiftShims/GlobalObjects.h.
// An array is the address of a heap object, which begins with this header; the elements follow.
typedef struct ListObject {
  const void *type;
  uintptr_t references;
  intptr_t count;
  uintptr_t capacityAndFlags;
} ListObject;

int64_t lrs_countOfList(const void *list) {
  return (*(const ListObject *const *)list)->count;
}

const void *lrs_element(const void *list, uint32_t firstElement, uint32_t stride, int64_t position) {
  const ListObject *object = *(const ListObject *const *)list;
  if (position < 1 || position > object->count) return NULL;
  return (const char *)object + firstElement + (size_t)(position - 1) * stride;
}
