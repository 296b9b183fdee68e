// Text functions that Lua takes from the C library, made available outside of a state.

#define _GNU_SOURCE
#include <locale.h>
#include <stdio.h>
#include <string.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

#include "support.h"

size_t lrs_numberText(double number, char *buffer, size_t size) {
  // SOURCE: `tostringbuff` in `lobject.c` of Lua 5.4.4.
  int length = lua_number2str(buffer, size, number);
  if (length < 0 || (size_t)length + 3 > size) return 0;
  if (buffer[strspn(buffer, "-0123456789")] == '\0') {
    buffer[length++] = lua_getlocaledecpoint();
    buffer[length++] = '0';
  }
  return (size_t)length;
}

bool lrs_isCollationBytewise(void) {
  if (uselocale((locale_t)0) != LC_GLOBAL_LOCALE) return false;
  const char *name = setlocale(LC_COLLATE, NULL);
  return name != NULL && (strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0);
}

bool lrs_hasSameBytes(const void *left, const void *right, size_t length) {
  return memcmp(left, right, length) == 0;
}

int32_t lrs_compareBytes(const void *left, const void *right, size_t length) {
  return memcmp(left, right, length);
}
