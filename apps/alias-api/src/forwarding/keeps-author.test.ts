import { expect, test } from 'vitest'
import { keepsAuthor } from './keeps-author.ts'

const changed = new Set(['reply-to'])
const signature = (names: string, domain = 'bob.dev', selector = 's1') =>
  `DKIM-Signature: v=1; a=rsa-sha256; d=${domain};\r\n s=${selector}; h=${names};\r\n bh=x; b=y`
const proof = (result: string, { domain = 'bob.dev', selector = 's1', aligned = true } = {}) => ({
  result,
  domain,
  selector,
  aligned,
})
const signed = (...dkim: ReturnType<typeof proof>[]) => ({ verdict: 'signed' as const, dkim })

test.each([
  ['does not cover the field', [signature('from:to:subject')], signed(proof('pass')), true],
  ['covers the field', [signature('From:To:Reply-To')], signed(proof('pass')), false],
  ['covers the field, folded', [signature('from:\r\n  reply-to :to')], signed(proof('pass')), false],
  [
    'covers the absence of the field, as Gmail’s do',
    [signature('to:from:subject:date:message-id:reply-to')],
    signed(proof('pass')),
    false,
  ],
  [
    'covers the field, beside another one that does not',
    [signature('from:reply-to', 'bob.dev', 's2'), signature('from')],
    signed(proof('pass', { selector: 's2' }), proof('pass')),
    true,
  ],
  [
    'covers the field, beside one of another domain that does not',
    [signature('from:reply-to'), signature('from', 'list.example')],
    signed(proof('pass'), proof('pass', { domain: 'list.example', aligned: false })),
    false,
  ],
  [
    'covers the field, beside a broken one that does not',
    [signature('from:reply-to'), signature('from', 'bob.dev', 's2')],
    signed(proof('pass'), proof('fail', { selector: 's2' })),
    false,
  ],
])(
  'the author of a message stays authenticated or not where its signature %s',
  (_what, fields, found, is) => {
    expect(keepsAuthor(fields, found, changed)).toBe(is)
  },
)

test('a message that no signature authenticates loses nothing', () => {
  const found = { verdict: 'unprotected' as const, dkim: [proof('fail')] }
  expect(keepsAuthor([signature('from:reply-to')], found, changed)).toBe(true)
})
