import type { Clause } from '../grammar/clause.ts'
import { compileEach } from '../flow/compile-each.ts'
import { compileIf } from '../flow/compile-if.ts'
import { compilePages } from '../flow/compile-pages.ts'
import { compileClause } from './compile-clause.ts'
import type { AddressCheck } from '../moving/compile-open.ts'
import { type Advice, GenerationFailed } from '../session/failure.ts'
import type { Generation } from '../session/generation.ts'
import { lookAround } from '../moving/look-around.ts'

/** Compiles the clauses one by one on the live page. */
export async function compileClauses(
  generation: Generation,
  clauses: Clause[],
  checkAddress: AddressCheck,
): Promise<void> {
  for (let index = 0; index < clauses.length;) {
    const clause = clauses[index]!
    try {
      index = await compileNext(generation, clauses, index, { checkAddress, isEnd: true })
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

interface Within {
  checkAddress: AddressCheck
  /** Nothing comes after the clauses. */
  isEnd: boolean
}

/** Compiles the clause at the index, and those that belong to it; returns the index of the next one. */
async function compileNext(
  generation: Generation,
  clauses: Clause[],
  index: number,
  { checkAddress, isEnd }: Within,
): Promise<number> {
  const clause = clauses[index]!
  const rest = clauses.slice(index + 1)
  const isLast = isEnd && rest.every(({ kind }) => kind === 'pause' || kind === 'dialog')
  const compileAll = async (all: Clause[], isAtEnd: boolean) => {
    for (let at = 0; at < all.length;)
      at = await compileNext(generation, all, at, { checkAddress, isEnd: isAtEnd })
  }
  switch (clause.kind) {
    case 'pages':
      await compilePages(generation, clause, (each) => compileAll([each], false))
      return index + 1
    case 'if':
      await compileIf(generation, clause, (all) => compileAll(all, isLast))
      return index + 1
    case 'each': {
      const end = rest.findIndex(({ kind }) => kind === 'open')
      const body = end < 0 ? rest : rest.slice(0, end)
      await compileEach(generation, clause, body, (all) => compileAll(all, isEnd && end < 0))
      return index + 1 + body.length
    }
    default: {
      const [next] = rest
      const answer = next?.kind === 'dialog' && clause.kind === 'press' ? next : undefined
      await compileClause(generation, clause, { checkAddress, isLast, answer }).catch(
        async (error: unknown) => {
          const isThere = error instanceof GenerationFailed && error.reason === 'nothing_to_read'
          if (!isThere || !('isElsewhere' in clause) || !(await lookAround(generation, clause))) throw error
          await compileClause(generation, clause, { checkAddress, isLast, answer })
        },
      )
      return index + (answer ? 2 : 1)
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
