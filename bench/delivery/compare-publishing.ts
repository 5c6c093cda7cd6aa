import type { Bed } from '../../harness/delivery/bed.ts'
import { peakMemoryOf } from '../../harness/peak-memory-of.ts'
import { row, type Row } from '../../harness/report.ts'
import { openBareQueue } from './bare-queue.ts'
import { openBare } from './bare.ts'
import { measureLatency, type Publish } from './measure-latency.ts'
import { everySession, measureBarePublishing, measurePublishing } from './measure-publishing.ts'

const seconds = 8
const clientCounts = [1, 8, 64]
const rates = [
  { perSecond: 100, atMostMs: 5 },
  { perSecond: 300, atMostMs: 8 },
  { perSecond: 1000, atMostMs: undefined },
]

/**
 * Publishing while a dispatcher sends, and the time from the call to the receiver, beside the least that both cost, and beside the
 * least with a dispatcher of its own.
 */
export async function comparePublishing(bed: Bed, dispatcherPid: number, publish: Publish): Promise<Row[]> {
  const bare = await openBare(bed)
  const queue = await openBareQueue(bed)
  const queuePid = queue.dispatcher.pid!
  const rows: Row[] = [row('(f) memory of the idle dispatcher', await peakMemoryOf(dispatcherPid), 'MiB')]
  try {
    await measurePublishing(bed, dispatcherPid, publish, { clients: 8, seconds: 2 })
    await measurePublishing(bed, queuePid, queue.publish, { clients: 8, seconds: 1 })
    for (const clients of clientCounts) {
      const load = { clients, seconds: seconds / 2 }
      const reference = await measureBarePublishing(bed, bare, load)
      const least = await measurePublishing(bed, queuePid, queue.publish, load)
      const ours = await measurePublishing(bed, dispatcherPid, publish, { clients, seconds })
      const name = `(f) published one by one, ${clients} at a time, while sending`
      const processor = '(f) processor for 1,000 of them, published and delivered'
      rows.push(
        row(name, ours.perSecond, 'events/s', {
          reference: reference.perSecond,
          ...(clients > 1 && { atLeast: 1500 }),
        }),
        row(`${name}: the least of a dispatcher`, least.perSecond, 'events/s', {
          reference: reference.perSecond,
        }),
        row(processor, ours.cpuSecondsPer1000, 's', {
          reference: reference.cpuSecondsPer1000,
          ...(clients > 1 && { atMost: 1 }),
        }),
        row(`${processor}: the least of a dispatcher`, least.cpuSecondsPer1000, 's', {
          reference: reference.cpuSecondsPer1000,
        }),
      )
    }
    await bed.cleanUp()
    await measureBarePublishing(bed, bare, everySession)
    await measurePublishing(bed, queuePid, queue.publish, everySession)
    await measurePublishing(bed, dispatcherPid, publish, everySession)
    await measureLatency(bed, publish, { perSecond: 100, seconds: 2 })
    await measureLatency(bed, queue.publish, { perSecond: 100, seconds: 1 })
    for (const { perSecond, atMostMs } of rates) {
      const rate = { perSecond, seconds }
      const reference = await bare.measureLatency(rate)
      const { call: least } = await measureLatency(bed, queue.publish, rate)
      const { call } = await measureLatency(bed, publish, rate)
      const name = `(g) call to sink at ${perSecond}/s`
      rows.push(
        row(`${name}, p50`, call.p50Ms, 'ms', { reference: reference.p50Ms }),
        row(`${name}, p50: the least of a dispatcher`, least.p50Ms, 'ms', { reference: reference.p50Ms }),
        row(`${name}, p99`, call.p99Ms, 'ms', {
          reference: reference.p99Ms,
          ...(atMostMs !== undefined && { atMost: atMostMs }),
        }),
        row(`${name}, p99: the least of a dispatcher`, least.p99Ms, 'ms', { reference: reference.p99Ms }),
      )
    }
    rows.push(
      row('(g) highest memory of the dispatcher', await peakMemoryOf(dispatcherPid), 'MiB', { atMost: 160 }),
    )
    return rows
  } finally {
    await Promise.all([bare.close(), queue.close()])
  }
}
