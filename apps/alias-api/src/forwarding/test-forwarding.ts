import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { startDnsServer, startMailSink, waitFor, type DnsServer, type MailSink } from '@waypost/testing'
import { createTransport } from 'nodemailer'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Mode } from '../accounts/owner.ts'
import type { EmailDetail } from '../emails/email.ts'
import { addAddress } from '../emails/test-emails.ts'
import { addMailbox } from '../forwarding-addresses/test-mailboxes.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { startTestMail, type TestMail } from '../testing/test-mail.ts'
import type { Signer } from '../signing/create-signer.ts'
import { createForwarder, type ForwardAttempt, type ForwardServices } from './forward-email.ts'
import type { Forwarded } from './record-forwards.ts'

type Address = Awaited<ReturnType<typeof addAddress>>

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const key = {
  private: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  public: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
}

/** For tests: a message from Bob, signed or not. */
export async function testMessage({
  isSigned = false,
  subject = 'Invoice 7',
  headers = {},
  html,
}: {
  isSigned?: boolean
  subject?: string
  headers?: Record<string, string>
  html?: string
} = {}): Promise<Buffer> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await composer.sendMail({
    from: { name: 'Bob B\u00f6hm', address: 'bob@bob.dev' },
    to: 'somebody@example.net',
    subject,
    text: 'hello',
    html,
    headers,
    ...(isSigned && { dkim: { domainName: 'bob.dev', keySelector: 's1', privateKey: key.private } }),
  })
  return message as Buffer
}

interface Bed {
  service: TestApp
  dns: DnsServer
  mail: TestMail
  /** The mail server that receives what is sent. */
  sink: MailSink
  /** Ada's alias, to which Bob writes. */
  address: Address
}

/**
 * For tests: a service for the file, and for each test its mail process, a mail sink and an alias; messages from Bob,
 * and what becomes of them.
 *
 * @param begin starts the workers of the mail process that each test needs
 * @param options of the mail process
 * @param serviceOptions of the service, asked for when it starts
 */
export function openForwardingBed(
  begin: (bed: Bed) => Promise<void> = async () => {},
  options: Parameters<typeof startTestMail>[1] = {},
  serviceOptions: () => Parameters<typeof startTestApp>[0] = () => ({}),
) {
  const bed = {} as Bed
  beforeAll(async () => {
    bed.dns = await startDnsServer()
    bed.service = await startTestApp({ ...serviceOptions(), dnsServer: bed.dns.address })
  })
  afterAll(async () => {
    await bed.service.close()
    await bed.dns.close()
  })
  beforeEach(async () => {
    bed.sink = await startMailSink()
    bed.mail = await startTestMail(bed.service, options)
    await begin(bed)
    bed.dns.set('bob.dev', {})
    bed.address = await addAddress(bed.service, 'ada')
  })
  afterEach(async () => {
    await bed.mail.close()
    await bed.sink.close()
    bed.dns.clear()
    await bed.service.empty()
  })
  const execute = <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
    bed.service.database.connectAsOwner().db.execute<Row>(query)
  const newest = async () => {
    const { rows } = await execute<{ id: string }>(sql`select id from alias.emails order by id desc limit 1`)
    return rows[0]?.id
  }
  return {
    bed,
    /** Publishes the SPF, DKIM and DMARC records of the author's domain. */
    publish({
      policy = 'reject',
      spf = 'ip4:127.0.0.1 -all',
    }: { policy?: string | null; spf?: string } = {}): void {
      const { dns } = bed
      dns.set('bob.dev', { TXT: [[`v=spf1 ${spf}`]] })
      dns.set('s1._domainkey.bob.dev', { TXT: [`v=DKIM1; k=rsa; p=${key.public}`.match(/.{1,200}/g)!] })
      dns.set('_dmarc.bob.dev', policy === null ? undefined : { TXT: [[`v=DMARC1; p=${policy}`]] })
    },
    /** Adds a rule that forwards the mail of one or several aliases to a confirmed mailbox. */
    async addRule(
      filters: { sender?: string; subject?: string } = {},
      of: Address | Address[] = bed.address,
      mode: Mode = 'live',
    ): Promise<void> {
      const { forwardToId } = await addMailbox(bed.service, 'ada', { email: 'me@example.net', mode })
      const { sender = null, subject = null } = filters
      for (const alias of [of].flat()) {
        await execute(sql`
          insert into alias.forwarding_rules (address_id, id, owner_id, forward_to_id, filter_sender, filter_subject,
            is_active, created_at, updated_at)
          values (${alias.id}, uuidv7(), ${alias.ownerId}, ${forwardToId}, ${sender}, ${subject}, true, now(), now())
        `)
      }
    },
    async receive(content: Buffer, from = 'bob@bob.dev'): Promise<string> {
      const { mail, address } = bed
      const before = await newest()
      await mail.deliver(address.address, content, from)
      return waitFor('the email', async () => {
        const id = await newest()
        return id === before ? undefined : id
      })
    },
    forward: (
      id: string,
      signer?: Signer,
      rewriter?: ForwardServices['rewriter'],
      attempt?: Partial<ForwardAttempt>,
    ) => createTestForwarder(bed, signer, rewriter)(id, attempt),
    /** Changes the mailbox, as its owner does. */
    async changeMailbox(payload: object): Promise<void> {
      const { rows } = await execute<{ id: string }>(sql`select id from alias.forwarding_addresses`)
      const { statusCode } = await bed.service.app.inject({
        method: 'PATCH',
        url: `/api/v1/forwarding-addresses/${rows[0]!.id}`,
        headers: await bed.service.person('ada'),
        payload,
      })
      if (statusCode !== 200) throw new Error(`the mailbox was not changed: ${statusCode}`)
    },
    /** Forwards several emails at the same moment. */
    forwardAll(ids: string[]) {
      const forward = createTestForwarder(bed)
      return Promise.all(ids.map((id) => forward(id)))
    },
    async read(id: string): Promise<EmailDetail> {
      const { service } = bed
      const headers = await service.person('ada')
      const response = await service.app.inject({ url: `/api/v1/emails/${id}`, headers })
      return response.json<{ data: EmailDetail }>().data
    },
    /** How many emails wait to be forwarded. */
    async jobs(): Promise<number> {
      const { rows } = await execute<{ count: string }>(
        sql`select count(*) from alias_jobs.job where name in ('forwards', 'rewritten-forwards')`,
      )
      return Number(rows[0]!.count)
    },
  }
}

/** For tests: forwards one email after the other, in this process. */
export function createTestForwarder(
  { mail, service }: Pick<Bed, 'mail' | 'service'>,
  signer = mail.signer,
  rewriter: ForwardServices['rewriter'] = mail.rewriter,
): (id: string, attempt?: Partial<ForwardAttempt>) => Promise<Forwarded | 'requeued'> {
  const { services, checker } = mail
  const forward = createForwarder({ ...services, dns: service.services.dns, checker, rewriter, signer })
  return (id, attempt) => forward(id, { rewrites: true, isLast: false, ...attempt })
}
