import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeyring, cacheOpened, type Keyring } from './keyring.ts'

const plain = createKeyring(`test:${randomBytes(32).toString('base64')}`)
const counting = (): { keyring: Keyring; opened: string[] } => {
  const opened: string[] = []
  const open: Keyring['open'] = (sealed, context) => {
    opened.push(sealed)
    return plain.open(sealed, context)
  }
  return { keyring: { ...plain, open }, opened }
}

test('a secret is opened once, and again after it was sealed again', () => {
  const { keyring, opened } = counting()
  const cached = cacheOpened(keyring)
  const [first, second] = [plain.seal('one', 'here'), plain.seal('two', 'here')]
  expect([first, first, second, first].map((sealed) => cached.open(sealed, 'here'))).toEqual([
    'one',
    'one',
    'two',
    'one',
  ])
  expect(opened).toEqual([first, second])
})

test('a secret opened in one context does not open in another', () => {
  const cached = cacheOpened(plain)
  const sealed = plain.seal('one', 'here')
  cached.open(sealed, 'here')
  expect(() => cached.open(sealed, 'there')).toThrow()
})

test('the cache never holds more secrets than its limit', () => {
  const { keyring, opened } = counting()
  const cached = cacheOpened(keyring, 2)
  const sealed = ['a', 'b', 'c'].map((text) => plain.seal(text, 'here'))
  for (const each of [...sealed, sealed[2]!, sealed[0]!]) cached.open(each, 'here')
  expect(opened).toEqual([...sealed, sealed[0]])
})
