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

/** For what an operator does to keys. */
const keys = database.extend({ ENCRYPTION_KEYS: parsedVariable(createKeyring) })

const httpUrl = z.url({ protocol: /^https?$/ })
const serviceUrl = (usual: string) => httpUrl.default(usual).transform((url) => new URL(url))

const variables = httpEnvironment.extend(database.shape).extend({
  DASHBOARD_PORT: portVariable.default(4000),
  ENCRYPTION_KEYS: parsedVariable(createKeyring),
  /** Where browsers find the dashboard; absent: at this process. With https, cookies need it. */
  DASHBOARD_PUBLIC_URL: httpUrl.transform((url) => new URL(url)).optional(),
  /** The base URLs of the services, as this process reaches them. */
  AUTOMATION_URL: serviceUrl('http://127.0.0.1:4001'),
  ALIAS_URL: serviceUrl('http://127.0.0.1:4002'),
  /** The operator's mail server: `smtp://user:password@host:587` or `smtps://…`. */
  SMTP_SMARTHOST: z.url({ protocol: /^smtps?$/ }).optional(),
  /** For developers without a mail server: what would leave can be read by anybody, at `/dev/outbox`. */
  DASHBOARD_DEV_OUTBOX: z.stringbool().default(false),
  /** What mails to the owners of accounts come from. */
  DASHBOARD_MAIL_FROM: z.email().default('no-reply@waypost.test'),
  JWT_ISSUER: z.string().min(1),
  JWT_AUDIENCE: z.string().min(1).default('waypost'),
})

const dashboard = variables.refine(
  ({ SMTP_SMARTHOST, DASHBOARD_DEV_OUTBOX }) => SMTP_SMARTHOST !== undefined || DASHBOARD_DEV_OUTBOX,
  // Told together with whatever else is wrong.
  { path: ['SMTP_SMARTHOST'], when: () => true },
)

export const readDashboardEnv = () => parseEnvironment(dashboard, withOwnDatabase('ACCOUNTS', process.env))
export const readKeyEnv = () => parseEnvironment(keys, withOwnDatabase('ACCOUNTS', process.env))
export const readMigrationEnv = () => parseEnvironment(database, withOwnDatabase('ACCOUNTS', process.env))
