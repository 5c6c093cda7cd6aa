import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const secrets = z.object({
  postgresPassword: z.string(),
  dashboardKey: z.string(),
  automationKey: z.string(),
  aliasKey: z.string(),
  /** Of an earlier version, whose services shared one: it opens what they have sealed. */
  encryptionKeys: z.string().optional(),
  webhookFallbackSecret: z.string(),
  demoPassword: z.string(),
  adminToken: z.string(),
})

export type Secrets = z.infer<typeof secrets>

/** This machine's secrets, created on the first start and stored: later starts must open what was sealed with them. */
export async function loadSecrets(dataDirectory: string): Promise<Secrets> {
  const file = path.join(dataDirectory, 'secrets.json')
  const saved = await readFile(file, 'utf8').catch(() => '{}')
  const made: Secrets = {
    postgresPassword: randomBytes(18).toString('base64url'),
    dashboardKey: newKey('dashboard'),
    automationKey: newKey('automation'),
    aliasKey: newKey('alias'),
    webhookFallbackSecret: randomBytes(32).toString('base64url'),
    demoPassword: randomBytes(9).toString('base64url'),
    adminToken: randomBytes(24).toString('base64url'),
  }
  // Secrets that an earlier version did not need are added.
  const all = secrets.parse({ ...made, ...(JSON.parse(saved) as object) })
  await writeFile(file, JSON.stringify(all, null, 2), { mode: 0o600 })
  return all
}

const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`
