import { describe, expect, test } from 'vitest'
import { parseCsv } from './parse-csv.ts'
import { readAliases } from './read-aliases.ts'

describe('CSV', () => {
  test.each([
    [
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r1,\r',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    [
      'a;b\n1,5;2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'a\tb\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '\uFEFFa,b\n1,',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    [
      'a,b\n"1, ""x""",2',
      [
        ['a', 'b'],
        ['1, "x"', '2'],
      ],
    ],
    ['a\n""\n\n \n1', [['a'], ['1']]],
    ['', []],
  ])('%j has these rows', (csv, rows) => {
    expect(parseCsv(csv)?.map(({ cells }) => cells)).toEqual(rows)
  })

  test('a row is at the line on which it begins, also after a text of several lines', () => {
    expect(parseCsv('a,b\r\n"1\r\n2","x\ny"\r\n\r\n3,4')?.map(({ line }) => line)).toEqual([1, 2, 6])
  })

  test.each(['a\n"1', 'a\n"1"x'])('%j is refused for its quotes', (csv) => {
    expect(parseCsv(csv)).toBeUndefined()
  })

  test('a mebibyte is read in linear time', () => {
    expect(parseCsv(`a,b\n${'"x""y",z\n'.repeat(110_000)}`)).toHaveLength(110_001)
  })
})

const plain = { label: null, isActive: true, isDeleted: false, mailboxes: [] }

test('an export of SimpleLogin is read with notes, mailboxes and what is disabled', () => {
  const csv = [
    'alias,note,enabled,mailboxes',
    'shop.x7@ada.dev,"Shop, ""the"" one\nsince May",True,ada@example.org second@example.org',
    'News@Ada.dev,,False,ada@example.org',
  ].join('\r\n')
  expect(readAliases(csv)).toEqual([
    {
      line: 2,
      address: 'shop.x7@ada.dev',
      label: 'Shop, "the" one\nsince May',
      isActive: true,
      isDeleted: false,
      mailboxes: ['ada@example.org', 'second@example.org'],
    },
    { ...plain, line: 4, address: 'news@ada.dev', isActive: false, mailboxes: ['ada@example.org'] },
  ])
})

test('an export of addy.io is read, in which false is an empty cell', () => {
  const header =
    'id,user_id,aliasable_id,aliasable_type,local_part,extension,email,domain,active,description,from_name,emails_forwarded,deleted_at'
  const csv = [
    header,
    '"1","u","d","App\\Models\\Domain","shop","","shop@ada.dev","ada.dev","1","The shop","","12",""',
    '"2","u","d","App\\Models\\Domain","off","","off@ada.dev","ada.dev","","","","",""',
    '"3","u","d","App\\Models\\Domain","gone","","gone@ada.dev","ada.dev","","","","","2025-01-02 03:04:05"',
  ].join('\n')
  expect(readAliases(csv)).toEqual([
    { ...plain, line: 2, address: 'shop@ada.dev', label: 'The shop' },
    { ...plain, line: 3, address: 'off@ada.dev', isActive: false },
    { ...plain, line: 4, address: 'gone@ada.dev', isActive: false, isDeleted: true },
  ])
})

test("the form that addy.io imports is read, and so are this service's own names", () => {
  expect(readAliases('alias,description,recipients\nshop@ada.dev,Shop,"a@b.example,c@d.example"')).toEqual([
    { ...plain, line: 2, address: 'shop@ada.dev', label: 'Shop', mailboxes: ['a@b.example', 'c@d.example'] },
  ])
  expect(readAliases('Address;Alias;isActive\nshop+x@bücher.example;Shop;0')).toEqual([
    { ...plain, line: 2, address: 'shop@xn--bcher-kva.example', label: 'Shop', isActive: false },
  ])
})

test('a label is cut at 100 characters', () => {
  expect(readAliases(`alias,note\nx@ada.dev,${'n'.repeat(101)}`)[0]!.label).toBe('n'.repeat(100))
})

test.each([
  ['name,note\nx,y', 'csv must have a header with one of the columns address, email, alias'],
  ['', 'csv must have a header with one of the columns address, email, alias'],
  ['alias\n"x', 'csv has a quote that is not closed'],
  [`alias\n${'x@ada.dev\n'.repeat(5001)}`, 'csv must not have more than 5000 rows'],
])('a file that cannot be read is refused with the reason', (csv, message) => {
  expect(() => readAliases(csv)).toThrow(message)
})
