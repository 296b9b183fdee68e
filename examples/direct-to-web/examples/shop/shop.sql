-- Alder & Finch: six shops for kitchen, garden, paper and tea, with their customers, orders and workshops.
--
-- Every row is computed, so the database is the same on each machine. All names are invented.

PRAGMA foreign_keys = ON;
BEGIN;

-- Tables ------------------------------------------------------------------------------------------

CREATE TABLE country (
  code TEXT NOT NULL PRIMARY KEY COLLATE NOCASE CHECK (length(code) = 2),
  name TEXT NOT NULL UNIQUE,
  delivery_days INTEGER NOT NULL CHECK (delivery_days BETWEEN 1 AND 30)
) WITHOUT ROWID;

CREATE TABLE store (
  store_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  street TEXT NOT NULL,
  city TEXT NOT NULL,
  country_code TEXT NOT NULL REFERENCES country,
  phone TEXT,
  email TEXT NOT NULL,
  website TEXT,
  opened DATE NOT NULL,
  opens_at TIME NOT NULL,
  closes_at TIME NOT NULL,
  CHECK (opens_at < closes_at)
);

CREATE TABLE staff (
  staff_id INTEGER PRIMARY KEY,
  username TEXT NOT NULL UNIQUE,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('manager', 'seller', 'accountant')),
  store_id INTEGER NOT NULL REFERENCES store,
  reports_to INTEGER REFERENCES staff (staff_id) ON DELETE SET NULL,
  email TEXT NOT NULL UNIQUE COLLATE NOCASE,
  hired DATE NOT NULL,
  -- 0 or 1, as older programs write it: the column itself does not say so.
  active INTEGER NOT NULL DEFAULT 1
);

CREATE TABLE customer (
  customer_id INTEGER PRIMARY KEY,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  email TEXT UNIQUE COLLATE NOCASE,
  phone TEXT,
  website TEXT,
  born DATE,
  store_id INTEGER NOT NULL REFERENCES store,
  newsletter BOOLEAN NOT NULL DEFAULT 0 CHECK (newsletter IN (0, 1)),
  notes CLOB,
  created_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE address (
  customer_id INTEGER NOT NULL REFERENCES customer ON DELETE CASCADE,
  number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 9),
  street TEXT NOT NULL,
  postal_code TEXT NOT NULL CHECK (length(postal_code) <= 10),
  city TEXT NOT NULL,
  country_code TEXT NOT NULL REFERENCES country,
  PRIMARY KEY (customer_id, number)
);

CREATE TABLE category (
  category_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  parent_id INTEGER REFERENCES category
);

CREATE TABLE product (
  product_id INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE CHECK (length(code) = 6),
  title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 80),
  category_id INTEGER NOT NULL REFERENCES category,
  state TEXT NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'on sale', 'sold out', 'retired')),
  price_cents INTEGER NOT NULL CHECK (price_cents > 0),
  cost_cents INTEGER NOT NULL CHECK (cost_cents >= 0),
  margin_cents INTEGER GENERATED ALWAYS AS (price_cents - cost_cents) STORED,
  stock INTEGER NOT NULL DEFAULT 0 CHECK (stock >= 0),
  weight_grams INTEGER CHECK (weight_grams > 0),
  released DATE,
  manual_url TEXT,
  description CLOB,
  updated_at TIMESTAMP,
  UNIQUE (title, category_id)
);

CREATE TABLE tag (tag_id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);

CREATE TABLE product_tag (
  product_id INTEGER NOT NULL REFERENCES product ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tag,
  PRIMARY KEY (product_id, tag_id)
);

CREATE TABLE "order" (
  order_id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customer,
  ship_to INTEGER,
  store_id INTEGER NOT NULL REFERENCES store,
  staff_id INTEGER REFERENCES staff ON DELETE SET NULL,
  state TEXT NOT NULL DEFAULT 'new'
    CHECK (state IN ('new', 'paid', 'packed', 'shipped', 'cancelled')),
  placed_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
  shipped_on DATE,
  note TEXT,
  FOREIGN KEY (customer_id, ship_to) REFERENCES address (customer_id, number),
  CHECK (shipped_on IS NULL OR state = 'shipped')
);
CREATE INDEX order_store ON "order" (store_id, placed_at);
CREATE INDEX order_customer ON "order" (customer_id);

