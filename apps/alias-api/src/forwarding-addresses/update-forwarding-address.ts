import { ValidationError } from '@waypost/http'
import type { z } from 'zod'
import { recordChange } from '../audit-logs/record-change.ts'
import { forwardingAddresses } from '../db/tables.ts'
import { releaseWithheld } from '../forwarding/release-withheld.ts'
import type { Actor, ApiServices } from '../services.ts'
import {
  toForwardingAddress,
  type ForwardingAddress,
  type forwardingAddressChange,
} from './forwarding-address.ts'
import { forwardingAddressNotFound, isOwnForwardingAddress } from './own-forwarding-address.ts'

/**
 * Changes whether mail to a mailbox has links, which in mail that it has already work only while that is on, where they are, and
 * whether it is encrypted, and to which key. Mail that another key kept from being forwarded is forwarded now.
 */
export async function updateForwardingAddress(
  services: ApiServices,
  actor: Actor,
  id: string,
  { pgpKey, ...change }: z.infer<typeof forwardingAddressChange>,
): Promise<ForwardingAddress> {
  const key = pgpKey === undefined ? {} : await readKey(services, actor, pgpKey)
  return services.db.transaction(async (tx) => {
    const [row] = await tx
      .update(forwardingAddresses)
      .set({ ...change, ...key })
      .where(isOwnForwardingAddress(actor, id))
      .returning()
    if (!row) throw forwardingAddressNotFound()
    if (typeof pgpKey === 'string') await releaseWithheld(tx, services, row, ['expired', 'unencrypted'])
    await recordChange(tx, services, actor)
    return toForwardingAddress(row)
  })
}

/** What is stored of a key. It is read before the transaction, since reading takes long. */
async function readKey(
  { pgpKeys, clock }: Pick<ApiServices, 'pgpKeys' | 'clock'>,
  { ownerId }: Pick<Actor, 'ownerId'>,
  armored: string | null,
) {
  if (armored === null) return { pgpKey: null, pgpFingerprint: null, pgpExpiresAt: null, hidesSubject: false }
  const answer = await pgpKeys.read({ armored, at: clock.now() }, ownerId)
  if ('issue' in answer) {
    const message = `pgpKey ${answer.issue}`
    throw new ValidationError([
      { property: 'pgpKey', rule: 'isPublicKey', message, receivedValue: '[redacted]' },
    ])
  }
  const { key } = answer
  return {
    pgpKey: key.armored,
    pgpFingerprint: key.fingerprint,
    pgpExpiresAt: key.expiresAt === null ? null : new Date(key.expiresAt),
  }
}
