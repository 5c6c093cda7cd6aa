import { newId } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openMovingBed, read } from './test-moves.ts'

const { bed, ask, fill, usesWritten, move } = openMovingBed()

const blobsIn = async (): Promise<number> =>
  (await bed.cell.execute(sql`select from alias.blobs`)).rows.length

/** A message with a file, and an email of it for an account. */
async function receive(id: string): Promise<{ email: string; message: string }> {
  const [email, message, blob] = [newId(), newId(), newId()]
  await bed.home.execute(
    sql`insert into alias.blobs (id, is_object, unused_since) values (${blob}, false, now())`,
  )
  await bed.home.execute(
    sql`insert into alias.blob_pieces (blob_id, number, content) values (${blob}, 0, 'one'), (${blob}, 1, 'two')`,
  )
  await bed.home.execute(sql`
    insert into alias.messages (id, content, size, mail_from, client_ip, client_name, created_at, rest_id)
    values (${message}, 'Subject: x', 100, 'bob@example.net', '127.0.0.1', 'x', now(), ${blob})
  `)
  await bed.home.execute(sql`
    insert into alias.emails (id, owner_id, address_id, message_id, type, from_address, from_name, to_address, subject, body_text,
      body_html, has_attachments, is_read, received_at, thread_id, thread_key)
    select ${email}, owner_id, id, ${message}, 'received', 'bob@example.net', '', 'x', 'New', '', '', false, false, now(), ${newId()},
      ${newId()}
    from alias.addresses where owner_id = ${`live:${id}`} limit 1
  `)
  return { email, message }
}

test('an account is served while it is copied, and mail that comes, is deleted and is read meanwhile is copied too', async () => {
  const headers = await fill('ada')
  const gone = await receive('ada')
  let before = {}
  const copiedSince = { transaction: '', count: 0 }
  await move('ada', 'c1', async (next) => {
    if (next === 'copy') {
      const { rows } = await bed.cell.execute<{ id: string }>(sql`select pg_current_xact_id()::text as id`)
      copiedSince.transaction = rows[0]!.id
    }
    if (next !== 'close') return
    expect(await read(bed.cell, 'ada')).toEqual({})
    await bed.home.execute(sql`update alias.emails set is_read = true where owner_id = 'live:ada'`)
    await bed.home.execute(sql`delete from alias.emails where id = ${gone.email}`)
    await receive('ada')
    expect((await ask('/api/v1/addresses', headers, {})).status).toBe(201)
    await usesWritten(bed.home)
    before = await read(bed.home, 'ada')
  })
  expect(await read(bed.cell, 'ada')).toEqual(before)
  expect(await read(bed.home, 'ada')).toEqual({})
  const { rows: messages } = await bed.cell.execute<{ id: string; late: boolean }>(sql`
    select id, xmin::text::bigint >= ${copiedSince.transaction}::bigint as late from alias.messages
  `)
  // Of the message that was deleted, nothing is there, nor of its file: those of the first and of the last email are.
  expect(messages.map(({ id }) => id)).not.toContain(gone.message)
  expect(messages.filter(({ late }) => late)).toEqual([])
  expect(await blobsIn()).toBe(2)
})

test('a message that others have where an account comes to stays theirs when the account deletes its email meanwhile', async () => {
  await fill('bea')
  await move('friend-of-bea', 'c1')
  const ofFriend = await read(bed.cell, 'friend-of-bea')
  await move('bea', 'c1', async (next) => {
    if (next === 'close') await bed.home.execute(sql`delete from alias.emails where owner_id = 'live:bea'`)
  })
  const { email_counts: counts, ...rows } = await read(bed.cell, 'bea')
  expect(counts).toHaveLength(1)
  expect(rows).not.toHaveProperty('emails')
  expect(await read(bed.cell, 'friend-of-bea')).toEqual(ofFriend)
  expect(ofFriend.messages).toHaveLength(1)
})
