import type { AddressInfo } from 'node:net'
import { newId } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { expect, test } from 'vitest'
import { emails, messages } from '../db/mail-tables.ts'
import { addAddress, addEmail, openEmailBed } from '../emails/test-emails.ts'
import { tooManyExports } from './export-emails.ts'
import { readZip } from './test-zip.ts'

const { bed, get } = openEmailBed()
const path = '/api/v1/emails/export'

/** The files of the zip beside the account's. */
async function exported(headers = bed.key) {
  const files = readZip((await get(path, headers)).rawPayload)
  expect(files.delete('account.json')).toBe(true)
  return files
}

/** Has so much mail that no buffer on the way takes all of it. */
async function fill(): Promise<void> {
  const { db } = bed.service.database.connectAsOwner()
  const messageId = newId()
  const content = Buffer.from('Subject: large\r\n\r\n'.padEnd(250_000, 'x') + '\r\n')
  await db.insert(messages).values({ id: messageId, content, size: content.length, createdAt: new Date() })
  const first = await addEmail(bed.service, bed.address, { messageId })
  await db.insert(emails).values(Array.from({ length: 300 }, () => ({ ...first, id: newId() })))
}

async function listen() {
  const app = await bed.service.openReplica()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const ask = () => fetch(`http://127.0.0.1:${port}${path}`, { headers: { ...bed.key, connection: 'close' } })
  return { app, ask }
}

test('all emails of an account that are not deleted are in one zip, with the mbox of each alias', async () => {
  const second = await addAddress(bed.service, bed.account, { isActive: false })
  await addAddress(bed.service, bed.account)
  await addEmail(bed.service, bed.address, { raw: 'Subject: one\r\n\r\nFrom here\r\n' })
  await addEmail(bed.service, bed.address, { raw: 'Subject: two\r\n\r\nZoë\r\n' })
  await addEmail(bed.service, second, { raw: 'Subject: three\r\n\r\n.\r\n' })
  const removed = await addAddress(bed.service, bed.account)
  await addEmail(bed.service, removed, { deletedAt: new Date() })
  for (const [account, mode] of [
    ['bob', 'live'],
    [bed.account, 'test'],
  ] as const)
    await addEmail(bed.service, await addAddress(bed.service, account, { mode }))
  const response = await get(path)
  expect([response.statusCode, response.headers]).toMatchObject([
    200,
    {
      'content-type': 'application/zip',
      'content-disposition': "attachment; filename*=UTF-8''emails.zip",
      'cache-control': 'private, no-store',
    },
  ])
  const mboxOf = async (id: string) => (await get(`/api/v1/addresses/${id}/mbox`)).rawPayload
  expect(await exported()).toEqual(
    new Map([
      [`${bed.address.address}.mbox`, await mboxOf(bed.address.id)],
      [`${second.address}.mbox`, await mboxOf(second.id)],
    ]),
  )
})

test('an account without emails gets a zip without mailboxes', async () => {
  expect(await exported()).toEqual(new Map())
})

test('aliases beyond the first hundred are in it', async () => {
  const names = []
  for (let count = 0; count < 101; count++) {
    const address = await addAddress(bed.service, bed.account)
    await addEmail(bed.service, address)
    names.push(`${address.address}.mbox`)
  }
  expect([...(await exported()).keys()]).toEqual(names)
})

test('needs a key that may read emails', async () => {
  expect((await get(path, { authorization: '' })).statusCode).toBe(401)
  const other = await bed.service.key(bed.account, { scopes: ['emails:write'] })
  expect((await get(path, other)).statusCode).toBe(403)
})

test('an account reads one export at a time, and the next once that has ended, whole or not', async () => {
  await fill()
  const { ask } = await listen()
  const first = await ask()
  const reader = first.body!.getReader()
  await reader.read()
  const refused = await ask()
  expect([refused.status, await refused.json()]).toEqual([429, { error: tooManyExports }])
  await reader.cancel()
  await waitFor('the place', async () => {
    const next = await ask()
    if (next.status !== 200) return false
    return readZip(Buffer.from(await next.arrayBuffer())).size === 2
  })
})

test('an export is cut when the process stops, so that it does not look complete', async () => {
  await fill()
  const { app, ask } = await listen()
  const response = await ask()
  const reader = response.body!.getReader()
  await reader.read()
  const closed = app.close()
  const read = async () => {
    for (;;) if ((await reader.read()).done) return 'complete'
  }
  await expect(read()).rejects.toThrow()
  await closed
})
