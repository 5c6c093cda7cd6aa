import { newId } from '@waypost/postgres'
import { describe, expect, test } from 'vitest'
import { addAddress, addEmail } from '../emails/test-emails.ts'
import { parseMessage } from '../parsing/parse-message.ts'
import { parseWholeMessage } from '../parsing/parse-whole-message.ts'
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
      threadId: expect.any(String),
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

  test('an email has the name beside the alias, and is in the conversation of the one that it answers', async () => {
    await bed.mail.startSendWorker(bed.sink.url)
    const raw = 'Message-ID: <two@bob.dev>\r\nReferences: <one@bob.dev>\r\nSubject: hello\r\n\r\nhello\r\n'
    const answered = await addEmail(bed.service, bed.address, { raw })
    const response = await send({ ...newEmail(), fromName: 'Ada L\u00f6v', inReplyTo: answered.id })
    const { id } = response.json<{ data: { id: string } }>().data
    expect(await read(id)).toMatchObject({ from: bed.address.address, fromName: 'Ada L\u00f6v' })
    const [first] = await bed.sink.waitForMails(1)
    expect(await parseMessage(first!.content)).toMatchObject({ fromName: 'Ada L\u00f6v' })
    expect(first!.content.toString()).toContain('In-Reply-To: <two@bob.dev>\r\n')
    expect(first!.content.toString()).toMatch(/^References: <one@bob\.dev>\s+<two@bob\.dev>\r$/m)
    await send({ ...newEmail(), inReplyTo: id })
    const [, second] = await bed.sink.waitForMails(2)
    expect(second!.content.toString()).toContain(`In-Reply-To: <${id}@waypost.test>\r\n`)
  })

  test('an email leaves with its files byte for byte, which can be downloaded', async () => {
    await bed.mail.startSendWorker(bed.sink.url)
    const bytes = Buffer.from([0, 13, 10, 255, 13, 200])
    const attachments = [
      {
        filename: 'Gr\u00fc\u00dfe.pdf',
        contentType: 'application/pdf',
        contentBase64: bytes.toString('base64'),
      },
      { filename: 'empty', contentBase64: '' },
    ]
    const response = await send({ ...newEmail(), attachments })
    const email = await read(response.json<{ data: { id: string } }>().data.id)
    expect(email.attachments).toMatchObject([
      { filename: 'Gr\u00fc\u00dfe.pdf', contentType: 'application/pdf', size: 6, inline: false },
      { filename: 'empty', contentType: 'application/octet-stream', size: 0 },
    ])
    const url = `/api/v1/emails/${email.id}/attachments/${email.attachments[0]!.id}`
    const download = await bed.service.app.inject({ url, headers: bed.key })
    expect(download.rawPayload.equals(bytes)).toBe(true)
    const [sunk] = await bed.sink.waitForMails(1)
    const [first, second] = (await parseWholeMessage(sunk!.content)).attachments
    expect([first!.filename, first!.content.equals(bytes), second!.filename]).toEqual([
      'Gr\u00fc\u00dfe.pdf',
      true,
      'empty',
    ])
  })

  test('an email answers one of its own alias only', async () => {
    const other = await addAddress(bed.service, 'ada')
    const { id } = await addEmail(bed.service, other)
    const response = await send({ ...newEmail(), inReplyTo: id })
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { error: expect.stringContaining('inReplyTo must be an email of the alias') },
    ])
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
    ['a file without content', { attachments: [{ filename: 'a' }] }],
    ['a file in a folder', { attachments: [{ filename: '../a', contentBase64: '' }] }],
    ['a file that is no base64', { attachments: [{ filename: 'a', contentBase64: '!' }] }],
    [
      'a part as a file',
      { attachments: [{ filename: 'a', contentBase64: '', contentType: 'message/rfc822' }] },
    ],
    ['21 files', { attachments: Array.from({ length: 21 }, () => ({ filename: 'a', contentBase64: '' })) }],
    ['a name of two lines', { fromName: 'Ada\r\nBcc: all@example.net' }],
    ['a long name', { fromName: textOf(101) }],
    ['an answered email that is not a UUID', { inReplyTo: 'x' }],
    ['an answered email that is not there', { inReplyTo: newId() }],
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
