#!/usr/bin/env node
import { migrateCommand, moveAccountCommand, resealCommand, runCommands, withCells } from '@waypost/commands'
import { movedAlias } from '../apps/alias-api/src/cells/moved-service.ts'
import {
  readKeyEnv as readAliasEnv,
  readMigrationEnv as readAliasMigrationEnv,
} from '../apps/alias-api/src/env.ts'
import { rotateDkimCommand } from '../apps/alias-api/src/signing/rotate-dkim-command.ts'
import { movedAutomation } from '../apps/automation-api/src/cells/moved-service.ts'
import {
  readKeyEnv as readAutomationEnv,
  readMigrationEnv as readAutomationMigrationEnv,
} from '../apps/automation-api/src/env.ts'
import { readKeyEnv as readAccountsEnv } from '../apps/dashboard/server/env.ts'
import { rotateJwtCommand } from '../apps/dashboard/server/signing-keys/rotate-jwt-command.ts'
import { serviceDatabases } from './databases.ts'
import { readDatabaseUrls, readOperatorEnv } from './env.ts'
import { planCommand } from './plan-command.ts'
import { sealedPlaces } from './sealed-places.ts'
import { secretsCommand } from './secrets-command.ts'

/** The operator commands for all three services, run from a checkout. Each service's image has its own commands. */
await runCommands([
  secretsCommand,
  migrateCommand(() => {
    const { AUTOMATION_CELLS: automationCells, ALIAS_CELLS: aliasCells } = readOperatorEnv()
    const [accounts, automation, alias] = serviceDatabases(readDatabaseUrls())
    return [
      accounts!,
      ...withCells(automation!, 'automation', automationCells),
      ...withCells(alias!, 'alias', aliasCells),
    ]
  }),
  planCommand,
  resealCommand(() => {
    const [automation, alias] = [readAutomationEnv(), readAliasEnv()]
    return (
      [
        ['accounts', readAccountsEnv(), []],
        ['automation', automation, automation.AUTOMATION_CELLS],
        ['alias', alias, alias.ALIAS_CELLS],
      ] as const
    ).flatMap(([schema, { DATABASE_URL: url, ENCRYPTION_KEYS: keyring }, cells]) =>
      withCells({ url, keyring, schema, places: sealedPlaces[schema] }, schema, [...cells]),
    )
  }),
  rotateJwtCommand(readAccountsEnv),
  rotateDkimCommand(readAliasEnv),
  moveAccountCommand(() => {
    const [automation, alias] = [readAutomationMigrationEnv(), readAliasMigrationEnv()]
    return {
      automation: {
        service: movedAutomation,
        url: automation.DATABASE_URL,
        cells: automation.AUTOMATION_CELLS,
      },
      alias: { service: movedAlias, url: alias.DATABASE_URL, cells: alias.ALIAS_CELLS },
    }
  }),
])
