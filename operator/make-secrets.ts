import { randomBytes } from 'node:crypto'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

const processes = [
  'dashboard',
  'automation_api',
  'automation_runner',
  'alias_api',
  'alias_mail',
  'dispatcher',
]

/** Creates the secret files for the containers of docker-compose.yml. Existing files are not changed. */
export async function makeSecrets(directory: string): Promise<string[]> {
  await mkdir(directory, { recursive: true })
  // The files are mounted one by one, and must be readable by the containers' users, who do not exist on this machine.
  // The folder's mode keeps everybody on this machine out.
  await chmod(directory, 0o700)
  const made: string[] = []
  for (const [name, value] of Object.entries(generate())) {
    const isNew = await writeFile(path.join(directory, name), value, { flag: 'wx', mode: 0o444 }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
        return false
      },
    )
    if (isNew) made.push(name)
  }
  return made
}

const urlOf = (login: string) =>
  `postgres://${login}:${randomBytes(24).toString('hex')}@postgres:5432/waypost`

function generate(): Record<string, string> {
  return {
    postgres_password: randomBytes(24).toString('hex'),
    encryption_keys: `k1:${randomBytes(32).toString('base64')}`,
    webhook_fallback_secret: randomBytes(32).toString('base64url'),
    admin_token: randomBytes(24).toString('base64url'),
    // Catches all mail until an operator writes the URL of a real mail server into the file.
    smtp_smarthost: 'smtp://mailpit:1025',
    migration_database_url: urlOf('waypost_migration'),
    ...Object.fromEntries(processes.map((name) => [`${name}_database_url`, urlOf(`${name}_1`)])),
  }
}
