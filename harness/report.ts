import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'

export interface Row {
  metric: string
  value: number
  unit: string
  /** The same work without our code, measured in the same run. */
  reference: number | null
  /** value / reference */
  ratio: number | null
  /** The target as text, such as `≥ 4000` or `≤ 15`; absent if the figure has no target. */
  target: string | null
  met: boolean | null
}

/** A row with its ratio, and whether it meets `atLeast` or `atMost` (of the ratio if `ofRatio` is set). */
export function row(
  metric: string,
  value: number,
  unit: string,
  {
    reference,
    atLeast,
    atMost,
    ofRatio = false,
  }: { reference?: number; atLeast?: number; atMost?: number; ofRatio?: boolean } = {},
): Row {
  const ratio = reference ? value / reference : null
  const judged = ofRatio ? (ratio ?? NaN) : value
  const bound = atLeast ?? atMost
  return {
    metric,
    value: round(value),
    unit,
    reference: reference === undefined ? null : round(reference),
    ratio: ratio === null ? null : round(ratio),
    target:
      bound === undefined ? null : `${atLeast === undefined ? '≤' : '≥'} ${bound}${ofRatio ? ' ×' : ''}`,
    met: bound === undefined ? null : atLeast === undefined ? judged <= bound : judged >= bound,
  }
}

/** Prints the table and writes `.data/bench/<name>.json`. */
export async function report(name: string, rows: Row[]): Promise<void> {
  const machine = {
    cpus: cpus().length,
    model: cpus()[0]?.model ?? 'unknown',
    memoryGiB: round(totalmem() / 2 ** 30),
  }
  const lines = rows.map(({ metric, value, unit, reference, ratio, target, met }) => ({
    metric,
    value: `${value} ${unit}`,
    reference: reference ?? '',
    ratio: ratio ?? '',
    target: target ?? '',
    met: met === null ? '' : met ? 'yes' : 'NO',
  }))
  console.table(lines)
  await mkdir('.data/bench', { recursive: true })
  await writeFile(`.data/bench/${name}.json`, `${JSON.stringify({ name, machine, rows }, null, 2)}\n`)
}

const round = (value: number) => Number(value.toPrecision(4))

/** The `share` quantile (0–1) of unsorted values. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN
}
