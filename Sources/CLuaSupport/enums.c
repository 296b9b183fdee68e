#include "support.h"

// SOURCE: swift/ABI/ValueWitness.def: eight functions, two sizes, two 32-bit words,
// then the three functions that only enums have.
typedef struct ValueWitnesses {
  const void *functions[8];
  size_t size, stride;
  uint32_t flags, extraInhabitants;
  const void *getEnumTag, *projectEnumData;
  __attribute__((swiftcall)) void (*injectEnumTag)(void *value, uint32_t tag, const void *type);
} ValueWitnesses;

// SOURCE: `ValueWitnessFlags` in swift/ABI/MetadataValues.h.
static const uint32_t hasEnumWitnesses = 0x200000;
static const uint32_t isNonBitwiseTakable = 0x100000;

bool lrs_isBitwiseTakable(const void *type) {
  return !(((const ValueWitnesses *const *)type)[-1]->flags & isNonBitwiseTakable);
}

bool lrs_injectCase(void *value, uint32_t tag, const void *type) {
  // The table of a type is in the word before its metadata.
  const ValueWitnesses *witnesses = ((const ValueWitnesses *const *)type)[-1];
  if (!(witnesses->flags & hasEnumWitnesses)) return false;
  witnesses->injectEnumTag(value, tag, type);
  return true;
}
