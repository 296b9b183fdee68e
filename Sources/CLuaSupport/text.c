// Text functions that Lua takes from the C library, made available outside of a state.

#define _GNU_SOURCE
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
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

int lrs_decimalDigits(double number, int count, char *digits) {
  char text[64];
  // The point of the locale may be any text; digits and the exponent look the same in all.
  snprintf(text, sizeof text, "%.*e", count - 1, number);
  int written = 0;
  const char *rest = text;
  for (; *rest != '\0' && *rest != 'e'; rest++) {
    if (*rest >= '0' && *rest <= '9' && written < count) digits[written++] = *rest;
  }
  int power = *rest == 'e' ? (int)strtol(rest + 1, NULL, 10) : 0;
  return power - (count - 1);
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