CREATE TABLE order_line (
  order_id INTEGER NOT NULL REFERENCES "order" ON DELETE CASCADE,
  line INTEGER NOT NULL,
  product_id INTEGER NOT NULL REFERENCES product,
  quantity INTEGER NOT NULL DEFAULT 1 CHECK (quantity BETWEEN 1 AND 99),
  price_cents INTEGER NOT NULL CHECK (price_cents > 0),
  discount_percent INTEGER NOT NULL DEFAULT 0 CHECK (discount_percent BETWEEN 0 AND 50),
  total_cents INTEGER
    GENERATED ALWAYS AS (quantity * price_cents * (100 - discount_percent) / 100) STORED,
  PRIMARY KEY (order_id, line),
  UNIQUE (order_id, product_id)
);
CREATE INDEX order_line_product ON order_line (product_id);

CREATE TABLE payment (
  payment_id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES "order",
  method TEXT NOT NULL CHECK (method IN ('card', 'transfer', 'cash', 'voucher')),
  amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
  paid_at TEXT NOT NULL,
  reference TEXT UNIQUE
) STRICT;
CREATE INDEX payment_order ON payment (order_id);

CREATE TABLE review (
  review_id INTEGER PRIMARY KEY,
  product_id INTEGER NOT NULL REFERENCES product ON DELETE CASCADE,
  customer_id INTEGER NOT NULL REFERENCES customer,
  stars INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5),
  headline TEXT NOT NULL CHECK (length(headline) <= 60),
  body CLOB,
  written_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
  UNIQUE (product_id, customer_id)
);

CREATE TABLE workshop (
  workshop_id INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  store_id INTEGER NOT NULL REFERENCES store,
  teacher_id INTEGER NOT NULL REFERENCES staff,
  day DATE NOT NULL,
  starts_at TIME NOT NULL,
  minutes INTEGER NOT NULL CHECK (minutes BETWEEN 30 AND 480),
  seats INTEGER NOT NULL DEFAULT 12 CHECK (seats BETWEEN 4 AND 30),
  price_cents INTEGER NOT NULL DEFAULT 0 CHECK (price_cents >= 0),
  UNIQUE (store_id, day, starts_at)
);

CREATE VIEW sales_by_month AS
SELECT strftime('%Y-%m', o.placed_at) AS month, s.name AS store, count(DISTINCT o.order_id) AS orders,
  sum(l.total_cents) AS revenue_cents
FROM "order" o JOIN store s USING (store_id) JOIN order_line l USING (order_id)
WHERE o.state <> 'cancelled'
GROUP BY 1, 2;

-- Words -------------------------------------------------------------------------------------------

