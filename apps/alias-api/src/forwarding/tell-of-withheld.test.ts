import { systemClock } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ownerOf, type Mode } from '../accounts/owner.ts'
import { addAddress, addEmail } from '../emails/test-emails.ts'
import { claimNotices } from '../notices/claim-notices.ts'
import { maintenanceTasks } from '../maintenance.ts'
import { doDue } from '../testing/do-due.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { withheldReasons } from './withheld-reasons.ts'

const hour = 60 * 60_000
let service: TestApp
let time = Date.parse('2026-03-02T09:30:00.000Z')
beforeAll(async () => {
  service = await startTestApp({ clock: { ...systemClock, now: () => time } })
})
afterAll(() => service.close())
beforeEach(() => service.empty())

const withhold = async (
  address: Awaited<ReturnType<typeof addAddress>>,
  email: Parameters<typeof addEmail>[2] = {},
) => {
  const { id } = await addEmail(service, address, email)
  await service.services.db.execute(sql`
    update alias.emails set forward_status = 'withheld', forward_reason = 'The message fails DMARC.',
      forward_to = 'me@example.net', forwarded_at = ${new Date(time)} where id = ${id}
  `)
  return id
}
const withholdSuspended = async (address: Awaited<ReturnType<typeof addAddress>>) => {
  const id = await withhold(address)
  await service.services.db.execute(
    sql`update alias.emails set forward_reason = ${withheldReasons.suspended} where id = ${id}`,
  )
  return { id }
}
const doDueTask = (name: string) => doDue(service.services.db, maintenanceTasks(service.services), name)
const tell = async () => {
  await Promise.all([doDueTask('tellOfWithheld'), doDueTask('tellOfWithheld')])
  return claimNotices(service.services, ['emails_withheld'])
}

describe('a digest of withheld emails', () => {
  test('is written a day after the first of them, once, and names what was withheld until then', async () => {
    const address = await addAddress(service, 'ada')
    await withhold(address, { fromAddress: 'bob@bob.dev', subject: 'https://evil.example' })
    time += 20 * hour
    await withhold(address, { fromAddress: 'eve@eve.dev' })
    expect(await tell()).toEqual([])
    time += 4 * hour
    const [digest, ...others] = await tell()
    expect(others).toEqual([])
    expect(digest).toMatchObject({
      ownerId: 'ada',
      kind: 'emails_withheld',
      subject: '2 emails were not forwarded',
    })
    const { text } = digest as { text: string }
    expect(text).toContain(`bob@bob.dev to ${address.address}: The message fails DMARC.`)
    expect(text).toContain(`eve@eve.dev to ${address.address}`)
    expect(text).not.toContain('evil.example')
    time += 24 * hour
    expect(await tell()).toEqual([])
  })

  test('names ten at most, and says how many more there are', async () => {
    const address = await addAddress(service, 'ada')
    for (let index = 0; index < 12; index += 1) await withhold(address)
    time += 24 * hour
    const [digest] = await tell()
    const { text } = digest as { text: string }
    expect([text.match(/ to /g)!.length, text.includes('and 2 more')]).toEqual([10, true])
  })

  test('does not go to a mailbox that is suspended itself', async () => {
    const address = await addAddress(service, 'ada')
    const suspend = async (email: string) => {
      const { id } = await withholdSuspended(address)
      await service.database.connectAsOwner().db.execute(sql`
        insert into alias.forwarding_addresses (id, owner_id, email, suspended_at, created_at)
        values (${id}, ${ownerOf('ada', 'live')}, ${email}, now(), now())`)
      time += 24 * hour
      return tell()
    }
    await service.database.connectAsOwner().db.execute(sql`
      insert into alias.accounts (id, email, created_at) values ('ada', 'Ada@home.example', now())
      on conflict (id) do update set email = excluded.email`)
    expect(await suspend('work@home.example')).toHaveLength(1)
    // Whatever else was withheld.
    await withhold(address)
    expect(await suspend('ada@home.example')).toEqual([])
  })

  test('is about neither spam, nor deleted emails, nor what was forwarded after all, nor test data', async () => {
    const address = await addAddress(service, 'ada')
    await withhold(address, { isSpam: true })
    await withhold(address, { deletedAt: new Date(time) })
    const id = await withhold(address)
    await service.services.db.execute(
      sql`update alias.emails set forward_status = null, forward_reason = null where id = ${id}`,
    )
    await withhold(await addAddress(service, 'ada', { mode: 'test' satisfies Mode }))
    time += 24 * hour
    expect(await tell()).toEqual([])
  })
})
