-- expect: frozen
utf8.char = print
