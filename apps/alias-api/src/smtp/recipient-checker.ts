import type { SMTPServerAddress, SMTPServerSession } from 'smtp-server'
import { createBatcher } from '@waypost/concurrency'
import { accountOf } from '../accounts/owner.ts'
import { normaliseAddress } from '../addresses/live-address.ts'
import { isReturnPath } from '../bounces/is-return-path.ts'
import { isReverseAddress } from '../contacts/reverse-address.ts'
import { createAddressByRule } from '../domain-rules/create-address-by-rule.ts'
import { findRole, isRoleAddress, type Postmaster } from '../inbound/role-address.ts'
import { findReplyTargets } from '../replies/find-reply-targets.ts'
import { automatic, together } from '../replies/reply-refusal.ts'
import { LimitError } from '../limits/limit-error.ts'
import type { MailServices } from '../services.ts'
import type { SmtpLogRecorder } from '../smtp-log/smtp-log-recorder.ts'
import { checkParameters } from './commands/check-parameters.ts'
import { checkStorage } from './check-storage.ts'
import type { ClientLimits } from './client-limits.ts'
import { findReceivers } from './find-receivers.ts'
import type { InboundPace } from './inbound-pace.ts'
import { mailboxFull, noSuchAlias, tooFast, tooManyGuesses, tooManyUnknown, type Refusal } from './refusal.ts'

/** Decides about the recipients that clients name, and knows those of each client's current mail. */
export interface RecipientChecker {
  /** Rejects with the refusal. */
  check(path: SMTPServerAddress, session: SMTPServerSession): Promise<void>
  /** Counts the size of a mail against the accounts that receive it. */
  countBytes(session: SMTPServerSession, bytes: number): void
  /** Records the refusal of a whole mail in the log of each of its aliases. */
  noteRefusal(session: SMTPServerSession, refusal: Refusal): void
}

interface CheckerOptions {
  clients: ClientLimits
  pace: InboundPace
  recorder: SmtpLogRecorder
  /** Absent: mail to role addresses is refused like mail for any unknown address. */
  postmaster: Postmaster | undefined
}

/** An alias that receives the mail, or that a reply leaves from. */
interface Concerned {
  addressId: string
  accountId: string
}

// One query for all recipients that are named at about the same time.
const lookups = { concurrency: 1, maxItems: 100 }

export function createRecipientChecker(
  services: MailServices,
  { clients, pace, recorder, postmaster }: CheckerOptions,
): RecipientChecker {
  const { db, clock } = services
  const findReceiver = createBatcher((addresses: string[]) => findReceivers(services, addresses), lookups)
  const concerned = new WeakMap<SMTPServerSession, Concerned[]>()
  const note = (session: SMTPServerSession, addressId: string, refusal?: Refusal): void => {
    recorder.record({
      addressId,
      isAccepted: refusal === undefined,
      answer: refusal ? describe(refusal) : '250 Accepted',
      mailFrom: senderOf(session),
      clientIp: session.remoteAddress,
      clientName: session.hostNameAppearsAs,
    })
  }
  const admit = (session: SMTPServerSession, of: Concerned, refusal: Refusal | undefined): void => {
    const refused = refusal ?? (pace.admit(of.accountId) ? undefined : tooFast())
    note(session, of.addressId, refused)
    if (refused) throw refused
    concerned.set(session, [...(concerned.get(session) ?? []), of])
  }
  const admitAlias = async (address: string, session: SMTPServerSession): Promise<boolean> => {
    const receiver = await findReceiver(address)
    if (!receiver) return false
    const { addressId, storage } = receiver
    const refusal =
      (receiver.refusal && noSuchAlias(receiver.refusal)) ??
      (await checkStorage(services, storage, announcedBytes(session)))
    admit(session, { addressId, accountId: storage.accountId }, refusal)
    return true
  }
  /** An alias that does not exist yet has sent nothing, so what bounces to it, or asks whether it exists, is not for its owner. */
  const makeAlias = async (address: string, session: SMTPServerSession): Promise<boolean> => {
    const wanted = normaliseAddress(address)
    // An alias would keep the mail of its role from the owner's own mailbox, for good.
    if (senderOf(session) === '' || isRoleAddress(wanted)) return false
    try {
      return await createAddressByRule(services, wanted)
    } catch (error) {
      if (error instanceof LimitError) throw error.code === 'rate_limited' ? tooFast() : mailboxFull()
      throw error
    }
  }
  /** A reply is accepted or refused as a whole, so its recipients are contacts of one account alone. */
  const admitReply = async (address: string, session: SMTPServerSession): Promise<boolean> => {
    const [target] = await findReplyTargets(db, [address], clock.now())
    if (!target) return false
    const { accountId } = accountOf(target.ownerId)
    if ((concerned.get(session) ?? []).some((other) => other.accountId !== accountId)) throw together()
    const { addressId } = target
    admit(session, { addressId, accountId }, senderOf(session) === '' ? automatic() : undefined)
    return true
  }
  return {
    async check(path, session) {
      const { remoteAddress: ip, envelope } = session
      const { address } = path
      checkParameters('RCPT', path, envelope)
      const [first] = envelope.rcptTo
      if (!first) concerned.delete(session)
      if (clients.isGuessing(ip)) throw tooManyGuesses()
      const isReply = isReverse(address)
      if (first && isReverse(first.address) !== isReply) throw together()
      if (isReply) {
        if (await admitReply(normaliseAddress(address), session)) return
      } else {
        // A return path accepts only bounces, which have a null sender.
        if (senderOf(session) === '' && (await isReturnPath(db, address))) return
        if (await admitAlias(address, session)) return
        if (postmaster && (await findRole(db, postmaster, address))) return
      }
      clients.countUnknownRecipient(ip)
      if (clients.hasManyUnknown(ip)) throw tooManyUnknown()
      if (!isReply && (await makeAlias(address, session)) && (await admitAlias(address, session))) return
      throw noSuchAlias()
    },
    countBytes(session, bytes) {
      for (const { accountId } of concerned.get(session) ?? []) pace.countBytes(accountId, bytes)
    },
    noteRefusal(session, refusal) {
      const ids = (concerned.get(session) ?? []).map(({ addressId }) => addressId)
      for (const id of new Set(ids)) note(session, id, refusal)
    },
  }
}

/** Whether an address, as a client writes it, has the form of a reverse address. */
export const isReverse = (address: string): boolean => isReverseAddress(normaliseAddress(address))

/** The sender that the client named; empty for a bounce. */
export const senderOf = ({ envelope: { mailFrom } }: SMTPServerSession): string =>
  mailFrom === false ? '' : mailFrom.address

/** The size of the message as its sender announces it (RFC 1870); 0 where it does not. */
function announcedBytes({ envelope: { mailFrom } }: SMTPServerSession): number {
  const size = mailFrom !== false && mailFrom.args && 'SIZE' in mailFrom.args ? Number(mailFrom.args.SIZE) : 0
  return Number.isSafeInteger(size) ? size : 0
}

const describe = ({ responseCode, message, why }: Refusal): string =>
  `${responseCode} ${message}${why === undefined ? '' : ` (${why})`}`
