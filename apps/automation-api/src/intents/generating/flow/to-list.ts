import type { Action } from '../../../automations/action.ts'
import { GenerationFailed } from '../session/failure.ts'

export type ListStep = Extract<Action, { type: 'extract' }>
type TextStep = Extract<Action, { type: 'extractText' }>

/** A step that reads, as one whose rows a loop adds to those of the rounds before. */
export function toList(actions: Action[], field: string): ListStep {
  const [read, other] = actions
  if (!other && read?.type === 'extract') return read
  if (other || read?.type !== 'extractText')
    throw new GenerationFailed(
      'not_understood',
      'On every page one list can be read, as in: extract the name and price of every product on every page.',
    )
  const { selectors, multiple: _all, pattern: _label, type: _text, ...rest } = requirePlain(read)
  return { ...rest, type: 'extract', rows: selectors, fields: { [field]: {} } }
}

/** @throws GenerationFailed where only a part of the text is meant, which a list cannot tell apart */
export function requirePlain(read: TextStep): TextStep {
  if (read.pattern === undefined) return read
  throw new GenerationFailed(
    'nothing_to_read',
    `“${read.output}” is only a part of a text on the page, which cannot be read into a list.`,
  )
}
