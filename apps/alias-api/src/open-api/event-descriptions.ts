import type { EventDescriptions } from '@waypost/http'
import { describeWebhookNotices, type aliasChannel } from '@waypost/webhooks'

const at = '2026-03-02T09:30:00.000Z'
const addressId = '0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44'
const emailId = '0195562f-7d2e-7b4f-8a62-1d7d6a2c3b55'
const address = 'newsletters-x4k9mpq7t2vw@waypost.test'

/** When each event of the alias service happens, with an example of its data. */
export const eventDescriptions: EventDescriptions<typeof aliasChannel.events> = {
  'email.received': {
    description: 'An alias has received an email. Read it with `GET /api/v1/emails/{id}`.',
    example: { emailId, addressId, from: 'ada@example.org', subject: 'Hello', receivedAt: at },
  },
  'email.withheld': {
    description:
      'A rule matches a received email, which is not forwarded all the same: it is spam or forged, for example. It stays with its alias. One event for each mailbox that does not get it.',
    example: {
      emailId,
      addressId,
      from: 'ada@example.org',
      subject: 'Hello',
      forwardTo: 'me@example.net',
      reason: 'The message is spam.',
      withheldAt: at,
    },
  },
  'email.deleted': {
    description: 'An email was moved to the deleted ones.',
    example: { emailId, addressId, deletedAt: at },
  },
  'address.created': {
    description: 'An alias was created; with `ruleId` by that rule of its domain, when mail to it came.',
    example: { addressId, address, alias: 'Newsletters', expiresAt: '2026-04-01T09:30:00.000Z' },
  },
  'address.expiring': {
    description: 'An alias expires soon: as long before as its `notifyBefore` says.',
    example: { addressId, address, expiresAt: '2026-03-09T09:30:00.000Z' },
  },
  'address.expired': {
    description: 'An alias has expired and receives nothing any more, unless it is extended.',
    example: { addressId, address, expiredAt: at },
  },
  'address.deleted': {
    description: 'An alias was deleted with its emails.',
    example: { addressId, address, deletedAt: at },
  },
  'domain.lost': {
    description:
      'A domain is no longer verified, and its aliases receive nothing: `moved` where another account has proved that it has the domain, `records_missing` where its DNS records are gone.',
    example: {
      domainId: '0195562f-8e3f-7c50-9b73-2e8e7b3d4c66',
      domain: 'ada.example',
      reason: 'records_missing',
      lostAt: at,
    },
  },
  ...describeWebhookNotices(null),
}
