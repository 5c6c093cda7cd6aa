import { inPiecesOf } from '@waypost/storage/testing'
import { decrypt, generateKey, readKey, readMessage, readPrivateKey } from 'openpgp'
import { beforeAll, describe, expect, test } from 'vitest'
import { nameOf, splitMessage } from '../signing/split-message.ts'
import { encryptMessage } from './encrypt-message.ts'

let publicKey: string
let privateKey: string
beforeAll(async () => {
  const generated = await generateKey({ userIDs: [{ email: 'ada@example.net' }], format: 'armored' })
  publicKey = generated.publicKey
  privateKey = generated.privateKey
})

async function encrypt(content: string | Buffer, hidesSubject = false, pieceBytes = 65_536) {
  const pieces: Buffer[] = []
  const how = { key: publicKey, hidesSubject, at: Date.now() + 1000 }
  for await (const piece of encryptMessage(inPiecesOf(Buffer.from(content), pieceBytes), how))
    pieces.push(piece)
  return Buffer.concat(pieces)
}
async function open(encrypted: Buffer): Promise<Buffer> {
  const armor = /-----BEGIN PGP MESSAGE-----[^]*-----END PGP MESSAGE-----\r\n/.exec(encrypted.toString())![0]
  const { data } = await decrypt({
    message: await readMessage({ armoredMessage: armor }),
    decryptionKeys: await readPrivateKey({ armoredKey: privateKey }),
    format: 'binary',
  })
  return Buffer.from(data as Uint8Array)
}
const fieldsOf = (content: Buffer) => splitMessage(content).fields

const head =
  'Received: from x\r\nFrom: bob@bob.dev\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\nThread-Topic: Greetings\r\nIn-Reply-To: <1@x>\r\nMIME-Version: 1.0'
const type = 'Content-Type: text/html;\r\n charset=utf-8\r\nContent-Transfer-Encoding: 8bit'
const body = '<p>Gr\u00fc\u00dfe</p>\r\n\r\nFrom here\r\n.\r\n'

describe('an encrypted message', () => {
  test('has its content and what says how to read it inside, and all other fields outside', async () => {
    const encrypted = await encrypt(`${head}\r\n${type}\r\n\r\n${body}`)
    expect((await open(encrypted)).toString()).toBe(`${type}\r\n\r\n${body}`)
    expect(fieldsOf(encrypted).slice(0, -1).join('\r\n')).toBe(head)
    expect(fieldsOf(encrypted).at(-1)).toMatch(
      /^Content-Type: multipart\/encrypted; protocol="application\/pgp-encrypted";\r\n boundary="pgp-[\da-f]{32}"$/,
    )
  })

  test('has signatures inside too, by which a guess at its content could be checked', async () => {
    const signatures = [
      'DKIM-Signature: v=1; bh=x',
      'X-Google-DKIM-Signature: v=1; bh=x',
      'ARC-Seal: i=1',
      'ARC-Message-Signature: i=1; bh=x',
      'ARC-Authentication-Results: i=1; x',
    ].join('\r\n')
    const encrypted = await encrypt(`${signatures}\r\n${head}\r\n${type}\r\n\r\n${body}`)
    expect((await open(encrypted)).toString()).toBe(`${signatures}\r\n${type}\r\n\r\n${body}`)
    expect(fieldsOf(encrypted).slice(0, -1).join('\r\n')).toBe(head)
  })

  test('has the form of RFC 3156, and lines as a mail may have them', async () => {
    const encrypted = (await encrypt(`${head}\r\n${type}\r\n\r\n${body}`)).toString()
    const boundary = /boundary="(.*)"/.exec(encrypted)![1]!
    const [, version, content, end] = encrypted.split(`--${boundary}`)
    expect(version).toContain('\r\nContent-Type: application/pgp-encrypted\r\n')
    expect(version).toContain('\r\n\r\nVersion: 1\r\n')
    expect(content).toContain('\r\nContent-Type: application/octet-stream;')
    expect(end).toBe('--\r\n')
    expect(encrypted).not.toMatch(/[^\r]\n|\r[^\n]|[^\n]{200}/)
  })

  test('hides its subject where its reader wants that', async () => {
    const encrypted = await encrypt(`${head}\r\n${type}\r\n\r\n${body}`, true)
    expect(fieldsOf(encrypted).filter((field) => nameOf(field) === 'subject')).toEqual(['Subject: ...'])
    expect(encrypted.toString()).not.toMatch(/Gr=C3|Greetings/)
    const inner = await open(encrypted)
    expect(fieldsOf(inner)).toEqual([
      'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
      'Thread-Topic: Greetings',
      'Content-Type: text/html;\r\n charset=utf-8;\r\n protected-headers="v1"',
      'Content-Transfer-Encoding: 8bit',
    ])
    expect(splitMessage(inner).body.toString()).toBe(body)
  })

  test('has a type inside although it had none, where its subject is hidden', async () => {
    const inner = await open(await encrypt('From: a@b.dev\r\nSubject: x\r\n\r\nhello\r\n', true))
    expect(inner.toString()).toBe(
      'Subject: x\r\nContent-Type: text/plain; charset=us-ascii; protected-headers="v1"\r\n\r\nhello\r\n',
    )
  })

  test('is the same however it comes, and has every byte of a large one', async () => {
    const large = Buffer.concat([
      Buffer.from(`${head}\r\n${type}\r\n\r\n`),
      Buffer.alloc(3_000_000, 'every byte of it \r\n'),
    ])
    const inner = large.subarray(large.indexOf('Content-Type'))
    expect((await open(await encrypt(large))).equals(inner)).toBe(true)
    const small = `${head}\r\n${type}\r\n\r\n${body}`
    expect((await open(await encrypt(small, false, 1))).toString()).toBe(`${type}\r\n\r\n${body}`)
  })
})

test('nothing is encrypted to a key that has expired since it was read', async () => {
  const { publicKey: key } = await generateKey({
    userIDs: [{ email: 'ada@example.net' }],
    keyExpirationTime: 60,
    format: 'armored',
  })
  await readKey({ armoredKey: key })
  const encrypting = encryptMessage(inPiecesOf(Buffer.from('From: a\r\n\r\nx'), 9), {
    key,
    hidesSubject: false,
    at: Date.now() + 3_600_000,
  })
  await expect(encrypting.next()).rejects.toThrow(/expired/)
})
