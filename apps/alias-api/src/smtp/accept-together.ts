import { createBatcher } from '@waypost/concurrency'
import { tokenOf } from '../bounces/return-path.ts'
import type { MailServices } from '../services.ts'
import { acceptForAliases } from './accept-for-aliases.ts'
import { acceptMessage } from './accept-message.ts'
import type { IncomingMessage } from './incoming-message.ts'
import { mayBeRoleAddress, type Postmaster } from './role-address.ts'

// Many that are written at once cost the disk as much as one; while one group is, the next one gathers.
const together = { concurrency: 1, maxItems: 50 }
const usualBytes = 64 * 1024

/**
 * As `acceptMessage`, with one transaction for all messages that end at about the same time; for those that are for
 * somebody other than aliases, or long, one each.
 */
export function acceptTogether(
  services: MailServices,
  postmaster?: Postmaster,
): (message: IncomingMessage) => Promise<boolean> {
  const acceptUsual = createBatcher(
    (messages: IncomingMessage[]) =>
      services.db.transaction((tx) => acceptForAliases(tx, services, messages)),
    together,
  )
  return (message) => (isUsual(message) ? acceptUsual(message) : acceptMessage(services, message, postmaster))
}

const isUsual = ({ size, recipients }: IncomingMessage): boolean =>
  size <= usualBytes &&
  !recipients.some((recipient) => tokenOf(recipient) !== undefined || mayBeRoleAddress(recipient))
