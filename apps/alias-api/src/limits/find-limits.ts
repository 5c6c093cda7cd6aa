import { eq, sql } from 'drizzle-orm'
import { perDatabase, type Db } from '@waypost/postgres'
import { accountLimits, planLimits } from '../db/limit-tables.ts'
import { accounts } from '../db/tables.ts'
import { limitName, type LimitName, type Limits } from './limit-name.ts'

/** An account as far as it decides what the account may do. */
export type LimitedAccount = Pick<
  typeof accounts.$inferSelect,
  | 'createdAt'
  | 'emailVerified'
  | 'suspendedAt'
  | 'suspendedReason'
  | 'sendingStoppedAt'
  | 'sendingStoppedReason'
>

/** The limits of an account, and those of them that an operator has set for it alone. */
export interface FoundLimits {
  limits: Limits
  own: Partial<Limits>
  /** Null where the account was not seen yet. */
  account: LimitedAccount | null
}

// Whoever has not shown that an address is theirs could have others called in their name.
const webhooksOfUnconfirmed = 2

const statementOf = perDatabase((db) =>
  db
    .select({ plan: planLimits, own: accountLimits, account: accounts })
    .from(planLimits)
    .leftJoin(accounts, eq(accounts.id, sql.placeholder('accountId')))
    .leftJoin(accountLimits, eq(accountLimits.accountId, sql.placeholder('accountId')))
    .where(eq(planLimits.plan, sql`coalesce(${accounts.plan}, 'free')`))
    .prepare('find_limits'),
)

/** Finds the limits of an account: an operator's for it alone, else its plan's. */
export async function findLimits(db: Db, accountId: string): Promise<FoundLimits> {
  const [row] = await statementOf(db).execute({ accountId })
  const { plan, own, account } = row!
  const setFor = limitName.options.flatMap((name): [LimitName, number][] => {
    const limit = own?.[name]
    return typeof limit === 'number' ? [[name, limit]] : []
  })
  const set: Partial<Limits> = Object.fromEntries(setFor)
  const limits = Object.fromEntries(
    limitName.options.map((name) => [name, set[name] ?? plan[name]]),
  ) as Limits
  if (account?.emailVerified === false) limits.webhooks = Math.min(limits.webhooks, webhooksOfUnconfirmed)
  return { limits, own: set, account }
}
