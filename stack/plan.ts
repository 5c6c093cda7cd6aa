import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { plan as planName } from '../apps/alias-api/src/accounts/plans.ts'
import { readStackEnv, type StackEnv } from './env.ts'
import { putOnPlan } from './put-on-plan.ts'

const [email, wanted] = process.argv.slice(2)
const { data: plan } = planName.safeParse(wanted)
try {
  if (!email || !plan) throw new Error(`usage: plan <email> <${planName.options.join('|')}>`)
  await putOnPlan(await findDatabases(readStackEnv()), email, plan)
  process.stdout.write(`${email} is on the plan ${plan}.\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}

/** Those that the environment names, else those of the stack that is running. */
async function findDatabases(env: StackEnv): Promise<{ alias: string; accounts: string }> {
  const alias = env.ALIAS_DATABASE_URL ?? env.DATABASE_URL
  const accounts = env.ACCOUNTS_DATABASE_URL ?? env.DATABASE_URL
  if (alias && accounts) return { alias, accounts }
  try {
    const file = await readFile(path.join(env.WAYPOST_DATA_DIR, 'stack.json'), 'utf8')
    return (JSON.parse(file) as { databases: { alias: string; accounts: string } }).databases
  } catch {
    throw new Error('Nothing is running: start it with "npx --yes pnpm@12 start", or set DATABASE_URL.')
  }
}
