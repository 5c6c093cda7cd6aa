import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { waitFor, type DnsServer } from '@waypost/testing'
import { createTransport } from 'nodemailer'
import { ownerOf, type Mode } from '../accounts/owner.ts'
import type { EmailDetail } from '../emails/email.ts'
import type { TestApp } from '../test-app.ts'
import type { TestMail } from '../test-mail.ts'
import { createForwarder } from './forward-email.ts'

interface Address {
  id: string
  ownerId: string
  address: string
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const key = {
  private: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  public: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
}

/** For tests: a letter of Bob's, signed or not. */
export async function letter({
  isSigned = false,
  subject = 'Invoice 7',
  headers = {},
}: { isSigned?: boolean; subject?: string; headers?: Record<string, string> } = {}): Promise<Buffer> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await composer.sendMail({
    from: { name: 'Bob B\u00f6hm', address: 'bob@bob.dev' },
    to: 'somebody@example.net',
    subject,
    text: 'hello',
    headers,
    ...(isSigned && { dkim: { domainName: 'bob.dev', keySelector: 's1', privateKey: key.private } }),
  })
  return message as Buffer
}

/** For tests: what Bob sends to the alias that there is at the time, and what becomes of it. */
export function createForwardingBed(
  current: () => { service: TestApp; mail: TestMail; dns: DnsServer; address: Address },
) {
  const execute = <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
    current().service.database.connectAsOwner().db.execute<Row>(query)
  return {
    /** What the domain of an author says, who may send for it and what to do with others. */
    publish({
      policy = 'reject',
      spf = 'ip4:127.0.0.1 -all',
    }: { policy?: string | null; spf?: string } = {}): void {
      const { dns } = current()
      dns.set('bob.dev', { TXT: [[`v=spf1 ${spf}`]] })
      dns.set('s1._domainkey.bob.dev', { TXT: [`v=DKIM1; k=rsa; p=${key.public}`.match(/.{1,200}/g)!] })
      dns.set('_dmarc.bob.dev', policy === null ? undefined : { TXT: [[`v=DMARC1; p=${policy}`]] })
    },
    /** Has the alias's mail forwarded to a confirmed mailbox, or that of several. */
    async addRule(
      filters: { sender?: string; subject?: string } = {},
      of: Address | Address[] = current().address,
      mode: Mode = 'live',
    ): Promise<void> {
      const id = newId()
      await execute(sql`
        insert into alias.forwarding_addresses (id, owner_id, email, verified_at, created_at)
        values (${id}, ${ownerOf('ada', mode)}, 'me@example.net', now(), now())
      `)
      const { sender = null, subject = null } = filters
      for (const alias of [of].flat()) {
        await execute(sql`
          insert into alias.forwarding_rules (address_id, id, owner_id, forward_to_id, filter_sender, filter_subject,
            is_active, created_at, updated_at)
          values (${alias.id}, uuidv7(), ${alias.ownerId}, ${id}, ${sender}, ${subject}, true, now(), now())
        `)
      }
    },
    async receive(content: Buffer, from = 'bob@bob.dev'): Promise<string> {
      const { mail, address } = current()
      await mail.deliver(address.address, content, from)
      return waitFor('the email', async () => {
        const { rows } = await execute<{ id: string }>(
          sql`select id from alias.emails order by id desc limit 1`,
        )
        return rows[0]?.id
      })
    },
    forward(id: string) {
      const { mail, service } = current()
      const { checker, signer } = mail
      return createForwarder({ ...mail.services, dns: service.services.dns, checker, signer })(id)
    },
    async read(id: string): Promise<EmailDetail> {
      const { service } = current()
      const headers = await service.person('ada')
      const response = await service.app.inject({ url: `/api/v1/emails/${id}`, headers })
      return response.json<{ data: EmailDetail }>().data
    },
    /** How many emails are left to a job. */
    async jobs(): Promise<number> {
      const { rows } = await execute<{ count: string }>(
        sql`select count(*) from alias_jobs.job where name = 'forwards'`,
      )
      return Number(rows[0]!.count)
    },
  }
}
