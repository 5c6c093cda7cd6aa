import { deepStrictEqual } from 'node:assert'
import { row, type Row } from '../report.ts'
import { connections, openBed, type Bed, type Target } from './bed.ts'
import type { Measurement } from './load.ts'

const executions = 1_000_000
// Short turns and many of them: a shared machine is never the same twice, least of all a minute later.
const rounds = 15
const turn = { warmUpMs: 200, durationMs: 1200 }
const warmUp = { warmUpMs: 0, durationMs: 4000 }

const routes: { name: string; paths(target: Target): string[] }[] = [
  {
    name: 'GET …/:id/status',
    paths: ({ automationIds }) => automationIds.map((id) => `/api/v1/automations/${id}/status`),
  },
  { name: 'GET …/automations', paths: () => ['/api/v1/automations'] },
]

/** The API as an operator runs it beside bare Fastify and pg that answer the same from the same tables. */
export async function bench(say: (line: string) => void): Promise<Row[]> {
  const bed = await openBed()
  try {
    const few = await bed.startPair('few', 0)
    say(`filling a table with ${executions} executions`)
    const many = await bed.startPair('many', executions)
    const targets: Target[] = [few.reference, few.service, many.service, many.reference]

    const rows: Row[] = []
    for (const { name, paths } of routes) {
      await expectSameAnswers(few, paths)
      await expectSameAnswers(many, paths)
      say(`${name}: ${rounds} rounds at ${connections} connections, the servers in turn`)
      const measured = await measureInTurn(bed, targets, paths)
      rows.push(...judge(name, measured))
    }
    return rows
  } finally {
    await bed.close()
  }
}

/** The work is the same only if what comes out is. */
async function expectSameAnswers(
  { service, reference }: { service: Target; reference: Target },
  paths: (target: Target) => string[],
): Promise<void> {
  for (const path of paths(service)) deepStrictEqual(await read(service, path), await read(reference, path))
}

async function read({ origin, headers }: Target, path: string): Promise<unknown> {
  const response = await fetch(origin + path, { headers: headers[0]! })
  return { body: await response.json(), total: response.headers.get('x-total-count') }
}

async function measureInTurn(
  bed: Bed,
  targets: Target[],
  paths: (target: Target) => string[],
): Promise<Measurement[][]> {
  const measure = (target: Target, durations: typeof turn) => {
    const { origin, headers } = target
    return bed.measure({ origin, headers, paths: paths(target), connections, ...durations })
  }
  for (const target of targets) await measure(target, warmUp)
  const measured: Measurement[][] = targets.map(() => [])
  for (let round = 0; round < rounds; round += 1) {
    const order = [...targets.keys()]
    // Whoever comes after whom changes too.
    for (const index of round % 2 === 0 ? order : order.toReversed())
      measured[index]!.push(await measure(targets[index]!, turn))
  }
  return measured
}

function judge(name: string, [bare, service, full, bareFull]: Measurement[][]): Row[] {
  const many = `${name}, 1,000,000 executions`
  return [
    rate(name, service!, bare!, 0.6),
    slowest(name, service!, bare!, 2),
    rate(many, full!, bareFull!, 0.6),
    slowest(many, full!, bareFull!, 2),
    rate(`${many}, of without`, full!, service!, 0.9),
    slowest(`${many}, of without`, full!, service!, 1.1),
  ]
}

function rate(metric: string, of: Measurement[], beside: Measurement[], atLeast: number): Row {
  const [value, reference] = middleRound(
    of.map(({ perSecond }) => perSecond),
    beside.map(({ perSecond }) => perSecond),
  )
  return row(metric, value, 'requests/s', { reference, atLeast, ofRatio: true })
}

function slowest(metric: string, of: Measurement[], beside: Measurement[], atMost: number): Row {
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
