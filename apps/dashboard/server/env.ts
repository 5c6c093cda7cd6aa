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

/** ACCOUNTS_DATABASE_URL, if the accounts have a separate database or login. */
const database = z.object({ DATABASE_URL: databaseUrlVariable })

/** The environment of the commands with which an operator manages keys. */
const keys = database.extend({ ENCRYPTION_KEYS: parsedVariable(createKeyring) })

const httpUrl = z.url({ protocol: /^https?$/ })
const serviceUrl = (usual: string) => httpUrl.default(usual).transform((url) => new URL(url))

const variables = httpEnvironment.extend(database.shape).extend({
  DASHBOARD_PORT: portVariable.default(4000),
  ENCRYPTION_KEYS: parsedVariable(createKeyring),
  /** The dashboard's public URL; absent: this process's own. With https, cookies are `Secure`. */
  DASHBOARD_PUBLIC_URL: httpUrl.transform((url) => new URL(url)).optional(),
  /** The services' base URLs, as seen from this process. */
  AUTOMATION_URL: serviceUrl('http://127.0.0.1:4001'),
  ALIAS_URL: serviceUrl('http://127.0.0.1:4002'),
  /** The services' base URLs, as programs of their users see them; absent: as this process does. */
  AUTOMATION_PUBLIC_URL: httpUrl.transform((url) => new URL(url)).optional(),
  ALIAS_PUBLIC_URL: httpUrl.transform((url) => new URL(url)).optional(),
  /** The operator's mail server: `smtp://user:password@host:587` or `smtps://…`. */
  SMTP_SMARTHOST: z.url({ protocol: /^smtps?$/ }).optional(),
  /** For development without a mail server: anybody can read all e-mails at `/dev/outbox`. */
  DASHBOARD_DEV_OUTBOX: z.stringbool().default(false),
  /** The sender of e-mails to users. */
  DASHBOARD_MAIL_FROM: z.email().default('no-reply@waypost.test'),
  JWT_ISSUER: z.string().min(1),
  JWT_AUDIENCE: z.string().min(1).default('waypost'),
})

const dashboard = variables.refine(
  ({ SMTP_SMARTHOST, DASHBOARD_DEV_OUTBOX }) => SMTP_SMARTHOST !== undefined || DASHBOARD_DEV_OUTBOX,
  // Reported together with all other invalid variables.
  { path: ['SMTP_SMARTHOST'], when: () => true },
)

export const readDashboardEnv = () => parseEnvironment(dashboard, withOwnDatabase('ACCOUNTS', process.env))
export const readKeyEnv = () => parseEnvironment(keys, withOwnDatabase('ACCOUNTS', process.env))
export const readMigrationEnv = () => parseEnvironment(database, withOwnDatabase('ACCOUNTS', process.env))
