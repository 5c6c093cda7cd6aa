import { expect, test } from 'vitest'
import { splitStatements } from './split-statements.ts'

const textsOf = (sql: string) => splitStatements(sql).map(({ text }) => text)

test('statements end at semicolons, the last one at the end of the file', () => {
  expect(textsOf('select 1; select 2 ;\n;\nselect 3')).toEqual(['select 1', 'select 2', 'select 3'])
})

test('a semicolon in a string, a quoted name, a function body or a comment does not end a statement', () => {
  const body = "create function f() returns int language sql as $body$ select 1; select ';' $body$"
  expect(textsOf(`select 'a;''b' as "c;d"; ${body}; /* ; */ select 1 -- ;`)).toEqual([
    `select 'a;''b' as "c;d"`,
    body,
    'select 1',
  ])
})

test('a statement has the comments before its end', () => {
  expect(splitStatements('-- first\nselect 1; -- second\n-- third\nselect 2')).toEqual([
    { text: 'select 1', comments: ['-- first'] },
    { text: 'select 2', comments: ['-- second', '-- third'] },
  ])
})
