import { waitFor } from '@waypost/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { nameOf, splitMessage } from '../signing/split-message.ts'
import { openSendingBed } from './test-sending.ts'
import type { TransportMessage } from './send-outbound.ts'

const { bed, newEmail, send, read, rows, count } = openSendingBed()

const several = () => ({
  ...newEmail(),
  to: ['bob@example.net', 'carol@example.net'],
  cc: ['dave@example.net'],
  bcc: ['eve@example.net', 'BOB@example.net'],
})
const refusal = Object.assign(new Error('refused'), {
  responseCode: 550,
  response: '550 5.1.1 No such user',
  command: 'RCPT TO',
})

let sent: TransportMessage[]
let refused: string[]

beforeEach(() => {
  sent = []
  refused = []
})
const start = () =>
  bed.mail.startSendWorker(async (message) => {
    if (refused.includes(message.rcptTo)) throw refusal
    sent.push(message)
  })
const sendSeveral = async (payload: object = several()) =>
  (await send(payload)).json<{ data: { id: string } }>().data.id
const becomes = (id: string, status: string) =>
  waitFor(`the email to be ${status}`, async () => (await read(id)).status === status)

describe('an email to several recipients', () => {
  test('goes to each of them once, and shows those of Bcc to nobody', async () => {
    await start()
    const id = await sendSeveral()
    await becomes(id, 'sent')
    expect(sent.map(({ rcptTo }) => rcptTo).toSorted()).toEqual([
      'bob@example.net',
      'carol@example.net',
      'dave@example.net',
      'eve@example.net',
    ])
    const { fields } = splitMessage(sent[0]!.content)
    const addressed = fields.filter((field) => ['to', 'cc', 'bcc'].includes(nameOf(field)))
    expect(addressed).toEqual(['To: bob@example.net, carol@example.net', 'Cc: dave@example.net'])
    expect(new Set(sent.map(({ mailFrom }) => mailFrom)).size).toBe(4)
    expect(await count('messages')).toBe(1)
    expect(await read(id)).toMatchObject({
      to: 'bob@example.net, carol@example.net',
      recipients: [
        { address: 'bob@example.net', kind: 'to', status: 'sent', reason: null },
        { address: 'carol@example.net', kind: 'to', status: 'sent', reason: null },
        { address: 'dave@example.net', kind: 'cc', status: 'sent', reason: null },
        { address: 'eve@example.net', kind: 'bcc', status: 'sent', reason: null },
      ],
    })
  })

  test('has a result for each, and the worst of them itself, once none waits', async () => {
    refused = ['carol@example.net']
    const id = await sendSeveral()
    expect((await read(id)).recipients!.map(({ status }) => status)).toEqual(Array(4).fill('queued'))
    await start()
    await becomes(id, 'bounced')
    const { recipients, statusReason } = await read(id)
    expect(recipients!.map(({ status }) => status)).toEqual(['sent', 'bounced', 'sent', 'sent'])
    expect(recipients![1]!.reason).toContain('550 5.1.1 No such user')
    expect(statusReason).toMatch(/^carol@example\.net: .*No such user/)
  })

  test('has the bounce that comes later with the recipient whose server sent it', async () => {
    await start()
    const id = await sendSeveral()
    await becomes(id, 'sent')
    const { mailFrom } = sent.find(({ rcptTo }) => rcptTo === 'dave@example.net')!
    const report = [
      'From: MAILER-DAEMON@mail.example.net',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
      '',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mail.example.net',
      '',
      'Final-Recipient: rfc822; dave@example.net',
      'Action: failed',
      'Status: 5.1.1',
      'Diagnostic-Code: smtp; 550 5.1.1 Gone',
      '',
      '--b--',
      '',
    ].join('\r\n')
    await bed.mail.deliver(mailFrom, report, '')
    await becomes(id, 'bounced')
    const { recipients } = await read(id)
    expect(recipients!.map(({ status }) => status)).toEqual(['sent', 'sent', 'bounced', 'sent'])
    const [day] = await rows<{ recipients: number; bounces: number }>(
      'select recipients, bounces from alias.sending_days',
    )
    expect(day).toEqual({ recipients: 4, bounces: 1 })
  })

  test('counts as so many recipients, and is refused whole where fewer are left', async () => {
    await rows(`insert into alias.account_limits (account_id, recipients_per_day) values ('ada', 5)`)
    expect((await send(several())).statusCode).toBe(202)
    expect((await send(several())).statusCode).toBe(429)
    expect((await send(newEmail())).statusCode).toBe(202)
    expect(await count('outbound_messages')).toBe(5)
  })
})

test('an email to one recipient has its status alone, however it is written', async () => {
  const id = await sendSeveral({ ...newEmail(), to: ['bob@example.net'], cc: ['BOB@example.net'], bcc: [] })
  expect(await read(id)).not.toHaveProperty('recipients')
  expect((await read(id)).to).toBe('bob@example.net')
})

test.each([
  ['no recipient', { to: [] }],
  ['a list that is no list', { cc: 'eve@example.net' }],
  ['an invalid address among others', { to: ['bob@example.net', 'bob'] }],
  ['too many', { to: 'bob@example.net', bcc: Array.from({ length: 50 }, (_, at) => `b${at}@example.net`) }],
])('an email with %s is refused', async (_what, change) => {
  expect((await send({ ...newEmail(), ...change })).statusCode).toBe(400)
  expect(await count('outbound_messages')).toBe(0)
})
