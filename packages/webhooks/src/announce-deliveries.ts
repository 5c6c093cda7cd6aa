import { afterCommit, type Boss, type Db } from '@waypost/postgres'
import type { Channel } from './channel.ts'

/**
 * Wakes the dispatchers once `tx` is committed. The announcement is a transaction of its own: those that notify commit
 * one after the other in a whole database, each waiting for the disk. It is a hint, since dispatchers poll as well.
 */
export function announceDeliveries(
  tx: Db,
  { channel, boss }: { channel: Pick<Channel, 'outboxSchema'>; boss: Boss },
): void {
  afterCommit(tx, () => {
    const announcing = announcements.get(boss)
    if (announcing) announcing.isAgain = true
    else void announce(boss, channel.outboxSchema)
  })
}

// It has nothing to lose, so its commit does not wait for the disk, nor keep those that publish waiting for it.
const announcement = `select set_config('synchronous_commit', 'off', true), pg_notify($1, '')`

const announcements = new WeakMap<Boss, { isAgain: boolean }>()

/** What is committed while one announcement is under way is announced by the next. */
async function announce(boss: Boss, name: string): Promise<void> {
  const announcing = { isAgain: true }
  announcements.set(boss, announcing)
  while (announcing.isAgain) {
    announcing.isAgain = false
    try {
      await boss.getDb().executeSql(announcement, [name])
    } catch {
      // Dispatchers find the deliveries when they poll.
    }
  }
  announcements.delete(boss)
}
