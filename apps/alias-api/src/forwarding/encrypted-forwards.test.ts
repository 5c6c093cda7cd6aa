import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { waitFor } from '@waypost/testing'
import { decrypt, generateKey, readMessage, readPrivateKey } from 'openpgp'
import { beforeAll, expect, test } from 'vitest'
import { parseMessage } from '../parsing/parse-message.ts'
import { UnfinishedRewritingError } from '../rewriting/message-rewriter.ts'
import { sealMessage } from '../signing/seal-message.ts'
import { openForwardingBed, testMessage } from './test-forwarding.ts'

const { bed, publish, addRule, receive, forward, read, jobs, changeMailbox } = openForwardingBed(
  async ({ mail, sink }) => {
    await mail.startInboundWorker()
    await mail.startSendWorker(sink.url)
  },
)
const execute = (query: ReturnType<typeof sql>) => bed.service.database.connectAsOwner().db.execute(query)

let keys: { publicKey: string; privateKey: string }
beforeAll(async () => {
  keys = await generateKey({ userIDs: [{ email: 'me@example.net' }], format: 'armored' })
})

/** Adds a rule whose destination has a key, as its owner does. */
const addEncryptingRule = async (change: object = {}) => {
  await addRule()
  await changeMailbox({ pgpKey: keys.publicKey, ...change })
}
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`
const noSeal = { arc: { result: 'none' as const }, header: 'spf=pass' }
const signer = { findKey: async (domain: string) => ({ domain, selector: 'wp1', privateKey }) }
const forwardOf = async (content: Buffer) => {
  const id = await receive(content)
  bed.dns.set('wp1._domainkey.waypost.test', { TXT: [record.match(/.{1,200}/g)!] })
  expect(await forward(id, signer)).toBe('forwarded')
  const [sunk] = await bed.sink.waitForMails(1)
  return { id, sunk: sunk! }
}
const open = async (content: Buffer): Promise<Buffer> => {
  const armored = /-----BEGIN PGP MESSAGE-----[^]*-----END PGP MESSAGE-----/.exec(content.toString())![0]
  const { data } = await decrypt({
    message: await readMessage({ armoredMessage: armored }),
    decryptionKeys: await readPrivateKey({ armoredKey: keys.privateKey }),
    format: 'binary',
  })
  return Buffer.from(data as Uint8Array)
}

test('mail to a mailbox with a key is encrypted, and the key’s owner reads all of it', async () => {
  publish()
  await addEncryptingRule()
  const { id, sunk } = await forwardOf(await testMessage({ isSigned: true, html: '<p>Gr\u00fc\u00dfe</p>' }))
  expect(sunk.content.toString()).not.toMatch(/hello|Gr=C3/)
  expect(await parseMessage(await open(sunk.content))).toMatchObject({
    text: 'hello\n',
    html: '<p>Gr\u00fc\u00dfe</p>\n',
  })
  const { subject, from } = await parseMessage(sunk.content)
  expect([subject, from]).toEqual(['Invoice 7', expect.stringMatching(/^reply-[a-z2-7]{24}@waypost\.test$/)])
  const seen = { content: sunk.content, mailFrom: sunk.from, clientIp: '192.0.2.1', clientName: 'x' }
  expect((await bed.mail.checker.check(seen, 1000)).arc).toMatchObject({ result: 'pass' })
  expect((await read(id)).bodyText).toBe('hello\n')
})

test('the subject is encrypted too where the owner wants that', async () => {
  publish()
  await addEncryptingRule({ hidesSubject: true })
  const { sunk } = await forwardOf(await testMessage({ isSigned: true }))
  expect(sunk.content.toString()).not.toContain('Invoice')
  expect((await parseMessage(sunk.content)).subject).toBe('...')
  expect((await parseMessage(await open(sunk.content))).subject).toBe('Invoice 7')
})

test('trackers are taken out before', async () => {
  publish()
  await addEncryptingRule()
  await execute(sql`update alias.forwarding_rules set removes_trackers = true`)
  const pixel = '<img src="https://px.example/" width="1" height="1">'
  const { id, sunk } = await forwardOf(await testMessage({ isSigned: true, html: `<p>x</p>${pixel}` }))
  expect((await parseMessage(await open(sunk.content))).html).toBe('<p>x</p>\n')
  expect((await read(id)).forwarding?.removed).toMatchObject({ pixels: 1 })
})

test('a message that is too large for a row is encrypted to its last byte', async () => {
  publish()
  await addEncryptingRule()
  const text = `${'A'.repeat(74)}\r\n`.repeat(8000)
  const { sunk } = await forwardOf(Buffer.from(`From: bob@bob.dev\r\nSubject: large\r\n\r\n${text}end\r\n`))
  expect((await open(sunk.content)).toString() === `\r\n${text}end\r\n`).toBe(true)
})

test.each([
  [
    'has expired',
    sql`pgp_expires_at = now() - interval '1 second'`,
    'expired',
    'The PGP key of the destination has expired.',
  ],
  [
    'cannot be used',
    sql`pgp_key = 'broken'`,
    'unencrypted',
    'The message could not be encrypted with the PGP key of the destination.',
  ],
])('mail to a mailbox whose key %s is withheld, and says why', async (_what, change, outcome, reason) => {
  publish()
  await addEncryptingRule()
  await execute(sql`update alias.forwarding_addresses set ${change}`)
  const id = await receive(await testMessage({ isSigned: true }))
  expect(await forward(id)).toBe(outcome)
  expect((await read(id)).forwarding).toEqual({ status: 'withheld', to: 'me@example.net', reason })
  expect(bed.sink.mails).toEqual([])
  const { rows } = await execute(sql`select count(*)::int as count from alias.outbound_messages`)
  expect(rows).toEqual([{ count: 0 }])
})

test('mail that could not be encrypted in time is tried again, and withheld after the last attempt', async () => {
  publish()
  await addEncryptingRule()
  const id = await receive(await testMessage({ isSigned: true }))
  const slow = {
    async rewrite() {
      throw new UnfinishedRewritingError('it took longer')
    },
  }
  await expect(forward(id, signer, slow)).rejects.toThrow('it took longer')
  expect((await read(id)).forwarding).toBeUndefined()
  expect(await forward(id, signer, slow, { isLast: true })).toBe('unencrypted')
})

test('mail that others have sealed is encrypted with their seals inside, and sealed anew', async () => {
  publish()
  await addEncryptingRule()
  const sealed = await sealMessage(await testMessage(), noSeal, {
    key: { domain: 'bob.dev', selector: 'wp1', privateKey },
    mxHost: 'mx.bob.dev',
    at: Date.now(),
  })
  bed.dns.set('wp1._domainkey.bob.dev', { TXT: [record.match(/.{1,200}/g)!] })
  const { sunk } = await forwardOf(sealed)
  const seals = sunk.content.toString().match(/^ARC-Seal: .*$/gm)
  expect(seals).toEqual([expect.stringContaining('i=1;')])
  expect((await open(sunk.content)).toString()).toContain('ARC-Seal: i=1;')
  const seen = { content: sunk.content, mailFrom: sunk.from, clientIp: '192.0.2.1', clientName: 'x' }
  expect((await bed.mail.checker.check(seen, 1000)).arc).toMatchObject({ result: 'pass' })
})

test('mail is forwarded as it came once the key is removed', async () => {
  publish()
  await addEncryptingRule()
  await changeMailbox({ pgpKey: null })
  const content = await testMessage({ isSigned: true })
  const { sunk } = await forwardOf(content)
  expect(sunk.content.subarray(-content.length).equals(content)).toBe(true)
})

test('mail that an expired key has withheld is forwarded once its mailbox has another, and not where it has none', async () => {
  publish()
  await addEncryptingRule()
  await execute(sql`update alias.forwarding_addresses set pgp_expires_at = now() - interval '1 second'`)
  const id = await receive(await testMessage({ isSigned: true }))
  await waitFor('its job', async () => (await jobs()) === 1)
  expect(await forward(id, signer)).toBe('expired')
  await changeMailbox({ pgpKey: null })
  await changeMailbox({ hasAliasLinks: true })
  expect([await forward(id, signer), await jobs()]).toEqual(['unwanted', 1])
  await changeMailbox({ pgpKey: keys.publicKey })
  expect(await jobs()).toBe(2)
  expect((await read(id)).forwarding).toBeUndefined()
  expect(await forward(id, signer)).toBe('forwarded')
  const [sunk] = await bed.sink.waitForMails(1)
  expect((await parseMessage(await open(sunk!.content))).text).toBe('hello\n')
})
