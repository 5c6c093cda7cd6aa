import { decide } from '../../apps/automation-api/src/runner/healing/decide.ts'
import { rankByRarity } from '../../apps/automation-api/src/runner/healing/ranking/rank-by-rarity.ts'
import { rankBySimilarity } from '../../apps/automation-api/src/runner/healing/ranking/rank-by-similarity.ts'
import { quantile } from '../../harness/report.ts'
import type { Known } from './look-at-screen.ts'

const COUNT = 500

/** The time in ms to score 500 candidates of real pages that nothing has cached, and to decide. */
export function timeScoring(pages: Known[][]): { p50: number; p95: number } {
  const pool = pages.flat()
  const times = pages.flatMap((page) => {
    const targets = page.filter(({ isKeyed }) => isKeyed).slice(0, 4)
    return targets.map((target) => {
      const start = Math.floor(pool.indexOf(target) / 2)
      const candidates = [...pool, ...pool].slice(start, start + COUNT).map((each) => structuredClone(each))
      const startedAt = performance.now()
      decide(target, [
        rankBySimilarity(target.fingerprint, candidates),
        rankByRarity(target.fingerprint, candidates),
      ])
      return performance.now() - startedAt
    })
  })
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) }
}
