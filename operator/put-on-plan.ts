import { Client } from 'pg'
import { openDatabase, systemClock } from '@waypost/postgres'
import { setPlan } from '../apps/alias-api/src/accounts/set-plan.ts'
import type { Plan } from '../apps/alias-api/src/accounts/plans.ts'

/**
 * Puts the account of an e-mail address on a plan of the alias service. The accounts and the plans are in separate
 * databases, so this reads one and writes the other.
 *
 * @throws if no account has that e-mail address
 */
export async function putOnPlan(
  urls: { alias: string; accounts: string },
  email: string,
  plan: Plan,
): Promise<void> {
  const accountId = await findAccountId(urls.accounts, email)
  if (accountId === undefined) throw new Error(`Nobody has registered with ${email}.`)
  const { db, close } = openDatabase({ url: urls.alias, applicationName: 'waypost-plan' })
  try {
    await setPlan({ db, clock: systemClock }, accountId, plan)
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
