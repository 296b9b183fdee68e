"""Prints the schema of an SQLite file as JSON lists of texts, by statements of its own."""
import json, sqlite3, sys

connection = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)


def pragma(name, argument):
    quoted = '"' + argument.replace('"', '""') + '"'
    return connection.execute(f"PRAGMA main.{name}({quoted})").fetchall()


lines = []
for schema, name, kind, _, without_rowid, strict in connection.execute("PRAGMA main.table_list"):
    if schema != "main" or name.startswith("sqlite_"):
        continue
    try:
        columns = pragma("table_xinfo", name)
    except sqlite3.Error:
        lines.append(["unreadable", name])
        continue
    lines.append(["table", name, kind, without_rowid, strict])
    for _, column, declared, not_null, default, key, hidden in columns:
        lines.append(["column", name, column, declared, not_null, default, key, hidden])
    for number, part, other, own, to, update, delete, _ in pragma("foreign_key_list", name):
        lines.append(["key", name, number, part, other, own, to, update, delete])
    for _, index, unique, origin, partial in pragma("index_list", name):
        lines.append(["index", name, index, unique, origin, partial])
        for place, _, column, descending, collation, counts in pragma("index_xinfo", index):
            if counts:
                lines.append(["part", name, index, place, column, descending, collation])
lines = [["" if field is None else str(field) for field in line] for line in lines]
json.dump(sorted(lines, key=lambda line: [field.encode() for field in line]), sys.stdout)
