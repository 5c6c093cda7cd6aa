import { prepared, type Clock } from '@waypost/postgres'
import { deliveryQueue } from '@waypost/webhooks'
import type { OpenChannel } from '../services.ts'
import { toTarget, type Claim } from './claim-deliveries.ts'
import type { ClaimedDelivery } from './claimed-jobs.ts'
import type { Receivers, Target } from './receivers.ts'

/**
 * The only receiver that has deliveries due, while there is one and it answers promptly. No more of its deliveries are claimed than it has
 * places for. To park the others would cost as much as to attempt them, and no other receiver's deliveries wait behind them.
 */
export interface OnlyReceiver {
  /** How many deliveries are worth claiming: Infinity where there is no such receiver, 0 while few of its places are free. */
  room(): Promise<number>
  /** Whether there is one, as far as is known. */
  isKnown(): boolean
  /** Whether there is one, with free places. */
  hasRoom(): boolean
  /** Looks at what was claimed, and at what of that was parked. */
  note(claims: Claim[], parked: ClaimedDelivery[]): Promise<void>
}

// Deliveries for another webhook of its owner are queued behind. Those of other owners are claimed before.
const believedMs = 200

export function createOnlyReceiver(
  channel: OpenChannel,
  clock: Pick<Clock, 'now'>,
  receivers: Pick<Receivers, 'keep' | 'room'>,
): OnlyReceiver {
  let only: Target | undefined
  let lookedAt = -Infinity
  const keep = (target: Target | undefined): void => {
    only = target
    receivers.keep(target?.webhookId)
  }
  const look = async (target: Target): Promise<void> => {
    lookedAt = clock.now()
    const isPrompt = receivers.room(target.webhookId) !== undefined
    keep(isPrompt && (await isOnly(channel, target)) ? target : undefined)
  }
  const room = (): number => (only && receivers.room(only.webhookId)) ?? Infinity
  return {
    async room() {
      const isOld = clock.now() - lookedAt >= believedMs
      if (only && (isOld || [0, Infinity].includes(room()))) await look(only)
      return room()
    },
    isKnown: () => only !== undefined,
    hasRoom: () => only !== undefined && room() > 0,
    async note(claims, parked) {
      const targets = [...claims, ...parked.map(toTarget)]
      const [target] = targets
      if (target === undefined) return
      if (targets.some(({ webhookId }) => webhookId !== target.webhookId)) keep(undefined)
      // Those with a rate limit are parked for it.
      else if (parked.length > 0 && parked.every((row) => row.max_per_second === null)) await look(target)
    },
  }
}

/** Whether its owner has no deliveries for another one, and no other owner has a job that waits, whether these are due or not. */
async function isOnly({ channel, db }: OpenChannel, { webhookId, ownerId }: Target): Promise<boolean> {
  const { service, outboxSchema } = channel
  // By the index of waiting jobs by owner: its first and its last entry.
  const end = (order: 'asc' | 'desc') => `(
    select data ->> 'ownerId' from ${outboxSchema}.job where name = '${deliveryQueue.name}' and state < 'active'
    order by data ->> 'ownerId' ${order} limit 1)`
  // As a range, the status does not match the index of all pending deliveries, which Postgres could read to its end.
  const { rows } = await prepared(db).db.executeSql(
    `select coalesce(${end('asc')} = $1 and ${end('desc')} = $1, false) and not exists (
      select from ${service}.webhooks other, lateral (
        select from ${service}.deliveries
        where webhook_id = other.id and status >= 'pending' and status <= 'pending' limit 1
      ) pending
      where owner_id = $1 and other.id <> $2 and is_active) as is_only`,
    [ownerId, webhookId],
  )
  return (rows as [{ is_only: boolean }])[0].is_only
}
