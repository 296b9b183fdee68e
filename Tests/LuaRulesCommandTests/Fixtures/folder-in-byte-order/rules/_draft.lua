not Lua
