import { cpuOf } from '../../harness/cpu-of.ts'
import { until, type Bed } from '../../harness/delivery/bed.ts'
import type { Bare } from './bare.ts'
import type { Publish } from './measure-latency.ts'

export interface Publishing {
  perSecond: number
  /** Of Postgres, the sender and whoever publishes, for 1,000 events that are published and delivered. */
  cpuSecondsPer1000: number
}

interface Load {
  clients: number
  seconds: number
}

/**
 * Has every session plan its statements, as those of a service have that runs for a while. After a vacuum all of them plan anew,
 * and what is late by that makes a pool open further ones.
 */
export const everySession: Load = { clients: 64, seconds: 1 }

/** Publishes events one by one, from several clients at the same time, while a dispatcher sends them. */
export async function measurePublishing(
  bed: Bed,
  dispatcherPid: number,
  publish: Publish,
  load: Load,
): Promise<Publishing> {
  await bed.takeArrivals()
  return withCpu([dispatcherPid, bed.postgresPid()], async () => {
    const calls = await countCalls(load, publish)
    await until('the last arrival', async () => (await bed.countArrivals()) >= calls.count, 120_000)
    return calls
  })
}

/** The same by the least that it costs: whoever publishes sends as well, once the event is committed. */
export async function measureBarePublishing(bed: Bed, bare: Bare, load: Load): Promise<Publishing> {
  return withCpu([bed.postgresPid()], async () => {
    const sent: Promise<void>[] = []
    const calls = await countCalls(load, async () => {
      sent.push(bare.deliver(await bare.publish()))
    })
    await Promise.all(sent)
    return calls
  })
}

/** Counts the processor time of this process and of others, with all children of theirs. */
async function withCpu(
  pids: number[],
  run: () => Promise<{ count: number; perSecond: number }>,
): Promise<Publishing> {
  const ofOthersMs = async () => (await Promise.all(pids.map(cpuOf))).reduce((sum, each) => sum + each, 0)
  const before = await ofOthersMs()
  const ownBefore = process.cpuUsage()
  const { count, perSecond } = await run()
  const { user, system } = process.cpuUsage(ownBefore)
  return { perSecond, cpuSecondsPer1000: ((await ofOthersMs()) - before + (user + system) / 1000) / count }
}

/** How often clients can do something one after the other. */
async function countCalls(
  { clients, seconds }: Load,
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
