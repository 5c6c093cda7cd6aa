import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { parseMessage } from '../parsing/parse-message.ts'
import { nameOf, splitMessage } from '../signing/split-message.ts'
import { openForwardingBed, testMessage } from './test-forwarding.ts'

const { bed, publish, addRule, receive, forward, read } = openForwardingBed(async ({ mail, sink }) => {
  await mail.startInboundWorker()
  await mail.startSendWorker(sink.url)
})

const pixel = '<img src="https://px.shop.example/o/1.gif" width="1" height="1">'
const html = (tracker: string, query: string) =>
  `<p>Gr\u00fc\u00dfe</p><a href="https://shop.example/?${query}">x</a>${tracker}`
const tracked = html(pixel, 'id=7&amp;utm_source=n')
const clean = html('', 'id=7')

const addRemovingRule = async () => {
  await addRule()
  await bed.service.database
    .connectAsOwner()
    .db.execute(sql`update alias.forwarding_rules set removes_trackers = true`)
}
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`
const signer = { findKey: async (domain: string) => ({ domain, selector: 'wp1', privateKey }) }
const forwardOf = async (content: Buffer) => {
  const id = await receive(content)
  bed.dns.set('wp1._domainkey.waypost.test', { TXT: [record.match(/.{1,200}/g)!] })
  expect(await forward(id, signer)).toBe('forwarded')
  const [sunk] = await bed.sink.waitForMails(1)
  return { id, sunk: sunk! }
}
/** As the destination's server sees it, which is delivered to by us and not by Bob's server. */
const check = ({ content, from }: { content: Buffer; from: string }) =>
  bed.mail.checker.check(
    { content, mailFrom: from, clientIp: '192.0.2.1', clientName: 'mx.waypost.test' },
    1000,
  )
const removed = { pixels: 1, links: 1, hosts: ['px.shop.example'] }

test('a rule takes trackers out of a forward, and the email says what was taken out', async () => {
  publish()
  await addRemovingRule()
  const { id, sunk } = await forwardOf(await testMessage({ html: tracked }))
  expect(await parseMessage(sunk.content)).toMatchObject({ text: 'hello\n', html: `${clean}\n` })
  expect((await read(id)).forwarding).toMatchObject({ to: 'me@example.net', removed })
  expect((await read(id)).bodyHtml).toContain(pixel)
})

test('the author’s signature no longer covers what is left, so our seal does, and a reverse address stands in From', async () => {
  publish()
  await addRemovingRule()
  const { sunk } = await forwardOf(await testMessage({ isSigned: true, html: tracked }))
  const found = await check(sunk)
  expect(found.arc).toMatchObject({ result: 'pass' })
  expect(found.dkim).toMatchObject([{ domain: 'bob.dev', result: 'neutral' }])
  expect((await parseMessage(sunk.content)).from).toMatch(/^reply-[a-z2-7]{24}@waypost\.test$/)
  expect(sunk.content.toString()).toMatch(/^X-Original-From: .*<bob@bob\.dev>\r$/m)
})

test.each([
  ['there is nothing to take out', clean, { pixels: 0, links: 0, hosts: [] }],
  ['it has more parts than are read', undefined, { pixels: 0, links: 0, hosts: [], skipped: 'message' }],
])('a forward stays as it came, byte for byte, where %s', async (_what, body, found) => {
  publish()
  await addRemovingRule()
  const content =
    body === undefined
      ? Buffer.from(
          `From: bob@bob.dev\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\n'.repeat(10_100)}--b--\r\n`,
        )
      : await testMessage({ isSigned: true, html: body })
  const { id, sunk } = await forwardOf(content)
  if (body !== undefined) {
    expect(sunk.content.subarray(-content.length).equals(content)).toBe(true)
    expect(await check(sunk)).toMatchObject({ verdict: 'signed' })
  }
  expect(
    sunk.content.toString().endsWith(content.toString().split('\r\n\r\n').slice(1).join('\r\n\r\n')),
  ).toBe(true)
  expect((await read(id)).forwarding?.removed).toEqual(found)
})

test('a rule that does not say so leaves trackers in', async () => {
  publish()
  await addRule()
  const content = await testMessage({ isSigned: true, html: tracked })
  const { id, sunk } = await forwardOf(content)
  expect(sunk.content.subarray(-content.length).equals(content)).toBe(true)
  expect((await read(id)).forwarding).not.toHaveProperty('removed')
})

test('a message that is too large for a row is rewritten and sealed too', async () => {
  publish()
  await addRemovingRule()
  const line = 'A'.repeat(74) + '\r\n'
  const content = Buffer.from(
    [
      'From: bob@bob.dev\r\nSubject: large\r\nContent-Type: multipart/mixed; boundary=b\r\n',
      '--b\r\nContent-Type: application/pdf\r\n',
      line.repeat(8000),
      `--b\r\nContent-Type: text/html\r\n\r\n${tracked}`,
      '--b--\r\n',
    ].join('\r\n'),
  )
  const { id, sunk } = await forwardOf(content)
  expect((await check(sunk)).arc).toMatchObject({ result: 'pass' })
  const sent = sunk.content.toString()
  expect(sent).toContain(clean)
  expect(sent).not.toContain('px.shop.example')
  expect(sent.match(/A{74}\r\n/g)).toHaveLength(8000)
  expect(splitMessage(sunk.content).fields.filter((field) => nameOf(field) === 'subject')).toHaveLength(1)
  expect((await read(id)).forwarding).toMatchObject({ removed })
})
