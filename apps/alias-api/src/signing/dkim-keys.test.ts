import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { testAdminToken } from '../testing/test-app.ts'
import { ensureDkimKeys } from './check-dkim-keys.ts'
import { dayMs, minuteMs, openDkimBed, type Records } from './test-dkim-keys.ts'

const { service, services, dns, execute, addDomain, records, dkim, pass, publish, look, ...mail } =
  openDkimBed()
const { addAlias, ask, send, sendQueued, rotate } = mail

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
    expect((await service().app.inject({ url })).statusCode).toBe(401)
    const headers = { authorization: `Bearer ${testAdminToken}` }
    const { data } = (await service().app.inject({ url, headers })).json<{ data: { domain: string }[] }>()
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
  await Promise.all([ensureDkimKeys(services()), ensureDkimKeys(services())])
  await ensureDkimKeys(services())
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
    pass(11 * minuteMs)
    await look()
    expect(await send(id)).toBe('wp1')
    dns().set('wp1._domainkey.ada.dev', 'SERVFAIL')
    pass(dayMs + minuteMs)
    await look()
    expect(await send(id)).toBe('wp1')
    dns().set('wp1._domainkey.ada.dev', undefined)
    pass(dayMs)
    await look()
    expect(await send(id)).toBeUndefined()
  })

  test('a new key is used within a minute of its publication', async () => {
    const id = await addDomain()
    await dkim(id)
    await look()
    pass(minuteMs)
    await publish(id)
    await look()
    expect(await dkim(id)).toMatchObject([{ isPublished: true }])
  })

  test('a key that nobody publishes for days is looked for less often', async () => {
    const id = await addDomain()
    const keys = await dkim(id)
    pass(3 * dayMs)
    await look()
    await publish(id, keys)
    pass(minuteMs)
    await look()
    expect(await dkim(id)).toMatchObject([{ isPublished: false }])
    pass(10 * minuteMs)
    await look()
    expect(await dkim(id)).toMatchObject([{ isPublished: true }])
  })

  test('a key that is published days later is used within a minute of its owner’s look at the records', async () => {
    const id = await addDomain()
    await dkim(id)
    pass(3 * dayMs)
    await look()
    await publish(id)
    pass(minuteMs)
    expect(await dkim(id)).toMatchObject([{ isPublished: false }])
    await look()
    expect(await dkim(id)).toMatchObject([{ isPublished: true }])
  })

  test('mail is signed with a new key after half a year, once DNS has it, and the old key is deleted later', async () => {
    const id = await addDomain()
    await publish(id)
    await look()
    pass(181 * dayMs)
    await look()
    expect(await dkim(id)).toMatchObject([
      { host: expect.stringMatching(/^wp2\./), isPublished: false },
      { isPublished: true },
    ])
    expect(await send(id)).toBe('wp1')
    await publish(id)
    await look()
    pass(minuteMs)
    expect(await send(id)).toBe('wp2')
    pass(8 * dayMs)
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

    dns().set(record!.host, { TXT: [record!.value.match(/.{1,255}/g)!] })
    pass(11 * minuteMs)
    await look()
    expect(await send(id)).toBe('wp2')
    pass(8 * dayMs)
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
    pass(11 * minuteMs)
    await look()
    expect(await send(second)).toBeUndefined()
  })

  test('what a former owner still has to send is not signed with the key of the new one', async () => {
    const first = await addDomain()
    await publish(first)
    await look()
    await ask((await addAlias(first)).id)
    await execute(sql`update alias.domains set status = 'pending'`)
    const second = await addDomain('live:bob')
    const [record] = (await records(second, 'bob')).json<{ data: Records }>().data.dkim
    dns().set(record!.host, { TXT: [record!.value.match(/.{1,255}/g)!] })
    pass(11 * minuteMs)
    await look()
    const published = sql`select from alias.dkim_keys where custom_domain_id = ${second} and published_at is not null`
    expect((await execute(published)).rowCount).toBe(1)
    expect(await sendQueued()).toBeUndefined()
  })
})
