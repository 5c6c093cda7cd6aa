import { cpuOf } from '../../harness/cpu-of.ts'
import { until, type Bed } from '../../harness/delivery/bed.ts'

export interface Publishing {
  perSecond: number
  /** Of Postgres, the dispatcher and whoever publishes, for 1,000 events that are published and delivered. */
  cpuSecondsPer1000: number
}

/** Publishes events one by one, from several clients at the same time, while a dispatcher sends them. */
export async function measurePublishing(
  bed: Bed,
  dispatcherPid: number,
  owners: string[],
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Publishing> {
  await bed.takeArrivals()
  const cpuMs = async () => (await cpuOf(dispatcherPid)) + (await cpuOf(bed.postgresPid()))
  const before = await cpuMs()
  const ownBefore = process.cpuUsage()
  const { count, perSecond } = await countCalls({ clients, seconds }, (index) =>
    bed.publish(owners[index % owners.length]!),
  )
  await until('the last arrival', async () => (await bed.countArrivals()) >= count, 120_000)
  const { user, system } = process.cpuUsage(ownBefore)
  return { perSecond, cpuSecondsPer1000: ((await cpuMs()) - before + (user + system) / 1000) / count }
}

/** How often clients can do something one after the other. */
export async function countCalls(
  { clients, seconds }: { clients: number; seconds: number },
  call: (index: number) => Promise<unknown>,
): Promise<{ count: number; perSecond: number }> {
  let count = 0
  const startedAt = performance.now()
  const isOver = () => performance.now() - startedAt > seconds * 1000
  const work = async () => {
    while (!isOver()) {
      count += 1
      await call(count)
    }
  }
  await Promise.all(Array.from({ length: clients }, work))
  return { count, perSecond: (count * 1000) / (performance.now() - startedAt) }
}
