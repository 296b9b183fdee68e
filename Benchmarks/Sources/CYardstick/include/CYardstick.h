// The yardstick: one predicate, called by hand through the C API; and requests, answered by hand.

#ifndef CYARDSTICK_H
#define CYARDSTICK_H

#include <stdbool.h>
#include <stdint.h>

/// A stock Lua state with the predicate and a plain table for its parameter; no limits.
typedef struct Yardstick Yardstick;

/// Makes a yardstick, or NULL when memory is short.
Yardstick *yardstick_new(void);

/// Calls the predicate so many times; returns how often it was true.
int64_t yardstick_run(Yardstick *yardstick, int64_t count);

/// Loads and runs the text of a file in a fresh stock state; false when that fails.
bool yardstick_load(const char *text, int64_t length);

/// A stock Lua state with a function for each key of a request; no limits.
typedef struct RequestState RequestState;

/// Makes such a state, or NULL when memory is short.
RequestState *requests_new(void);

/// Answers so many small requests: makes a table with the members of a task, and calls three
/// functions with it. Returns how many were answered rightly.
int64_t requests_runSmall(RequestState *state, int64_t count);

/// Answers so many large requests: makes a table with five values, and calls eleven functions
/// with it. Returns how many were answered rightly.
int64_t requests_runLarge(RequestState *state, int64_t count);

/// Frees the state.
void requests_free(RequestState *state);

/// How many blocks of memory this thread has asked for; -1 where that is not counted.
int64_t yardstick_allocations(void);

/// Makes a stock state that has run the text of a file and collected its garbage, and keeps what
/// that gave; NULL when it does not run. Freed as a yardstick.
Yardstick *yardstick_hold(const char *text, int64_t length);

/// The bytes that the process has asked for and not freed; -1 where that is not told.
int64_t yardstick_bytes(void);

/// Frees the yardstick.
void yardstick_free(Yardstick *yardstick);

#endif
