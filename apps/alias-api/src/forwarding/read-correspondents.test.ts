import { expect, test } from 'vitest'
import { readMailboxes } from './read-correspondents.ts'

test('an address is read without the servers that it once passed on the way', () => {
  expect(
    readMailboxes('From: Mary <@a.example,@b.example:mary@c.example>, @a.example:joe@c.example'),
  ).toEqual([
    { email: 'mary@c.example', name: 'Mary' },
    { email: 'joe@c.example', name: '' },
  ])
})

test.each(['joe@c.example', '"@a:joe"@c.example', '"a:b"@c.example'])(
  'the address %s is read as it is',
  (email) => {
    expect(readMailboxes(`From: <${email}>`).map((each) => each.email)).toEqual([email])
  },
)
