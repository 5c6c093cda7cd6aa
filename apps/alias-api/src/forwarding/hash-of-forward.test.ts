import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { hashBody } from '../signing/hash-body.ts'
import { bodyOf } from '../signing/split-message.ts'
import { openForwardingBed, testMessage } from './test-forwarding.ts'

const { bed, publish, addRule, receive, forward } = openForwardingBed(({ mail }) => mail.startInboundWorker())

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const signer = { findKey: async (domain: string) => ({ domain, selector: 'wp1', privateKey }) }
const html = '<p>hello</p><img src="https://px.shop.example/o/1.gif" width="1" height="1">'

const forwardFrom = async (removesTrackers: boolean, by?: typeof signer) => {
  const { db } = bed.service.database.connectAsOwner()
  publish()
  await addRule()
  await db.execute(sql`update alias.forwarding_rules set removes_trackers = ${removesTrackers}`)
  expect(await forward(await receive(await testMessage({ isSigned: true, html })), by)).toBe('forwarded')
  const { rows } = await db.execute<{ content: Buffer; hash: string | null }>(sql`
    select content, body_hash as hash from alias.outbound_messages join alias.messages on messages.id = message_id
  `)
  return rows[0]!
}

test.each([
  ['as it came', false],
  ['without trackers', true],
])(
  'the hash of the body of a forward that leaves %s is stored, so that it is not computed again to sign it',
  async (_what, removesTrackers) => {
    const { content, hash } = await forwardFrom(removesTrackers, signer)
    expect(content.includes('px.shop.example')).toBe(!removesTrackers)
    expect(content.includes(`bh=${hash};`)).toBe(true)
    expect(hash).toBe(hashBody(bodyOf(content)))
  },
)

test('no hash is stored of a forward that is not sealed', async () => {
  const { content, hash } = await forwardFrom(false)
  expect(content.includes('ARC-Seal')).toBe(false)
  expect(hash).toBe(null)
})
