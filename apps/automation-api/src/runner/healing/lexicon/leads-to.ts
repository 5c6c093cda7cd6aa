import { listMeanings, meaningOf } from './means-the-same.ts'

const STEPS = [
  { step: 'previous', says: new Set(['previous', 'previous page'].map(meaningOf)) },
  { step: 'next', says: new Set(['next', 'next page'].map(meaningOf)) },
]

/** Whether it leads to the previous or to the next one of what is shown in turn, be it a page or a month. */
export function leadsTo(name: string): string | undefined {
  const said = listMeanings(name)
  // "Next 5 pages" is another button than "Next page".
  if (said.some((meaning) => /^\d/.test(meaning))) return undefined
  const steps = STEPS.filter(({ says }) => said.some((meaning) => says.has(meaning)))
  return steps.length === 1 ? steps[0]!.step : undefined
}
