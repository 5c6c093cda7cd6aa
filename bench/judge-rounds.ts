import type { Measurement } from './load.ts'
import { row, type Row } from '../harness/report.ts'

/** A row with the requests a second of a server and of the reference that was measured in turn with it. */
export function rateRow(metric: string, of: Measurement[], beside: Measurement[], atLeast: number): Row {
  const [value, reference] = middleRound(
    of.map(({ perSecond }) => perSecond),
    beside.map(({ perSecond }) => perSecond),
  )
  return row(metric, value, 'requests/s', { reference, atLeast, ofRatio: true })
}

/** A row with the 99th percentile of a server's response times and of the reference's. */
export function slowestRow(metric: string, of: Measurement[], beside: Measurement[], atMost: number): Row {
  const [value, reference] = middleRound(
    of.map(({ p99Ms }) => p99Ms),
    beside.map(({ p99Ms }) => p99Ms),
  )
  return row(`${metric}, p99`, value, 'ms', { reference, atMost, ofRatio: true })
}

/** The pair of the round whose ratio is the median: what slows a round slows both of its servers. */
function middleRound(values: number[], references: number[]): [value: number, reference: number] {
  const pairs = values.map((value, index): [number, number] => [value, references[index]!])
  const sorted = pairs.toSorted((one, other) => one[0] / one[1] - other[0] / other[1])
  return sorted[Math.floor(sorted.length / 2)]!
}
