#include "support.h"

// SOURCE: swift/ABI/ValueWitness.def: the table of a type stands in the word before its metadata;
// its seventh function tells which case of an optional a value is, 0 for the one with a value.
typedef uint32_t (*GetEnumTag)(const void *value, uint32_t emptyCases, const void *type);

bool lrs_hasValue(const void *value, const LRSLayout *optional) {
  const LRSLayout *wrapped = optional->wrapped;
  switch (wrapped->form) {
    // The second word of a string is the reference to its bytes, which is never 0.
    case LRSFormString: return ((const uint64_t *)value)[1] != 0;
    // Integers and floats have no spare bits: a byte after them says whether there is one.
    case LRSFormInteger:
    case LRSFormUnsigned:
    case LRSFormFloat:
    case LRSFormDouble: return ((const uint8_t *)value)[wrapped->size] == 0;
    // A Boolean is 0 or 1.
    case LRSFormBoolean: return *(const uint8_t *)value <= 1;
    // No reference is 0.
    case LRSFormRecord:
    case LRSFormList:
    case LRSFormDictionary: return *(const uint64_t *)value != 0;
    default: break;
  }
  const GetEnumTag *witnesses = ((const GetEnumTag *const *)optional->wrappedType)[-1];
  return witnesses[6](value, 1, optional->wrappedType) == 0;
}
