import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addAddress, addAttachment, addEmail, openEmailBed } from './test-emails.ts'

const { bed, get, list } = openEmailBed()
const count = async (from: string) => {
  const { rows } = await bed.service.database
    .connectAsOwner()
    .db.execute<{ count: string }>(sql`select count(*) from ${sql.raw(from)}`)
  return Number(rows[0]!.count)
}

test('deleting an alias deletes everything of its emails, and nothing that other aliases share', async () => {
  const other = await addAddress(bed.service, bed.account)
  const shared = await addEmail(bed.service, bed.address)
  await addAttachment(bed.service, shared.messageId)
  const kept = await addEmail(bed.service, other, { messageId: shared.messageId })
  const own = await addEmail(bed.service, bed.address, { deletedAt: new Date() })
  await addAttachment(bed.service, own.messageId)

  const deleteAddress = (id: string) =>
    bed.service.app.inject({ method: 'DELETE', url: `/api/v1/addresses/${id}`, headers: bed.key })
  expect((await deleteAddress(bed.address.id)).statusCode).toBe(200)
  expect(await list()).toMatchObject({ data: [{ id: kept.id }], total: 1 })
  expect(await list('?is_deleted=true')).toMatchObject({ data: [], total: 0 })
  expect(await list(`?address_id=${bed.address.id}`)).toMatchObject({ total: 0 })
  expect((await get(`/api/v1/emails/${kept.id}/raw`)).statusCode).toBe(200)
  const left = (id: string) => count(`alias.attachments where message_id = '${id}'`)
  expect([await left(shared.messageId), await left(own.messageId)]).toEqual([1, 0])
  expect(await count(`alias.messages where id = '${own.messageId}'`)).toBe(0)

  await deleteAddress(other.id)
  expect(await list()).toMatchObject({ data: [], total: 0 })
  expect(await left(shared.messageId)).toBe(0)
  expect(await count(`alias.messages where id = '${shared.messageId}'`)).toBe(0)
  expect(await count(`alias.address_email_counts where owner_id = 'live:${bed.account}'`)).toBe(0)
})
