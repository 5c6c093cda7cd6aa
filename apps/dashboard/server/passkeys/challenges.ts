import { and, eq, gt } from 'drizzle-orm'
import { clientOf, DomainError } from '@waypost/http'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { offeredChallengesPerClient, passkeyChallengesPerClient } from '../attempts/limits.ts'
import { takeAttempt } from '../attempts/take-attempt.ts'
import { passkeyChallenges } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { PasskeyPurpose } from './passkey.ts'

/** How long somebody may take to find their phone. */
export const challengeTtlMs = 5 * 60_000

const challengeBytes = 32
const clientData = z.object({ challenge: z.base64url() })

export interface Challenged {
  /** The account whose passkeys may sign; absent: every passkey that the authenticator has for this dashboard. */
  accountId?: string
  /** The IP address of the client. */
  address: string
  /** For the list of the browser's autofill, which nobody has asked for. */
  isOffer?: boolean
}

/** Makes a challenge that is accepted once. */
export async function makeChallenge(
  services: Services,
  purpose: PasskeyPurpose,
  { accountId, address, isOffer = false }: Challenged,
): Promise<Uint8Array<ArrayBuffer>> {
  const limit = isOffer ? offeredChallengesPerClient : passkeyChallengesPerClient
  await takeAttempt(services, limit, clientOf(address))
  const challenge = randomBytes(challengeBytes)
  const expiresAt = new Date(services.clock.now() + challengeTtlMs)
  await services.db.insert(passkeyChallenges).values({ challenge, purpose, accountId, expiresAt })
  return new Uint8Array(challenge)
}

/**
 * Uses the challenge that an authenticator has signed. It is used up even if the signature turns out to be wrong, so it must
 * not run in a transaction that such an error rolls back.
 *
 * @returns the challenge, in base64url
 */
export async function useChallenge(
  { db, clock }: Services,
  clientDataJson: string,
  purpose: PasskeyPurpose,
  accountId?: string,
): Promise<string> {
  const challenge = readChallenge(clientDataJson)
  const [used] = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, Buffer.from(challenge, 'base64url')),
        eq(passkeyChallenges.purpose, purpose),
        gt(passkeyChallenges.expiresAt, new Date(clock.now())),
      ),
    )
    .returning({ accountId: passkeyChallenges.accountId })
  if (!used || used.accountId !== (accountId ?? null))
    throw new DomainError('invalid', 'The passkey took too long, or was used already. Try again')
  return challenge
}

function readChallenge(clientDataJson: string): string {
  try {
    return clientData.parse(JSON.parse(Buffer.from(clientDataJson, 'base64url').toString())).challenge
  } catch (error) {
    throw new DomainError('invalid', 'The passkey’s answer cannot be read', { cause: error })
  }
}
