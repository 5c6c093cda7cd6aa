import path from 'node:path'
import { databaseUrlVariable, parseEnvironment, portVariable } from '@waypost/http'
import { z } from 'zod'

const port = (usual: number) => portVariable.min(1).default(usual)

const stack = z.object({
  WAYPOST_DATA_DIR: z
    .string()
    .default('.data')
    .transform((directory) => path.resolve(directory)),
  /** The URL of the user's own Postgres; absent: an embedded one. */
  DATABASE_URL: databaseUrlVariable.optional(),
  /** Set if a service has a separate database. */
  AUTOMATION_DATABASE_URL: databaseUrlVariable.optional(),
  ALIAS_DATABASE_URL: databaseUrlVariable.optional(),
  ACCOUNTS_DATABASE_URL: databaseUrlVariable.optional(),
  DASHBOARD_PORT: port(4000),
  AUTOMATION_PORT: port(4001),
  ALIAS_PORT: port(4002),
  DISPATCHER_PORT: port(4003),
  SMTP_PORT: port(2525),
  POSTGRES_PORT: port(5433),
})

export type StackEnv = z.infer<typeof stack>

export const readStackEnv = (): StackEnv => parseEnvironment(stack, process.env)

/** The environment that processes inherit: all of it, so that any of their variables can be set for the whole stack. */
export const inheritedEnvironment = (): NodeJS.ProcessEnv => process.env
