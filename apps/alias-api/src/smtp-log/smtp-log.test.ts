import { systemClock, type Clock } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addAddress } from '../emails/test-emails.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { openDialogue } from '../smtp/test-dialogue.ts'
import { startTestMail, type TestMail } from '../testing/test-mail.ts'
import { pruneSmtpLog } from './prune-smtp-log.ts'
import { intervalMs } from './smtp-log-recorder.ts'
import type { SmtpLogEntry } from './smtp-log-entry.ts'

let service: TestApp
let mail: TestMail
let address: Awaited<ReturnType<typeof addAddress>>
let time: number | undefined

beforeAll(async () => {
  const clock = Object.assign(Object.create(systemClock) as Clock, { now: () => time ?? Date.now() })
  service = await startTestApp({ clock })
})
afterAll(() => service.close())
beforeEach(async () => {
  time = undefined
  mail = await startTestMail(service)
  address = await addAddress(service, 'ada')
})
afterEach(async () => {
  await mail.close()
  await service.empty()
})

interface Page {
  data: { entries: SmtpLogEntry[]; total: number }
}

const testMessage = 'From: bob@example.net\r\n\r\nhello\r\n'
const get = async (query = '', person = 'ada', id = address.id) =>
  service.app.inject({
    url: `/api/v1/addresses/${id}/smtp-log${query}`,
    headers: await service.person(person),
  })
const pageSize = 20
const list = async (query = '') => (await get(query)).json<Page>().data
const listed = (count: number) =>
  waitFor(`${count} entries of the SMTP log`, async () => {
    const { entries, total } = await list()
    return total >= count && entries.length >= Math.min(count, pageSize) && entries
  })
const answers = async (count: number) => (await listed(count)).map(({ answer }) => answer)

describe('the SMTP log shows the owner of an alias within a second', () => {
  test('the SMTP log shows that mail was accepted, and from whom', async () => {
    await mail.deliver(address.address, testMessage)
    expect(await listed(1)).toEqual([
      {
        id: expect.any(String),
        accepted: true,
        answer: '250 Accepted',
        from: 'bob@example.net',
        clientIp: '127.0.0.1',
        clientName: 'mail.example.net',
        createdAt: expect.stringMatching(/Z$/),
      },
    ])
    expect(intervalMs).toBeLessThan(1000)
  })

  test('the SMTP log shows that mail was refused because the alias has expired, which the client is not told', async () => {
    time = address.expiresAt.getTime()
    await expect(mail.deliver(address.address, testMessage)).rejects.toMatchObject({
      response: '550 5.1.1 No such alias',
    })
    expect(await listed(1)).toMatchObject([
      { accepted: false, answer: '550 5.1.1 No such alias (it has expired)' },
    ])
  })

  test('the SMTP log shows that mail was refused because the alias is paused', async () => {
    await service.app.inject({
      method: 'PATCH',
      url: `/api/v1/addresses/${address.id}`,
      headers: await service.person('ada'),
      payload: { isActive: false },
    })
    await expect(mail.deliver(address.address, testMessage)).rejects.toThrow()
    expect(await answers(1)).toEqual(['550 5.1.1 No such alias (it is paused)'])
  })

  test.each([
    ['for its content', 'Subject: x\r\n\r\nx\r\n', '554 5.6.0 There must be one From field'],
    ['for its size', `${testMessage}${'x\r\n'.repeat(9_000_000)}`, '552 5.3.4 The message is too large'],
  ])('the SMTP log shows that mail was refused %s', async (_what, content, answer) => {
    const other = await addAddress(service, 'ada')
    await expect(mail.deliver([address.address, other.address], content)).rejects.toThrow()
    expect(await answers(2)).toEqual([answer, '250 Accepted'])
  })
})

test('a refused message is not logged for the aliases of the message before', async () => {
  const other = await addAddress(service, 'ada')
  await mail.deliver(address.address, testMessage)
  await expect(mail.deliver(other.address, 'Subject: x\r\n\r\n')).rejects.toThrow()
  await waitFor('both', async () => (await get('', 'ada', other.id)).json<Page>().data.total === 2)
  expect(await answers(1)).toEqual(['250 Accepted'])
})

test('a cursor leads through all pages of the SMTP log, and nobody else sees any', async () => {
  for (let sent = 0; sent < 3; sent += 1) await mail.deliver(address.address, testMessage)
  const all = await listed(3)
  const first = await get('?limit=2')
  const next = /<(.+)>; rel="next"/.exec(String(first.headers['link']))![1]!
  const rest = await service.app.inject({ url: next, headers: await service.person('ada') })
  const pages = [first, rest].flatMap((page) => page.json<Page>().data.entries)
  expect(pages).toEqual(all)
  expect((await get('', 'bob')).statusCode).toBe(404)
})

test('a flood of refusals is logged in part, and all entries are pruned after a week', async () => {
  time = Date.now()
  const dialogue = await openDialogue(mail.smtpPort)
  for (const line of ['EHLO x', 'MAIL FROM:<bob@example.net>']) await dialogue.send(line)
  for (let sent = 0; sent < 70; sent += 1) await dialogue.send(`RCPT TO:<${address.address}>`)
  dialogue.end()
  await listed(60)
  expect((await list()).total).toBe(60)
  time += 8 * 86_400_000
  await pruneSmtpLog(mail.services)
  expect((await list()).total).toBe(0)
})
