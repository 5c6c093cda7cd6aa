import type { Clause } from '../grammar/clause.ts'
import { compileClause } from './compile-clause.ts'
import type { AddressCheck } from './compile-open.ts'
import { type Advice, GenerationFailed } from './failure.ts'
import type { Generation } from './generation.ts'

/** Compiles the clauses one by one on the live page. */
export async function compileClauses(
  generation: Generation,
  clauses: Clause[],
  checkAddress: AddressCheck,
): Promise<void> {
  for (const [index, clause] of clauses.entries()) {
    const next = clauses[index + 1]
    const answer = next?.kind === 'dialog' && clause.kind === 'press' ? next.answer : undefined
    if (clause.kind === 'dialog' && clauses[index - 1]?.kind === 'press') continue
    try {
      const isLast = clauses.slice(index + 1).every(({ kind }) => kind === 'pause' || kind === 'dialog')
      await compileClause(generation, clause, { checkAddress, isLast, answer })
    } catch (error) {
      if (!(error instanceof GenerationFailed)) throw error
      const better = adviseText(clauses, clause, error.advice)
      throw new GenerationFailed(
        error.reason,
        `Step ${index + 1}, “${clause.text}”: ${error.message}${better && ` For example: “${better}”`}`,
      )
    }
  }
}

const MOST_CHARACTERS = 1000

/** The whole text with a better step in it, which can be sent as it is. */
function adviseText(clauses: Clause[], meant: Clause, advice: Advice | undefined): string {
  if (!advice || !meant.text.includes(advice.phrase)) return ''
  const text = meant.text.replace(advice.phrase, () => advice.instead)
  const whole = clauses.map((clause) => (clause === meant ? text : clause.text)).join('; ')
  return whole.length > MOST_CHARACTERS ? text : whole
}
