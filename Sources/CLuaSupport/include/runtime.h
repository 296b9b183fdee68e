// Functions about text, enums and types that Swift itself does not offer.

#ifndef LRS_RUNTIME_H
#define LRS_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: Text

/// Writes a float as Lua's `tostring` does; returns the length, 0 when the buffer is too small.
size_t lrs_numberText(double number, char *_Nonnull buffer, size_t size);

/// Writes the `count` most significant decimal digits of a finite number, correctly rounded;
/// returns the power of ten of the last one.
///
/// Exists because `snprintf`, which rounds the exact value, is variadic. At most 17 digits, without
/// sign, point and end mark.
int lrs_decimalDigits(double number, int count, char *_Nonnull digits);

/// Whether two memory ranges have the same bytes.
bool lrs_hasSameBytes(const void *_Nonnull left, const void *_Nonnull right, size_t length);

/// Compares bytes; returns a negative number, 0, or a positive number.
int32_t lrs_compareBytes(const void *_Nonnull left, const void *_Nonnull right, size_t length);

/// Whether strings are ordered by their bytes; Lua orders them by the process's collation.
bool lrs_isCollationBytewise(void);

// MARK: Enums of Swift

/// Writes the case with the number to `value`, in a Swift enum type.
///
/// Exists because the runtime's function for that has Swift's calling convention.
/// Returns false, and does nothing, when the type has no such function.
bool lrs_injectCase(void *_Nonnull value, uint32_t tag, const void *_Nonnull type);

// MARK: Numbers of types

/// The number that was assigned to the address, or 0; takes no lock.
uint32_t lrs_numberOf(const void *_Nonnull address);

/// Assigns a number, not 0, to an address that has none; false when memory is short.
///
/// Called by one thread at a time.
bool lrs_setNumber(const void *_Nonnull address, uint32_t number);

/// The conversion that `lrs_setConversion` stored for the type with this metadata, or NULL; takes no lock.
const void *_Nullable lrs_conversionOf(const void *_Nonnull type);

/// Stores the conversion of Lua values to a type; false when memory is short.
///
/// Called by one thread at a time, once for a type.
bool lrs_setConversion(const void *_Nonnull type, const void *_Nonnull conversion);

/// Whether this is the main thread.
bool lrs_isMainThread(void);

/// Whether an observer receives the next answer of this thread: one, at random, of each `interval`.
bool lrs_isPicked(uint64_t observer, uint32_t interval);

/// Whether an observer is running on this thread.
bool lrs_isObserving(void);

/// Sets whether an observer is running on this thread.
void lrs_setObserving(bool value);

#endif
