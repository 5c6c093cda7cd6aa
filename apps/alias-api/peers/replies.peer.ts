import { sql } from 'drizzle-orm'
import { waitFor } from '@waypost/testing'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askPython } from './ask-python.ts'
import { browserReplies } from './replies/browser-replies.ts'
import { computerReplies } from './replies/computer-replies.ts'
import { judge } from './judge.ts'
import { openBed, type Bed } from './open-bed.ts'
import { phoneReplies } from './replies/phone-replies.ts'
import { startPostfix, type Postfix } from './start-postfix.ts'

interface Read {
  fields: string[]
  from: string
  texts: string[]
  files: string[]
  readings: string[]
}

const mailbox = 'me@next.test'
// As the mailbox names itself in its mail.
const owner = 'Ada Lovelace'
const formats = [...browserReplies, ...computerReplies, ...phoneReplies]

let bed: Bed
// The server through which Bob and the mailbox send; the next hop is the one at which they receive.
let sender: Postfix
let alias: string
let reverse: string

beforeAll(async () => {
  bed = await openBed()
  for (const domain of ['next.test', 'bob.test']) {
    bed.publish(domain, 'v=spf1 ip4:127.0.0.1 -all')
    bed.dns.set(domain, {
      MX: [{ exchange: 'mx.next.test', priority: 10 }],
      TXT: [['v=spf1 ip4:127.0.0.1 -all']],
    })
    bed.publish(`_dmarc.${domain}`, 'v=DMARC1; p=reject')
  }
  sender = await startPostfix({ relayhost: `[127.0.0.1]:${bed.mail.smtpPort}` })
  alias = await bed.addAlias(mailbox)
  await bed.execute(
    sql`insert into alias.account_limits (account_id, recipients_per_day) values ('ada', 1000)`,
  )
  await post(
    'bob@bob.test',
    alias,
    `From: Bob <bob@bob.test>\r\nTo: ${alias}\r\nSubject: begin\r\nMessage-ID: <begin@bob.test>\r\n\r\nhello\r\n`,
  )
  reverse = /^Reply-To: <(reply-[a-z2-7]{24}@waypost\.test)>\r$/m.exec(
    (await arrived(mailbox, 'begin')).toString(),
  )![1]!
}, 120_000)
afterAll(async () => {
  await sender.close()
  await bed.close()
})

/** Submits a message to Postfix, which delivers it to the alias service. */
async function post(from: string, to: string, raw: string): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: sender.port, ignoreTLS: true })
  await transport.sendMail({ envelope: { from, to }, raw })
}

const arrived = (at: string, subject: string): Promise<Buffer> =>
  waitFor(
    `${subject} at ${at}`,
    async () =>
      (await bed.nextHop.readMailbox(at)).find((content) => content.includes(`Subject: ${subject}\r\n`)),
    60_000,
  )

// What the server at which a message is received puts above it.
const delivery =
  /^Return-Path: [^\r]*\r\nX-Original-To: [^\r]*\r\nDelivered-To: [^\r]*\r\nReceived: from mx\.waypost\.test [^\r]*\r\n(?:[ \t][^\r]*\r\n)*/
/** A message without what the server at which it was received has added. */
const asSent = (content: Buffer): Buffer => {
  const [added] = delivery.exec(content.toString('latin1'))!
  return content.subarray(added.length)
}
const read = (content: Buffer): Read =>
  askPython<Read>('read-messages.py', [{ message: asSent(content).toString('base64') }])[0]!

test('a reply through Postfix leaves from the alias, passes DMARC there, and its answer comes back in the thread', async () => {
  const written = `From: ${owner} <${mailbox}>\r\nTo: ${reverse}\r\nSubject: Re: begin\r\nMessage-ID: <reply@next.test>\r\nIn-Reply-To: <begin@bob.test>\r\nReferences: <begin@bob.test>\r\n\r\nhello Bob\r\n`
  await post(mailbox, reverse, written)
  const reply = await arrived('bob@bob.test', 'Re: begin')
  const [judgement] = judge([reply], bed)
  expect(judgement).toMatchObject({ author: 'waypost.test', dmarc: 'pass', spf: 'pass' })
  expect(reply.toString()).toContain('In-Reply-To: <begin@bob.test>\r\n')
  for (const words of ['next.test', reverse, owner]) expect(shows(read(reply), words)).toBe(false)
  const ours = /^Message-ID: (<.*@waypost\.test>)\r$/m.exec(reply.toString())![1]!
  await post(
    'bob@bob.test',
    alias,
    `From: Bob <bob@bob.test>\r\nTo: ${alias}\r\nSubject: Re: Re: begin\r\nMessage-ID: <third@bob.test>\r\nIn-Reply-To: ${ours}\r\nReferences: <begin@bob.test> ${ours}\r\n\r\nfine\r\n`,
  )
  const answer = (await arrived(mailbox, 'Re: Re: begin')).toString()
  expect(answer).toContain('In-Reply-To: <reply@next.test>\r\n')
  expect(answer).toContain('References: <begin@bob.test> <reply@next.test>\r\n')
  expect(answer).toContain(`Reply-To: <${reverse}>\r\n`)
})

test('Postfix gets back mail that is not from the mailbox', async () => {
  await post('bob@bob.test', reverse, `From: Bob <bob@bob.test>\r\nSubject: stolen\r\n\r\nhello\r\n`)
  const bounced = /status=bounced \(host 127\.0\.0\.1\S* said: 550 5\.7\.1 Only the confirmed mailbox/
  await waitFor('the bounce', async () => bounced.test(await sender.log()), 60_000)
})

describe.each(formats)('a reply of %s', (name, write) => {
  test('shows its reader the alias and the answer, and the mailbox nowhere', async () => {
    const subject = `Re: ${name}`
    const raw = write({ mailbox, reverse, alias, subject })
    const before = askPython<Read>('read-messages.py', [{ message: Buffer.from(raw).toString('base64') }])[0]!
    expect([shows(before, mailbox), shows(before, owner)]).toEqual([true, true])
    await bed.mail.deliver(reverse, raw, mailbox)
    const after = read(await arrived('bob@bob.test', subject))
    expect(shows(after, 'next.test')).toBe(false)
    expect(shows(after, reverse)).toBe(false)
    expect(shows(after, owner)).toBe(false)
    expect(after.from).toBe(alias)
    expect(after.texts.join('\n')).toMatch(/Thanks|Danke|Accepted/)
    const kept = new Set([
      'dkim-signature',
      'from',
      'to',
      'subject',
      'message-id',
      'date',
      'mime-version',
      'content-type',
      'content-transfer-encoding',
    ])
    expect(after.fields.filter((field) => !kept.has(field))).toEqual([])
  })
})

const shows = ({ readings }: Read, words: string): boolean =>
  readings.some((reading) => reading.toLowerCase().includes(words.toLowerCase()))
