import { describe, expect, test } from 'vitest'
import { openSendingBed } from '../delivery/test-sending.ts'
import { testAdminToken } from '../testing/test-app.ts'
import { readComplaint } from './read-complaint.ts'

const { bed, newEmail, send, rows, read } = openSendingBed()
const operator = { authorization: `Bearer ${testAdminToken}` }

/** A report of a mailbox provider about an email that it was given with this return path. */
const report = (returnPath: string, type = 'abuse') =>
  [
    'From: <feedback@provider.example>',
    'To: <abuse@waypost.test>',
    'Subject: FW: hello',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'This is an email abuse report.',
    '--b',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: Provider/1.0',
    'Version: 1',
    `Original-Mail-From: <${returnPath}>`,
    '--b',
    'Content-Type: message/rfc822',
    '',
    `Return-Path: <${returnPath}>`,
    'From: <ada@waypost.test>',
    'Subject: hello',
    '',
    'hello',
    '--b--',
    '',
  ].join('\r\n')
const bounce = [
  'From: MAILER-DAEMON@mail.example.net',
  'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
  '',
  '--b',
  'Content-Type: message/delivery-status',
  '',
  'Final-Recipient: rfc822; bob@example.net',
  'Action: failed',
  'Status: 5.1.1',
  '--b--',
  '',
].join('\r\n')

/** Sends emails, and returns the paths that reports about them come back to. */
async function sent(emails: number): Promise<string[]> {
  for (let index = 0; index < emails; index += 1) await send()
  const found = await rows<{ mail_from: string }>('select mail_from from alias.outbound_messages order by id')
  return found.map(({ mail_from }) => mail_from)
}
const complain = (content: string) =>
  bed.mail.deliver('abuse@waypost.test', content, 'feedback@provider.example')
const counted = async () => (await rows('select recipients, bounces, complaints from alias.sending_days'))[0]
const sending = async () =>
  (await bed.service.app.inject({ url: '/api/v1/account', headers: bed.key })).json<{
    data: { sending: { isAllowed: boolean; reason: string | null } }
  }>().data.sending
const allow = (recipientsPerDay: number) =>
  bed.service.app.inject({
    method: 'PUT',
    url: '/admin/accounts/ada/limits',
    headers: operator,
    payload: { recipientsPerDay },
  })
const noticesTo = async () =>
  rows(`select rcpt_to from alias.outbound_messages where rcpt_to = 'ada@example.com'`)

describe('complaints', () => {
  test('a complaint counts once for each email, also when its alias is gone', async () => {
    const [first, second] = await sent(2)
    await complain(report(first!))
    await complain(report(first!.toUpperCase()))
    expect(await counted()).toEqual({ recipients: 2, bounces: 0, complaints: 1 })
    await rows('delete from alias.addresses')
    await bed.mail.deliver(second!, report(second!), '')
    expect(await counted()).toEqual({ recipients: 2, bounces: 0, complaints: 2 })
  })

  test('the second complaint stops the account, which is told once, and the operator lets it send again', async () => {
    await rows(`update alias.accounts set email = 'ada@example.com'`)
    const paths = await sent(3)
    await complain(report(paths[0]!))
    expect(await sending()).toEqual({ isAllowed: true, reason: null })
    await Promise.all(paths.slice(1).map((path) => complain(report(path))))
    const reason = 'Sending is stopped: 2 of 3 recipients of the last 7 days complained'
    expect(await sending()).toEqual({ isAllowed: false, reason })
    expect([(await send()).statusCode, (await send()).json()]).toEqual([403, { error: reason }])
    expect(await noticesTo()).toHaveLength(1)
    await bed.service.app.inject({ method: 'POST', url: '/admin/accounts/ada/unsuspend', headers: operator })
    expect((await send()).statusCode).toBe(202)
    expect(await sending()).toEqual({ isAllowed: true, reason: null })
  })

  test('a report that names no return path of ours, or only what its author wrote, counts nothing', async () => {
    const [path] = await sent(1)
    const guessed = `bounces+${'a'.repeat(20)}@waypost.test`
    await complain(report(guessed))
    await complain(report('ada@waypost.test'))
    await complain(report(path!, 'not-spam'))
    await complain(`From: eve@example.org\r\nTo: abuse@waypost.test\r\n\r\nSpam from ${path!}\r\n`)
    expect(await counted()).toEqual({ recipients: 1, bounces: 0, complaints: 0 })
  })

  test.each([
    ['nothing', ''],
    ['a report without a type', report('x').replace('Feedback-Type: abuse', 'Feedback: abuse')],
    ['a bounce', bounce],
  ])('%s is not a complaint', (_what, content) => {
    expect(readComplaint(Buffer.from(content))).toBeUndefined()
  })
})

describe('bounces', () => {
  test('5 % of at least 50 recipients stop the account; fewer recipients stop nobody', async () => {
    await allow(100)
    const paths = await sent(50)
    await bed.mail.deliver(paths[0]!, bounce, '')
    await bed.mail.deliver(paths[0]!, bounce, '')
    await bed.mail.deliver(paths[1]!, bounce, '')
    expect(await counted()).toEqual({ recipients: 50, bounces: 2, complaints: 0 })
    expect((await sending()).isAllowed).toBe(true)
    await bed.mail.deliver(paths[2]!, bounce, '')
    const reason = 'Sending is stopped: 3 of 50 emails of the last 7 days bounced'
    expect(await sending()).toEqual({ isAllowed: false, reason })
  })

  test('an email that its server refuses and later reports counts once', async () => {
    await bed.sink.close()
    const { id } = (await send(newEmail())).json<{ data: { id: string } }>().data
    const [path] = await rows<{ mail_from: string }>('select mail_from from alias.outbound_messages')
    await bed.mail.startSendWorker(() =>
      Promise.reject(
        Object.assign(new Error('refused'), {
          code: 'EENVELOPE',
          command: 'RCPT TO',
          responseCode: 550,
          response: '550 5.1.1 No such user',
        }),
      ),
    )
    await expect.poll(async () => (await read(id)).status).toBe('bounced')
    await bed.mail.deliver(path!.mail_from, bounce, '')
    expect(await counted()).toEqual({ recipients: 1, bounces: 1, complaints: 0 })
  })
})
