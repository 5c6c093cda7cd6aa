import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Automation } from '../automations/automation.ts'
import { insertScreenshot } from '../executions/progress/insert-screenshot.ts'
import { startExecution } from '../executions/start-execution.ts'
import { foldUsage } from './fold-usage.ts'
import { openAccounts } from './test-accounts.ts'

const { bed, openAccount } = openAccounts()

type Account = Awaited<ReturnType<typeof openAccount>>

const url = '/api/v1/automations'
const runner = () => ({
  ...bed.service.services,
  db: bed.service.database.connectAs('waypost_automation_runner').db,
})
const used = async ({ shown }: Account) => (await shown()).limits.bytesStored.used

/** What is in the tables, counted anew. */
const counted = async ({ ownerId }: Account) => {
  const { rows } = await bed.service.database.connectAsOwner().db.execute<{ bytes: number }>(sql`
    select (
      coalesce((select sum(octet_length(v.actions::text) + octet_length(v.variables::text))
        from automation.automations a join automation.automation_versions v on v.automation_id = a.id
        where a.owner_id = ${ownerId}), 0)
      + coalesce((select sum(octet_length(content)) from automation.blob_pieces where blob_id in (
        select automation.blobs_of(v.actions) from automation.automations a
        join automation.automation_versions v on v.automation_id = a.id where a.owner_id = ${ownerId})), 0)
      + coalesce((select sum(octet_length(image)) from automation.step_screenshots
        join automation.executions e on e.id = execution_id where e.owner_id = ${ownerId}), 0)
    )::float8 as bytes`)
  return rows[0]!.bytes
}
const upload = (contents: string) => ({
  name: 'Attach',
  type: 'upload',
  selectors: ['#file'],
  file: {
    name: 'a.txt',
    contentType: 'text/plain',
    contentBase64: Buffer.from(contents).toString('base64'),
  },
})
const click = (text = '#go') => ({ name: 'Go', type: 'click', selectors: [text] })
const create = (account: Account, actions: object[] = [click()], replica: 0 | 1 = 0) =>
  account.post(url, { name: 'one', actions }, replica)
const change = ({ key }: Account, id: string, payload: object) =>
  bed.service.app.inject({ method: 'PATCH', url: `${url}/${id}`, headers: key, payload })
const remove = ({ key }: Account, id: string) =>
  bed.service.app.inject({ method: 'DELETE', url: `${url}/${id}`, headers: key })

const blobs = async () => {
  const { rows } = await bed.service.services.db.execute(sql`select from automation.blobs`)
  return rows.length
}

/** A run of the account's that has begun. */
const run = async (account: Account) => {
  const { id } = (await create(account)).json<Automation>()
  const { executionId } = (await account.post(`${url}/${id}/trigger`)).json<{ executionId: string }>()
  await startExecution(runner(), executionId)
  return { id, executionId }
}

