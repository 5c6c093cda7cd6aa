import { sql } from 'drizzle-orm'
import { waitFor } from '@waypost/testing'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterAll, beforeAll, expect } from 'vitest'
import type { EmailDetail, ListedEmail } from '../src/emails/email.ts'
import { addMailbox } from '../src/forwarding-addresses/test-mailboxes.ts'
import { createSpamFilter } from '../src/spam/create-spam-filter.ts'
import { judge } from './judge.ts'
import { openBed, type Bed, type BedOptions } from './open-bed.ts'
import { startPostfix, type Postfix } from './start-postfix.ts'
import { startRspamd, type Rspamd } from './start-rspamd.ts'

interface PolicyBed extends Bed {
  /** The server through which Bob sends. */
  sender: Postfix
  /** The id of Ada's mailbox `me@next.test`. */
  me: string
}

interface Mail {
  body?: string
  type?: string
  /** The address in its From. */
  author?: string
  /** The address in its envelope; absent: the author's. */
  sender?: string
  /** What is said of delivery status notifications. */
  dsn?: SendMailOptions['dsn']
}

/**
 * The mail process between two Postfixes, with rspamd unless mail is judged otherwise; Bob, whose mail passes DMARC by SPF; and Ada, who is on the Business plan and
 * has the verified domain `shop.test`.
 */
export function openPolicyBed(options: BedOptions = {}) {
  const bed = {} as PolicyBed
  let rspamd: Rspamd | undefined
  const judgeByRspamd = async (): Promise<NonNullable<BedOptions['judge']>> => {
    rspamd = await startRspamd()
    const { url } = rspamd
    return ({ services: { db, storage } }) =>
      createSpamFilter({ rspamd: { url, timeoutMs: 20_000, db, storage } })
  }
  beforeAll(async () => {
    Object.assign(bed, await openBed({ ...options, judge: options.judge ?? (await judgeByRspamd()) }))
    bed.sender = await startPostfix({ relayhost: `[127.0.0.1]:${bed.mail.smtpPort}` })
    await bed.service.plan('ada', 'business')
    bed.dns.set('bob.test', {
      MX: [{ exchange: 'mx.next.test', priority: 10 }],
      TXT: [['v=spf1 ip4:127.0.0.1 -all']],
    })
    bed.publish('_dmarc.bob.test', 'v=DMARC1; p=reject')
    for (const domain of ['shop.test', 'in.test']) {
      bed.publish(domain, 'v=spf1 ip4:127.0.0.1 -all')
      bed.publish(`_dmarc.${domain}`, 'v=DMARC1; p=reject')
    }
    await bed.execute(sql`
      insert into alias.domains (id, owner_id, domain, status, verification_token, created_at)
      values (uuidv7(), 'live:ada', 'shop.test', 'verified', 'x', now())
    `)
    await bed.publishKeys()
    const { forwardToId } = await addMailbox(bed.service, 'ada', { email: 'me@next.test' })
    bed.me = forwardToId
  }, 120_000)
  afterAll(async () => {
    await bed.sender.close()
    await bed.close()
    await rspamd?.close()
  })

  const request = async <Data>(method: 'GET' | 'PATCH' | 'POST' | 'PUT', path: string, payload?: object) => {
    const { app, person } = bed.service
    const headers = await person('ada')
    const url = `/api/v1${path}`
    const response = await app.inject({ method, url, headers, ...(payload && { payload }) })
    expect(response.statusCode, response.body).toBeLessThan(300)
    return response.json<{ data: Data }>().data
  }
  const listed = async (subject: string, query = ''): Promise<ListedEmail | undefined> =>
    (await request<ListedEmail[]>('GET', `/emails?limit=100${query}`)).find(
      (each) => each.subject === subject,
    )
  const contentOf = async (mailbox: string, subject: string) =>
    (await bed.nextHop.readMailbox(mailbox)).find((content) => content.includes(`Subject: ${subject}\r\n`))
  return {
    bed,
    request,
    contentOf,
    addAlias: (fields: object = { forwardToId: bed.me }) =>
      request<{ id: string; address: string }>('POST', '/addresses', fields),
    addMailbox: async (email: string) => (await addMailbox(bed.service, 'ada', { email })).forwardToId,
    /** Bob submits a message to Postfix, which delivers it to the alias service. */
    async write(
      to: string,
      subject: string,
      {
        body = 'hello',
        type = 'text/plain; charset=utf-8',
        author = 'bob@bob.test',
        sender = author,
        dsn,
      }: Mail = {},
    ): Promise<void> {
      const head = [
        `From: Bob <${author}>`,
        `To: ${to}`,
        `Subject: ${subject}`,
        `Message-ID: <${Math.random()}@bob.test>`,
        `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
        'MIME-Version: 1.0',
        `Content-Type: ${type}`,
      ]
      const transport = createTransport({ host: '127.0.0.1', port: bed.sender.port, ignoreTLS: true })
      const raw = [...head, '', body, ''].join('\r\n')
      await transport.sendMail({ envelope: { from: sender, to }, raw, ...(dsn && { dsn }) })
    },
    /** Waits for a message at the next hop. */
    arrived: (mailbox: string, subject: string): Promise<Buffer> =>
      waitFor(`${subject} at ${mailbox}`, () => contentOf(mailbox, subject), 60_000),
    /** Waits for an email to be listed, with what becomes of it. */
    async received(subject: string, query = ''): Promise<EmailDetail> {
      const { id } = await waitFor(`${subject} to be listed`, () => listed(subject, query), 60_000)
      return request<EmailDetail>('GET', `/emails/${id}`)
    },
    /** Waits until Postfix has given mail back to Bob, with this answer. */
    returned: (to: string, answer: string) =>
      waitFor(
        `the bounce for ${to}`,
        async () =>
          (await bed.sender.log())
            .split('\n')
            .some(
              (line) =>
                line.includes(`to=<${to}>`) && line.includes('status=bounced') && line.includes(answer),
            ),
        60_000,
      ),
    judged: (content: Buffer) => judge([content], bed)[0]!,
  }
}
