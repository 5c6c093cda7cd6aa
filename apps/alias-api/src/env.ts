import { createEgressPolicy } from '@waypost/egress'
import {
  databaseUrlVariable,
  httpEnvironment,
  parseList,
  parsedVariable,
  parseEnvironment,
  portVariable,
  withOwnDatabase,
} from '@waypost/http'
import { aliasChannel, createKeyring, parseSchedule } from '@waypost/webhooks'
import { z } from 'zod'

const service = z.object({
  /** ALIAS_DATABASE_URL, where the service has a database or a login of its own. */
  DATABASE_URL: databaseUrlVariable,
  ALIAS_WEBHOOK_DELAYS: parsedVariable(parseSchedule, aliasChannel.defaultSchedule),
  /** CIDRs that user-supplied URLs may reach besides public addresses. */
  EGRESS_ALLOW: parsedVariable((text) => createEgressPolicy({ allow: parseList(text) }), ''),
})

const apiService = httpEnvironment.extend(service.shape).extend({
  ALIAS_PORT: portVariable.default(4002),
  ENCRYPTION_KEYS: parsedVariable(createKeyring),
  JWT_JWKS_URL: z.url(),
  JWT_ISSUER: z.string().min(1),
  JWT_AUDIENCE: z.string().min(1).default('waypost'),
})

export const readApiEnv = () => parseEnvironment(apiService, withOwnDatabase('ALIAS', process.env))
export const readMigrationEnv = () => parseEnvironment(service, withOwnDatabase('ALIAS', process.env))
