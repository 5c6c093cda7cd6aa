import { sql } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { describe, expect, test } from 'vitest'
import { addAttachment, addEmail, openEmailBed } from './test-emails.ts'

const { bed, list, read, remove } = openEmailBed()
const patch = (id: string, payload: object, headers = bed.key) =>
  bed.service.app.inject({ method: 'PATCH', url: `/api/v1/emails/${id}`, headers, payload })
const restore = (id: string, headers: Record<string, string> = bed.key) =>
  bed.service.app.inject({ method: 'POST', url: `/api/v1/emails/${id}/restore`, headers })

describe('GET /api/v1/emails/:id', () => {
  test('a received email shows the codes and links in it, and none where it has none', async () => {
    const { id } = await addEmail(bed.service, bed.address, {
      subject: 'Sign in',
      bodyText: 'Your verification code is 482913.',
      bodyHtml: '<p><a href="https://shop.example/a?t=1">Confirm your email</a></p>',
    })
    expect(await read(id)).toMatchObject({
      codes: [{ value: '482913', isCertain: true }],
      links: [{ url: 'https://shop.example/a?t=1', text: 'Confirm your email', isConfirmation: true }],
    })
    const plain = await read((await addEmail(bed.service, bed.address)).id)
    expect(plain).not.toHaveProperty('codes')
    expect(plain).not.toHaveProperty('links')
  })

  test('a received email names whom its header names beside its author, and nobody to whom nothing could be sent', async () => {
    const raw = [
      'From: bob@example.net',
      'Reply-To: "Bob\u0000 B" <bob@example.org>',
      'To: Ada <ada@waypost.test>, <eve@example.net>, not an address, EVE@example.net',
      'Cc: friends: carl@example.net, dora@example.net;',
      '',
      'To: mallory@example.net',
    ].join('\r\n')
    const { id } = await addEmail(bed.service, bed.address, { raw })
    expect((await read(id)).participants).toEqual([
      { kind: 'replyTo', address: 'bob@example.org', name: 'Bob B' },
      { kind: 'to', address: 'ada@waypost.test', name: 'Ada' },
      { kind: 'to', address: 'eve@example.net', name: '' },
      { kind: 'cc', address: 'carl@example.net', name: '' },
      { kind: 'cc', address: 'dora@example.net', name: '' },
    ])
    expect((await patch(id, { isRead: true })).json()).toMatchObject({
      data: { participants: [{}, {}, {}, {}, {}] },
    })
    const many = Array.from({ length: 60 }, (_, number) => `${number}@x.example`).join(', ')
    const crowd = await addEmail(bed.service, bed.address, { raw: `To: ${many}\r\nCc: ${many}\r\n\r\n` })
    expect((await read(crowd.id)).participants).toHaveLength(50)
    const sent = await addEmail(bed.service, bed.address, { raw, type: 'sent', status: 'sent' })
    expect(await read(sent.id)).not.toHaveProperty('participants')
  })

  test('reading an email returns its attachments in order, and does not mark it as read', async () => {
    const row = await addEmail(bed.service, bed.address, { hasAttachments: true })
    const second = await addAttachment(bed.service, row.messageId, {
      position: 2,
      filename: null,
      contentType: 'image/png',
      contentId: 'logo@mail',
      isInline: true,
    })
    const first = await addAttachment(bed.service, row.messageId)
    const email = await read(row.id)
    expect(email).not.toHaveProperty('hasAttachments')
    expect(email).toMatchObject({ id: row.id, isRead: false, bodyHtml: '<p>hello</p>' })
    expect(email.attachments).toEqual([
      { id: first.id, filename: 'a.txt', contentType: 'text/plain', size: 8, contentId: null, inline: false },
      {
        id: second.id,
        filename: null,
        contentType: 'image/png',
        size: 8,
        contentId: 'logo@mail',
        inline: true,
      },
    ])
    expect((await read(row.id)).isRead).toBe(false)
  })

  test('reading a deleted email is possible', async () => {
    const { id } = await addEmail(bed.service, bed.address)
    await remove(id)
    expect(await read(id)).toMatchObject({ id })
  })
})

describe('PATCH /api/v1/emails/:id', () => {
  test('marks an email as read and as starred independently', async () => {
    const { id } = await addEmail(bed.service, bed.address)
    expect((await patch(id, { isRead: true })).json()).toMatchObject({
      data: { id, isRead: true, isStarred: false, attachments: [] },
    })
    expect((await patch(id, { isStarred: true })).json()).toMatchObject({
      data: { isRead: true, isStarred: true },
    })
    expect((await patch(id, { isRead: false })).json()).toMatchObject({
      data: { isRead: false, isStarred: true },
    })
    expect((await patch(id, {})).json()).toMatchObject({ data: { isRead: false, isStarred: true } })
  })

  test.each([{ isRead: 'yes' }, { subject: 'x' }, { isStarred: null }])(
    'updating an email refuses %j',
    async (payload) => {
      const { id } = await addEmail(bed.service, bed.address)
      expect((await patch(id, payload)).statusCode).toBe(400)
    },
  )

  test('updating a deleted email is a 404', async () => {
    const { id } = await addEmail(bed.service, bed.address)
    await remove(id)
    expect((await patch(id, { isRead: true })).json()).toEqual({ error: 'Email not found' })
    expect((await patch(id, {})).statusCode).toBe(404)
  })
})

describe('DELETE /api/v1/emails/:id', () => {
  test('deletes an email and publishes its event once', async () => {
    const { id } = await addEmail(bed.service, bed.address)
    await bed.service.database.connectAsOwner().db.execute(sql`
      insert into alias.webhooks (id, owner_id, url, events, sealed_secret, created_at)
      values (${newId()}, ${`live:${bed.account}`}, 'http://127.0.0.1:9/', '{email.deleted}', 'sealed', now())
    `)
    const response = await remove(id)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ data: { id }, message: 'Email deleted' })
    const again = await remove(id)
    expect(again.statusCode).toBe(404)
    expect(again.json()).toEqual({ error: 'Email not found' })
    const { rows } = await bed.service.database
      .connectAsOwner()
      .db.execute<{ body: string }>(
        sql`select body from alias.deliveries where owner_id = ${`live:${bed.account}`}`,
      )
    expect(rows.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      {
        event: 'email.deleted',
        timestamp: expect.any(Number),
        data: { emailId: id, addressId: bed.address.id, deletedAt: expect.stringMatching(/Z$/) },
      },
    ])
  })
})

describe('POST /api/v1/emails/:id/restore', () => {
  test('moves a deleted email back among the others, with its marks, and counts it there', async () => {
    const { id } = await addEmail(bed.service, bed.address, { subject: 'kept' })
    await patch(id, { isStarred: true })
    const { total } = await list()
    await remove(id)
    expect(await list()).toMatchObject({ total: total - 1 })

    const response = await restore(id)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ data: { id, subject: 'kept', isStarred: true } })
    const { data, total: after } = await list()
    expect(data[0]).toMatchObject({ id })
    expect(after).toBe(total)
    expect((await remove(id)).statusCode).toBe(200)
  })

  test('an email that is not deleted is a 404, and so is another account’s', async () => {
    const { id } = await addEmail(bed.service, bed.address)
    expect((await restore(id)).json()).toEqual({ error: 'Email not found' })
    await remove(id)
    const stranger = await bed.service.person('mallory')
    expect((await restore(id, stranger)).statusCode).toBe(404)
    expect((await restore(id)).statusCode).toBe(200)
  })
})
