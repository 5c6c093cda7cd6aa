import { end, until, type Bed } from '../../harness/delivery/bed.ts'
import { warmUp } from '../../harness/delivery/warm-up.ts'

/**
 * Returns the deliveries a second of a dispatcher that drains a backlog committed in one transaction, from the first
 * arrival at the receiver to the last.
 */
export async function drain(
  bed: Bed,
  webhooks: { id: string; ownerId: string }[],
  count: number,
): Promise<number> {
  await bed.takeArrivals()
  const dispatcher = await bed.startDispatcher()
  const deliver = async (backlog: number): Promise<number[]> => {
    await bed.seed(webhooks, backlog)
    await until('the drain', async () => (await bed.countArrivals()) >= backlog, 120_000)
    return [...(await bed.takeArrivals()).values()].toSorted((one, other) => one - other)
  }
  await deliver(warmUp)
  const times = await deliver(count)
  await end(dispatcher)
  return (count - 1) / ((times.at(-1)! - times[0]!) / 1000)
}
