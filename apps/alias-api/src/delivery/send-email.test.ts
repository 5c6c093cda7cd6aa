import { newId } from '@waypost/postgres'
import { describe, expect, test } from 'vitest'
import { parseMessage } from '../parsing/parse-message.ts'
import { openSendingBed } from './test-sending.ts'

const { bed, newEmail, send, read, count } = openSendingBed()
const textOf = (length: number) => 'x'.repeat(length)

describe('POST /api/v1/emails', () => {
  test('sending an email answers with its id and queues it', async () => {
    const response = await send({ ...newEmail(), bodyHtml: '<p>hello Bob</p>' })
    expect(response.statusCode).toBe(202)
    const { data, message } = response.json<{ data: { id: string }; message: string }>()
    expect([Object.keys(data), message]).toEqual([['id'], 'Email queued'])
    expect(await read(data.id)).toEqual({
      id: data.id,
      addressId: bed.address.id,
      type: 'sent',
      status: 'queued',
      from: bed.address.address,
      fromName: '',
      to: 'bob@example.net',
      subject: 'hello',
      bodyText: 'hello Bob',
      bodyHtml: '<p>hello Bob</p>',
      isRead: true,
      isStarred: false,
      receivedAt: expect.stringMatching(/Z$/),
      attachments: [],
    })
  })

  test('accepts a subject and a body of the maximum length, and refuses longer ones', async () => {
    const longest = { ...newEmail(), subject: textOf(200), body: textOf(50_000) }
    expect((await send(longest)).statusCode).toBe(202)
    expect((await send({ ...longest, subject: textOf(201) })).statusCode).toBe(400)
    expect((await send({ ...longest, body: textOf(50_001) })).statusCode).toBe(400)
  })

  test.each([
    ['no recipient', { to: undefined }],
    ['no subject', { subject: undefined }],
    ['no body', { body: undefined }],
    ['a second header', { subject: 'a\r\nBcc: all@example.net' }],
    ['an invalid recipient', { to: 'bob' }],
    ['two recipients', { to: 'bob@example.net, eve@example.net' }],
    ['a second command', { to: 'bob@example.net>\r\nRCPT TO:<eve@example.net' }],
    ['an alias id that is not a UUID', { fromAddressId: 'x' }],
    ['something else', { cc: 'eve@example.net' }],
  ])('refuses an email with %s', async (_what, change) => {
    const response = await send({ ...newEmail(), ...change })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ error: expect.stringMatching(/./) })
    expect(await count('outbound_messages')).toBe(0)
  })

  test('accepts an international domain, and never reads the machine’s files', async () => {
    await bed.mail.startSendWorker(bed.sink.url)
    const body = '{"path":"/etc/hostname"}'
    const response = await send({ ...newEmail(), to: 'bob@b\u00fccher.example', body })
    expect((await read(response.json<{ data: { id: string } }>().data.id)).to).toBe(
      'bob@xn--bcher-kva.example',
    )
    const [sunk] = await bed.sink.waitForMails(1)
    expect((await parseMessage(sunk!.content)).text.trim()).toBe(body)
  })

  test('does not find an alias of another account or of the other mode', async () => {
    const strangers = [await bed.service.key('bob'), await bed.service.key('ada', { mode: 'test' })]
    for (const headers of strangers) {
      const response = await send(newEmail(), headers)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual({ error: 'Alias not found' })
    }
    expect((await send({ ...newEmail(), fromAddressId: newId() })).statusCode).toBe(404)
  })

  test('refuses to send from an alias that cannot receive the reply', async () => {
    bed.time = bed.address.expiresAt.getTime()
    const response = await send()
    expect(response.statusCode).toBe(409)
    expect(response.json()).toEqual({ error: 'Alias is not active' })
  })

  test('sending requires a key with the scope emails:write', async () => {
    expect((await send(newEmail(), {})).statusCode).toBe(401)
    const headers = await bed.service.key('ada', { scopes: ['emails:read'] })
    expect((await send(newEmail(), headers)).json()).toEqual({
      error: 'Insufficient permissions. Required scopes: emails:write',
    })
  })

  test('sends one email per Idempotency-Key', async () => {
    const headers = { ...bed.key, 'idempotency-key': 'one' }
    const [first, second] = [await send(newEmail(), headers), await send(newEmail(), headers)]
    expect(second.json()).toEqual(first.json())
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(await count('outbound_messages')).toBe(1)
  })
})
