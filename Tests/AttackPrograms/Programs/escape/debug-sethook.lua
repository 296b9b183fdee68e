-- expect: undefined-global debug
debug.sethook()
