import type { Measurement } from './load.ts'
import { row, type Row } from '../harness/report.ts'

/** Requests a second, beside those of a server that was asked by turns with this one. */
export function rateRow(metric: string, of: Measurement[], beside: Measurement[], atLeast: number): Row {
  const [value, reference] = middleRound(
    of.map(({ perSecond }) => perSecond),
    beside.map(({ perSecond }) => perSecond),
  )
  return row(metric, value, 'requests/s', { reference, atLeast, ofRatio: true })
}

/** The slowest answer but one in a hundred, beside that server's. */
export function slowestRow(metric: string, of: Measurement[], beside: Measurement[], atMost: number): Row {
  const [value, reference] = middleRound(
    of.map(({ p99Ms }) => p99Ms),
    beside.map(({ p99Ms }) => p99Ms),
  )
  return row(`${metric}, p99`, value, 'ms', { reference, atMost, ofRatio: true })
}

/** Of what was measured side by side, the pair whose ratio is the median: what disturbs a round disturbs both. */
function middleRound(values: number[], references: number[]): [value: number, reference: number] {
  const pairs = values.map((value, index): [number, number] => [value, references[index]!])
  const sorted = pairs.toSorted((one, other) => one[0] / one[1] - other[0] / other[1])
  return sorted[Math.floor(sorted.length / 2)]!
}
