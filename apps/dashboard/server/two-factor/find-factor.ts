import { and, count, eq, isNotNull } from 'drizzle-orm'
import type { z } from 'zod'
import { recoveryCodes, totpFactors } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { twoFactor } from './two-factor.ts'

/** Finds the authenticator app of an account that signs in with one. */
export async function findFactor(
  { db }: Pick<Services, 'db'>,
  accountId: string,
): Promise<(typeof totpFactors.$inferSelect & { confirmedAt: Date }) | undefined> {
  const [factor] = await db
    .select()
    .from(totpFactors)
    .where(and(eq(totpFactors.accountId, accountId), isNotNull(totpFactors.confirmedAt)))
  return factor?.confirmedAt ? { ...factor, confirmedAt: factor.confirmedAt } : undefined
}

export async function getTwoFactor(
  services: Pick<Services, 'db'>,
  accountId: string,
): Promise<z.infer<typeof twoFactor>> {
  const factor = await findFactor(services, accountId)
  return {
    isOn: factor !== undefined,
    since: factor?.confirmedAt.toISOString() ?? null,
    recoveryCodesLeft: factor ? await countRecoveryCodes(services, accountId) : 0,
  }
}

export async function countRecoveryCodes({ db }: Pick<Services, 'db'>, accountId: string): Promise<number> {
  const [left] = await db
    .select({ count: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.accountId, accountId))
  return left!.count
}
