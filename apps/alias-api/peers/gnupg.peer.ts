import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inPiecesOf } from '@waypost/storage/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encryptMessage } from '../src/pgp/encrypt-message.ts'
import { readPgpKey } from '../src/pgp/read-pgp-key.ts'

let home: string
const gpg = (args: string[], input?: Buffer): Buffer =>
  execFileSync(
    'gpg',
    ['--homedir', home, '--batch', '--pinentry-mode', 'loopback', '--passphrase', '', ...args],
    {
      input,
      stdio: ['pipe', 'pipe', 'pipe'],
      maxBuffer: 2 ** 26,
    },
  )

beforeAll(() => {
  // A socket's path is short.
  home = mkdtempSync(path.join(tmpdir(), 'gpg-'))
})
afterAll(() => {
  execFileSync('gpgconf', ['--homedir', home, '--kill', 'all'])
  rmSync(home, { recursive: true })
})

const body = `<p>Gr\u00fc\u00dfe</p>\r\n${'line \r\n'.repeat(100_000)}`
const message = Buffer.from(
  `From: bob@bob.dev\r\nSubject: Hello\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${body}`,
)

describe.each([
  ['rsa3072', ['rsa3072', 'encr', '1y']],
  ['future-default', undefined],
])('a key that GnuPG generates (%s)', (algorithm, part) => {
  const address = `${algorithm}@example.net`
  let key: string
  beforeAll(() => {
    gpg(['--quick-generate-key', address, algorithm, 'default', '2y'])
    const shown = gpg(['--list-keys', '--with-colons', address]).toString()
    if (part) gpg(['--quick-add-key', /^fpr:*(\w+):/m.exec(shown)![1]!, ...part])
    key = gpg(['--export', '--armor', address]).toString()
  })

  test('is read as GnuPG shows it', async () => {
    const read = await readPgpKey(key, new Date(Date.now() + 2000))
    const shown = gpg(['--list-keys', '--with-colons', address]).toString()
    expect(shown).toContain(`fpr:::::::::${read.fingerprint.toUpperCase()}:`)
    expect(shown).toContain(`:${read.expiresAt! / 1000}:`)
  })

  test.each([false, true])(
    'opens what is encrypted to it, in GnuPG, with the subject hidden: %s',
    async (hidesSubject) => {
      const { armored } = await readPgpKey(key, new Date(Date.now() + 2000))
      const pieces: Buffer[] = []
      const how = { key: armored, hidesSubject, at: Date.now() + 2000 }
      for await (const piece of encryptMessage(inPiecesOf(message, 65_536), how)) pieces.push(piece)
      const encrypted = Buffer.concat(pieces).toString()
      const armor = /-----BEGIN PGP MESSAGE-----[^]*-----END PGP MESSAGE-----\r\n/.exec(encrypted)![0]
      const opened = gpg(['--decrypt'], Buffer.from(armor)).toString()
      expect(opened.endsWith(`\r\n\r\n${body}`)).toBe(true)
      expect(opened.includes('Subject: Hello')).toBe(hidesSubject)
      expect(encrypted.includes('Subject: Hello')).toBe(!hidesSubject)
    },
  )
})
