// The parts of Lua's API that Swift must not or cannot use directly.
//
// A Lua error is a `longjmp`, and must never jump over a Swift frame. So Swift
// sees no `lua_State` at all: each function here either cannot raise, or runs
// raising code inside `lua_pcall`. Callbacks into Swift *return* an outcome;
// the C function that called them raises after Swift has returned.
//
// A struct whose only unsafe parts are pointers is marked safe for Swift; Swift
// still writes `unsafe` when it follows one of these pointers.
//
// None of the functions here raises. A state is used by one thread at a time.

#ifndef CLUASUPPORT_H
#define CLUASUPPORT_H

#include "asking.h"
#include "budgets.h"
#include "layouts.h"
#include "loading.h"
#include "runtime.h"
#include "states.h"
#include "threads.h"
#include "values.h"

#endif
