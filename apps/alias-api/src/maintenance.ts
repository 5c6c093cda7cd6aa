import type { Logger } from '@waypost/http'
import { watchDue, type WatchedWork } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import { announceExpiring } from './addresses/announce-expiring.ts'
import { renewAddresses } from './addresses/renew-addresses.ts'
import { releaseDueNames } from './cells/release-due-names.ts'
import { deleteEndedWindows } from './rate-limits/delete-ended-windows.ts'
import { tellOfWithheld, toldAfterMs } from './forwarding/tell-of-withheld.ts'
import type { ApiServices } from './services.ts'
import { fillThreads } from './threads/fill-threads.ts'
import { notifyDisabledWebhooks } from './webhooks/notify-disabled-webhooks.ts'

const everyMs = 10_000

/** The periodic tasks, which may run in several processes at once. */
export function maintenanceTasks(services: ApiServices): WatchedWork[] {
  const at = (inMs = 0) => new Date(services.clock.now() + inMs)
  return [
    {
      name: 'deleteEndedWindows',
      work: () => deleteEndedWindows(services),
      among: () => sql`select from alias.rate_limits where ends_at < now() - interval '1 minute'`,
    },
    {
      name: 'notifyDisabledWebhooks',
      work: () => notifyDisabledWebhooks(services),
      among: () => sql`
        select from alias.webhooks webhook where disabled_at is not null and held_at is null and not exists (
          select from alias.webhook_notices noted
          where noted.webhook_id = webhook.id and noted.disabled_at = webhook.disabled_at)`,
    },
    {
      name: 'renewAddresses',
      work: () => renewAddresses(services),
      among: () => sql`select from alias.addresses where renews_at <= ${at()} and expired_at is null`,
    },
    {
      name: 'announceExpiring',
      work: () => announceExpiring(services),
      among: () => sql`select from alias.addresses where notice_at <= ${at()} and expires_at > ${at()}`,
    },
    {
      name: 'releaseDueNames',
      work: () => releaseDueNames(services),
      among: () => sql`select from alias.taken_addresses where is_release_due`,
    },
    {
      name: 'fillThreads',
      work: () => fillThreads(services),
      among: () => sql`select from alias.emails where thread_id is null`,
    },
    {
      name: 'tellOfWithheld',
      work: () => tellOfWithheld(services),
      among: () =>
        sql`select from alias.withheld_emails where not is_told and withheld_at <= ${at(-toldAfterMs)}`,
    },
  ]
}

/**
 * Starts the periodic tasks.
 *
 * @returns stops them
 */
export const startMaintenance = (services: ApiServices, logger: Logger): (() => Promise<void>) =>
  watchDue(services.db, maintenanceTasks(services), {
    everyMs,
    onError: (error, task) => logger.warn({ err: error, task }, 'maintenance'),
  })
