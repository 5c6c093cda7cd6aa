import path from 'node:path'
import { cellsVariable, databaseUrlVariable, EnvironmentError, parseEnvironment } from '@waypost/http'
import { z } from 'zod'
import type { DatabaseUrls } from './databases.ts'

const variables = z.object({
  /** The data directory in which `start` records the running stack. */
  WAYPOST_DATA_DIR: z
    .string()
    .default('.data')
    .transform((directory) => path.resolve(directory)),
  DATABASE_URL: databaseUrlVariable.optional(),
  /** Set if a service has a separate database. */
  AUTOMATION_DATABASE_URL: databaseUrlVariable.optional(),
  ALIAS_DATABASE_URL: databaseUrlVariable.optional(),
  ACCOUNTS_DATABASE_URL: databaseUrlVariable.optional(),
  /** Further databases of a service. */
  AUTOMATION_CELLS: cellsVariable,
  ALIAS_CELLS: cellsVariable,
})

export const readOperatorEnv = () => parseEnvironment(variables, process.env)

/** @throws `EnvironmentError` if a database has no URL */
export function readDatabaseUrls(): DatabaseUrls {
  const env = readOperatorEnv()
  const automation = env.AUTOMATION_DATABASE_URL ?? env.DATABASE_URL
  const alias = env.ALIAS_DATABASE_URL ?? env.DATABASE_URL
  const accounts = env.ACCOUNTS_DATABASE_URL ?? env.DATABASE_URL
  if (automation && alias && accounts) return { automation, alias, accounts }
  throw new EnvironmentError('DATABASE_URL is required: an embedded Postgres is migrated by `start`.')
}
