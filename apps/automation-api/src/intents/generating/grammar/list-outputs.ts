import type { Clause } from './clause.ts'

/** The names under which clauses keep a text, to which later ones may refer as `${name}`. */
export function listOutputs(clauses: Clause[]): string[] {
  return clauses.flatMap((clause) => {
    if (clause.kind === 'if') return listOutputs(clause.clauses)
    if (clause.kind === 'mail') return clause.output
    if (clause.kind !== 'extract' || clause.isMultiple) return []
    return [clause.output, ...(clause.parts ?? []).map(({ output }) => output)]
  })
}
