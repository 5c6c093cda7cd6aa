import { expect, test } from 'vitest'
import { mailboxOf } from './mailbox-of.ts'

test.each([
  ['ada@example.com', 'ada@example.com'],
  ['Ada@Example.COM', 'ada@example.com'],
  ['ada+news@example.com', 'ada@example.com'],
  ['ada+a+b@example.com', 'ada@example.com'],
  ['+news@example.com', '+news@example.com'],
])('mail to %s ends up in %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})
