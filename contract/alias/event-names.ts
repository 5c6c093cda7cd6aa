/** The event table of section 6. */
export const eventNames = [
  'email.received',
  'email.withheld',
  'email.deleted',
  'address.created',
  'address.expiring',
  'address.expired',
  'address.deleted',
  'domain.lost',
  'webhook.failing',
  'webhook.recovered',
]
