import { z } from 'zod'
import type { Channel } from '../channel.ts'
import { webhookNotices } from './webhook-notices.ts'

const isoTime = z.iso.datetime()

/** The alias service's events and how they are delivered. */
export const aliasChannel = {
  service: 'alias',
  outboxSchema: 'alias_outbox',
  events: {
    'email.received': z.object({
      emailId: z.uuid(),
      addressId: z.uuid(),
      from: z.string(),
      subject: z.string(),
      receivedAt: isoTime,
    }),
    // A rule matches it, and it is not forwarded all the same.
    'email.withheld': z.object({
      emailId: z.uuid(),
      addressId: z.uuid(),
      from: z.string(),
      subject: z.string(),
      forwardTo: z.string(),
      reason: z.string(),
      withheldAt: isoTime,
    }),
    'email.deleted': z.object({ emailId: z.uuid(), addressId: z.uuid(), deletedAt: isoTime }),
    'address.created': z.object({
      addressId: z.uuid(),
      address: z.string(),
      alias: z.string().nullable(),
      expiresAt: isoTime,
      // Of a domain, where one made the alias when mail to it came.
      ruleId: z.uuid().optional(),
    }),
    'address.expiring': z.object({ addressId: z.uuid(), address: z.string(), expiresAt: isoTime }),
    'address.expired': z.object({ addressId: z.uuid(), address: z.string(), expiredAt: isoTime }),
    'address.deleted': z.object({ addressId: z.uuid(), address: z.string(), deletedAt: isoTime }),
    'domain.lost': z.object({
      domainId: z.uuid(),
      domain: z.string(),
      reason: z.enum(['moved', 'records_missing']),
      lostAt: isoTime,
    }),
    ...webhookNotices,
  },
  timestamp: (at) => at.getTime(),
  headers: ({ sentAt }) => ({
    'user-agent': 'Service-Webhook/1.0',
    'x-service-timestamp': String(sentAt.getTime()),
  }),
  defaultSchedule: '0s,1m,5m,30m,2h',
  onExhausted: 'disable-webhook',
  notFound: (noun) => `${noun} not found`,
} satisfies Channel