CREATE TEMP TABLE word (kind TEXT, number INTEGER, text TEXT, PRIMARY KEY (kind, number));
CREATE TEMP TABLE list (kind TEXT, items TEXT);
INSERT INTO list VALUES
  ('first', 'Amelie|Anton|Aron|Bea|Bruno|Carla|Clemens|Dana|Dario|Edda|Elias|Emil|Fenja|Florin|Greta|'
    || 'Hanno|Ida|Ilja|Jonna|Jurek|Kaja|Lasse|Lena|Levin|Lotte|Malte|Marit|Mira|Nele|Nils|Oda|Ole|'
    || 'Paula|Piet|Ronja|Rufus|Selma|Sören|Tilda|Tomke|Ulla|Viktor|Wanda|Yaron|Zoë|Zeno'),
  ('last', 'Abelsen|Ackerlund|Bachthaler|Birkholt|Borowy|Brandau|Castell|Cremona|Dahlhoff|Deichmer|'
    || 'Eberwein|Eskildsen|Falkner|Fontaine|Gerstell|Grunewalt|Haverkamp|Hollerith|Ilgner|Jansson|'
    || 'Kaltenmark|Kessling|Lachner|Lindqvist|Marchetti|Mühlhaus|Nordwall|O''Dell|Ostrander|Pellerin|'
    || 'Quast|Rautenberg|Rosendal|Sandrock|Steinhof|Tannert|Thorvik|Uhlenbruck|Vasari|Vogtland|'
    || 'Wachsmuth|Westerling|Zabel|Zinnecker'),
  ('street', 'Alder Lane|Bakery Row|Canal Street|Chestnut Walk|Fern Road|Fishmarket|Harbour Street|'
    || 'Hop Yard|Lighthouse Way|Linden Avenue|Long Bridge|Mill Path|Old Tannery|Orchard Close|'
    || 'Park Crescent|Potter''s Hill|Quayside|Rope Walk|Station Square|Willow Bank'),
  ('city', 'Altenau|Brackwede|Colmont|Dunhaven|Elmstad|Fjordby|Grauport|Hollins|Isarbrück|Jorvik|'
    || 'Kestrel|Lonsee|Marwick|Nordal|Ostwick|Pinella'),
  ('look', 'Blue|Plain|Oak|Copper|Linen|Striped|Small|Large|Folding|Enamel|Rough|Polished'),
  ('kitchen', 'Bread Knife|Mixing Bowl|Saucepan|Tea Towel|Pepper Mill'),
  ('garden', 'Watering Can|Trowel|Plant Pot|Bird Feeder|Work Gloves'),
  ('paper', 'Notebook|Letter Set|Pencil Case|Wall Calendar|Wrapping Paper'),
  ('tea', 'Tea Tin|Teapot|Tea Strainer|Cup and Saucer|Tea Chest'),
  ('made', 'Made in a small workshop that has done little else for forty years.|'
    || 'Our buyers found it at a fair and have used it at home ever since.|'
    || 'Drawn by us, made by a family business two valleys away.|'
    || 'A classic that we brought back after many letters from customers.'),
  ('use', 'It keeps its shape after years of daily use.|It is lighter than it looks.|'
    || 'It fits into any drawer, and looks good outside of one.|It is easily repaired; we sell all parts.|'
    || 'Children like it as much as their grandparents do.'),
  ('care', 'Wash by hand and let it dry in the air.|A drop of oil once a year is all that it needs.|'
    || 'Keep it dry, and out of the midday sun.|It may go into the dishwasher, at up to 60 degrees.'),
  ('headline', 'Not for me|It does the job|Good, with small flaws|Better than I thought|'
    || 'I would buy it again'),
  ('opinion', 'The parcel came on time.|It is a little smaller than I thought.|The colour is lovely.|'
    || 'My neighbour asked where I got it.|The box was damaged, but nothing in it.|'
    || 'I have used it every day for a month.|The staff in the shop were a great help.|'
    || 'I gave it away as a present, and it was much liked.'),
  ('workshop', 'Sharpening Knives|Sowing and Pricking out|Binding a Notebook|Tasting Green Tea|'
    || 'Bread from Sourdough|Lettering with a Brush|Pruning Fruit Trees|Mending Pottery');
INSERT INTO word
WITH RECURSIVE split (kind, number, text, rest) AS (
  SELECT kind, -1, '', items || '|' FROM list
  UNION ALL
  SELECT kind, number + 1, substr(rest, 1, instr(rest, '|') - 1), substr(rest, instr(rest, '|') + 1)
  FROM split WHERE rest <> ''
)
SELECT kind, number, text FROM split WHERE number >= 0;

-- Numbers that look like chance: `a`, `b` and `c` do not depend on each other.
CREATE TEMP TABLE seed (n INTEGER PRIMARY KEY, a INTEGER, b INTEGER, c INTEGER);
INSERT INTO seed
WITH RECURSIVE count (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 6000)
SELECT n, (n * 48271 % 65537 * 69621) % 99991, (n * 16807 % 65521 * 39373) % 99989,
  (n * 62089911 % 65519 * 30323) % 99971
FROM count;

-- Rows --------------------------------------------------------------------------------------------

INSERT INTO country VALUES
  ('AT', 'Austria', 3), ('BE', 'Belgium', 3), ('CH', 'Switzerland', 4), ('DE', 'Germany', 1),
  ('DK', 'Denmark', 2), ('FR', 'France', 3), ('IT', 'Italy', 4), ('NL', 'Netherlands', 2),
  ('NO', 'Norway', 5), ('SE', 'Sweden', 4);

