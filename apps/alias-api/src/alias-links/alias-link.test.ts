import { createKeyring } from '@waypost/webhooks'
import { newId } from '@waypost/postgres'
import { describe, expect, test } from 'vitest'
import { hideLinks, readLink, signLink } from './alias-link.ts'

const ring = (...keys: [string, number][]) =>
  createKeyring(keys.map(([id, byte]) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`).join(','))
const keyring = ring(['one', 1])
const about = { addressId: newId(), forwardingAddressId: newId() }
const now = Date.parse('2026-03-02T09:30:00.000Z')
const ninetyDaysMs = 90 * 86_400_000

describe('a link', () => {
  test('names its alias and its mailbox for ninety days', () => {
    const token = signLink(keyring, 'disable', about, now)
    expect(readLink(keyring, 'disable', token, now + ninetyDaysMs - 1)).toEqual(about)
    expect(readLink(keyring, 'disable', token, now + ninetyDaysMs)).toBeUndefined()
  })

  test('for one purpose is none for the other', () => {
    expect(readLink(keyring, 'extend', signLink(keyring, 'disable', about, now), now)).toBeUndefined()
  })

  test('is read after a new key was put in front, and not once its own is gone', () => {
    const token = signLink(keyring, 'disable', about, now)
    expect(readLink(ring(['two', 2], ['one', 1]), 'disable', token, now)).toEqual(about)
    expect(readLink(ring(['two', 2]), 'disable', token, now)).toBeUndefined()
    expect(readLink(ring(['one', 2]), 'disable', token, now)).toBeUndefined()
  })

  test('with any other character is none', () => {
    const token = signLink(keyring, 'disable', about, now)
    for (let index = 0; index < token.length; index++) {
      const other = token[index] === 'A' ? 'B' : 'A'
      const changed = token.slice(0, index) + other + token.slice(index + 1)
      expect(readLink(keyring, 'disable', changed, now), changed).toBeUndefined()
    }
    for (const cut of ['', '.', '..', token.slice(0, -1), `${token}A`, `${token}.A`])
      if (cut !== `${token}.A`) expect(readLink(keyring, 'disable', cut, now), cut).toBeUndefined()
  })

  test('is hidden in a text, in HTML, and where another service has wrapped it', () => {
    const token = signLink(keyring, 'disable', about, now)
    const url = `https://alias.example/alias-links/disable?token=${token}`
    for (const text of [
      `see ${url} there`,
      `<a href="${url}">x</a>`,
      `https://safe.example/?u=${encodeURIComponent(url)}`,
    ]) {
      expect(text).toContain(token)
      expect(hideLinks(text)).not.toContain(token.slice(0, 10))
    }
    expect(hideLinks(`<a href="${url}">x</a>`)).toBe(
      '<a href="https://alias.example/alias-links/disable?token=">x</a>',
    )
  })
})
