#!/usr/bin/env node
import { migrateCommand, moveAccountCommand, resealCommand, runCommands, withCells } from '@waypost/commands'
import { movedAutomation } from './cells/moved-service.ts'
import { automationDatabase } from './db/migrate.ts'
import { sealedPlaces } from './db/sealed-places.ts'
import { readKeyEnv, readMigrationEnv } from './env.ts'

/** The operator's commands for the database of this service, with the login that migrates. */
await runCommands([
  migrateCommand(() => {
    const { DATABASE_URL: url, AUTOMATION_CELLS: cells } = readMigrationEnv()
    return withCells({ url, database: automationDatabase }, 'automation', cells)
  }),
  resealCommand(() => {
    const { DATABASE_URL: url, ENCRYPTION_KEYS: keyring, AUTOMATION_CELLS: cells } = readKeyEnv()
    return withCells({ url, keyring, schema: 'automation', places: sealedPlaces }, 'automation', cells)
  }),
  moveAccountCommand(() => {
    const { DATABASE_URL: url, AUTOMATION_CELLS: cells } = readMigrationEnv()
    return { automation: { service: movedAutomation, url, cells } }
  }),
])
