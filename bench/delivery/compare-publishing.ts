import type { Bed } from '../../harness/delivery/bed.ts'
import { peakMemoryOf } from '../../harness/peak-memory-of.ts'
import { row, type Row } from '../../harness/report.ts'
import { openBare } from './bare.ts'
import { measureLatency } from './measure-latency.ts'
import { measureBarePublishing, measurePublishing } from './measure-publishing.ts'

const seconds = 8
const clientCounts = [1, 8, 64]
const rates = [
  { perSecond: 100, atMostMs: 5 },
  { perSecond: 300, atMostMs: 8 },
  { perSecond: 1000, atMostMs: undefined },
]

/** Publishing while a dispatcher sends, and the time from the call to the receiver, beside the least that both cost. */
export async function comparePublishing(bed: Bed, dispatcherPid: number, owners: string[]): Promise<Row[]> {
  const bare = await openBare(bed)
  const rows: Row[] = [row('(f) memory of the idle dispatcher', await peakMemoryOf(dispatcherPid), 'MiB')]
  try {
    await measurePublishing(bed, dispatcherPid, owners, { clients: 8, seconds: 2 })
    for (const clients of clientCounts) {
      const reference = await measureBarePublishing(bed, bare, { clients, seconds: seconds / 2 })
      const ours = await measurePublishing(bed, dispatcherPid, owners, { clients, seconds })
      rows.push(
        row(`(f) published one by one, ${clients} at a time, while sending`, ours.perSecond, 'events/s', {
          reference: reference.perSecond,
          ...(clients > 1 && { atLeast: 1500 }),
        }),
        row(`(f) processor for 1,000 of them, published and delivered`, ours.cpuSecondsPer1000, 's', {
          reference: reference.cpuSecondsPer1000,
          ...(clients > 1 && { atMost: 1 }),
        }),
      )
    }
    await bed.cleanUp()
    // A vacuum makes every session plan its statements anew.
    await measureLatency(bed, owners, { perSecond: 100, seconds: 2 })
    for (const { perSecond, atMostMs } of rates) {
      const rate = { perSecond, seconds }
      const reference = await bare.measureLatency(rate)
      const { call } = await measureLatency(bed, owners, rate)
      rows.push(
        row(`(g) call to sink at ${perSecond}/s, p50`, call.p50Ms, 'ms', { reference: reference.p50Ms }),
        row(`(g) call to sink at ${perSecond}/s, p99`, call.p99Ms, 'ms', {
          reference: reference.p99Ms,
          ...(atMostMs !== undefined && { atMost: atMostMs }),
        }),
      )
    }
    rows.push(
      row('(g) highest memory of the dispatcher', await peakMemoryOf(dispatcherPid), 'MiB', { atMost: 160 }),
    )
    return rows
  } finally {
    await bare.close()
  }
}
