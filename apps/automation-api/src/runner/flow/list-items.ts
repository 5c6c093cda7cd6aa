import type { ExtractedData, Row } from '@waypost/webhooks'
import type { Item } from '../../automations/variables/scope.ts'

/**
 * The items of a list: what a step has read, else a variable's. A step that was not performed has read nothing.
 */
export function listItems(
  name: string,
  { outputs, values }: { outputs: ExtractedData; values: Record<string, string> },
): Item[] {
  if (Object.hasOwn(outputs, name)) {
    const read = outputs[name]!
    if (typeof read === 'string') return parseItems(read)
    return Array.isArray(read) ? read : []
  }
  return Object.hasOwn(values, name) ? parseItems(values[name]!) : []
}

/** A JSON array, or one item on each line. */
function parseItems(text: string): Item[] {
  if (text.trim().startsWith('[')) {
    const parsed = parseJson(text)
    if (Array.isArray(parsed)) return parsed.map(toItem)
  }
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toItem(value: unknown): Item {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return writeText(value)
  const cells = Object.entries(value).map(([name, cell]: [string, unknown]) => [
    name,
    cell === null || typeof cell === 'number' || typeof cell === 'boolean' ? cell : writeText(cell),
  ])
  return Object.fromEntries(cells) as Row
}

const writeText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
