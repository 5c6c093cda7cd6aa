import { sql } from 'drizzle-orm'
import { systemClock, type Clock } from '@waypost/postgres'
import { startDnsServer, startMailSink, type DnsServer, type MailSink } from '@waypost/testing'
import type { z } from 'zod'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { allDnsRecords } from '../domains/list-dns-records.ts'
import { addAddress } from '../emails/test-emails.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { startTestMail, type TestMail } from '../testing/test-mail.ts'
import { checkDkimKeys } from './check-dkim-keys.ts'
import { rotateDkimKeys } from './rotate-dkim-keys.ts'

export type Records = z.infer<typeof allDnsRecords>

export const minuteMs = 60_000
export const dayMs = 24 * 60 * minuteMs

/** For tests: the verified domain `ada.dev` with real DNS and a next hop, which every test of the file finds empty. */
export function openDkimBed() {
  let service: TestApp
  let mail: TestMail
  let dns: DnsServer
  let sink: MailSink
  let time: number | undefined

  beforeAll(async () => {
    dns = await startDnsServer()
    service = await startTestApp({
      clock: Object.assign(Object.create(systemClock) as Clock, { now: () => time ?? Date.now() }),
      dnsServer: dns.address,
    })
  })
  afterAll(async () => {
    await service.close()
    await dns.close()
  })
  beforeEach(async () => {
    time = undefined
    sink = await startMailSink()
    mail = await startTestMail(service)
  })
  afterEach(async () => {
    await mail.close()
    await sink.close()
    dns.clear()
    await service.empty()
  })

  /** Lets time pass, in ms: from then on the clock stands. */
  const pass = (ms: number): void => {
    time = (time ?? Date.now()) + ms
  }
  const services = () => ({ ...mail.services, keyring: service.services.keyring, dns: service.services.dns })
  const execute = <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
    service.database.connectAsOwner().db.execute<Row>(query)
  const addDomain = async (owner = 'live:ada') => {
    const { rows } = await execute<{ id: string }>(sql`
      insert into alias.domains (id, owner_id, domain, status, verification_token, created_at)
      values (uuidv7(), ${owner}, 'ada.dev', 'verified', 'x', now()) returning id
    `)
    return rows[0]!.id
  }
  const records = async (domainId: string, person = 'ada') => {
    const headers = await service.person(person)
    return service.app.inject({ url: `/api/v1/domains/${domainId}/dns-records`, headers })
  }
  const dkim = async (domainId: string) => (await records(domainId)).json<{ data: Records }>().data.dkim
  /** @param keys as they were seen before; by default the records are looked at now */
  const publish = async (domainId: string, keys?: Records['dkim']) => {
    for (const { host, value } of keys ?? (await dkim(domainId)))
      dns.set(host, { TXT: [value.match(/.{1,255}/g)!] })
  }
  const look = () => checkDkimKeys(services())
  const addAlias = async (domainId: string, account = 'ada', mode: 'live' | 'test' = 'live') => {
    const domain = { domainId, domain: 'ada.dev', address: `x${Math.random()}@ada.dev` }
    const expiresAt = new Date((time ?? Date.now()) + dayMs)
    return addAddress(service, account, { mode, ...domain, expiresAt })
  }
  const ask = async (fromAddressId: string, more: object = {}, headers?: { authorization: string }) =>
    service.app.inject({
      method: 'POST',
      url: '/api/v1/emails',
      headers: headers ?? (await service.person('ada')),
      payload: { fromAddressId, to: 'bob@example.net', subject: 'hello', body: 'hello', ...more },
    })
  /** The selector that a sent email is signed with. */
  const send = async (domainId: string) => {
    await ask((await addAlias(domainId)).id, { allowUnsigned: true })
    return sendQueued()
  }
  /** The same of an email that waits to be sent. */
  const sendQueued = async () => {
    await mail.startSendWorker(sink.url)
    const [sunk] = await sink.waitForMails(1)
    sink.mails.length = 0
    const head = sunk!.content.toString()
    return /^DKIM-Signature: v=1; [^]*?d=ada\.dev; s=(\w+);/.exec(head)?.[1]
  }

  const rotate = (domain = 'ada.dev') => {
    const { db } = service.database.connectAsOwner()
    return rotateDkimKeys({ ...service.services, db }, domain)
  }

  return {
    service: () => service,
    dns: () => dns,
    pass,
    services,
    execute,
    addDomain,
    records,
    dkim,
    publish,
    look,
    addAlias,
    ask,
    send,
    sendQueued,
    rotate,
  }
}
