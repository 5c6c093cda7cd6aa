import type { ExtractedData } from '@waypost/webhooks'
import { fillText } from '../automations/variables/fill-text.ts'
import { findPart, writeValue, type Item, type Scope } from '../automations/variables/scope.ts'
import { mostItems, type MemberSettings } from '../pipelines/member-settings.ts'
import { compareValue } from '../runner/flow/compare-value.ts'
import type { MemberRow } from './pipeline-run.ts'

/** What a member's settings may refer to. */
export interface Earlier {
  /** The values of the trigger. */
  given: Record<string, string>
  /** The members before it, by their names. */
  byName: Map<string, Pick<MemberRow, 'status' | 'extractedData'>>
}

export function listEarlier(
  members: MemberRow[],
  { position }: MemberRow,
  given: Record<string, string>,
): Earlier {
  const named = members.flatMap((member) =>
    member.position < position && member.settings?.name ? [[member.settings.name, member] as const] : [],
  )
  return { given, byName: new Map(named) }
}

/**
 * Whether a member is to run. What an earlier one has not read is empty.
 *
 * @throws with the reason why it cannot be told
 */
export function isWanted({ when }: MemberSettings, { given, byName }: Earlier): boolean {
  if (!when) return true
  if (when.completed !== undefined) return byName.get(when.completed)?.status === 'completed'
  if (when.failed !== undefined) return byName.get(when.failed)?.status === 'failed'
  if (when.variable !== undefined) return compareValue(given[when.variable], when)
  const [member, output, ...path] = when.output!.split('.')
  const data = byName.get(member!)?.extractedData ?? {}
  const value = Object.hasOwn(data, output!) ? data[output!] : undefined
  if (path.length > 0 && isLongList(value)) throw describeLongList(`${member}.${output}`)
  if (path.length > 0 && value !== undefined) return compareValue(descend(value, path), when)
  if (!isLongList(value)) return compareValue(value, when)
  if (when.contains !== undefined) throw describeLongList(`${member}.${output}`)
  // Its rows are in a file, and their number is all that is known here.
  return compareValue(Array.from<string>({ length: value.rows }).fill(''), when)
}

/** @throws with the reason why the member cannot run */
export function listItems({ forEach }: MemberSettings, { byName }: Earlier): Item[] {
  const { in: path, max = mostItems } = forEach!
  const [member, output, ...more] = path.split('.')
  const list = descend(outputOf(byName, member!, output!), more)
  if (!Array.isArray(list)) throw new Error(`“${path}” is no list`)
  if (list.length > max) throw new Error(`“${path}” has ${list.length} rows, and at most ${max} are run`)
  return list
}

/**
 * The values of a member's variables.
 *
 * @param item the row that it runs for
 *
 * @throws with the reason why the member cannot run
 */
export function fillInputs(
  { inputs = {}, forEach }: MemberSettings,
  { given, byName }: Earlier,
  item: Item | undefined,
): Record<string, string> {
  const items = forEach && item !== undefined ? { [forEach.as]: item } : {}
  const scope: Scope = { values: given, items, outputs: {}, secrets: {} }
  const valueOf = (name: string): string => {
    if (Object.hasOwn(items, name)) return writeValue(items[name]!)
    if (!Object.hasOwn(given, name)) throw new Error(`the variable "${name}" has no value`)
    return given[name]!
  }
  const partOf = (name: string, path: string[]): string | undefined => {
    if (Object.hasOwn(items, name)) return findPart(scope, name, path)
    if (!byName.has(name)) return undefined
    const [output, ...more] = path
    const value = descend(outputOf(byName, name, output!), more)
    if (value === undefined) throw new Error(`there is no “${[name, ...path].join('.')}”`)
    return writeValue(value)
  }
  return Object.fromEntries(
    Object.entries(inputs).map(([name, text]) => [name, fillText(text, valueOf, partOf)]),
  )
}

function outputOf(byName: Earlier['byName'], member: string, output: string): ExtractedData[string] {
  const data = byName.get(member)?.extractedData ?? {}
  const value = Object.hasOwn(data, output) ? data[output] : undefined
  if (value === undefined) throw new Error(`“${member}” has read no “${output}”`)
  // The reference to a file that a step has kept is passed on: steps upload it.
  if (isLongList(value)) throw describeLongList(`${member}.${output}`)
  return value
}

/** Whether a value is the reference to a list that is too long for an event, which stands for its rows. */
function isLongList(value: ExtractedData[string] | undefined): value is LongList {
  return typeof value === 'object' && 'artifactId' in value && typeof value['rows'] === 'number'
}

type LongList = Extract<ExtractedData[string], { artifactId: string }> & { rows: number }

const describeLongList = (name: string) => new Error(`“${name}” is too long to be passed on: it is a file`)

function descend(value: ExtractedData[string], path: string[]): Item | ExtractedData[string] | undefined {
  let found: unknown = value
  for (const part of path)
    found = Object.hasOwn(Object(found), part) ? Reflect.get(Object(found), part) : undefined
  return found as Item | undefined
}
