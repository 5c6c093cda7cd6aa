import { newId } from '@waypost/postgres'
import { beforeEach } from 'vitest'
import { ownerOf, type Mode } from '../accounts/owner.ts'
import { attachments, emails, messages } from '../db/mail-tables.ts'
import { addresses } from '../db/tables.ts'
import { openAccountBed } from '../testing/test-account.ts'
import type { TestApp } from '../testing/test-app.ts'
import type { EmailDetail, ListedEmail } from './email.ts'

type Given<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>

/** For tests: an alias that receives for an hour. */
export async function addAddress(
  { database }: TestApp,
  accountId: string,
  { mode = 'live', ...given }: Given<typeof addresses> & { mode?: Mode } = {},
): Promise<typeof addresses.$inferSelect> {
  const id = newId()
  const now = Date.now()
  const [row] = await database
    .connectAsOwner()
    .db.insert(addresses)
    .values({
      id,
      ownerId: ownerOf(accountId, mode),
      address: `${id}@waypost.test`,
      domain: 'waypost.test',
      createdAt: new Date(now),
      expiresAt: new Date(now + 3_600_000),
      ...given,
    })
    .returning()
  return row!
}

let latest = 0

/** For tests: adds an email with its message to an alias; each is newer than the one before. */
export async function addEmail(
  { database }: TestApp,
  address: { id: string; ownerId: string; address: string },
  given: Given<typeof emails> & { raw?: string } = {},
): Promise<typeof emails.$inferSelect> {
  const { db } = database.connectAsOwner()
  const id = newId()
  latest = Math.max(latest + 1, Date.now())
  const createdAt = new Date(latest)
  const messageId = given.messageId ?? newId()
  const content = Buffer.from(given.raw ?? 'Subject: hello\r\n\r\nhello\r\n')
  if (!given.messageId) {
    await db.insert(messages).values({ id: messageId, content, size: content.length, createdAt })
  }
  const [row] = await db
    .insert(emails)
    .values({
      id,
      ownerId: address.ownerId,
      addressId: address.id,
      messageId,
      type: 'received',
      fromAddress: 'bob@example.net',
      fromName: 'Bob',
      toAddress: address.address,
      subject: 'hello',
      bodyText: 'hello',
      bodyHtml: '<p>hello</p>',
      hasAttachments: false,
      isRead: false,
      receivedAt: createdAt,
      ...given,
    })
    .returning()
  return row!
}

/** For tests: adds an attachment to a message. */
export async function addAttachment(
  { database }: TestApp,
  messageId: string,
  given: Given<typeof attachments> = {},
): Promise<typeof attachments.$inferSelect> {
  const content = given.content ?? Buffer.from('attached')
  const [row] = await database
    .connectAsOwner()
    .db.insert(attachments)
    .values({
      id: newId(),
      messageId,
      position: 1,
      filename: 'a.txt',
      contentType: 'text/plain',
      isInline: false,
      size: content.length,
      content,
      ...given,
    })
    .returning()
  return row!
}

export interface Listed {
  data: ListedEmail[]
  total: number
  limit: number
  offset: number
}

/** For tests: the bed of {@link openAccountBed}, with an alias for each test. */
export function openAliasBed() {
  const bed = openAccountBed() as ReturnType<typeof openAccountBed> & {
    address: Awaited<ReturnType<typeof addAddress>>
  }
  beforeEach(async () => {
    bed.address = await addAddress(bed.service, bed.account)
  })
  return bed
}

/** For tests: a service, and requests about emails. They use the bed's key unless they are given another one. */
export function openEmailBed() {
  const bed = openAliasBed()
  const get = (url: string, headers = bed.key) => bed.service.app.inject({ url, headers })
  return {
    bed,
    get,
    list: async (query = '', headers = bed.key) =>
      (await get(`/api/v1/emails${query}`, headers)).json<Listed>(),
    read: async (id: string) => (await get(`/api/v1/emails/${id}`)).json<{ data: EmailDetail }>().data,
    remove: (id: string, headers = bed.key) =>
      bed.service.app.inject({ method: 'DELETE', url: `/api/v1/emails/${id}`, headers }),
  }
}
