import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import type { NamedCell } from '@waypost/http'
import { openDatabase, systemClock } from '@waypost/postgres'
import { setPlan } from '../apps/alias-api/src/accounts/set-plan.ts'
import type { Plan } from '../apps/alias-api/src/accounts/plans.ts'

export interface PlanDatabases {
  alias: string
  accounts: string
  /** Further databases of the alias service. */
  aliasCells?: NamedCell[]
}

/**
 * Puts the account of an e-mail address on a plan of the alias service. The accounts and the plans are in separate
 * databases, so this reads one and writes the other: the cells that have the account, or else the first database, also before
 * it has signed in.
 *
 * @returns the names of these cells; none: it was the first database
 * @throws if no account has that e-mail address
 */
export async function putOnPlan(urls: PlanDatabases, email: string, plan: Plan): Promise<string[]> {
  const accountId = await findAccountId(urls.accounts, email)
  if (accountId === undefined) throw new Error(`Nobody has registered with ${email}.`)
  const cells: string[] = []
  for (const { name, url } of urls.aliasCells ?? [])
    if (await setPlanIn(url, accountId, plan, { mustExist: true })) cells.push(name)
  await setPlanIn(urls.alias, accountId, plan, { mustExist: cells.length > 0 })
  return cells
}

/** @returns whether it was set */
async function setPlanIn(
  url: string,
  accountId: string,
  plan: Plan,
  { mustExist }: { mustExist: boolean },
): Promise<boolean> {
  const { db, close } = openDatabase({ url, applicationName: 'waypost-plan' })
  try {
    if (mustExist) {
      const { rows } = await db.execute(sql`select from alias.accounts where id = ${accountId}`)
      if (rows.length === 0) return false
    }
    await setPlan({ db, clock: systemClock }, accountId, plan)
    return true
  } finally {
    await close()
  }
}

async function findAccountId(url: string, email: string): Promise<string | undefined> {
  const client = new Client({ connectionString: url, application_name: 'waypost-plan' })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      'select id from accounts.accounts where email = lower($1)',
      [email.trim()],
    )
    return rows[0]?.id
  } finally {
    await client.end()
  }
}
