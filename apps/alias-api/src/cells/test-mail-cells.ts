import type { ChildProcess } from 'node:child_process'
import { newId, type Db } from '@waypost/postgres'
import {
  endProcess,
  findFreePort,
  startDnsServer,
  startProcess,
  waitFor,
  type DnsServer,
} from '@waypost/testing'
import { eq, sql } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll } from 'vitest'
import { accounts, addresses, domains } from '../db/tables.ts'
import { takenAddresses, takenDomains } from '../db/directory-tables.ts'
import { emails } from '../db/mail-tables.ts'
import { openDialogue } from '../smtp/test-dialogue.ts'
import { startTestApp, testEncryptionKeys, testMxHost, type TestApp } from '../testing/test-app.ts'

interface MailBed {
  home: Db
  cell: Db
  cellUrl: string
  smtpPort: number
  /** Where the process answers operators. */
  internalUrl: string
}

/** For tests: the process for mail, on two databases. */
export function openMailBed() {
  const bed = {} as MailBed
  let services: [TestApp, TestApp]
  let dns: DnsServer
  let mail: ChildProcess

  beforeAll(async () => {
    services = await Promise.all([startTestApp(), startTestApp()])
    dns = await startDnsServer()
    const [smtpPort, metricsPort] = [await findFreePort(), await findFreePort()]
    const [first, second] = services.map(({ database }) => database) as [
      TestApp['database'],
      TestApp['database'],
    ]
    Object.assign(bed, {
      home: first.connectAsOwner().db,
      cell: second.connectAsOwner().db,
      cellUrl: second.url,
      smtpPort,
      internalUrl: `http://127.0.0.1:${metricsPort}`,
    } satisfies MailBed)
    mail = await startProcess(new URL('../mail.ts', import.meta.url), {
      DATABASE_URL: first.url,
      ALIAS_CELLS: `c1=${second.url}`,
      ENCRYPTION_KEYS: testEncryptionKeys,
      ALIAS_MX_HOST: testMxHost,
      ALIAS_POSTMASTER: 'operator@example.net',
      ALIAS_DEV_OUTBOX: 'true',
      DNS_SERVERS: dns.address,
      SMTP_PORT: String(smtpPort),
      METRICS_PORT: String(metricsPort),
      LOG_LEVEL: 'fatal',
    })
  })
  afterAll(async () => {
    await endProcess(mail)
    await dns.close()
    await Promise.all(services.map((service) => service.close()))
  })

  /** Opens an account, in the cell or in the first database. */
  async function open(id: string, isInCell: boolean, email: string | null = null): Promise<void> {
    const row = { id, plan: 'business' as const, email, emailVerified: true, createdAt: new Date() }
    if (isInCell) await bed.cell.insert(accounts).values(row)
    await bed.home.insert(accounts).values({ ...row, cell: isInCell ? 'c1' : null })
  }
  /** Makes an alias, as the API does. */
  async function addAlias(db: Db, accountId: string, address: string, domainId: string | null = null) {
    const id = newId()
    const domain = address.split('@')[1]!
    const of = { id, ownerId: `live:${accountId}`, address, domain, domainId }
    await bed.home.insert(takenAddresses).values({ address, accountId, addressId: id })
    await db.insert(addresses).values({ ...of, createdAt: new Date(), expiresAt: later() })
    return id
  }
  async function addDomain(db: Db, accountId: string, domain: string): Promise<string> {
    const id = newId()
    const of = { id, ownerId: `live:${accountId}`, domain, verificationToken: 'x' }
    await db.insert(domains).values({ ...of, status: 'verified', createdAt: new Date() })
    const taken = { domain, mode: 'live' as const, accountId, domainId: id, verificationToken: 'x' }
    await bed.home.insert(takenDomains).values(taken)
    return id
  }

  async function send(to: string[], subject = 'Hello', from = 'bob@example.net') {
    const transport = createTransport({
      host: '127.0.0.1',
      port: bed.smtpPort,
      ignoreTLS: true,
      name: 'example.net',
    })
    const raw = `From: bob@example.net\r\nTo: x@y.example\r\nMessage-ID: <${subject}@example.net>\r\nSubject: ${subject}\r\n\r\nHi\r\n`
    try {
      const {
        accepted,
        rejected,
        rejectedErrors = [],
      } = await transport.sendMail({ envelope: { from, to }, raw })
      return {
        accepted: accepted.map(String),
        rejected: rejected.map(String),
        codes: rejectedErrors.map(({ responseCode }) => responseCode),
      }
    } catch (error) {
      return { accepted: [], rejected: to, codes: [(error as { responseCode?: number }).responseCode] }
    }
  }
  /** The code of the answer to a recipient. */
  async function answerTo(from: string, to: string): Promise<number> {
    const dialogue = await openDialogue(bed.smtpPort)
    for (const line of ['EHLO x', `MAIL FROM:<${from}>`]) await dialogue.send(line)
    const answer = await dialogue.send(`RCPT TO:<${to}>`)
    dialogue.end()
    return Number(answer.slice(0, 3))
  }

  return { bed, open, addAlias, addDomain, send, answerTo }
}

const hour = 3_600_000
export const later = () => new Date(Date.now() + hour)

export const subjectsIn = async (db: Db, accountId: string) =>
  (
    await db
      .select()
      .from(emails)
      .where(eq(emails.ownerId, `live:${accountId}`))
  ).map(({ subject }) => subject)
export const listed = (db: Db, accountId: string, count = 1) =>
  waitFor('the email', async () => {
    const subjects = await subjectsIn(db, accountId)
    return subjects.length >= count && subjects
  })

/** Whom mail was caught for that left from a database. */
export async function caughtIn(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ to: string }>(sql`select rcpt_to as to from alias.caught_mail`)
  return rows.map(({ to }) => to)
}
