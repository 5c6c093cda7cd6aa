import { expect, test } from 'vitest'
import { chooseToClose } from './choose-to-close.ts'

const now = 1_000_000
const open = (ip: string, ageMs: number) => ({ ip, openedAt: now - ageMs })

test('the oldest connection of the client with most gives way', () => {
  const connections = [
    open('192.0.2.1', 900),
    open('192.0.2.1', 950),
    open('192.0.2.1', 10),
    open('192.0.2.2', 999),
  ]
  expect(chooseToClose(connections, '192.0.2.3', now)).toBe(connections[1])
})

test('a client with as many as any other is refused, until one of them has been connected for long', () => {
  const connections = [open('192.0.2.1', 9_000), open('192.0.2.2', 8_000)]
  expect(chooseToClose(connections, '192.0.2.3', now)).toBeUndefined()
  expect(chooseToClose(connections, '192.0.2.3', now + 2_000)).toBe(connections[0])
})

test('a client takes no place from those who have fewer than itself', () => {
  const connections = [open('192.0.2.1', 10), open('192.0.2.1', 20), open('192.0.2.2', 30)]
  expect(chooseToClose(connections, '192.0.2.1', now)).toBeUndefined()
})