INSERT INTO store VALUES
  (1, 'Harbour', '12 Quayside', 'Dunhaven', 'DE', '+49 555 0101', 'harbour@alder-finch.example',
    'https://alder-finch.example/harbour', '2009-04-18', '09:30', '19:00'),
  (2, 'Old Town', '3 Bakery Row', 'Altenau', 'DE', '+49 555 0102', 'oldtown@alder-finch.example',
    'https://alder-finch.example/old-town', '2012-09-01', '10:00', '18:30'),
  (3, 'Orchard', '41 Orchard Close', 'Lonsee', 'AT', '+43 555 0103', 'orchard@alder-finch.example',
    NULL, '2015-03-20', '09:00', '18:00'),
  (4, 'Canal', '7 Canal Street', 'Brackwede', 'NL', '+31 555 0104', 'canal@alder-finch.example',
    'https://alder-finch.example/canal', '2017-05-06', '10:00', '20:00'),
  (5, 'Fjord', '1 Fishmarket', 'Fjordby', 'NO', '+47 555 0105', 'fjord@alder-finch.example',
    NULL, '2019-11-15', '10:00', '17:00'),
  (6, 'Station', '88 Station Square', 'Colmont', 'FR', NULL, 'station@alder-finch.example',
    'https://alder-finch.example/station', '2022-02-02', '07:00', '21:00');

-- Five people for each shop; the first manages it, the last keeps its books.
INSERT INTO staff
SELECT n, replace(replace(lower(first.text), 'ö', 'oe'), 'ë', 'e') || n, first.text, last.text,
  CASE n % 5 WHEN 1 THEN 'manager' WHEN 0 THEN 'accountant' ELSE 'seller' END,
  (n - 1) / 5 + 1, CASE WHEN n % 5 <> 1 THEN (n - 1) / 5 * 5 + 1 END,
  replace(replace(lower(first.text), 'ö', 'oe'), 'ë', 'e') || n || '@alder-finch.example',
  date('2011-01-10', '+' || (a % 5000) || ' days'),
  c % 9 <> 0
FROM seed
JOIN word first ON first.kind = 'first' AND first.number = n * 11 % 46
JOIN word last ON last.kind = 'last' AND last.number = n * 7 % 44
WHERE n <= 30 ORDER BY n;

