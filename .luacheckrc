std = "lua54"
read_globals = { "host", "null" }
max_line_length = false
exclude_files = { ".build", "**/.build", "Tests" }
files["lua/luarules.lua"] = { globals = { "host", "null" } }
