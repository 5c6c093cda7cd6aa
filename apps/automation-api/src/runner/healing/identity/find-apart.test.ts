import { describe, expect, it } from 'vitest'
import { chooseLookalikes } from '../lookalikes.ts'
import { element, field, heal, link } from './test-elements.ts'

const NOW = { classes: ['nav-link'], box: { x: 700, y: 900, width: 90, height: 30 } }
const inFooter = { landmark: 'contentinfo', twins: { part: 1, form: 0 } }
const inMenu = { landmark: 'navigation', twins: { part: 1, form: 0 } }

const email = (form: string, index: number, fields = {}) =>
  field({ name: 'Email', form, ordinal: { index, count: 2 }, twins: { part: 2, form: 1 }, ...fields })

describe('of elements of one name', () => {
  it('the only one in the footer is the learned one, where the others were elsewhere', () => {
    const target = link({ name: 'About', ordinal: { index: 1, count: 2 }, ...inFooter })
    const best = link({ name: 'About', ...inFooter, ...NOW })
    const terms = link({ name: 'Terms', ...inFooter, ...NOW })
    expect(heal(target, [terms, best])).toMatchObject({ outcome: 'tentative', best })
    const inContent = link({ name: 'About', ...NOW })
    expect(heal(target, [terms, best, inContent])).toMatchObject({ outcome: 'tentative', best })
  })

  it('none is the learned one where it has gone from its part of the page, or was not alone there', () => {
    const target = link({ name: 'About', ordinal: { index: 1, count: 2 }, ...inFooter })
    expect(heal(target, [link({ name: 'About', ...inMenu, ...NOW })]).outcome).toBe('failed')
    const amongTwo = link({
      name: 'About',
      ordinal: { index: 1, count: 2 },
      ...inFooter,
      twins: { part: 2, form: 0 },
    })
    const unknown = link({
      name: 'About',
      ordinal: { index: 1, count: 2 },
      ...inFooter,
      twins: { part: 0, form: 0 },
    })
    for (const unclear of [amongTwo, unknown])
      expect(heal(unclear, [link({ name: 'About', ...inFooter, ...NOW })]).outcome).toBe('failed')
  })

  it('the one at the same place of the same form is the learned one', () => {
    const target = email('*email password checkbox submit', 0)
    const best = email('*text password checkbox submit', 1, NOW)
    const other = email('text *text textarea submit', 0, NOW)
    expect(heal(target, [other, best])).toMatchObject({ outcome: 'failed' })
    const same = email('*email password checkbox submit', 1, NOW)
    expect(heal(target, [other, same])).toMatchObject({ outcome: 'tentative', best: same })
    expect(heal(target, [other]).outcome).toBe('failed')
    expect(
      heal({ ...target, fingerprint: { ...target.fingerprint, twins: { part: 2, form: 2 } } }, [other, same])
        .outcome,
    ).toBe('failed')
  })

  it('the one in a part of its own is the learned one, where as many are there and each other one is where it was', () => {
    const footer = link({ name: 'Source code', landmark: 'contentinfo' })
    const own = link({ name: 'Source code', ordinal: { index: 0, count: 2 }, classes: ['a'] })
    const target = { ...own, lookalikes: chooseLookalikes(own, { before: [], after: [footer] }) }
    const best = link({ name: 'Source code', landmark: 'banner', ordinal: { index: 0, count: 2 }, ...NOW })
    const kept = link({ ...footer.fingerprint, ordinal: { index: 1, count: 2 }, ...NOW })
    expect(heal(target, [best, kept])).toMatchObject({ outcome: 'tentative', best })
    expect(heal(target, [kept]).outcome).toBe('failed')
    const another = link({ ...best.fingerprint, landmark: 'contentinfo' })
    expect(heal(target, [another, kept]).outcome).toBe('failed')
  })

  it('one that deletes needs more than its part of the page', () => {
    const target = element({ name: 'Delete', ordinal: { index: 0, count: 2 }, ...inMenu })
    expect(heal(target, [element({ name: 'Delete', ...inMenu, ...NOW })]).outcome).toBe('failed')
  })
})
