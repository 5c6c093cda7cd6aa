import type { Action } from '../../../automations/action.ts'
import type { Clause, Expectation } from '../grammar/clause.ts'
import { writeSight } from '../everyday/write-sight.ts'
import { GenerationFailed } from '../session/failure.ts'
import type { Generation } from '../session/generation.ts'

type Condition = Extract<Action, { type: 'if' }>['condition']

/**
 * Steps that are done only where something holds. It must hold while they are tried out, or nothing is known of them.
 *
 * @param compile writes down and performs clauses
 */
export async function compileIf(
  generation: Generation,
  { condition: expected, clauses }: Extract<Clause, { kind: 'if' }>,
  compile: (clauses: Clause[]) => Promise<void>,
): Promise<void> {
  const condition = await writeCondition(generation, expected)
  const [probe] = await generation.collect(async () =>
    generation.write('it holds', { type: 'if', condition, steps: [ASIDE], else: [FAIL] }),
  )
  await generation.tryOut([probe!]).catch((error: unknown) => {
    if (!(error instanceof GenerationFailed)) throw error
    throw new GenerationFailed(
      'step_failed',
      `“${describe(expected)}” does not hold at the moment, so the steps for it cannot be tried out.`,
    )
  })
  const steps = await generation.collect(() => compile(clauses))
  generation.write(describe(expected), { type: 'if', condition, steps })
}

const ASIDE: Action = { name: 'go on', type: 'wait', durationMs: 1 }
const FAIL: Action = { name: 'it does not', type: 'assert', url: 'nowhere:', timeoutMs: 1 }

async function writeCondition(generation: Generation, expected: Expectation): Promise<Condition> {
  if ('shows' in expected) return { text: expected.shows }
  if ('url' in expected) return { url: expected.url }
  if ('absent' in expected) return { absent: [`text/${expected.absent}`] }
  const { selectors, frame } = await writeSight(generation, expected.present)
  return { present: selectors, ...(frame && { frame }) }
}

function describe(expected: Expectation): string {
  if ('present' in expected) return `${expected.present} is there`
  if ('absent' in expected) return `${expected.absent} is not there`
  return 'shows' in expected ? `the page shows ${expected.shows}` : `the address is ${expected.url}`
}
