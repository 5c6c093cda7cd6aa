import { sql } from 'drizzle-orm'
import { createEgressPolicy } from '@waypost/egress'
import { newId, systemClock } from '@waypost/postgres'
import { startDnsServer, waitFor, type DnsServer } from '@waypost/testing'
import type { EmailDetail } from '../src/emails/email.ts'
import { addAddress } from '../src/emails/test-emails.ts'
import { createMxTransport } from '../src/delivery/mx-transport.ts'
import { checkDkimKeys, ensureDkimKeys, type KeyCheckServices } from '../src/signing/check-dkim-keys.ts'
import { keyRecordOf } from '../src/signing/dkim-key.ts'
import { createSelfSignedCertificate } from '../src/smtp/self-signed-certificate.ts'
import { startTestApp, type TestApp } from '../src/testing/test-app.ts'
import type { DnsOptions } from '../src/services.ts'
import type { JudgeSpam } from '../src/spam/create-spam-filter.ts'
import { startTestMail, type TestMail } from '../src/testing/test-mail.ts'
import { startPostfix, type Postfix } from './start-postfix.ts'

/** The mail process, delivering forwards by MX, and a Postfix that is the next hop. */
export interface Bed {
  service: TestApp
  mail: TestMail
  dns: DnsServer
  /** The TXT records of the test DNS, by name. */
  records: Record<string, string>
  publish(name: string, text: string): void
  /** Publishes the DKIM keys of new domains too. */
  publishKeys(): Promise<void>
  /** Has the mailboxes `me`, `books` and `ada` of `next.test`, and `bob@bob.test`, and accepts mail for `late@next.test` before it finds that nobody is there. */
  nextHop: Postfix
  /** Adds an alias of Ada's whose mail is forwarded. */
  addAlias(to: string): Promise<string>
  /** Waits for the email with that subject, and for its forward to finish. */
  forwarded(subject: string): Promise<EmailDetail>
  execute: ReturnType<TestApp['database']['connectAsOwner']>['db']['execute']
  close(): Promise<void>
}

const findPolicy = async () => undefined
const mailboxes = ['me@next.test', 'books@next.test', 'ada@next.test', 'bob@bob.test']

export interface BedOptions {
  /** How received mail is judged; absent: not at all. */
  judge?: (mail: TestMail, dns: DnsOptions) => JudgeSpam
  /** Further settings of the next hop. */
  nextHop?: Record<string, string>
}

export async function openBed({ judge, nextHop: settings }: BedOptions = {}): Promise<Bed> {
  const dns = await startDnsServer()
  const service = await startTestApp({ dnsServer: dns.address })
  const mail = await startTestMail(service)
  const nextHop = await startPostfix(
    {
      myhostname: 'mx.next.test',
      // Bounces of what it cannot deliver go back to the mail process.
      relayhost: `[127.0.0.1]:${mail.smtpPort}`,
      virtual_mailbox_domains: 'next.test, bob.test',
      virtual_mailbox_maps: `inline:{ ${mailboxes.map((each) => `${each}=${each}/`).join(', ')} }`,
      virtual_alias_maps: 'inline:{ late@next.test=late@elsewhere.test }',
      transport_maps: 'inline:{ { elsewhere.test = error:5.1.1 The mailbox is gone } }',
      header_checks: 'regexp:{ { /^Subject: spam/ REJECT 5.7.1 Nobody wants this } }',
      ...settings,
    },
    createSelfSignedCertificate('mx.next.test', Date.now()),
  )
  for (const domain of ['next.test', 'bob.test'])
    dns.set(domain, { MX: [{ exchange: 'mx.next.test', priority: 10 }] })
  dns.set('mx.next.test', { A: ['127.0.0.1'] })
  const records: Record<string, string> = {}
  const publish = (name: string, text: string): void => {
    records[name] = text
    dns.set(name, { TXT: [text.match(/.{1,255}/g)!] })
  }
  const { db } = service.database.connectAsOwner()
  const { keyring, dns: dnsOptions } = service.services
  const publishKeys = () => publishNewKeys({ ...mail.services, keyring, dns: dnsOptions }, publish)
  await publishKeys()
  publish('waypost.test', 'v=spf1 ip4:127.0.0.1 -all')
  publish('_dmarc.waypost.test', 'v=DMARC1; p=reject; adkim=s; aspf=s')

  await mail.startInboundWorker({}, judge?.(mail, dnsOptions))
  await mail.startForwardWorker()
  const egress = createEgressPolicy({ allow: ['127.0.0.0/8'] })
  const { transport, close: closeTransport } = createMxTransport({
    dns: dnsOptions,
    egress,
    findPolicy,
    clock: systemClock,
    port: nextHop.port,
  })
  await mail.startSendWorker(transport)
  const read = async (id: string) => {
    const url = `/api/v1/emails/${id}`
    const response = await service.app.inject({ url, headers: await service.person('ada') })
    return response.json<{ data: EmailDetail }>().data
  }
  return {
    service,
    mail,
    dns,
    records,
    publish,
    publishKeys,
    nextHop,
    execute: db.execute.bind(db),
    async addAlias(to) {
      const { id, address } = await addAddress(service, 'ada')
      const destination = newId()
      await db.execute(sql`
        insert into alias.forwarding_addresses (id, owner_id, email, verified_at, created_at)
        values (${destination}, 'live:ada', ${to}, now(), now()) on conflict do nothing
      `)
      await db.execute(sql`
        insert into alias.forwarding_rules (address_id, id, owner_id, forward_to_id, is_active, created_at, updated_at)
        select ${id}, uuidv7(), 'live:ada', id, true, now(), now() from alias.forwarding_addresses where email = ${to}
      `)
      return address
    },
    async forwarded(subject) {
      const isOver = async () => {
        const { rows } = await db.execute<{ id: string }>(sql`
          select id from alias.emails where subject = ${subject} and forward_status <> 'queued'
        `)
        return rows[0]?.id
      }
      return read(await waitFor(`the forward of ${subject}`, isOver, 30_000))
    },
    async close() {
      await mail.close()
      closeTransport()
      await nextHop.close()
      await service.close()
      await dns.close()
    },
  }
}

/** Publishes the DKIM keys of the service's domains in DNS, and lets the service see them there. */
async function publishNewKeys(services: KeyCheckServices, publish: Bed['publish']): Promise<void> {
  await ensureDkimKeys(services)
  const { rows } = await services.db.execute<{ domain: string; number: number; public_key: string }>(
    sql`select domain, number, public_key from alias.dkim_keys`,
  )
  for (const { public_key: publicKey, ...key } of rows) {
    const { host, value } = keyRecordOf({ ...key, publicKey })
    publish(host, value)
  }
  await services.db.execute(
    sql`update alias.dkim_keys set next_check_at = now() - interval '1 minute' where published_at is null`,
  )
  await checkDkimKeys(services)
}
