import type { Storage } from '@waypost/storage'
import type { SMTPServerAddress, SMTPServerSession } from 'smtp-server'
import { DomainError } from '@waypost/http'
import { accountOf } from '../accounts/owner.ts'
import { normaliseAddress } from '../addresses/live-address.ts'
import { findReturnPath } from '../bounces/find-return-path.ts'
import { isReverseAddress } from '../contacts/reverse-address.ts'
import { createAddressByRule } from '../domain-rules/create-address-by-rule.ts'
import type { MailPart } from '../inbound/accept-parts.ts'
import { findRole, isRoleAddress, type Postmaster } from '../inbound/role-address.ts'
import { findReplyTargets } from '../replies/find-reply-targets.ts'
import { automatic, together } from '../replies/reply-refusal.ts'
import { LimitError } from '../limits/limit-error.ts'
import { checkParameters } from './commands/check-parameters.ts'
import { checkStorage } from './check-storage.ts'
import type { ClientLimits } from './client-limits.ts'
import type { InboundPace } from './inbound-pace.ts'
import type { MailDatabase } from './mail-database.ts'
import type { MailDatabases } from './mail-databases.ts'
import {
  mailboxFull,
  noSuchAlias,
  tooFast,
  tooManyGuesses,
  tooManyUnknown,
  tryLater,
  type Refusal,
} from './refusal.ts'

/** Decides about the recipients that clients name, and knows those of each client's current mail. */
export interface RecipientChecker {
  /** Rejects with the refusal. */
  check(path: SMTPServerAddress, session: SMTPServerSession): Promise<void>
  /** Counts the size of a mail against the accounts that receive it. */
  countBytes(session: SMTPServerSession, bytes: number): void
  /** Records the refusal of a whole mail in the log of each of its aliases. */
  noteRefusal(session: SMTPServerSession, refusal: Refusal): void
  /** Where the mail is stored while it comes: in the database of its first recipient. */
  storageOf(session: SMTPServerSession): Storage
  /**
   * The recipients of a whole mail, by the database that takes it for them, that of the first recipient first. Rejects with a refusal where an account has left
   * its database since its alias was named, which may be long ago.
   */
  listParts(session: SMTPServerSession): Promise<MailPart[]>
}

interface CheckerOptions {
  clients: ClientLimits
  pace: InboundPace
  /** Absent: mail to role addresses is refused like mail for any unknown address. */
  postmaster: Postmaster | undefined
}

/** An alias that receives the mail, or that a reply leaves from. */
interface Concerned {
  addressId: string
  accountId: string
  database: MailDatabase
}

/** A recipient that was accepted. */
interface Named {
  address: string
  database: MailDatabase
  isAlias: boolean
  atMs: number
}

// Whoever moves an account waits for longer than this before anything of it is copied.
const staysForMs = 5000

