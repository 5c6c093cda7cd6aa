import { analyse } from 'scslre'
import type { FoundPattern } from './list-patterns.ts'

/**
 * Returns what makes a regular expression take more than linear time on some text, or undefined. It analyses the pattern
 * instead of trying inputs: `Self` and `Trade` are two parts that can divide the same text in several ways, `Move` is a
 * part that is tried again from each position of a long run.
 */
export function findBacktracking({
  source,
  flags,
}: Pick<FoundPattern, 'source' | 'flags'>): string | undefined {
  const { reports } = analyse(new RegExp(source, flags), { reportTypes: { Move: true } })
  if (reports.length === 0) return undefined
  const degree = reports.some(({ exponential }) => exponential) ? 'exponential' : 'quadratic or worse'
  return `${degree} (${[...new Set(reports.map(({ type }) => type))].join(', ')})`
}
