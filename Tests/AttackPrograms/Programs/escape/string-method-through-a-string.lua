-- expect: frozen
-- expect: runtime
("").upper = print