INSERT INTO customer
SELECT n, first.text, last.text,
  CASE WHEN a % 12 <> 0 THEN
    replace(replace(replace(replace(lower(first.text || '.' || last.text), '''', ''), 'ö', 'oe'), 'ü',
      'ue'), 'ë', 'e') || n || '@mail.example' END,
  CASE WHEN b % 3 <> 0 THEN printf('+49 555 %06d', n * 7919 % 999983) END,
  CASE WHEN c % 15 = 0 THEN 'https://customer' || n || '.example/' END,
  CASE WHEN c % 6 <> 0 THEN date('1940-01-01', '+' || (a % 24000) || ' days') END,
  b % 6 + 1, a % 5 < 2,
  CASE WHEN b % 20 = 0 THEN 'Prefers to be called in the evening.' || char(10)
    || 'Collects parcels at the shop.' END,
  datetime('2019-06-01 09:00:00', '+' || (n * 1900 + c % 1500) || ' minutes')
FROM seed
JOIN word first ON first.kind = 'first' AND first.number = a % 46
JOIN word last ON last.kind = 'last' AND last.number = b % 44
WHERE n <= 1200 ORDER BY n;

-- Every third customer has a second address.
INSERT INTO address
SELECT customer_id, place, (a * place % 140 + 1) || ' ' || street.text,
  printf('%05d', (b * place * 31) % 99999), city.text,
  CASE WHEN c % 3 = 0 THEN substr('ATBECHDEDKFRITNLNOSE', c % 10 * 2 + 1, 2) ELSE 'DE' END
FROM customer JOIN seed ON n = customer_id
JOIN (SELECT 1 AS place UNION ALL SELECT 2) ON place = 1 OR customer_id % 3 = 0
JOIN word street ON street.kind = 'street' AND street.number = (a + place) % 20
JOIN word city ON city.kind = 'city' AND city.number = (b + place) % 16
ORDER BY 1, 2;

INSERT INTO category VALUES
  (1, 'Kitchen', NULL), (2, 'Garden', NULL), (3, 'Paper', NULL), (4, 'Tea', NULL),
  (5, 'Knives', 1), (6, 'Bowls', 1), (7, 'Pans', 1), (8, 'Kitchen linen', 1), (9, 'Mills', 1);

-- Each thing in each look.
INSERT INTO product
  (product_id, code, title, category_id, state, price_cents, cost_cents, stock, weight_grams, released,
    manual_url, description, updated_at)
SELECT n, printf('%s%04d', upper(substr(thing.kind, 1, 2)), n), look.text || ' ' || thing.text,
  CASE thing.kind WHEN 'kitchen' THEN
    CASE thing.number WHEN 0 THEN 5 WHEN 1 THEN 6 WHEN 2 THEN 7 WHEN 3 THEN 8 ELSE 9 END
    WHEN 'garden' THEN 2 WHEN 'paper' THEN 3 ELSE 4 END,
  CASE WHEN c % 17 = 0 THEN 'draft' WHEN c % 13 = 0 THEN 'retired' WHEN b % 11 = 0 THEN 'sold out'
    ELSE 'on sale' END,
  (a % 90 + 4) * 100 + 90 - b % 2 * 40, (a % 90 + 4) * (48 + c % 14),
  CASE WHEN b % 11 = 0 THEN 0 ELSE c % 120 END, CASE WHEN a % 8 <> 0 THEN b % 2400 + 40 END,
  CASE WHEN c % 17 <> 0 THEN date('2016-02-01', '+' || (a % 3400) || ' days') END,
  CASE WHEN c % 5 = 0 THEN 'https://alder-finch.example/manuals/' || n END,
  look.text || ' ' || lower(thing.text) || '. ' || made.text || ' ' || use.text || char(10) || char(10)
    || care.text,
  CASE WHEN b % 4 = 0 THEN datetime('2025-01-01 10:00:00', '+' || (b % 8000) || ' hours') END
FROM seed
JOIN word look ON look.kind = 'look' AND look.number = (n - 1) % 12
JOIN word thing
  ON thing.kind = CASE (n - 1) / 60 WHEN 0 THEN 'kitchen' WHEN 1 THEN 'garden' WHEN 2 THEN 'paper'
    ELSE 'tea' END
  AND thing.number = (n - 1) / 12 % 5
JOIN word made ON made.kind = 'made' AND made.number = a % 4
JOIN word use ON use.kind = 'use' AND use.number = b % 5
JOIN word care ON care.kind = 'care' AND care.number = c % 4
WHERE n <= 240 ORDER BY n;

INSERT INTO tag VALUES
  (1, 'gift'), (2, 'handmade'), (3, 'new'), (4, 'bestseller'), (5, 'repairable'), (6, 'last pieces');
INSERT INTO product_tag
SELECT product_id, tag_id FROM product JOIN seed ON n = product_id JOIN tag
WHERE (a + b * tag_id) % 5 = 0 ORDER BY 1, 2;

-- The last orders are still on their way.
INSERT INTO "order"
SELECT n, customer_id, CASE WHEN c % 7 = 0 THEN NULL WHEN customer_id % 3 = 0 THEN b % 2 + 1 ELSE 1 END,
  store_id, CASE WHEN c % 4 <> 0 THEN (store_id - 1) * 5 + 2 + a % 3 END,
  state, placed_at, CASE WHEN state = 'shipped' THEN date(placed_at, '+' || (b % 5 + 1) || ' days') END,
  CASE WHEN a % 40 = 0 THEN 'Please ring twice.' WHEN a % 31 = 0 THEN 'A present: no invoice in the box.' END
FROM (
  SELECT seed.*, a % 1200 + 1 AS customer_id,
    CASE WHEN b % 4 = 0 THEN c % 6 + 1 ELSE (SELECT store_id FROM customer WHERE customer_id = a % 1200 + 1)
      END AS store_id,
    CASE WHEN c % 25 = 0 THEN 'cancelled' WHEN n <= 5880 THEN 'shipped' WHEN n <= 5920 THEN 'packed'
      WHEN n <= 5970 THEN 'paid' ELSE 'new' END AS state,
    datetime('2023-01-02 08:00:00', '+' || (n * 260 + b % 200) || ' minutes') AS placed_at
  FROM seed
) ORDER BY n;

-- 37 and 240 have no common factor, so no product stands twice in an order.
INSERT INTO order_line (order_id, line, product_id, quantity, price_cents, discount_percent)
SELECT n, line, (b + line * 37) % 240 + 1, CASE WHEN (c + line) % 3 = 0 THEN (c + line) % 4 + 1 ELSE 1 END,
  price_cents, CASE WHEN (a + line) % 10 = 0 THEN 10 WHEN (a + line) % 33 = 0 THEN 25 ELSE 0 END
FROM seed
JOIN (SELECT 1 AS line UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4) ON line <= a % 4 + 1
JOIN product ON product_id = (b + line * 37) % 240 + 1
ORDER BY 1, 2;

INSERT INTO payment (order_id, method, amount_cents, paid_at, reference)
SELECT order_id, CASE a % 8 WHEN 0 THEN 'cash' WHEN 1 THEN 'voucher' WHEN 2 THEN 'transfer' ELSE 'card' END,
  sum(total_cents), datetime(placed_at, '+' || (c % 2000) || ' minutes'),
  CASE WHEN a % 8 > 1 THEN printf('AF-%06d', order_id) END
FROM "order" JOIN seed ON n = order_id JOIN order_line USING (order_id)
WHERE state IN ('paid', 'packed', 'shipped')
GROUP BY order_id ORDER BY order_id;

INSERT OR IGNORE INTO review (product_id, customer_id, stars, headline, body, written_at)
SELECT n * 97 % 240 + 1, b % 1200 + 1, stars, headline.text,
  CASE WHEN c % 5 <> 0 THEN one.text || ' ' || two.text END,
  datetime('2023-03-01 18:00:00', '+' || (n * 500 + a % 400) || ' minutes')
FROM (
  SELECT *, CASE WHEN a % 10 < 5 THEN 5 WHEN a % 10 < 8 THEN 4 ELSE b % 3 + 1 END AS stars
  FROM seed WHERE n <= 2500
)
JOIN word headline ON headline.kind = 'headline' AND headline.number = stars - 1
JOIN word one ON one.kind = 'opinion' AND one.number = c % 8
JOIN word two ON two.kind = 'opinion' AND two.number = (c + 3) % 8
ORDER BY n;

INSERT OR IGNORE INTO workshop
SELECT n, title.text, n % 6 + 1, n % 6 * 5 + 2 + b % 3,
  date('2025-01-04', '+' || (n * 3) || ' days'), CASE WHEN a % 2 THEN '10:00' ELSE '17:30' END,
  (c % 8 + 2) * 30, b % 10 + 6, (c % 8) * 1250
FROM seed JOIN word title ON title.kind = 'workshop' AND title.number = a % 8
WHERE n <= 120 ORDER BY n;

-- What a shop does not do, said by the database --------------------------------------------------

CREATE TRIGGER keep_shipped_orders BEFORE DELETE ON "order" WHEN OLD.state = 'shipped'
BEGIN
  SELECT RAISE (ABORT, 'an order that was shipped cannot be deleted');
END;

CREATE TRIGGER keep_cancelled_orders BEFORE UPDATE OF state ON "order"
WHEN OLD.state = 'cancelled' AND NEW.state <> 'cancelled'
BEGIN
  SELECT RAISE (ABORT, 'an order that was cancelled stays so; please make a new one');
END;

CREATE TRIGGER stamp_products AFTER UPDATE OF price_cents, title ON product
BEGIN
  UPDATE product SET updated_at = CURRENT_TIMESTAMP WHERE product_id = NEW.product_id;
END;

DROP TABLE temp.word;
DROP TABLE temp.list;
DROP TABLE temp.seed;
COMMIT;
