import { randomBytes } from 'node:crypto'
import { waitFor } from '@waypost/testing'
import { expect, test } from 'vitest'
import { addAddress, addEmail, openEmailBed } from '../emails/test-emails.ts'
import type { ListedEmail } from '../emails/email.ts'
import { startTestMail } from '../testing/test-mail.ts'

const { bed, get } = openEmailBed()
const exportOf = (id: string, headers = bed.key) => get(`/api/v1/addresses/${id}/mbox`, headers)

/** Reads an mbox by the rules of “mboxrd”, independently of how it is written. */
function readMbox(mbox: Buffer): { separator: string; raw: string }[] {
  const found: { separator: string; lines: string[] }[] = []
  const lines = mbox.toString('latin1').split('\n')
  // The file ends with a line feed.
  expect(lines.pop()).toBe('')
  for (const line of lines) {
    if (line.startsWith('From ')) found.push({ separator: line, lines: [] })
    else found.at(-1)!.lines.push(/^>+From /.test(line) ? line.slice(1) : line)
  }
  return found.map(({ separator, lines: own }) => {
    // An empty line follows each message.
    expect(own.pop()).toBe('')
    return { separator, raw: own.map((line) => `${line}\r\n`).join('') }
  })
}

test('an alias is exported as an mbox, from which each message has the bytes that it came with', async () => {
  const raws = [
    'Subject: one\r\n\r\nFrom here on\r\n>From there\r\n>>From afar\r\n> From nowhere\r\nFromage\r\n\r\n',
    'Subject: two\r\n\r\n\r\nZoë\r\nFrom \r\nFrom \r\n',
    'From : a header\r\nSubject: three\r\n\r\n.\r\n',
  ]
  for (const raw of raws) await addEmail(bed.service, bed.address, { raw })
  const response = await exportOf(bed.address.id)
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({
    'content-type': 'application/mbox',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(bed.address.address)}.mbox`,
    'x-content-type-options': 'nosniff',
  })
  expect(readMbox(response.rawPayload).map(({ raw }) => raw)).toEqual(
    raws.map((raw) => Buffer.from(raw).toString('latin1')),
  )
})

test('a separator has the sender of the envelope and the time of the email', async () => {
  const mail = await startTestMail(bed.service)
  try {
    await mail.startInboundWorker()
    await mail.deliver(
      bed.address.address,
      'From: bob@example.net\r\nSubject: x\r\n\r\nhello\r\n',
      'bounce@list.example',
    )
    const { receivedAt } = await waitFor('the email', async () => {
      const { data } = (await get('/api/v1/emails')).json<{ data: ListedEmail[] }>()
      return data[0]
    })
    const [message] = readMbox((await exportOf(bed.address.id)).rawPayload)
    const [word, sender, ...time] = message!.separator.split(' ')
    expect([word, sender]).toEqual(['From', 'bounce@list.example'])
    expect(time.join(' ')).toMatch(/^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/)
    expect(Date.parse(`${time.join(' ')} UTC`)).toBe(Math.floor(Date.parse(receivedAt) / 1000) * 1000)
  } finally {
    await mail.close()
  }
})

test('a message too large for a row is exported whole', async () => {
  const lines = randomBytes(600_000).toString('base64').replaceAll(/.{70}/g, '$&\r\nFrom ')
  const raw = `From: bob@example.net\r\nSubject: large\r\n\r\n${lines}\r\n`
  const mail = await startTestMail(bed.service)
  try {
    await mail.startInboundWorker()
    await mail.deliver(bed.address.address, raw)
    const { id } = await waitFor('the email', async () => {
      const { data } = (await get('/api/v1/emails')).json<{ data: ListedEmail[] }>()
      return data[0]
    })
    const received = (await get(`/api/v1/emails/${id}/raw`)).rawPayload
    const [message] = readMbox((await exportOf(bed.address.id)).rawPayload)
    expect(message!.raw === received.toString('latin1')).toBe(true)
  } finally {
    await mail.close()
  }
})

test('an export has the received and the sent emails, oldest first, and none that is deleted or of another alias', async () => {
  const other = await addAddress(bed.service, bed.account)
  const subjects = Array.from({ length: 45 }, (_, index) => `number ${index}`)
  for (const [index, subject] of subjects.entries())
    await addEmail(bed.service, bed.address, {
      type: index % 2 === 0 ? 'received' : 'sent',
      raw: `Subject: ${subject}\r\n\r\n\r\n`,
    })
  await addEmail(bed.service, bed.address, { deletedAt: new Date() })
  await addEmail(bed.service, other)
  const exported = readMbox((await exportOf(bed.address.id)).rawPayload)
  expect(exported.map(({ raw }) => raw.slice('Subject: '.length).trim())).toEqual(subjects)
})

test('an alias without emails is exported as an empty mbox', async () => {
  const response = await exportOf(bed.address.id)
  expect([response.statusCode, response.rawPayload.length]).toEqual([200, 0])
})

test('only its owner exports an alias, by a key that may read emails and is of its mode', async () => {
  await addEmail(bed.service, bed.address)
  const others = [
    await bed.service.key('grace'),
    await bed.service.key(bed.account, { mode: 'test' }),
    await bed.service.person('grace'),
  ]
  for (const headers of others) {
    const response = await exportOf(bed.address.id, headers)
    expect([response.statusCode, response.json()]).toEqual([404, { error: 'Alias not found' }])
  }
  const writer = await bed.service.key(bed.account, { scopes: ['emails:write'] })
  expect((await exportOf(bed.address.id, writer)).statusCode).toBe(403)
  expect((await bed.service.app.inject(`/api/v1/addresses/${bed.address.id}/mbox`)).statusCode).toBe(401)
})
