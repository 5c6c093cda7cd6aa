import { sql } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { purgeAt } from '@waypost/retention/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { attachments, emails, messages } from '../db/mail-tables.ts'
import { addAddress, addAttachment, addEmail } from '../emails/test-emails.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { retentionKinds, type Retention } from './retention-kinds.ts'

const dayMs = 86_400_000
const keptMs = 30 * dayMs
const deletedAt = new Date()
const expiresAt = deletedAt.getTime() + keptMs + 1

let service: TestApp
beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
afterEach(() => service.empty())

const purge = (now: number, kept: Retention = { RETENTION_DELETED_EMAILS_DAYS: keptMs }) =>
  purgeAt(now, service.services.db, retentionKinds(kept))
const owner = () => service.database.connectAsOwner().db
const ids = async () => (await owner().select({ id: emails.id }).from(emails)).map(({ id }) => id).toSorted()

test('a deleted email is purged after the retention period, with its message and attachments', async () => {
  const address = await addAddress(service, 'ada')
  const gone = await addEmail(service, address, { deletedAt })
  await addAttachment(service, gone.messageId)
  expect(await purge(expiresAt - 1)).toEqual({})
  expect(await purge(expiresAt)).toEqual({ deleted_emails: 1 })
  expect(await owner().$count(messages)).toBe(0)
  expect(await owner().$count(attachments)).toBe(0)

  const response = await service.app.inject({
    url: '/api/v1/emails?is_deleted=true',
    headers: await service.person('ada'),
  })
  expect(response.json()).toMatchObject({ data: [], total: 0 })
})

test('an email that nobody deleted, or that is being sent, is never purged, and neither is a message that it shares', async () => {
  const address = await addAddress(service, 'ada')
  const live = await addEmail(service, address)
  await addEmail(service, address, { deletedAt, messageId: live.messageId })
  const queued = await addEmail(service, address, { type: 'sent', status: 'queued', deletedAt })
  const forwarded = await addEmail(service, address, { forwardStatus: 'queued', deletedAt })
  await purge(expiresAt + 1000 * dayMs)
  expect(await ids()).toEqual([live.id, queued.id, forwarded.id].toSorted())
  expect(await owner().$count(messages)).toBe(3)
})

test('without a retention period deleted emails are kept for good', async () => {
  await addEmail(service, await addAddress(service, 'ada'), { deletedAt })
  expect(await purge(expiresAt + 1000 * dayMs, {})).toEqual({})
  expect(await ids()).toHaveLength(1)
})

test('a response to an Idempotency-Key is kept for the promised day, and no longer', async () => {
  await owner().execute(sql`
    insert into alias.idempotency_keys (owner_id, key, fingerprint, created_at)
    select 'live:ada', 'key ' || number, '', ${deletedAt} from generate_series(1, 10) number`)
  expect(await purge(deletedAt.getTime() + dayMs)).toEqual({})
  expect(await purge(deletedAt.getTime() + dayMs + 1)).toEqual({ idempotency_keys: 10 })
})

test('months of the audit log are purged under the role of the API, with their totals', async () => {
  await owner().execute(sql`
    insert into alias.audit_logs (id, owner_id, action, method, path, status_code, ip, created_at)
    values (${newId()}, 'live:ada', 'address.list', 'GET', '/', 200, '::1', now())`)
  // The month has not ended yet.
  expect(await purge(Date.now(), { RETENTION_AUDIT_LOGS_DAYS: 31 * dayMs })).toEqual({})
  // The last 30 days cannot be purged.
  await expect(purge(Date.now(), { RETENTION_AUDIT_LOGS_DAYS: dayMs })).rejects.toMatchObject({
    cause: { code: '42501' },
  })
})

const most = 50_000
const addContacts = ({ id, ownerId }: { id: string; ownerId: string }, count: number, domain: string) =>
  owner().execute(sql`
    insert into alias.contacts (id, owner_id, address_id, email, reverse_address, created_at, used_at)
    select uuidv7(), ${ownerId}, ${id}, number || ${`@${domain}`}, number || ${`@${domain}`}, now(),
      now() - number * interval '1 second'
    from generate_series(1, ${count}::integer) number`)
const contactsOf = async ({ id }: { id: string }) => {
  const query = sql`select email from alias.contacts where address_id = ${id} order by used_at desc`
  return (await owner().execute<{ email: string }>(query)).rows.map(({ email }) => email)
}

test('of the contacts that forwarding has made, an owner has the 50,000 that were used last', async () => {
  const [ada, bob] = [await addAddress(service, 'ada'), await addAddress(service, 'bob')]
  await addContacts(ada, most + 3, 'a.example')
  await addContacts(bob, 10, 'b.example')
  // Oldest first: one that its owner has changed, one that was used just now, and the one to go.
  const [changed, used, gone] = [3, 2, 1].map((over) => `${most + over}@a.example`)
  await owner().execute(sql`update alias.contacts set is_kept = true where email = ${changed}`)
  await owner().execute(sql`update alias.contacts set used_at = now() where email = ${used}`)
  expect(await purge(Date.now())).toEqual({ contacts: 2 })
  const left = await contactsOf(ada)
  expect(left).toHaveLength(most + 1)
  expect([left[0], left.at(-1)]).toEqual([used, changed])
  expect(left).not.toContain(gone)
  expect(left).not.toContain(`${most}@a.example`)
  expect(await contactsOf(bob)).toHaveLength(10)
  expect(await purge(Date.now())).toEqual({})
})

test('the oldest entry of each kind is reported', async () => {
  const kinds = retentionKinds({})
  const oldest = async () =>
    Object.fromEntries(
      await Promise.all(
        kinds.map(async ({ name, findOldest }) => [name, await findOldest(service.services.db)] as const),
      ),
    )
  expect(await oldest()).toEqual({
    audit_logs: null,
    contacts: null,
    deleted_emails: null,
    idempotency_keys: null,
    notices: null,
  })
  await addEmail(service, await addAddress(service, 'ada'), { deletedAt })
  expect(await oldest()).toMatchObject({ deleted_emails: deletedAt })
})
