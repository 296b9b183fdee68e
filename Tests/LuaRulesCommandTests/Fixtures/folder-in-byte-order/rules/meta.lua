---@meta
not Lua
