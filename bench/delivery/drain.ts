import { end, until, type Bed } from '../../harness/delivery/bed.ts'
import { warmUp } from '../../harness/delivery/warm-up.ts'
import { peakMemoryOf } from '../../harness/peak-memory-of.ts'

export interface Drain {
  /** Deliveries a second, from the first arrival at the receiver to the last. */
  perSecond: number
  /** The most memory that the dispatcher had, in MiB. */
  peakMemory: number
}

/** Starts a dispatcher and lets it drain a backlog committed in one transaction, after one that warms it up. */
export async function drain(
  bed: Bed,
  webhooks: { id: string; ownerId: string }[],
  count: number,
): Promise<Drain> {
  await bed.takeArrivals()
  const dispatcher = await bed.startDispatcher()
  const deliver = async (backlog: number): Promise<number[]> => {
    await bed.seed(webhooks, backlog)
    await until('the drain', async () => (await bed.countArrivals()) >= backlog, 120_000)
    return [...(await bed.takeArrivals()).values()].toSorted((one, other) => one - other)
  }
  await deliver(warmUp)
  const times = await deliver(count)
  const peakMemory = await peakMemoryOf(dispatcher.pid!)
  await end(dispatcher)
  return { perSecond: (count - 1) / ((times.at(-1)! - times[0]!) / 1000), peakMemory }
}
