import { and, eq, gt } from 'drizzle-orm'
import { clientOf, DomainError } from '@waypost/http'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { passkeyChallengesPerClient } from '../attempts/limits.ts'
import { takeAttempt } from '../attempts/take-attempt.ts'
import { passkeyChallenges } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { PasskeyPurpose } from './passkey.ts'

/** How long somebody may take to find their phone. */
export const challengeTtlMs = 5 * 60_000

const challengeBytes = 32
const clientData = z.object({ challenge: z.base64url() })

/** Makes a challenge that is accepted once. */
export async function makeChallenge(
  services: Services,
  purpose: PasskeyPurpose,
  { accountId, address }: { accountId?: string; address: string },
): Promise<Uint8Array<ArrayBuffer>> {
  await takeAttempt(services, passkeyChallengesPerClient, clientOf(address))
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
