import { describePlace } from '../client/plain-issues.ts'

/** A value that differs between two versions; undefined: it is in one of them only. */
export interface Difference {
  /** As people count: `Step 2, selectors 1`. */
  place: string
  before: string | undefined
  after: string | undefined
}

/** Lists the values that differ between two versions of something. What is null, or absent, is the same. */
export function listDifferences(before: unknown, after: unknown): Difference[] {
  const [old, now] = [leavesOf(before), leavesOf(after)]
  const paths = [...new Set([...old.keys(), ...now.keys()])]
  return paths
    .filter((path) => old.get(path) !== now.get(path))
    .map((path) => ({ place: describePlace(path), before: old.get(path), after: now.get(path) }))
}

/** Every text, number and boolean in a value, by its path: `actions.1.url`. */
function leavesOf(value: unknown, path: string[] = []): Map<string, string> {
  if (value === null || value === undefined) return new Map()
  if (typeof value !== 'object')
    return new Map([[path.join('.'), typeof value === 'string' ? value : JSON.stringify(value)]])
  return new Map(Object.entries(value).flatMap(([name, part]) => [...leavesOf(part, [...path, name])]))
}
