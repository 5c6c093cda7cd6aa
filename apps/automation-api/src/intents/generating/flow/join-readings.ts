import type { Action } from '../../../automations/action.ts'
import type { ExtractField } from '../../../automations/actions/extract-action.ts'
import type { Clause, ReadPart } from '../grammar/clause.ts'
import { splitNames } from '../grammar/split-names.ts'
import { writeOutputName } from '../grammar/output-name.ts'
import { GenerationFailed } from '../session/failure.ts'
import { type ListStep, requirePlain } from './to-list.ts'

type Read = Extract<Clause, { kind: 'extract' }>

/**
 * What is read of each thing, a clause for each field, apart from what else is done.
 *
 * @param usual the output, where the text names none
 */
export function splitReadings(
  clauses: Clause[],
  usual: string,
): { output: string; readings: Clause[]; others: Clause[] } {
  const asked = clauses.filter((clause): clause is Read & { text: string } => clause.kind === 'extract')
  const others = clauses.filter(({ kind }) => kind !== 'extract')
  const [only, another] = asked
  // `read the price and the stock as details`: two fields of one list.
  const parts = only && !another ? (only.parts ?? splitParts(only)) : undefined
  const named = parts && !only?.parts ? only!.output : usual
  const readings = parts
    ? parts.map((part): Clause => ({ text: only!.text, kind: 'extract', ...part, isMultiple: false }))
    : asked
  return { output: named, readings, others }
}

function splitParts({ what }: Read): ReadPart[] | undefined {
  const parts = splitNames(what)?.map((name) => ({ what: name, output: writeOutputName(name) })) ?? []
  const known = parts.filter((part): part is ReadPart => part.output !== undefined)
  return known.length > 1 && known.length === parts.length ? known : undefined
}

/** Steps that each read a text of the page, as one that reads them all into a row. */
export function joinReadings(read: Action[], output: string): ListStep {
  const fields: Record<string, ExtractField> = {}
  for (const action of read) {
    if (action.type !== 'extractText' || action.multiple === true || action.frame)
      throw new GenerationFailed(
        'not_understood',
        'Of each one single texts can be read, as in: for each product, open it and read the price and the stock as details.',
      )
    fields[action.output] = { selectors: requirePlain(action).selectors }
  }
  return { name: `Read ${output}`, type: 'extract', rows: ['body'], fields, output }
}