export function createRecipientChecker(
  databases: MailDatabases,
  { clients, pace, postmaster }: CheckerOptions,
): RecipientChecker {
  // By alias and by address: a client may name one recipient many times, which receives the mail once.
  const concerned = new WeakMap<SMTPServerSession, Map<string, Concerned>>()
  const named = new WeakMap<SMTPServerSession, Map<string, Named>>()
  const concernedBy = (session: SMTPServerSession): Concerned[] => [
    ...(concerned.get(session)?.values() ?? []),
  ]
  const keep = (
    session: SMTPServerSession,
    address: string,
    database: MailDatabase,
    isAlias = false,
  ): void => {
    const each = { address, database, isAlias, atMs: performance.now() }
    named.set(session, (named.get(session) ?? new Map<string, Named>()).set(address.toLowerCase(), each))
  }
  const note = (
    session: SMTPServerSession,
    { addressId, database }: Pick<Concerned, 'addressId' | 'database'>,
    refusal?: Refusal,
  ): void => {
    database.recorder.record({
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
    note(session, of, refused)
    if (refused) throw refused
    concerned.set(session, (concerned.get(session) ?? new Map<string, Concerned>()).set(of.addressId, of))
  }
  const admitAlias = async (address: string, session: SMTPServerSession): Promise<boolean> => {
    const found = await databases.findAlias(address)
    if (!found) return false
    const { database, receiver } = found
    const { addressId, storage } = receiver
    const refusal =
      (receiver.refusal && noSuchAlias(receiver.refusal)) ??
      (await checkStorage(database.services, storage, announcedBytes(session)))
    admit(session, { addressId, accountId: storage.accountId, database }, refusal)
    keep(session, address, database, true)
    return true
  }
  /** A reply is accepted or refused as a whole, so its recipients are contacts of one account alone. */
  const admitReply = async (address: string, session: SMTPServerSession): Promise<boolean> => {
    const reply = await databases.findAnywhere(async ({ services: { db, clock, directory } }) => {
      const [found] = await findReplyTargets(db, [address], clock.now(), directory)
      return found
    })
    if (!reply) return false
    const { database, found: target } = reply
    if (!target.isHere) throw tryLater()
    const { accountId } = accountOf(target.ownerId)
    if (concernedBy(session).some((other) => other.accountId !== accountId)) throw together()
    const { addressId } = target
    admit(session, { addressId, accountId, database }, senderOf(session) === '' ? automatic() : undefined)
    keep(session, address, database)
    return true
  }
  return {
    async check(path, session) {
      const { remoteAddress: ip, envelope } = session
      const { address } = path
      checkParameters('RCPT', path, envelope)
      const [first] = envelope.rcptTo
      if (!first) {
        concerned.delete(session)
        named.delete(session)
      }
      if (clients.isGuessing(ip)) throw tooManyGuesses()
      const isReply = isReverse(address)
      if (first && isReverse(first.address) !== isReply) throw together()
      if (isReply) {
        if (await admitReply(normaliseAddress(address), session)) return
      } else {
        // A return path accepts only bounces, which have a null sender.
        if (senderOf(session) === '') {
          const sent = await databases.findAnywhere(({ services }) => findReturnPath(services, address))
          if (sent && !sent.found.isHere) throw tryLater()
          if (sent) return keep(session, address, sent.database)
        }
        if (await admitAlias(address, session)) return
      }
      const hosts = isReply ? undefined : await databases.findDomain(domainOf(normaliseAddress(address)))
      if (hosts && postmaster && (await findRole(hosts.services.db, postmaster, address)))
        return keep(session, address, hosts)
      clients.countUnknownRecipient(ip)
      if (clients.hasManyUnknown(ip)) throw tooManyUnknown()
      if (hosts && (await makeAlias(address, hosts, session)) && (await admitAlias(address, session))) return
      throw noSuchAlias()
    },
    countBytes(session, bytes) {
      for (const { accountId } of concernedBy(session)) pace.countBytes(accountId, bytes)
    },
    noteRefusal(session, refusal) {
      for (const each of concernedBy(session)) note(session, each, refusal)
    },
    storageOf: (session) => named.get(session)!.values().next().value!.database.services.storage,
    async listParts(session) {
      const recipients = [...(named.get(session)?.values() ?? [])]
      if (databases.hasCells)
        for (const { address, database, isAlias, atMs } of recipients)
          if (isAlias && performance.now() - atMs > staysForMs)
            if ((await databases.findAlias(address))?.database !== database) throw tryLater()
      const parts = Map.groupBy(recipients, ({ database }) => database)
      return [...parts].map(([database, each]) => ({
        database,
        recipients: each.map(({ address }) => address),
      }))
    },
  }
}

/** An alias that does not exist yet has sent nothing, so what bounces to it, or asks whether it exists, is not for its owner. */
async function makeAlias(
  address: string,
  { services }: MailDatabase,
  session: SMTPServerSession,
): Promise<boolean> {
  const wanted = normaliseAddress(address)
  // An alias would keep the mail of its role from the owner's own mailbox, for good.
  if (senderOf(session) === '' || isRoleAddress(wanted)) return false
  try {
    return await createAddressByRule(services, wanted)
  } catch (error) {
    if (error instanceof LimitError) throw error.code === 'rate_limited' ? tooFast() : mailboxFull()
    // Its account is being moved.
    if (error instanceof DomainError && error.code === 'unavailable') throw tryLater()
    throw error
  }
}

/** Of an address in the form in which aliases are stored. */
const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

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
