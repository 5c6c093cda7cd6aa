import { fileURLToPath } from 'node:url'
import { migrateDatabase, type ServiceDatabase } from '@waypost/postgres'
import { systemEmailQueue, workSchema } from '../system-mail/system-email-queue.ts'

export const accountsDatabase: ServiceDatabase = {
  sets: [
    {
      name: 'accounts',
      schema: 'accounts',
      directory: fileURLToPath(new URL('migrations', import.meta.url)),
    },
  ],
  queues: [
    { schema: workSchema, queues: [systemEmailQueue], producers: [], consumers: ['waypost_dashboard'] },
  ],
}

/** Migrates the accounts' database. Safe to repeat. */
export const migrateAccounts = (url: string): Promise<string[]> => migrateDatabase(url, accountsDatabase)
