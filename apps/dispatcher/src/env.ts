import { createEgressPolicy } from '@waypost/egress'
import {
  cellsVariable,
  databaseUrlVariable,
  httpEnvironment,
  parseList,
  parsedVariable,
  parseEnvironment,
  portVariable,
  requireDifferent,
  type NamedCell,
} from '@waypost/http'
import { retentionDays } from '@waypost/retention'
import { createKeyring, parseSchedule, postsPerMinuteVariable, type Channel } from '@waypost/webhooks'
import { z } from 'zod'
import { channels } from './channels.ts'
import type { ChannelSettings } from './open-channel.ts'

const dispatcher = httpEnvironment.extend({
  DISPATCHER_PORT: portVariable.default(4003),
  ENCRYPTION_KEYS: parsedVariable(createKeyring),
  /** CIDRs that webhooks may reach besides public addresses. */
  EGRESS_ALLOW: parsedVariable((text) => createEgressPolicy({ allow: parseList(text) }), ''),
  /** Maximum number of requests in flight, per channel. To receivers that answer at once, more cost more and bring nothing. */
  DISPATCHER_CONCURRENCY: z.coerce.number().int().min(1).max(10_000).default(1024),
  /** POSTs a minute to one host, for each account of a service. */
  LIMIT_WEBHOOK_POSTS_PER_MINUTE_PER_HOST: postsPerMinuteVariable,
  /** The share of a retry's delay by which it may be longer: 0.2 spreads retries after 10 min over 10 to 12 min. */
  WEBHOOK_RETRY_JITTER: z.coerce.number().min(0).max(1).default(0),
  /** Minutes without a success after which a webhook is announced as failing, once so many attempts have failed. */
  WEBHOOK_FAILING_AFTER_MINUTES: z.coerce.number().int().min(1).max(100_000).default(60),
  WEBHOOK_FAILING_AFTER_ATTEMPTS: z.coerce.number().int().min(1).max(100_000).default(5),
  /**
   * Days for which deliveries are kept after they ended; unset: for ever. Missed deliveries can be recovered for a
   * week.
   */
  RETENTION_DELIVERIES_DAYS: retentionDays(7),
  DATABASE_URL: databaseUrlVariable.optional(),
})

interface ServiceChannels {
  first: ChannelSettings
  cells: ChannelSettings[]
}

const prefix = (channel: Channel) => channel.service.toUpperCase()

const hasCommonDatabase = () => Boolean(process.env['DATABASE_URL'] || process.env['DATABASE_URL_FILE'])

/**
 * Each channel's own settings: `AUTOMATION_DATABASE_URL` (default DATABASE_URL), `AUTOMATION_CELLS` for further databases, and
 * `AUTOMATION_WEBHOOK_DELAYS`.
 */
function readChannel(channel: Channel) {
  const named = (name: string) => `${prefix(channel)}_${name}`
  const [urlName, cellsName, delaysName] = [named('DATABASE_URL'), named('CELLS'), named('WEBHOOK_DELAYS')]
  const variables = z.object({
    [urlName]: hasCommonDatabase() ? databaseUrlVariable.optional() : databaseUrlVariable,
    [cellsName]: cellsVariable,
    [delaysName]: parsedVariable(parseSchedule, channel.defaultSchedule),
  })
  return { channel, variables, urlName, cellsName, delaysName }
}

export function readEnv() {
  const perChannel = channels.map(readChannel)
  // One schema, so that a failed start lists every error. The names of the channels' variables are data.
  const shape: z.ZodRawShape = Object.assign(
    {},
    dispatcher.shape,
    ...perChannel.map(({ variables }) => variables.shape),
  )
  const env = parseEnvironment(z.object(shape), process.env) as z.infer<typeof dispatcher> &
    Record<string, unknown>
  const services = perChannel.map(({ channel, urlName, cellsName, delaysName }): ServiceChannels => {
    const { service } = channel
    const common = { channel, delaysMs: env[delaysName] as number[] }
    const cells = env[cellsName] as NamedCell[]
    const first = { ...common, name: service, databaseUrl: (env[urlName] ?? env.DATABASE_URL) as string }
    requireDifferent(first.databaseUrl, cells, cellsName)
    return {
      first,
      cells: cells.map(({ name, url }) => ({ ...common, name: `${service}/${name}`, databaseUrl: url })),
    }
  })
  return {
    ...env,
    /** In the first database of each service. */
    channels: services.map(({ first }) => first),
    cells: services.flatMap(({ cells }) => cells),
  }
}
