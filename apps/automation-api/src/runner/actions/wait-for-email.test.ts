import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startPageServer, type PageServer } from '../page-server.ts'
import { readMail } from '../mail/read-mail.ts'
import type { Step } from '../step.ts'
import { waitForEmail } from './wait-for-email.ts'

const began = new Date('2026-03-02T09:30:00.000Z')
const later = '2026-03-02T09:31:00.000Z'
const email = (more: object) => ({
  id: 'e1',
  from: 'noreply@shop.example',
  fromName: 'The Shop',
  subject: 'Your code',
  bodyText: 'Your code is 123456.',
  bodyHtml: '',
  receivedAt: later,
  ...more,
})

let server: PageServer
/** What each request for mail is answered with; the last one stays. */
let answers: { status?: number; emails?: object[] }[]
let asked: { url: string; key: string | undefined }[]
const json = (data: object): string => JSON.stringify({ data })
const respond =
  (answer: () => [status: number, body: string]): RequestListener =>
  (request, response) => {
    asked.push({ url: request.url!, key: request.headers.authorization })
    const [status, body] = answer()
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  }

beforeAll(async () => {
  server = await startPageServer({
    '/alias/api/v1/addresses': respond(() => [
      200,
      json({ addresses: [{ id: 'a1', address: 'shop.4f9k2@mail.example' }], total: 1 }),
    ]),
    '/alias/api/v1/emails': respond(() => {
      const { status = 200, emails = [] } = answers.length > 1 ? answers.shift()! : answers[0]!
      return [status, json(emails)]
    }),
  })
})
afterAll(() => server.close())
beforeEach(() => {
  asked = []
})

const action = {
  type: 'waitForEmail',
  name: 'Code',
  address: 'Shop.4f9k2@mail.example',
  pattern: 'code is (\\d{6})',
  output: 'code',
  apiKey: 'jm_live_key',
} as const

function run(more: object = {}, timeoutMs = 300, step: Partial<Step> = {}) {
  const deadlineAt = performance.now() + timeoutMs
  return waitForEmail({ ...action, ...more }, {
    aliasUrl: new URL('/alias/', server.url).href,
    since: began,
    timeoutMs,
    remainingMs: () => Math.max(1, deadlineAt - performance.now()),
    signal: AbortSignal.timeout(timeoutMs + 60_000),
    ...step,
  } as Step)
}

describe('a step that waits for mail', () => {
  test('reads the code from the newest mail to the alias, with the key of the account', async () => {
    answers = [{ emails: [email({}), email({ bodyText: 'Your code is 999999.' })] }]
    expect(await run({ from: 'SHOP.example', subject: 'code' }, 60_000)).toEqual({ code: '123456' })
    expect(asked.map(({ key }) => key)).toEqual(['Bearer jm_live_key', 'Bearer jm_live_key'])
    expect(asked[1]!.url).toContain('address_id=a1&type=received')
  })

  test('asks again until the mail is there', async () => {
    answers = [{}, { status: 503 }, { emails: [email({})] }]
    expect(await run({}, 60_000)).toEqual({ code: '123456' })
  })

  test.each([
    ['that was there before the run', { receivedAt: '2026-03-02T09:29:59.999Z' }, {}],
    ['of another sender', {}, { from: 'bank.example' }],
    ['about something else', {}, { subject: 'invoice' }],
  ])('passes over a mail %s', async (_what, mail, more) => {
    answers = [{ emails: [email(mail)] }]
    await expect(run(more)).rejects.toThrow('no such email arrived within 300 ms')
  })

  test('fails with the reason where the mail has no such text', async () => {
    answers = [{ emails: [email({ bodyText: 'Welcome' })] }]
    await expect(run()).rejects.toThrow('no email that arrived within 300 ms matches the pattern')
  })

  test.each([
    [401, 'the alias service does not accept the key'],
    [403, 'lacks the scope'],
  ])('fails at once where the alias service answers %d', async (status, message) => {
    answers = [{ status }]
    await expect(run({}, 60_000)).rejects.toThrow(message)
  })

  test('names an alias that the account does not have', async () => {
    await expect(run({ address: 'other@mail.example' })).rejects.toThrow('no alias "other@mail.example"')
  })

  test('fails where the services are not connected', async () => {
    await expect(run({}, 300, { aliasUrl: undefined })).rejects.toThrow('not connected to an alias service')
  })

  test('fails with its time-out where the pattern backtracks endlessly', async () => {
    answers = [{ emails: [email({ bodyText: `${'a'.repeat(60)}!` })] }]
    await expect(run({ pattern: '(a+)+$' }, 60_000)).rejects.toThrow('could not be matched')
  })
})

describe('the text of a mail', () => {
  test('is what its HTML says where it has none of its own', () => {
    const bodyHtml = '<style>p { x }</style><p>Your&nbsp;code <b>is</b> 12&lt;3</p><<<script>no</script>'
    expect(readMail({ subject: 'Hello', bodyText: ' ', bodyHtml })).toBe('Hello\nYour code is 12<3')
  })
})
