import type { aliasChannel } from '@waypost/webhooks'
import type { z } from 'zod'
import type { addresses } from '../db/tables.ts'

type Created = Pick<typeof addresses.$inferInsert, 'id' | 'address' | 'label' | 'expiresAt' | 'ruleId'>

/** The data of `address.created`. */
export const createdEventOf = ({
  id,
  address,
  label,
  expiresAt,
  ruleId,
}: Created): z.infer<(typeof aliasChannel.events)['address.created']> => ({
  addressId: id,
  address,
  alias: label ?? null,
  expiresAt: expiresAt.toISOString(),
  ...(ruleId && { ruleId }),
})
