import { and, eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { joinTransaction } from '@waypost/postgres'
import { checkOwnPassword } from '../accounts/check-own-password.ts'
import { whilePasswordHolds } from '../accounts/while-password-holds.ts'
import { sessions } from '../db/tables.ts'
import { useChallenge } from '../passkeys/challenges.ts'
import type { Assertion } from '../passkeys/passkey.ts'
import { limitWrongPasskeys, usePasskey } from '../passkeys/use-passkey.ts'
import type { Services } from '../services.ts'
import type { Session } from '../sessions/session.ts'
import { findFactor } from '../two-factor/find-factor.ts'
import { forbidWrongCode } from '../two-factor/forbid-wrong-code.ts'
import { limitWrongCodes, useCode } from '../two-factor/use-code.ts'
import type { ReauthenticationProof } from './reauthentication.ts'

/** Lets a browser do what needs a recent sign-in, once its user has shown again who they are. */
export async function reauthenticate(
  services: Services,
  session: Session,
  proof: ReauthenticationProof,
  address: string,
): Promise<void> {
  if ('response' in proof) await byPasskey(services, session, proof.response, address)
  else if ('code' in proof) await byCode(services, session, proof.code, address)
  else await byPassword(services, session, proof.password, address)
}

async function byPassword(
  services: Services,
  session: Session,
  password: string,
  address: string,
): Promise<void> {
  const account = await checkOwnPassword(services, session, password, address)
  await whilePasswordHolds(services, account, async (inside) => {
    if (await findFactor(inside, account.id)) throw new DomainError('forbidden', 'A code is required')
    await noteAuthentication(inside, session)
  })
}

async function byCode(services: Services, session: Session, code: string, address: string): Promise<void> {
  const { account } = session
  await forbidWrongCode(() =>
    limitWrongCodes(services, { account, address }, code, async (inside) => {
      if (!(await useCode(inside, account, code)))
        throw new DomainError('conflict', 'Two-factor authentication is off')
      await noteAuthentication(inside, session)
    }),
  )
}

async function byPasskey(
  services: Services,
  session: Session,
  given: Assertion,
  address: string,
): Promise<void> {
  const { id: accountId } = session.account
  await forbidWrongCode(() =>
    limitWrongPasskeys(services, address, async () => {
      const signed = await useChallenge(services, given.response.clientDataJSON, 'reauthenticate', accountId)
      await services.db.transaction(async (tx) => {
        const inside = { ...services, db: joinTransaction(tx) }
        await usePasskey(inside, accountId, given, signed)
        await noteAuthentication(inside, session)
      })
    }),
  )
}

async function noteAuthentication({ db, clock }: Services, { id, account }: Session): Promise<void> {
  await db
    .update(sessions)
    .set({ authenticatedAt: new Date(clock.now()) })
    .where(and(eq(sessions.id, id), eq(sessions.accountId, account.id)))
}
