import {
  databaseUrlVariable,
  httpEnvironment,
  parsedVariable,
  parseEnvironment,
  portVariable,
  withOwnDatabase,
} from '@waypost/http'
import { createKeyring } from '@waypost/webhooks'
import { z } from 'zod'

/** ACCOUNTS_DATABASE_URL, where the accounts have a database or a login of their own. */
const database = z.object({ DATABASE_URL: databaseUrlVariable })

const httpUrl = z.url({ protocol: /^https?$/ })
const serviceUrl = (usual: string) => httpUrl.default(usual).transform((url) => new URL(url))

const dashboard = httpEnvironment.extend(database.shape).extend({
  DASHBOARD_PORT: portVariable.default(4000),
  ENCRYPTION_KEYS: parsedVariable(createKeyring),
  /** Where browsers find the dashboard; absent: at this process. With https, cookies need it. */
  DASHBOARD_PUBLIC_URL: httpUrl.transform((url) => new URL(url)).optional(),
  /** The base URLs of the services, as this process reaches them. */
  AUTOMATION_URL: serviceUrl('http://127.0.0.1:4001'),
  ALIAS_URL: serviceUrl('http://127.0.0.1:4002'),
  JWT_ISSUER: z.string().min(1),
  JWT_AUDIENCE: z.string().min(1).default('waypost'),
})

export const readDashboardEnv = () => parseEnvironment(dashboard, withOwnDatabase('ACCOUNTS', process.env))
export const readMigrationEnv = () => parseEnvironment(database, withOwnDatabase('ACCOUNTS', process.env))
