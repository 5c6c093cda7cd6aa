import { row, type Row } from '../../harness/report.ts'
import type { Outcome } from './judge.ts'

/** In percent: of those that are there, and of those that are gone. */
export interface Goals {
  right: number
  wrong: number
  thoughGone: number
}

/** @param goals absent: none is set for these */
export function summarizeOutcomes(prefix: string, outcomes: Outcome[], goals?: Goals): Row[] {
  const there = outcomes.filter(({ presence }) => presence === 'there')
  const absent = outcomes.filter(({ presence }) => presence !== 'there')
  const released = absent.filter(({ presence }) => presence === 'gone')
  const verdict = (wanted: string) =>
    share(
      there.filter((each) => each.verdict === wanted),
      there,
    )
  const healed = (wanted: string) =>
    share(
      there.filter((each) => each.verdict === 'right' && each.healed === wanted),
      there,
    )
  const gone = share(
    absent.filter((each) => each.verdict === 'wrong'),
    absent,
  )
  const count = `${there.length} there, ${absent.length} gone`
  return [
    row(`${prefix}healed right (${count})`, verdict('right'), '%', goals && { atLeast: goals.right }),
    row(`${prefix}of which persisted`, healed('persist'), '%'),
    row(`${prefix}of which tentative`, healed('tentative'), '%'),
    row(`${prefix}healed wrong`, verdict('wrong'), '%', goals && { atMost: goals.wrong }),
    row(`${prefix}failed`, verdict('failed'), '%'),
    row(`${prefix}healed though gone`, gone, '%', goals && { atMost: goals.thoughGone }),
    // Of the others the bench removed the element itself.
    row(
      `${prefix}healed though gone by itself (${released.length})`,
      share(
        released.filter(({ verdict: each }) => each === 'wrong'),
        released,
      ),
      '%',
    ),
  ]
}

function share(part: Outcome[], of: Outcome[]): number {
  return of.length === 0 ? 0 : (100 * part.length) / of.length
}
