-- expect: frozen
host.ask = print
