import { setTimeout } from 'node:timers/promises'
import { cpuByProgram } from '../../harness/cpu-of.ts'
import { quantile } from '../../harness/report.ts'
import type { Watched } from './account.ts'

const watchMs = 20_000

export const programs = {
  // Also those that do not draw: a browser has a process for its network, too.
  Chromium: /chrom|headless/,
  'automation-runner': /automation-runner\/main\.js/,
  'automation-api': /automation-api\/main\.js/,
  'dashboard’s server': /dashboard\/main\.js/,
}

export type Program = keyof typeof programs

/** Pages of which some are looked at, for a while. */
export interface Many {
  /** In pictures a second, of each page. */
  looked: number[]
  unlooked: number[]
  /** Between two pictures of a page that is looked at, in ms. */
  pauses: number[]
  /** What each program has used, in seconds of a processor in a second. */
  processors: Record<Program, number>
}

/**
 * @param open the pages and the views of them: those that are looked at change ten times a second, the others every second.
 * More pages that change often would fill two processors alone
 */
export async function measureMany(
  { looked, unlooked }: { looked: number; unlooked: number },
  open: (path: '/moving' | '/ticking', closely: boolean) => Promise<Watched>,
): Promise<Many> {
  const views: Watched[] = []
  for (let count = 0; count < looked + unlooked; count += 1)
    views.push(await open(count < looked ? '/moving' : '/ticking', count < looked))
  await setTimeout(3000)
  const before = views.map(({ pictures }) => pictures.length)
  const usedBefore = await cpuByProgram(programs)
  const startedAt = performance.now()
  await setTimeout(watchMs)
  const seconds = (performance.now() - startedAt) / 1000
  const seen = views.map(({ pictures }, index) => pictures.slice(before[index]))
  const used = await cpuByProgram(programs)
  for (const view of views) view.close()
  const rates = seen.map((pictures) => pictures.length / seconds)
  const names = Object.keys(programs) as Program[]
  return {
    looked: rates.slice(0, looked),
    unlooked: rates.slice(looked),
    pauses: seen
      .slice(0, looked)
      .flatMap((pictures) => pictures.slice(1).map(({ at }, index) => at - pictures[index]!.at)),
    processors: Object.fromEntries(
      names.map((name) => [name, (used[name] - usedBefore[name]) / 1000 / seconds]),
    ) as Record<Program, number>,
  }
}

/** The longest pause of all but one in twenty, in ms. */
export const longestPause = ({ pauses }: Many): number => quantile(pauses, 0.95)
