#!/usr/bin/env node
import { migrateCommand, moveAccountCommand, resealCommand, runCommands, withCells } from '@waypost/commands'
import { movedAlias } from './cells/moved-service.ts'
import { aliasDatabase } from './db/migrate.ts'
import { sealedPlaces } from './signing/sealed-places.ts'
import { readKeyEnv, readMigrationEnv } from './env.ts'
import { rotateDkimCommand } from './signing/rotate-dkim-command.ts'

/** The operator's commands on this service's database, under the login that migrates. */
await runCommands([
  migrateCommand(() => {
    const { DATABASE_URL: url, ALIAS_CELLS: cells } = readMigrationEnv()
    return withCells({ url, database: aliasDatabase }, 'alias', cells)
  }),
  resealCommand(() => {
    const { DATABASE_URL: url, ENCRYPTION_KEYS: keyring, ALIAS_CELLS: cells } = readKeyEnv()
    return withCells({ url, keyring, schema: 'alias', places: sealedPlaces }, 'alias', cells)
  }),
  rotateDkimCommand(readKeyEnv),
  moveAccountCommand(() => {
    const { DATABASE_URL: url, ALIAS_CELLS: cells } = readMigrationEnv()
    return { alias: { service: movedAlias, url, cells } }
  }),
])
