import { row, type Row } from '../../harness/report.ts'
import type { Outcome } from './judge.ts'

/** Of elements with the same name and of renamed ones: what became of them, beside the rule of Similo. */
export function summarizeRedesigns(prefix: string, outcomes: Outcome[]): Row[] {
  const there = outcomes.filter(({ presence }) => presence === 'there')
  const gone = outcomes.filter(({ presence }) => presence !== 'there')
  const of = (all: Outcome[], verdict: Outcome['verdict']) =>
    share(
      all.filter((each) => each.verdict === verdict),
      all,
    )
  const similo = (all: Outcome[], verdict: Outcome['verdict']) =>
    share(
      all.filter((each) => each.similo === verdict),
      all,
    )
  const named: [string, Outcome[]][] = [
    ['same-named', there.filter(({ isRenamed }) => isRenamed === false)],
    ['renamed', there.filter(({ isRenamed }) => isRenamed === true)],
  ]
  return [
    ...named.flatMap(([kind, all]) => [
      row(`${prefix}, ${kind} (${all.length}), right`, of(all, 'right'), '%'),
      row(`${prefix}, ${kind}, wrong`, of(all, 'wrong'), '%'),
      row(`${prefix}, ${kind}, given up`, of(all, 'failed'), '%'),
      row(`${prefix}, ${kind}, right by Similo`, similo(all, 'right'), '%'),
      row(`${prefix}, ${kind}, wrong by Similo`, similo(all, 'wrong'), '%'),
    ]),
    row(`${prefix}, healed though gone (${gone.length})`, of(gone, 'wrong'), '%'),
    row(
      `${prefix}, kept though gone or wrong`,
      share(
        outcomes.filter(({ verdict, healed }) => verdict === 'wrong' && healed === 'persist'),
        outcomes,
      ),
      '%',
    ),
    row(`${prefix}, healed though gone by Similo`, similo(gone, 'wrong'), '%'),
  ]
}

const share = (part: Outcome[], of: Outcome[]) => (of.length === 0 ? 0 : (100 * part.length) / of.length)
