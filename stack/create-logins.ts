import { createHmac } from 'node:crypto'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'

/** The processes that have a role of their own in the database. */
const processRoles = {
  dashboard: 'waypost_dashboard',
  'automation-api': 'waypost_automation_api',
  'automation-runner': 'waypost_automation_runner',
  'alias-api': 'waypost_alias_api',
  'alias-mail': 'waypost_alias_mail',
  dispatcher: 'waypost_dispatcher',
}

export type ProcessName = keyof typeof processRoles

/**
 * Gives each process a login that is a member of its role only, as in production.
 *
 * @param url the database, by a login that may create others
 *
 * @param secret from which the passwords are derived
 *
 * @returns the URL of each process
 */
export async function createLogins(url: string, secret: string): Promise<Record<ProcessName, string>> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`revoke all on database ${escapeIdentifier(client.database!)} from public`)
    const urls: [string, string][] = []
    for (const [name, role] of Object.entries(processRoles)) {
      const login = `local_${role}`
      const password = createHmac('sha256', secret).update(login).digest('base64url')
      await createLogin(client, { login, password, role })
      urls.push([name, Object.assign(new URL(url), { username: login, password }).href])
    }
    return Object.fromEntries(urls) as Record<ProcessName, string>
  } finally {
    await client.end()
  }
}

/** One URL for every process. */
export const sameForAll = (url: string): Record<ProcessName, string> =>
  Object.fromEntries(Object.keys(processRoles).map((name) => [name, url])) as Record<ProcessName, string>

async function createLogin(
  client: Client,
  { login, password, role }: { login: string; password: string; role: string },
): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [login])
  const name = escapeIdentifier(login)
  if (rowCount === 0) await client.query(`create role ${name} login in role ${escapeIdentifier(role)}`)
  await client.query(`alter role ${name} password ${escapeLiteral(password)}`)
  await client.query(`grant connect on database ${escapeIdentifier(client.database!)} to ${name}`)
}
