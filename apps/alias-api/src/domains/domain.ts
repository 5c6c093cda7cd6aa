import { z } from 'zod'
import type { domains } from '../db/tables.ts'
import { toDomainName } from './domain-name.ts'

export const txtPrefix = 'waypost-verification='
const mxPriority = 10

/**
 * A domain on which its owner can have aliases: a custom one, once its records verify it, or a name below a platform
 * domain.
 */
export const domain = z.object({
  id: z.uuid(),
  domain: z.string(),
  status: z.enum(['pending', 'verified']),
  createdAt: z.iso.datetime(),
  platformDomain: z
    .string()
    .optional()
    .describe('Of a subdomain of a platform domain, which needs no DNS records: that platform domain'),
})

/** The DNS records that the owner has to publish. */
export const dnsRecords = z.object({
  mx: z.object({ type: z.literal('MX'), host: z.string(), value: z.string(), priority: z.number().int() }),
  txt: z.object({ type: z.literal('TXT'), host: z.string(), value: z.string() }),
})

const customDomain = domain.omit({ platformDomain: true })

export const createdDomain = customDomain.extend({ dnsRecords })

/** The result for a record: `wrong` means another value, `unknown` that DNS did not answer. */
export const finding = z.enum(['found', 'missing', 'wrong', 'unknown'])

export const checkedDomain = createdDomain.extend({ checks: z.object({ mx: finding, txt: finding }) })

export const newDomain = z.strictObject({
  domain: z
    .string()
    .max(255)
    .refine((text) => toDomainName(text) !== undefined, {
      message: 'must be a registrable domain name',
      params: { rule: 'isFqdn' },
    })
    .transform((text) => toDomainName(text) ?? text),
})

export type Domain = z.infer<typeof domain>
export type DnsRecords = z.infer<typeof dnsRecords>
export type Finding = z.infer<typeof finding>
export type DomainRow = typeof domains.$inferSelect

export function toDomain({ id, domain: name, status, createdAt, platformDomain }: DomainRow): Domain {
  return {
    id,
    domain: name,
    status,
    createdAt: createdAt.toISOString(),
    ...(platformDomain !== null && { platformDomain }),
  }
}

/** What the TXT record of a domain must say. */
export const textOf = ({ verificationToken }: Pick<DomainRow, 'verificationToken'>): string =>
  `${txtPrefix}${verificationToken}`

export function recordsOf(row: Pick<DomainRow, 'domain' | 'verificationToken'>, mxHost: string): DnsRecords {
  const host = row.domain
  return {
    mx: { type: 'MX', host, value: mxHost, priority: mxPriority },
    txt: { type: 'TXT', host, value: textOf(row) },
  }
}
