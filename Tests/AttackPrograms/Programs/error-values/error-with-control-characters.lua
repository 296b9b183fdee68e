-- expect: runtime
error("a\0b\27[31mred\r\n\7")
