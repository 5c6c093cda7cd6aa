import { sql } from 'drizzle-orm'
import { systemClock, type Clock } from '@waypost/postgres'
import { startDnsServer, startMailSink, type DnsServer, type MailSink } from '@waypost/testing'
import type { z } from 'zod'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { allDnsRecords } from '../domains/list-dns-records.ts'
import { addAddress } from '../emails/test-emails.ts'
import { startTestApp, testAdminToken, type TestApp } from '../testing/test-app.ts'
import { startTestMail, type TestMail } from '../testing/test-mail.ts'
import { checkDkimKeys, ensureDkimKeys } from './check-dkim-keys.ts'
import { rotateDkimKeys } from './rotate-dkim-keys.ts'

type Records = z.infer<typeof allDnsRecords>

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

let service: TestApp
let mail: TestMail
let dns: DnsServer
let sink: MailSink
let time: number | undefined

beforeAll(async () => {
  dns = await startDnsServer()
  const clock = Object.assign(Object.create(systemClock) as Clock, { now: () => time ?? Date.now() })
  service = await startTestApp({ clock, dnsServer: dns.address })
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
const publish = async (domainId: string) => {
  for (const { host, value } of await dkim(domainId)) dns.set(host, { TXT: [value.match(/.{1,255}/g)!] })
}
const look = () =>
  checkDkimKeys({ ...mail.services, keyring: service.services.keyring, dns: service.services.dns })
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

describe('the records of a domain', () => {
  test('lists all records of a domain, and says which DKIM keys DNS has', async () => {
    const id = await addDomain()
    const { data } = (await records(id)).json<{ data: Records }>()
    expect(data).toEqual({
      mx: { type: 'MX', host: 'ada.dev', value: 'mx.waypost.test', priority: 10 },
      txt: { type: 'TXT', host: 'ada.dev', value: 'waypost-verification=x' },
      spf: { type: 'TXT', host: 'ada.dev', value: 'v=spf1 a:mx.waypost.test ~all', finding: 'missing' },
      dkim: [
        {
          type: 'TXT',
          host: 'wp1._domainkey.ada.dev',
          value: expect.stringMatching(/^v=DKIM1; k=rsa; p=MII[\w+/]{380,}={0,2}$/),
          isPublished: false,
        },
      ],
      dmarc: { type: 'TXT', host: '_dmarc.ada.dev', value: 'v=DMARC1; p=quarantine', finding: 'missing' },
      hints: [
        expect.stringContaining('SPF'),
        expect.stringContaining('DKIM'),
        expect.stringContaining('DMARC'),
      ],
    })
    expect(await dkim(id)).toEqual(data.dkim)
    await publish(id)
    await look()
    expect(await dkim(id)).toMatchObject([{ isPublished: true }])
  })

  test('only its owner sees a domain’s records, and only the operator those of platform domains', async () => {
    expect((await records(await addDomain(), 'bob')).statusCode).toBe(404)
    const url = '/admin/dns-records'
    expect((await service.app.inject({ url })).statusCode).toBe(401)
    const headers = { authorization: `Bearer ${testAdminToken}` }
    const { data } = (await service.app.inject({ url, headers })).json<{ data: { domain: string }[] }>()
    expect(data.map(({ domain }) => domain)).toEqual(['waypost.test', 'pool.test'])
  })

  test('the records never show the private key, which is sealed', async () => {
    const id = await addDomain()
    expect((await records(id)).body).not.toContain('PRIVATE')
    const { rows } = await execute<{ sealed_key: string }>(sql`select sealed_key from alias.dkim_keys`)
    expect(rows[0]!.sealed_key).toMatch(/^v1\.test\./)
  })
})

test('every domain that receives mail gets one key', async () => {
  await addDomain()
  const services = { ...mail.services, keyring: service.services.keyring, dns: service.services.dns }
  await Promise.all([ensureDkimKeys(services), ensureDkimKeys(services)])
  await ensureDkimKeys(services)
  const { rows } = await execute<{ domain: string }>(sql`select domain from alias.dkim_keys order by domain`)
  expect(rows.map(({ domain }) => domain)).toEqual(['ada.dev', 'pool.test', 'waypost.test'])
})

describe('DKIM signing', () => {
  test('mail is signed while DNS has the key, and unsigned without it', async () => {
    const id = await addDomain()
    await dkim(id)
    await look()
    expect(await send(id)).toBeUndefined()
    await publish(id)
    time = Date.now() + 11 * minuteMs
    await look()
    expect(await send(id)).toBe('wp1')
    dns.set('wp1._domainkey.ada.dev', 'SERVFAIL')
    time += dayMs + minuteMs
    await look()
    expect(await send(id)).toBe('wp1')
    dns.set('wp1._domainkey.ada.dev', undefined)
    time += dayMs
    await look()
    expect(await send(id)).toBeUndefined()
  })

  test('an email that would leave unsigned is refused unless that is asked for, until DNS has the key', async () => {
    const id = await addDomain()
    const alias = await addAlias(id)
    const refused = await ask(alias.id)
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      {
        error:
          'DNS does not have the DKIM key of this domain, so the email would leave unsigned: publish the key, or set allowUnsigned',
      },
    ])
    expect((await ask(alias.id, { allowUnsigned: false })).statusCode).toBe(409)
    expect((await ask(alias.id, { allowUnsigned: true })).statusCode).toBe(202)
    await publish(id)
    await look()
    expect((await ask(alias.id)).statusCode).toBe(202)
  })

  test('email of test keys, which reaches nobody, is not refused for a missing key', async () => {
    const alias = await addAlias(await addDomain('test:ada'), 'ada', 'test')
    const response = await ask(alias.id, {}, await service.key('ada', { mode: 'test' }))
    expect(response.statusCode).toBe(202)
  })

  test('a new key is used within a minute of its publication', async () => {
    const id = await addDomain()
    await dkim(id)
    await look()
    time = Date.now() + minuteMs
    await publish(id)
    await look()
    expect(await dkim(id)).toMatchObject([{ isPublished: true }])
  })

  test('a key that nobody publishes for days is looked for less often', async () => {
    const id = await addDomain()
    await dkim(id)
    time = Date.now() + 3 * dayMs
    await look()
    await publish(id)
    time += minuteMs
    await look()
    expect(await dkim(id)).toMatchObject([{ isPublished: false }])
    time += 10 * minuteMs
    await look()
    expect(await dkim(id)).toMatchObject([{ isPublished: true }])
  })

  test('mail is signed with a new key after half a year, once DNS has it, and the old key is deleted later', async () => {
    const id = await addDomain()
    await publish(id)
    await look()
    time = Date.now() + 181 * dayMs
    await look()
    expect(await dkim(id)).toMatchObject([
      { host: expect.stringMatching(/^wp2\./), isPublished: false },
      { isPublished: true },
    ])
    expect(await send(id)).toBe('wp1')
    await publish(id)
    await look()
    time += minuteMs
    expect(await send(id)).toBe('wp2')
    time += 8 * dayMs
    await look()
    expect(await dkim(id)).toMatchObject([{ host: expect.stringMatching(/^wp2\./) }])
  })

  test('a rotated key signs once DNS has it, and the old key signs until then', async () => {
    const id = await addDomain()
    await publish(id)
    await look()
    const [record] = await rotate()
    expect(record!.host).toBe('wp2._domainkey.ada.dev')
    // Rotating again returns the key that is already waiting for DNS.
    expect(await rotate()).toEqual([record])
    expect(await send(id)).toBe('wp1')

    dns.set(record!.host, { TXT: [record!.value.match(/.{1,255}/g)!] })
    time = Date.now() + 11 * minuteMs
    await look()
    expect(await send(id)).toBe('wp2')
    time += 8 * dayMs
    await look()
    expect(await dkim(id)).toMatchObject([{ host: record!.host, isPublished: true }])
    await expect(rotate('bob.dev')).rejects.toThrow(
      'bob.dev is neither a platform domain nor a verified custom domain.',
    )
  })

  test('mail is signed with the key of the domain’s current owner, never of a former one', async () => {
    const first = await addDomain()
    await publish(first)
    await look()
    await execute(sql`delete from alias.domains`)
    expect((await execute(sql`select from alias.dkim_keys`)).rowCount).toBe(0)
    const second = await addDomain()
    await dkim(second)
    time = Date.now() + 11 * minuteMs
    await look()
    expect(await send(second)).toBeUndefined()
  })
})
