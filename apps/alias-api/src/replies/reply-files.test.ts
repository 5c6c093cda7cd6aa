import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { systemClock, type Clock } from '@waypost/postgres'
import { sweepBlobs } from '@waypost/storage'
import { startTestObjectStore, type TestObjectStore } from '@waypost/storage/testing'
import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { EmailDetail } from '../emails/email.ts'
import { parseWholeMessage } from '../parsing/parse-whole-message.ts'
import { writeAsMailbox } from './test-replies.ts'
import { openReplyBed } from './test-reply-bed.ts'

const inTwoHours = Object.assign(Object.create(systemClock) as Clock, { now: () => Date.now() + 7_200_000 })
// As much as a message of 25 MiB has room for.
const largest = 18 * 1024 * 1024
const files = [
  { filename: 'large.bin', content: randomBytes(largest) },
  { filename: 'small.bin', content: randomBytes(1000) },
  { filename: 'caf\u00e9.txt', content: Buffer.from('caf\u00e9\r\n'), contentType: 'text/plain' },
]

const kinds = [
  ['once in Postgres', { isObject: false, storesFilesOnce: true }],
  ['once in an object store', { isObject: true, storesFilesOnce: true }],
  ['twice in an object store', { isObject: true, storesFilesOnce: false }],
] as const

describe.each(kinds)('files of replies, stored %s,', (_kind, { isObject, storesFilesOnce }) => {
  let objects: TestObjectStore
  beforeAll(async () => {
    objects = await startTestObjectStore()
  })
  afterAll(() => objects.close())
  const { bed, begin, reply, mailTo, execute, sentEmails } = openReplyBed({}, () => ({
    storesFilesOnce,
    ...(isObject && { objects }),
  }))
  const count = async (table: string, column: string): Promise<number> => {
    const { rows } = await execute(
      sql`select coalesce(sum(${sql.raw(column)}), 0)::integer as n from alias.${sql.raw(table)}`,
    )
    return rows[0]!.n as number
  }
  const sweep = async () => {
    const { db } = bed.mail.services
    await sweepBlobs({ db, clock: inTwoHours, schema: 'alias', objects: isObject ? objects : undefined })
  }

  test('are downloaded byte for byte, and nothing of them is left once their email is deleted', async () => {
    const { reverse } = await begin()
    await reply(reverse, await writeAsMailbox({ to: reverse, text: 'files', attachments: files }))
    const { content } = await mailTo('bob@bob.dev')
    const left = (await parseWholeMessage(content)).attachments
    expect(left.map((each, at) => each.content.equals(files[at]!.content))).toEqual([true, true, true])

    const { rows } = await execute(sql`select id from alias.emails where type = 'sent'`)
    const url = `/api/v1/emails/${rows[0]!.id as string}`
    const headers = await bed.service.person('ada')
    const get = (path: string) => bed.service.app.inject({ url: `${url}${path}`, headers })
    const { attachments } = (await get('')).json<{ data: EmailDetail }>().data
    const downloaded = await Promise.all(attachments.map(({ id }) => get(`/attachments/${id}`)))
    expect(attachments.map(({ filename, size }) => ({ filename, size }))).toEqual(
      files.map(({ filename, content: { length: size } }) => ({ filename, size })),
    )
    expect(downloaded.map(({ rawPayload }, at) => rawPayload.equals(files[at]!.content))).toEqual([
      true,
      true,
      true,
    ])
    const { rawPayload: raw } = await get('/raw')
    expect(content.subarray(-raw.length).equals(raw)).toBe(true)

    await sweep()
    expect(await count('attachments', 'octet_length(content)')).toBe(storesFilesOnce ? 0 : 1007)
    expect(await count('blobs', 'names')).toBe(storesFilesOnce ? 1 : 2)
    await execute(sql`delete from alias.emails`)
    await waitFor(
      'the sent message to be finished',
      async () => (await count('outbound_messages', '1')) === 0 || undefined,
    )
    await sweep()
    expect([await count('blobs', '1'), await count('blob_pieces', '1')]).toEqual([0, 0])
    expect(await objects.list()).toEqual([])
  })

  test('are sent once where a process dies between storing and committing them, and nothing of its attempt is left', async () => {
    const { reverse } = await begin()
    const written = await writeAsMailbox({ to: reverse, text: 'files', attachments: files })
    const { db } = bed.mail.services
    const dying = vi.spyOn(db, 'transaction').mockRejectedValueOnce(new Error('the process dies'))
    await expect(reply(reverse, written)).rejects.toThrow(/451/)
    expect(dying).toHaveBeenCalledTimes(1)
    dying.mockRestore()
    // What the mailbox has sent, the large file that was read in it, and the message to Bob.
    expect(await count('blobs', '1')).toBe(3)
    await reply(reverse, written)
    await mailTo('bob@bob.dev')
    expect(await sentEmails()).toHaveLength(1)
    await sweep()
    expect(await count('blobs', '1')).toBe(storesFilesOnce ? 1 : 2)
    const sent = "messages join alias.emails on message_id = messages.id and type = 'sent'"
    const counted = await count('email_counts', "bytes * (type = 'sent')::integer")
    expect(await count(sent, 'size')).toBe(counted)
  })
})
