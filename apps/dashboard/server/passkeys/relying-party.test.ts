import { expect, test } from 'vitest'
import { findRelyingParty } from './relying-party.ts'

test.each([
  ['https://dashboard.example/', { id: 'dashboard.example', origin: 'https://dashboard.example' }],
  ['https://waypost.example:8443/path', { id: 'waypost.example', origin: 'https://waypost.example:8443' }],
  ['http://localhost:4000', { id: 'localhost', origin: 'http://localhost:4000' }],
  ['http://127.0.0.1:4000', { id: 'localhost', origin: 'http://localhost:4000' }],
  [
    'http://dashboard.localhost:8080',
    { id: 'dashboard.localhost', origin: 'http://dashboard.localhost:8080' },
  ],
])('passkeys of %s are bound to its domain', (url, expected) => {
  expect(findRelyingParty(new URL(url))).toEqual(expected)
})

test.each(['http://dashboard.example', 'https://192.0.2.7', 'https://[2001:db8::1]', 'http://0.0.0.0:4000'])(
  'passkeys cannot work at %s',
  (url) => {
    expect(findRelyingParty(new URL(url))).toBeUndefined()
  },
)
