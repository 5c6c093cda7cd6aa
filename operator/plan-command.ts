import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Command } from '@waypost/commands'
import { plan as planName } from '../apps/alias-api/src/accounts/plans.ts'
import { readOperatorEnv } from './env.ts'
import { putOnPlan, type PlanDatabases } from './put-on-plan.ts'

export const planCommand: Command = {
  name: 'plan',
  summary: 'Put the account of an e-mail on a plan of the alias service',
  parameters: `<email> <${planName.options.join('|')}>`,
  failure: 'could not put the account on the plan',
  async run({ parameters: [email, wanted] }) {
    const { data: plan } = planName.safeParse(wanted)
    if (!plan) throw new Error(`there is no plan ${wanted}`)
    const cell = await putOnPlan(await findDatabases(), email!, plan)
    return { lines: [`${email} is on the plan ${plan}${cell === null ? '' : ` (alias/${cell})`}.`] }
  },
}

/** The databases of the environment, or else those of the running stack. */
async function findDatabases(): Promise<PlanDatabases> {
  const env = readOperatorEnv()
  const alias = env.ALIAS_DATABASE_URL ?? env.DATABASE_URL
  const accounts = env.ACCOUNTS_DATABASE_URL ?? env.DATABASE_URL
  if (alias && accounts) return { alias, accounts, aliasCells: env.ALIAS_CELLS }
  try {
    const file = await readFile(path.join(env.WAYPOST_DATA_DIR, 'stack.json'), 'utf8')
    return (JSON.parse(file) as { databases: { alias: string; accounts: string } }).databases
  } catch {
    throw new Error('nothing is running: start it with "npx --yes pnpm@12 start", or set DATABASE_URL')
  }
}
