#!/usr/bin/env node
import { migrateCommand, resealCommand, runCommands } from '@waypost/commands'
import { accountsDatabase } from './db/migrate.ts'
import { sealedPlaces } from './db/sealed-places.ts'
import { readKeyEnv, readMigrationEnv } from './env.ts'
import { rotateJwtCommand } from './signing-keys/rotate-jwt-command.ts'

/** The operator commands of this service, which run with the migration login. */
await runCommands([
  migrateCommand(() => [{ url: readMigrationEnv().DATABASE_URL, database: accountsDatabase }]),
  resealCommand(() => {
    const { DATABASE_URL: url, ENCRYPTION_KEYS: keyring } = readKeyEnv()
    return [{ url, keyring, schema: 'accounts', places: sealedPlaces }]
  }),
  rotateJwtCommand(readKeyEnv),
])
