import { eq } from 'drizzle-orm'
import { Client } from 'pg'
import type { NamedCell } from '@waypost/http'
import { openDatabase, systemClock, type Db } from '@waypost/postgres'
import { setPlan } from '../apps/alias-api/src/accounts/set-plan.ts'
import type { Plan } from '../apps/alias-api/src/accounts/plans.ts'
import { accounts } from '../apps/alias-api/src/db/tables.ts'

export interface PlanDatabases {
  alias: string
  accounts: string
  /** Further databases of the alias service. */
  aliasCells?: NamedCell[]
}

/**
 * Puts the account of an e-mail address on a plan of the alias service. The accounts and the plans are in separate
 * databases, so this reads one and writes the other: the cell that has the account, or else the first database, also before
 * it has signed in. No other cell has to answer.
 *
 * @returns the name of the cell; null: it was the first database
 * @throws if no account has that e-mail address, or if it is being moved
 */
export async function putOnPlan(urls: PlanDatabases, email: string, plan: Plan): Promise<string | null> {
  const accountId = await findAccountId(urls.accounts, email)
  if (accountId === undefined) throw new Error(`Nobody has registered with ${email}.`)
  const cell = await within(urls.alias, async (first) => {
    const [account] = await findAccount(first, accountId)
    if (account && account.cell !== null) return account.cell
    await setPlan({ db: first, clock: systemClock }, accountId, plan)
    return null
  })
  if (cell === null) return null
  const found = urls.aliasCells?.find(({ name }) => name === cell)
  if (!found) throw new Error(`${email} is in the cell ${cell}, which ALIAS_CELLS does not name.`)
  await within(found.url, async (db) => {
    const [account] = await findAccount(db, accountId)
    // A row that this made would open the account in a database that does not have its data yet.
    if (account?.cell !== null) throw new Error(`${email} is being moved: try again later.`)
    await setPlan({ db, clock: systemClock }, accountId, plan)
  })
  return cell
}

const findAccount = (db: Db, accountId: string) =>
  db.select({ cell: accounts.cell }).from(accounts).where(eq(accounts.id, accountId))

async function within<Result>(url: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const { db, close } = openDatabase({ url, applicationName: 'waypost-plan' })
  try {
    return await work(db)
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
