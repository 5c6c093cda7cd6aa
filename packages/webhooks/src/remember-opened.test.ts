import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeyring, rememberOpened, type Keyring } from './keyring.ts'

const plain = createKeyring(`test:${randomBytes(32).toString('base64')}`)
const counting = (): { keyring: Keyring; opened: string[] } => {
  const opened: string[] = []
  const open: Keyring['open'] = (sealed, context) => {
    opened.push(sealed)
    return plain.open(sealed, context)
  }
  return { keyring: { ...plain, open }, opened }
}

test('a secret is opened once, and what is sealed anew is opened anew', () => {
  const { keyring, opened } = counting()
  const remembering = rememberOpened(keyring)
  const [first, second] = [plain.seal('one', 'here'), plain.seal('two', 'here')]
  expect([first, first, second, first].map((sealed) => remembering.open(sealed, 'here'))).toEqual([
    'one',
    'one',
    'two',
    'one',
  ])
  expect(opened).toEqual([first, second])
})

test('what was opened in one place does not open in another', () => {
  const remembering = rememberOpened(plain)
  const sealed = plain.seal('one', 'here')
  remembering.open(sealed, 'here')
  expect(() => remembering.open(sealed, 'there')).toThrow()
})

test('it remembers no more than it may', () => {
  const { keyring, opened } = counting()
  const remembering = rememberOpened(keyring, 2)
  const sealed = ['a', 'b', 'c'].map((text) => plain.seal(text, 'here'))
  for (const each of [...sealed, sealed[2]!, sealed[0]!]) remembering.open(each, 'here')
  expect(opened).toEqual([...sealed, sealed[0]])
})
