import { expect, test } from 'vitest'
import { isSameDatabase } from './is-same-database.ts'

test.each([
  ['postgres://a:one@DB.example/waypost', 'postgresql://b:other@db.example:5432/waypost?sslmode=require'],
  ['postgres://a@one,two:6432/waypost', 'postgres://a@two:6432/waypost'],
  ['postgres://waypost@db.example', 'postgres://a@db.example/waypost'],
  ['postgres:///waypost?host=/run/postgresql', 'postgres:///waypost?host=/run/postgresql&sslmode=disable'],
])('%s is the same database as %s', (one, other) => {
  expect(isSameDatabase(one, other)).toBe(true)
  expect(isSameDatabase(other, one)).toBe(true)
})

test.each([
  ['postgres://a@db.example/waypost', 'postgres://a@db.example/waypost_c1'],
  ['postgres://a@db.example/waypost', 'postgres://a@db.example:5433/waypost'],
  ['postgres://a@one/waypost', 'postgres://a@two/waypost'],
  ['postgres:///waypost?host=/run/one', 'postgres:///waypost?host=/run/two'],
])('%s is another database than %s', (one, other) => {
  expect(isSameDatabase(one, other)).toBe(false)
})
