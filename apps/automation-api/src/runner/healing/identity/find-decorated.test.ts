import { expect, it } from 'vitest'
import type { Fingerprint } from '../fingerprint.ts'
import { chooseLookalikes } from '../lookalikes.ts'
import { type Element, element, heal } from './test-elements.ts'

/** As after a redesign. */
const NOW = { text: '', classes: ['tool'], landmark: 'main', box: { x: 900, y: 900, width: 90, height: 30 } }
const THEN = { text: '', classes: ['a'], landmark: 'main' }

const button = (name: string, fields: Partial<Fingerprint> = NOW) => element({ name, ...fields })

const text = (said: string, fields: Partial<Fingerprint>) =>
  element({ tag: 'span', role: '', name: '', ...fields, text: said })

const learn = (page: Element[], at = 0): Element => ({
  ...page[at]!,
  lookalikes: chooseLookalikes(page[at]!, { before: page.slice(0, at), after: page.slice(at + 1) }),
})

it('finds an element under its name with what is added in brackets, after a dash or a colon, or as a symbol', () => {
  for (const [before, now] of [
    ['Line <ctrl-d>', 'Line <Ctrl+Shift+H>'],
    ['Try it out', 'Try it out (get /beds)'],
    ['Harvest: sorted ascending', 'Harvest'],
    ['Filter ▼', 'Filter'],
  ] as const) {
    const best = button(now)
    const page = [button('Help'), best]
    expect(heal(learn([button(before, THEN), button('Help', THEN)]), page), before).toMatchObject({ best })
  }
})

it('finds none where another element was or is called so but for what is added', () => {
  const quick = [button('Harvest (quick)', THEN), button('Harvest (whole)', THEN)]
  expect(heal(learn(quick), [button('Harvest (partial)')]).outcome).toBe('failed')
  const alone = learn([button('Harvest', THEN), button('Help', THEN)])
  expect(heal(alone, [button('Harvest (quick)'), button('Harvest (whole)')]).outcome).toBe('failed')
})

it('finds none with another thing added', () => {
  const page = [button('Edit file (rose.jpg)'), button('Help')]
  expect(heal(learn([button('Edit file (bed.jpg)', THEN), button('Help', THEN)]), page).outcome).toBe(
    'failed',
  )
  expect(heal(learn([button('Edit file', THEN), button('Help', THEN)]), page)).toMatchObject({
    best: page[0],
  })
})

it('finds no text in which more is said', () => {
  const then = [text('Error', THEN), button('Help', THEN)]
  expect(heal(learn(then), [text('Error: no water', NOW), button('Help')]).outcome).toBe('failed')
})

it('finds the same one of as many, each with the name of its row added, and none where one has gone or moved', () => {
  const rows = ['bed.jpg', 'rose.jpg']
  const then = rows.map((row, index) =>
    button('Edit file', { ...THEN, before: [row], ordinal: { index, count: 2 } }),
  )
  const now = rows.map((row) => button(`Edit file ${row}`, { ...NOW, before: [row] }))
  expect(heal(learn(then, 1), now)).toMatchObject({ outcome: 'tentative', best: now[1] })
  expect(heal(learn(then, 1), now.slice(0, 1)).outcome).toBe('failed')
  expect(heal(learn(then, 1), now.toReversed())).not.toMatchObject({ best: now[0] })
})
