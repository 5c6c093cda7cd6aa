import { readFile } from 'node:fs/promises'
import { createClient } from './hosts/client-config.ts'

const rolesFile = new URL('../../../infra/postgres/roles.sql', import.meta.url)

/** Creates the product's missing roles. Safe to repeat. */
export async function createRoles(url: string): Promise<void> {
  const client = createClient({ url, application_name: 'waypost-migrate' })
  await client.connect()
  try {
    await client.query(await readFile(rolesFile, 'utf8'))
  } finally {
    await client.end()
  }
}
