import { deepStrictEqual } from 'node:assert'
import { connections } from '../http-bed.ts'
import { rateRow, slowestRow } from '../judge-rounds.ts'
import type { Measurement } from '../load.ts'
import { measureInTurn, rounds } from '../measure-in-turn.ts'
import type { Row } from '../../harness/report.ts'
import { openBed, type AutomationTarget } from './bed.ts'

const executions = 1_000_000

const routes: { name: string; paths(target: AutomationTarget): string[] }[] = [
  {
    name: 'GET …/:id/status',
    paths: ({ automationIds }) => automationIds.map((id) => `/api/v1/automations/${id}/status`),
  },
  { name: 'GET …/automations', paths: () => ['/api/v1/automations'] },
]

/** The automation API in its production setup against bare Fastify and pg that answer the same from the same tables. */
export async function bench(say: (line: string) => void): Promise<Row[]> {
  const bed = await openBed()
  try {
    const few = await bed.startPair('few', 0)
    say(`filling a table with ${executions} executions`)
    const many = await bed.startPair('many', executions)
    const targets: AutomationTarget[] = [few.reference, few.service, many.service, many.reference]

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

/** Throws where the two servers answer differently: they are comparable only if they answer the same. */
async function expectSameAnswers(
  { service, reference }: { service: AutomationTarget; reference: AutomationTarget },
  paths: (target: AutomationTarget) => string[],
): Promise<void> {
  for (const path of paths(service)) deepStrictEqual(await read(service, path), await read(reference, path))
}

async function read({ origin, headers }: AutomationTarget, path: string): Promise<unknown> {
  const response = await fetch(origin + path, { headers: headers[0]! })
  return { body: await response.json(), total: response.headers.get('x-total-count') }
}

function judge(name: string, [bare, service, full, bareFull]: Measurement[][]): Row[] {
  const many = `${name}, 1,000,000 executions`
  return [
    rateRow(name, service!, bare!, 0.6),
    slowestRow(name, service!, bare!, 2),
    rateRow(many, full!, bareFull!, 0.6),
    slowestRow(many, full!, bareFull!, 2),
    rateRow(`${many}, of without`, full!, service!, 0.9),
    slowestRow(`${many}, of without`, full!, service!, 1.1),
  ]
}
