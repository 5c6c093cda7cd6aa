import { describe, expect, it } from 'vitest'
import { type Lookalike } from '../lookalikes.ts'
import { type Element, element, heal, link } from './test-elements.ts'

const NOW = { classes: ['cell'], box: { x: 700, y: 1900, width: 300, height: 50 } }
const entry = (name: string) => link({ name, classes: ['grid'], nameAttribute: name })
const now = (name: string) => element({ tag: 'a', role: 'menuitem', type: '', name, ...NOW })

const stored = (name: string, at: number): Lookalike => ({ at, tag: 'a', role: 'link', name })

/** Learned between these, in this order. */
function learn(target: Element, before: string[], after: string[]): Element {
  return {
    ...target,
    lookalikes: [
      ...before.map((name, index) => stored(name, index - before.length)),
      ...after.map((name, index) => stored(name, index + 1)),
    ],
  }
}

describe('the only element of a short name', () => {
  const target = learn(entry('Toast'), ['Button', 'Cell'], ['Dialog', 'Progress'])

  it('is the learned one where those that were beside it are beside it now, in whatever order', () => {
    const best = now('Toast')
    const page = [now('Dialog'), now('Picker'), best, now('Form'), now('Button')]
    expect(heal(target, page)).toMatchObject({ outcome: 'tentative', best })
  })

  it('is another one where all or all but one of those are gone, or far from it', () => {
    expect(heal(target, [now('Toast'), now('Home'), now('Help')]).outcome).toBe('failed')
    expect(heal(target, [now('Toast'), now('Dialog'), now('Help')]).outcome).toBe('failed')
    const between = Array.from({ length: 8 }, (_, index) => now(`Entry ${index}`))
    expect(heal(target, [now('Toast'), ...between, now('Dialog'), now('Button')]).outcome).toBe('failed')
  })
})
