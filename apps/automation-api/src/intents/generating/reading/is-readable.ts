import type { Clause } from '../grammar/clause.ts'
import type { Item } from '../page/survey-page.ts'
import { lookForReading } from './compile-extract.ts'
import { lookForList } from './compile-list.ts'

/** Whether a page has what a clause reads. */
export function isReadable(items: Item[], clause: Extract<Clause, { kind: 'extract' | 'list' }>): boolean {
  if (clause.kind === 'list') return 'found' in lookForList(items, clause.of, clause.fields)
  const seen = lookForReading(items, clause.what, {
    isMultiple: clause.isMultiple,
    parts: clause.parts?.length ?? 0,
  })
  return 'found' in seen && !('isApart' in seen.found)
}
