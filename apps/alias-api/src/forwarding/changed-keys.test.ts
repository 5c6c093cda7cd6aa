import { sql } from 'drizzle-orm'
import { waitFor } from '@waypost/testing'
import { generateKey } from 'openpgp'
import { beforeAll, expect, test } from 'vitest'
import { RewritingError, type MessageRewriter } from '../rewriting/message-rewriter.ts'
import type { Signer } from '../signing/create-signer.ts'
import { openForwardingBed, testMessage } from './test-forwarding.ts'

const { bed, publish, addRule, receive, forward, read, changeMailbox } = openForwardingBed(
  async ({ mail }) => {
    await mail.startInboundWorker()
  },
)
const connect = () => bed.service.database.connectAsOwner().db
const execute = (query: ReturnType<typeof sql>) => connect().execute(query)

const generate = () => generateKey({ userIDs: [{ email: 'me@example.net' }], format: 'armored' })
let pgpKey: string
let otherKey: string
beforeAll(async () => {
  pgpKey = (await generate()).publicKey
  otherKey = (await generate()).publicKey
})

/** Does something once a message was rewritten, before its forward is composed and recorded. */
const thenOnce = (change: () => Promise<void>): Pick<MessageRewriter, 'rewrite'> => {
  let isDone = false
  return {
    async rewrite(...given) {
      const result = await bed.mail.rewriter.rewrite(...given)
      if (!isDone) await change()
      isDone = true
      return result
    },
  }
}
const leaving = async () => {
  const { rows } = await execute(sql`
    select convert_from(content, 'latin1') as text from alias.outbound_messages
    join alias.messages message on message.id = message_id
  `)
  return rows.map(({ text }) => String(text))
}
const encrypted = [expect.stringContaining('-----BEGIN PGP MESSAGE-----')]

test('a key that its owner sets while trackers are taken out encrypts that mail', async () => {
  publish()
  await addRule()
  await execute(sql`update alias.forwarding_rules set removes_trackers = true`)
  const id = await receive(await testMessage({ isSigned: true, html: '<p>x</p>' }))
  expect(
    await forward(
      id,
      undefined,
      thenOnce(() => changeMailbox({ pgpKey })),
    ),
  ).toBe('forwarded')
  expect(await leaving()).toEqual(encrypted)
})

test('mail does not leave as it came where its mailbox got a key while it was prepared, but encrypted with the next attempt', async () => {
  publish()
  await addRule()
  const id = await receive(await testMessage({ isSigned: true }))
  const signer: Signer = {
    async findKey(...asked) {
      await changeMailbox({ pgpKey })
      return bed.mail.signer.findKey(...asked)
    },
  }
  await expect(forward(id, signer)).rejects.toThrow('destination changed')
  expect([await leaving(), (await read(id)).forwarding]).toEqual([[], undefined])
  expect(await forward(id)).toBe('forwarded')
  expect(await leaving()).toEqual(encrypted)
})

test.each([
  ['has another key', () => ({ pgpKey: otherKey })],
  ['has no key any more', () => ({ pgpKey: null })],
  ['has its subjects encrypted', () => ({ hidesSubject: true })],
])('mail that was encrypted is prepared once more where its mailbox now %s', async (_what, change) => {
  publish()
  await addRule()
  await changeMailbox({ pgpKey })
  const id = await receive(await testMessage({ isSigned: true }))
  const rewriter = thenOnce(() => changeMailbox(change()))
  await expect(forward(id, undefined, rewriter)).rejects.toThrow('destination changed')
  expect(await leaving()).toEqual([])
  expect(await forward(id)).toBe('forwarded')
})

test('a key that comes while the one before fails is not too late for that mail', async () => {
  publish()
  await addRule()
  await changeMailbox({ pgpKey })
  const id = await receive(await testMessage({ isSigned: true }))
  const failing = {
    async rewrite() {
      await changeMailbox({ pgpKey: otherKey })
      throw new RewritingError('no part can be used')
    },
  }
  await expect(forward(id, undefined, failing)).rejects.toThrow('destination changed')
  expect((await read(id)).forwarding).toBeUndefined()
})

test.each([
  [
    'an expired key while a request that replaces the key',
    sql`update alias.forwarding_addresses set pgp_expires_at = now() - interval '1 second'`,
    () => sql`update alias.forwarding_addresses set pgp_key = ${otherKey}, pgp_expires_at = null`,
  ],
  [
    'a suspension while the confirmation of the mailbox',
    sql`update alias.forwarding_addresses set pgp_key = null, verified_at = null, suspended_at = now()`,
    () => sql`update alias.forwarding_addresses set verified_at = now(), suspended_at = null`,
  ],
])('mail is not withheld for %s is being committed', async (_what, hinder, mend) => {
  publish()
  await addRule()
  await changeMailbox({ pgpKey })
  await execute(hinder)
  const id = await receive(await testMessage({ isSigned: true }))
  const forwarded = await connect().transaction(async (tx) => {
    await tx.execute(mend())
    const attempt = forward(id).catch(String)
    await waitFor('the forward to wait for the request', async () => {
      const { rows } = await execute(
        sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      return rows.length > 0
    })
    return { attempt }
  })
  expect(await forwarded.attempt).toMatch('destination changed')
  expect((await read(id)).forwarding).toBeUndefined()
  expect(await forward(id)).toBe('forwarded')
})
