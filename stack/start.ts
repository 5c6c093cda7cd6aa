import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildDashboard } from './build-dashboard.ts'
import { bundleProcesses } from './bundle-processes.ts'
import { confirmAddress } from './confirm-address.ts'
import { createLogins, sameForAll } from './create-logins.ts'
import { registerDemoAccount } from './demo-account.ts'
import { readStackEnv, type StackEnv } from './env.ts'
import { findTakenPorts } from './find-taken-ports.ts'
import { lockDataDirectory } from './lock.ts'
import { migrateEverything } from '../operator/databases.ts'
import { openStackDatabase } from './open-database.ts'
import { chooseProcessUsers } from './process-users.ts'
import { defineProcesses, stackUrls } from './processes.ts'
import { putOnPlan } from '../operator/put-on-plan.ts'
import { loadSecrets } from './secrets.ts'
import { supervise } from './supervise.ts'
import { watchLaunchers } from './watch-launchers.ts'

const repository = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const say = (line: string) => process.stdout.write(`${line}\n`)
const undo: (() => Promise<void>)[] = []
let stopping: Promise<void> | undefined

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
// Whoever reads the output may end first. The stack has to stop in order all the same.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
watchLaunchers(() => void stop(0))
try {
  await startStack(readStackEnv())
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  await stop(1)
}

async function startStack(env: StackEnv): Promise<void> {
  const dataDirectory = env.WAYPOST_DATA_DIR
  await mkdir(dataDirectory, { recursive: true })
  const lock = await lockDataDirectory(dataDirectory)
  undo.push(lock.release)
  await refuseTakenPorts(env)

  const secrets = await loadSecrets(dataDirectory)
  say('Starting Postgres …')
  const database = await openStackDatabase(env, secrets, say)
  undo.push(database.stop)
  say('Bringing the database up to date …')
  const databases = {
    automation: env.AUTOMATION_DATABASE_URL ?? database.url,
    alias: env.ALIAS_DATABASE_URL ?? database.url,
    accounts: env.ACCOUNTS_DATABASE_URL ?? database.url,
  }
  await migrateEverything(databases)

  await bundleProcesses(say)
  await buildDashboard(say)
  say('Starting the processes …')
  // Logins of the user's own Postgres are the user's to make.
  const urls = env.DATABASE_URL
    ? sameForAll(database.url)
    : await createLogins(database.url, secrets.postgresPassword)
  const users = chooseProcessUsers(repository, say)
  undo.push(async () => users.close())
  const starts = defineProcesses(env, urls, secrets, users.userOf).map((definition) =>
    supervise(definition, { dataDirectory, say }),
  )
  undo.push(async () => {
    const started = (await Promise.allSettled(starts)).flatMap((start) =>
      start.status === 'fulfilled' ? start.value : [],
    )
    await Promise.all(started.map((each) => each.stop()))
  })
  await Promise.all(starts)

  const addresses = stackUrls(env)
  const demo = await registerDemoAccount(addresses.dashboardUrl, secrets.demoPassword)
  await putOnPlan(databases, demo.email, 'business')
  await confirmAddress(databases.accounts, demo.email)
  const stackFile = path.join(dataDirectory, 'stack.json')
  await writeFile(stackFile, `${JSON.stringify({ ...addresses, demo, databases }, null, 2)}\n`, {
    mode: 0o600,
  })
  undo.push(() => rm(stackFile, { force: true }))
  say(welcome(addresses, demo))
}

async function refuseTakenPorts({
  DASHBOARD_PORT,
  AUTOMATION_PORT,
  ALIAS_PORT,
  DISPATCHER_PORT,
  SMTP_PORT,
}: StackEnv): Promise<void> {
  const taken = await findTakenPorts({
    DASHBOARD_PORT,
    AUTOMATION_PORT,
    ALIAS_PORT,
    DISPATCHER_PORT,
    SMTP_PORT,
  })
  if (taken.length > 0)
    throw new Error(`Taken by another program: ${taken.join(', ')}. Set the variable to a free port.`)
}

function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    if (code === 0) say('\nStopping …')
    for (const step of undo.toReversed()) await step()
    if (code === 0) say('Stopped. Your data is kept for the next start.')
    process.exit(code)
  })()
  return stopping
}

function welcome(urls: ReturnType<typeof stackUrls>, demo: { email: string; password: string }): string {
  return `
Waypost is up.

  dashboard    ${urls.dashboardUrl}
  automation   ${urls.automationUrl}
  alias        ${urls.aliasUrl}
  dispatcher   ${urls.dispatcherUrl}
  incoming     ${urls.smtpUrl}

  demo e-mail     ${demo.email}
  demo password   ${demo.password}

Three things to try, each in another terminal:

  1. See the whole road, from an API call to a verified webhook:
     npx --yes pnpm@12 demo

  2. Sign in and get a token:
     TOKEN=$(curl -s ${urls.dashboardUrl}/auth/login -H 'content-type: application/json' \\
       -d '{"email":"${demo.email}","password":"${demo.password}"}' \\
       | node -p 'answer = JSON.parse(fs.readFileSync(0)); answer.token ?? (console.error(answer), "")')

  3. Make an API key with it:
     curl -s ${urls.automationUrl}/api-keys -H "authorization: Bearer $TOKEN" \\
       -H 'content-type: application/json' -d '{"name":"first","scopes":["automation:read"]}'

Ctrl-C stops everything.`
}
