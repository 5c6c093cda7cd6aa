import { expect, test } from 'vitest'
import { findMigrationHazards } from './find-migration-hazards.ts'

const hazards = (sql: string) => findMigrationHazards(sql).map(({ name }) => name)
const outside = '-- outside of a transaction\n'

test.each([
  ['create index by_name on shop.fruit (name)', 'blocking-index'],
  ['create unique index on {{schema}}.fruit (name)', 'blocking-index'],
  ['create index concurrently by_name on shop.fruit (name)', 'concurrently-in-transaction'],
  [`${outside}create index concurrently by_name on shop.fruit (name)`, 'unfinished-index'],
  [
    `${outside}drop index concurrently if exists shop.by_colour; create index concurrently by_name on shop.fruit (name)`,
    'unfinished-index',
  ],
  [`${outside}create table shop.nut ()`, 'outside-without-need'],
  ['alter table shop.fruit add constraint known check (name in (1, 2))', 'blocking-constraint'],
  ['alter table shop.fruit add unique (name)', 'blocking-constraint'],
  ['alter table shop.fruit add column tree uuid references shop.trees', 'blocking-constraint'],
  ['alter table shop.fruit alter column name set not null', 'blocking-not-null'],
  ['alter table shop.fruit alter name set not null', 'blocking-not-null'],
  ['alter table shop.fruit alter column name type varchar(9)', 'blocking-type'],
  ['alter table shop.fruit add column id uuid not null default gen_random_uuid()', 'blocking-column'],
  ['alter table shop.fruit add number bigserial', 'blocking-column'],
  ['alter table shop.fruit add column size int not null', 'required-column'],
  ['alter table only shop.fruit rename column name to title', 'renamed'],
  ['alter table shop.fruit rename to fruits', 'renamed'],
  ['alter type shop.kind rename to sort', 'renamed'],
  ['alter table shop.fruit add a int, drop column b', 'dropped'],
  ['drop table if exists shop.fruit', 'dropped'],
  ['drop index shop.by_name', 'dropped'],
  ['truncate shop.fruit', 'dropped'],
  ["update shop.fruit set name = 'apple'", 'backfill'],
  ['delete from shop.fruit', 'backfill'],
  ['insert into shop.fruit select * from shop.nuts', 'backfill'],
  ['revoke select on shop.fruit from waypost_dispatcher', 'revoked'],
  ['lock table shop.fruit', 'blocking-command'],
  ['vacuum full shop.fruit', 'blocking-command'],
])('a migration with %s has the hazard %s', (sql, hazard) => {
  expect(hazards(sql)).toEqual([hazard])
})

test.each([
  ['create table shop.nut (id uuid primary key, name text check (name in (1, 2)) not null)'],
  [
    'create table shop.nut (); create index on shop.nut (id); insert into shop.nut values (1); alter table shop.nut add b int not null',
  ],
  [
    'alter table shop.fruit add colour text, add ripe boolean not null default false, add at timestamptz default now()',
  ],
  ['alter table shop.fruit add constraint known check (a > 1 and (b < 2)) not valid'],
  ['alter table shop.fruit validate constraint known'],
  ['alter table shop.fruit alter column name drop not null, alter size set default 3, drop constraint known'],
  [
    `${outside}drop index concurrently if exists shop.by_name; create index concurrently by_name on shop.fruit (name)`,
  ],
  [`${outside}alter table shop.fruit validate constraint known`],
  ['create function shop.f() returns trigger language plpgsql as $$ begin delete from shop.fruit; end $$'],
  ['grant select on shop.fruit to waypost_dispatcher'],
])('a migration with %s has no hazard', (sql) => {
  expect(hazards(sql)).toEqual([])
})

test('a comment with a reason allows a statement the hazard that it names and no other', () => {
  const statement = 'alter table shop.fruit drop column name, add size int not null'
  expect(hazards(`-- allow dropped: last read by version 3\n${statement}`)).toEqual(['required-column'])
  expect(hazards(`-- allow dropped: x\n${statement}`)).toEqual(['dropped', 'required-column'])
  expect(hazards(`-- allow dropped: last read by version 3\nselect 1; ${statement}`)).toContain('dropped')
})

test('a hazard is reported with advice', () => {
  expect(findMigrationHazards('create index on shop.fruit (name)')[0]).toEqual({
    name: 'blocking-index',
    advice: expect.stringContaining('create index concurrently'),
    statement: 'create index on shop.fruit (name)',
  })
})
