import type { Clause } from '../grammar/clause.ts'
import { compileClause } from './compile-clause.ts'
import type { AddressCheck } from './compile-open.ts'
import { GenerationFailed } from './failure.ts'
import type { Generation } from './generation.ts'

/** Compiles the clauses one by one on the live page. */
export async function compileClauses(
  generation: Generation,
  clauses: Clause[],
  checkAddress: AddressCheck,
): Promise<void> {
  for (const [index, clause] of clauses.entries()) {
    try {
      const isLast = clauses.slice(index + 1).every(({ kind }) => kind === 'pause')
      await compileClause(generation, clause, { checkAddress, isLast })
    } catch (error) {
      if (!(error instanceof GenerationFailed)) throw error
      throw new GenerationFailed(error.reason, `Step ${index + 1}, “${clause.text}”: ${error.message}`)
    }
  }
}
