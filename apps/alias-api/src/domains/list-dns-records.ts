import { sql } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { z } from 'zod'
import { domains, platformDomains } from '../db/tables.ts'
import { sendingDomains } from '../plan-senders/sending-domains.ts'
import type { Actor, ApiServices } from '../services.ts'
import { expectDkimKeys } from '../signing/check-dkim-keys.ts'
import { keyRecordOf } from '../signing/dkim-key.ts'
import { ensureDkimKey, type KeyedDomain } from '../signing/ensure-dkim-key.ts'
import { checkSending } from './sending/check-sending.ts'
import { dnsRecords, finding, recordsOf } from './domain.ts'
import { domainNotFound, isOwnDomain, needsNoRecords } from './own-domain.ts'

const textRecord = z.object({ type: z.literal('TXT'), host: z.string(), value: z.string() })

/** The records that authenticate mail from a domain. */
const sendingRecords = z.object({
  spf: textRecord.extend({ finding }),
  /** One key, or two during a rotation. `isPublished`: DNS has the record, so the key is in use. */
  dkim: z.array(textRecord.extend({ isPublished: z.boolean() })),
  dmarc: textRecord.extend({ finding }),
  /** What is still missing to send well, in sentences. */
  hints: z.array(z.string()),
})

/** All records that the owner of a domain should publish. */
export const allDnsRecords = dnsRecords.extend(sendingRecords.shape)

/** The same for a platform domain or a plan's sending domain, which nobody has to verify. */
export const operatorDnsRecords = z.array(
  z.object({
    domain: z.string(),
    mx: dnsRecords.shape.mx,
    subdomainMx: dnsRecords.shape.mx.optional().describe('Of the names that accounts claim below it'),
    ...sendingRecords.shape,
  }),
)

export async function listDnsRecords(
  services: ApiServices,
  actor: Actor,
  id: string,
): Promise<z.infer<typeof allDnsRecords>> {
  const [row] = await services.db.select().from(domains).where(isOwnDomain(actor, id))
  if (!row) throw domainNotFound()
  if (row.platformDomain !== null) throw new DomainError('conflict', needsNoRecords)
  const sending = await sendingRecordsOf(services, { domain: row.domain, customDomainId: row.id })
  return { ...recordsOf(row, services.dns.mxHost), ...sending }
}

export async function listOperatorDnsRecords(
  services: ApiServices,
): Promise<z.infer<typeof operatorDnsRecords>> {
  const platform = await services.db.select().from(platformDomains).orderBy(platformDomains.position)
  const { rows: sending } = await services.db.execute<{ domain: string }>(sql`
    select distinct domain from (${sendingDomains}) sending order by domain
  `)
  const rows = [...platform, ...sending.map(({ domain }) => ({ domain, hasSubdomains: false }))]
  const mxOf = (domain: string) => recordsOf({ domain, verificationToken: '' }, services.dns.mxHost).mx
  return Promise.all(
    rows.map(async ({ domain, hasSubdomains }) => ({
      domain,
      mx: mxOf(domain),
      ...(hasSubdomains && { subdomainMx: mxOf(`*.${domain}`) }),
      ...(await sendingRecordsOf(services, { domain, customDomainId: null })),
    })),
  )
}

async function sendingRecordsOf(
  services: ApiServices,
  of: KeyedDomain,
): Promise<z.infer<typeof sendingRecords>> {
  const keys = await ensureDkimKey(services, of)
  await expectDkimKeys(services, keys)
  const { domain } = of
  const isKeyPublished = keys.some(({ publishedAt }) => publishedAt !== null)
  const { spf, dmarc, hints } = await checkSending({ domain, isKeyPublished }, services.dns)
  return {
    spf: { type: 'TXT', host: domain, value: `v=spf1 a:${services.dns.mxHost} ~all`, finding: spf },
    dkim: keys.map((key) => ({ ...keyRecordOf(key), isPublished: key.publishedAt !== null })),
    dmarc: { type: 'TXT', host: `_dmarc.${domain}`, value: 'v=DMARC1; p=quarantine', finding: dmarc },
    hints,
  }
}