describe('the bytes that an account has stored', () => {
  test('are those of its automations’ versions, of each file once, and of screenshots, exactly', async () => {
    const account = await openAccount()
    const { id } = (await create(account, [upload('x'.repeat(1000)), click()])).json<Automation>()
    expect(await used(account)).toBe(await counted(account))
    await change(account, id, { name: 'two' })
    await change(account, id, { actions: [upload('y'.repeat(500)), click('#other')] })
    expect(await used(account)).toBe(await counted(account))
    const { executionId } = await run(account)
    expect(await insertScreenshot(runner(), executionId, 0, Buffer.alloc(300))).toBe(true)
    expect(await used(account)).toBe(await counted(account))
    expect(await used(account)).toBeGreaterThan(1800)
  })

  test('are the same after the changes were added up, by several processes at once', async () => {
    const account = await openAccount()
    await foldUsage(bed.service.services)
    const { id } = (await create(account, [upload('x'.repeat(1000))])).json<Automation>()
    const before = await used(account)
    await Promise.all([1, 2, 3].map(() => foldUsage(bed.service.services)))
    expect(await used(account)).toBe(before)
    await change(account, id, { name: 'two' })
    await foldUsage(bed.service.services)
    expect(await used(account)).toBe(await counted(account))
    const { rows } = await bed.service.services.db.execute(
      sql`select from automation.usage_changes where owner_id = ${account.ownerId}`,
    )
    expect(rows).toEqual([])
  })

  test('are none once everything was deleted, with versions, files, runs and screenshots', async () => {
    const account = await openAccount({ versionsKept: 2 })
    const { id } = (await create(account, [upload('x'.repeat(1000))])).json<Automation>()
    for (const name of ['two', 'three', 'four']) await change(account, id, { name })
    expect(await used(account)).toBe(await counted(account))
    const begun = await run(account)
    await insertScreenshot(runner(), begun.executionId, 0, Buffer.alloc(300))
    for (const each of [id, begun.id]) await remove(account, each)
    expect(await used(account)).toBe(0)
  })

  test('are fewer when old screenshots are deleted', async () => {
    const account = await openAccount()
    const { executionId } = await run(account)
    await insertScreenshot(runner(), executionId, 0, Buffer.alloc(300))
    const before = await used(account)
    await bed.service.database
      .connectAsOwner()
      .db.execute(sql`delete from automation.step_screenshots where execution_id = ${executionId}`)
    expect(await used(account)).toBe(before - 300)
  })

  test('that were there before anything was counted are counted once', async () => {
    const account = await openAccount()
    await create(account)
    await bed.service.database.connectAsOwner().db.execute(sql`
      with gone as (delete from automation.usage_changes where owner_id = ${account.ownerId})
      delete from automation.account_usage where owner_id = ${account.ownerId}`)
    await create(account)
    await foldUsage(bed.service.services)
    expect(await used(account)).toBe(await counted(account))
  })
})

const full = (usedBytes: number, limit: number) => ({
  statusCode: 403,
  error: 'Forbidden',
  message:
    `Limit reached: ${usedBytes} of ${limit} bytes stored are used, and there is no room for this; ` +
    'the limit does not reset: delete automations or runs first',
})

describe('over the limit of bytes', () => {
  test('automations, versions and restored versions are refused, and what makes them smaller is not', async () => {
    const account = await openAccount()
    const { id } = (await create(account, [click('#'.padEnd(900, 'x'))])).json<Automation>()
    const stored = await used(account)
    await account.limit({ bytesStored: stored, versionsKept: 1 })
    expect((await create(account)).json()).toEqual(full(stored, stored))
    const larger = await change(account, id, { actions: [click('#'.padEnd(950, 'x'))] })
    expect(larger.json()).toEqual(full(stored, stored))
    expect((await change(account, id, { actions: [click('#small')] })).statusCode).toBe(200)
    expect(await used(account)).toBeLessThan(stored)
    expect((await account.get(`${url}/${id}/versions`)).json()).toHaveLength(1)

    await account.limit({ bytesStored: await used(account) })
    const restored = await account.post(`${url}/${id}/versions/2/restore`)
    expect(restored.statusCode).toBe(403)
  })

  test('files are refused before they are stored', async () => {
    const account = await openAccount({ bytesStored: 2000 })
    const before = await blobs()
    expect((await create(account, [upload('x'.repeat(3000))])).statusCode).toBe(403)
    expect(await blobs()).toBe(before)
    expect((await create(account, [upload('x'.repeat(1000))])).statusCode).toBe(201)
  })

  test('of twenty concurrent requests to two replicas with room for one automation, exactly one succeeds', async () => {
    const account = await openAccount()
    await create(account)
    const stored = await used(account)
    await account.limit({ bytesStored: 2 * stored })
    const asked = Array.from({ length: 20 }, (_, index) => create(account, [click()], (index % 2) as 0 | 1))
    const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode)
    expect(statuses.toSorted()).toEqual([201, ...Array.from({ length: 19 }, () => 403)])
    expect(await used(account)).toBe(2 * stored)
  })

  test('a run goes on without screenshots', async () => {
    const account = await openAccount()
    const { executionId } = await run(account)
    await account.limit({ bytesStored: 1 })
    expect(await insertScreenshot(runner(), executionId, 0, Buffer.alloc(300))).toBe(false)
  })
})
