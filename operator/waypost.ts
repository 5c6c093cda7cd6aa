#!/usr/bin/env node
import { migrateCommand, resealCommand, runCommands, withCells } from '@waypost/commands'
import { readKeyEnv as readAliasEnv } from '../apps/alias-api/src/env.ts'
import { rotateDkimCommand } from '../apps/alias-api/src/signing/rotate-dkim-command.ts'
import { readKeyEnv as readAutomationEnv } from '../apps/automation-api/src/env.ts'
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
    const { AUTOMATION_CELLS: automation, ALIAS_CELLS: alias } = readOperatorEnv()
    const [accounts, ...services] = serviceDatabases(readDatabaseUrls())
    return [accounts!, ...services.flatMap((first, index) => withCells(first, [automation, alias][index]!))]
  }),
  planCommand,
  resealCommand(() =>
    (
      [
        ['accounts', readAccountsEnv()],
        ['automation', readAutomationEnv()],
        ['alias', readAliasEnv()],
      ] as const
    ).map(([schema, { DATABASE_URL: url, ENCRYPTION_KEYS: keyring }]) => ({
      url,
      keyring,
      schema,
      places: sealedPlaces[schema],
    })),
  ),
  rotateJwtCommand(readAccountsEnv),
  rotateDkimCommand(readAliasEnv),
])
