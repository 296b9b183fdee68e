-- A shop with every feature of SQLite's schemas, and with names that break careless programs.
PRAGMA foreign_keys = ON;

CREATE TABLE country (
  code TEXT NOT NULL PRIMARY KEY COLLATE NOCASE CHECK (length(code) = 2),
  name TEXT NOT NULL UNIQUE
) WITHOUT ROWID;

CREATE TABLE customer (
  id INTEGER PRIMARY KEY,
  firstName TEXT NOT NULL,
  lastName VARCHAR(40) NOT NULL,
  email TEXT UNIQUE COLLATE NOCASE,
  country_code TEXT REFERENCES country,
  referred_by INTEGER REFERENCES customer(id) ON DELETE SET NULL,
  born DATE,
  is_member BOOLEAN NOT NULL DEFAULT 0 CHECK (is_member IN (0, 1)),
  rating TEXT CHECK (rating IS NULL OR rating IN ('A', 'B', 'it''s C')),
  credit DECIMAL(10, 2) DEFAULT (100 * 2) CHECK (credit BETWEEN -500 AND +5e3),
  notes CLOB,
  photo BLOB,
  created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
  UNIQUE (firstName, lastName)
);

CREATE TABLE product (
  maker TEXT NOT NULL,
  number INT NOT NULL,
  title TEXT NOT NULL CHECK (length(title) <= 80 AND length(title) > 0),
  price REAL NOT NULL CONSTRAINT "price is positive" CHECK (0 < price AND price <= 1e6),
  weight NUMERIC CHECK (weight >= 0),
  gross REAL GENERATED ALWAYS AS (price * 1.19) STORED,
  label TEXT AS (maker || ' ' || number),
  anything,
  PRIMARY KEY (maker, number)
) WITHOUT ROWID;

CREATE TABLE "order" (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  customer_id INTEGER NOT NULL REFERENCES customer ON DELETE CASCADE,
  billing_customer_id INTEGER REFERENCES customer,
  state ANY NOT NULL DEFAULT 'new',
  placed TEXT
) STRICT;

CREATE TABLE order_line (
  order_id INTEGER NOT NULL REFERENCES "order" ON DELETE CASCADE,
  line INTEGER NOT NULL,
  maker TEXT NOT NULL,
  number INT NOT NULL,
  quantity INT NOT NULL DEFAULT 1 CHECK (quantity >= 1),
  PRIMARY KEY (order_id, line),
  FOREIGN KEY (maker, number) REFERENCES product (maker, number) ON UPDATE CASCADE
);

CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);

CREATE TABLE product_tag (
  maker TEXT NOT NULL,
  number INT NOT NULL,
  tag_id INTEGER NOT NULL REFERENCES tag,
  PRIMARY KEY (tag_id, maker, number),
  FOREIGN KEY (maker, number) REFERENCES product
);

CREATE TABLE log (at TEXT, message TEXT);
CREATE INDEX log_at ON log (at DESC, message COLLATE NOCASE);
CREATE UNIQUE INDEX log_lower ON log (lower(message)) WHERE at IS NOT NULL;

CREATE TABLE no_way_to_rowid (rowid TEXT, oid TEXT, _rowid_ TEXT);
CREATE TABLE almost_rowid (id INTEGER PRIMARY KEY DESC, rowid TEXT);

CREATE TABLE "we""ird ] ' t" (
  "a.b, c" INTEGER PRIMARY KEY,
  " " TEXT,
  "" TEXT,
  "🏳️‍🌈" TEXT CHECK ("🏳️‍🌈" IN ('é', 'é')),
  "é" TEXT,
  "é" TEXT,
  "select" TEXT DEFAULT 'x', [group]  TEXT, `or``der` INTEGER CHECK(`or``der`>=-3),
  'single' TEXT NOT NULL DEFAULT '',
  "quote""́ ]́" TEXT,
  "CHECK" TEXT CHECK ("CHECK" NOT IN ('no')),
  "x) CHECK (y" INTEGER CHECK ("x) CHECK (y" /* , ) */ < 10 -- ( '
  ),
  parent INTEGER REFERENCES "we""ird ] ' t"("a.b, c")
);
CREATE TABLE "" ("" PRIMARY KEY, "value" TEXT);
CREATE TABLE "ÉCOLE" (id INTEGER PRIMARY KEY, "Name" TEXT);
CREATE TABLE "éCOLE" (id INTEGER PRIMARY KEY, "NAME" TEXT);

CREATE VIEW customer_names AS SELECT id, firstName || ' ' || lastName AS "full name" FROM customer;
CREATE VIEW broken AS SELECT gone FROM customer;
CREATE VIRTUAL TABLE search USING fts5 (title, body);

CREATE TRIGGER no_delete BEFORE DELETE ON country BEGIN SELECT RAISE (ABORT, 'countries stay'); END;

INSERT INTO country VALUES ('DE', 'Germany'), ('fr', 'France'), ('IT', 'Italy');
INSERT INTO customer (id, firstName, lastName, email, country_code, referred_by, rating) VALUES
  (1, 'Ada', 'Lovelace', 'ada@example.org', 'de', NULL, 'A'),
  (2, 'Kiri', 'Te', 'kiri@example.org', 'FR', 1, 'it''s C'),
  (3, 'Olaf', 'Berg', NULL, NULL, 2, NULL);
INSERT INTO product (maker, number, title, price, anything) VALUES
  ('acme', 1, 'Anvil', 99.5, 7), ('acme', 2, 'Rocket', 1000, '7'), ('zeta', 1, 'Rope', 3.25, x'07');
INSERT INTO "order" (id, customer_id, billing_customer_id) VALUES (10, 1, 2), (11, 2, NULL);
INSERT INTO order_line VALUES (10, 1, 'acme', 1, 2), (10, 2, 'zeta', 1, 1), (11, 1, 'acme', 2, 1);
INSERT INTO tag VALUES (1, 'heavy'), (2, 'fast');
INSERT INTO product_tag VALUES ('acme', 1, 1), ('acme', 2, 1), ('acme', 2, 2);
INSERT INTO log VALUES ('2026-01-01', 'first'), (NULL, 'first'), (NULL, NULL);
INSERT INTO "we""ird ] ' t" ("a.b, c", " ", "", "🏳️‍🌈", parent) VALUES (1, 'space', 'empty', 'é', NULL), (2, NULL, '', 'é', 1);
