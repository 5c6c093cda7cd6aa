import { end, openBed, until } from '../../harness/delivery/bed.ts'
import type { Topology } from '../../harness/citus/cluster.ts'
import { measureWork, type Work } from './cpu-by-node.ts'

const warmUp = 2000
const backlog = 6000

/** Deliveries of a committed backlog by one dispatcher. Committing it is measured too. */
export async function measureDeliveries(topology: Topology, say: (line: string) => void): Promise<Work> {
  const bed = await openBed({ databaseUrl: topology.url })
  try {
    const webhooks = await bed.registerWebhooks({ owners: 20, each: 2 })
    const dispatcher = await bed.startDispatcher()
    const deliver = async (count: number): Promise<{ count: number; perSecond: number }> => {
      await bed.takeArrivals()
      await bed.seed(webhooks, count)
      await until('the drain', async () => (await bed.countArrivals()) >= count, 300_000)
      const times = [...(await bed.takeArrivals()).values()].toSorted((one, other) => one - other)
      return { count, perSecond: ((times.length - 1) * 1000) / (times.at(-1)! - times[0]!) }
    }
    await deliver(warmUp)
    say(`${topology.name}: ${backlog} deliveries`)
    const work = await measureWork(topology, 'deliveries', () => deliver(backlog))
    await end(dispatcher)
    return work
  } finally {
    await bed.close()
  }
}
