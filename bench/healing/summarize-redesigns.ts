import { row, type Row } from '../../harness/report.ts'
import type { Outcome } from './judge.ts'

type Rule = (outcome: Outcome) => Outcome['verdict'] | undefined

const own: Rule = ({ verdict }) => verdict
const OTHER_RULES: [name: string, rule: Rule][] = [
  ['Similo', ({ similo }) => similo],
  ['Healenium', ({ healenium }) => healenium],
]

/**
 * Of elements with the same name and of renamed ones: what became of them, beside the rules of two other healers.
 *
 * @param isBound whether the goals are set for these
 */
export function summarizeRedesigns(prefix: string, outcomes: Outcome[], isBound = false): Row[] {
  const goal = (of: { atLeast: number } | { atMost: number }, isMeant = true) =>
    isBound && isMeant ? of : {}
  const there = outcomes.filter(({ presence }) => presence === 'there')
  const gone = outcomes.filter(({ presence }) => presence !== 'there')
  const withTwin = gone.filter(({ isTwinLeft }) => isTwinLeft)
  const kinds: [string, Outcome[]][] = [
    ['all', there],
    ['same-named', there.filter(({ isRenamed }) => isRenamed === false)],
    ['renamed', there.filter(({ isRenamed }) => isRenamed === true)],
  ]
  const kept = outcomes.filter(({ verdict, healed }) => verdict === 'wrong' && healed === 'persist')
  return [
    ...kinds.flatMap(([kind, all]) => [
      row(
        `${prefix}, ${kind} (${all.length}), right`,
        share(all, own, 'right'),
        '%',
        goal({ atLeast: 88 }, kind === 'all'),
      ),
      row(`${prefix}, ${kind}, wrong`, share(all, own, 'wrong'), '%', goal({ atMost: 0 }, kind === 'all')),
      row(`${prefix}, ${kind}, given up`, share(all, own, 'failed'), '%'),
      ...OTHER_RULES.flatMap(([name, rule]) => [
        row(`${prefix}, ${kind}, right by ${name}`, share(all, rule, 'right'), '%'),
        row(`${prefix}, ${kind}, wrong by ${name}`, share(all, rule, 'wrong'), '%'),
      ]),
    ]),
    row(
      `${prefix}, healed though gone (${gone.length})`,
      share(gone, own, 'wrong'),
      '%',
      goal({ atMost: 0.5 }),
    ),
    // They count above as well.
    row(
      `${prefix}, healed though gone, where another one of its name is left (${withTwin.length})`,
      withTwin.filter((outcome) => own(outcome) === 'wrong').length,
      '',
    ),
    row(`${prefix}, kept though gone or wrong`, kept.length, '', goal({ atMost: 0 })),
    ...OTHER_RULES.map(([name, rule]) =>
      row(`${prefix}, healed though gone by ${name}`, share(gone, rule, 'wrong'), '%'),
    ),
  ]
}

const share = (all: Outcome[], rule: Rule, wanted: Outcome['verdict']) =>
  all.length === 0 ? 0 : (100 * all.filter((each) => rule(each) === wanted).length) / all.length
