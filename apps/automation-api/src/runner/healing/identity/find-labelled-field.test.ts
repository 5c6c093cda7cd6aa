import { describe, expect, it } from 'vitest'
import type { Fingerprint } from '../fingerprint.ts'
import { chooseLookalikes } from '../lookalikes.ts'
import { type Element, field, heal } from './test-elements.ts'

/** As after a redesign. */
const NOW = { classes: ['form-control'], box: { x: 900, y: 2000, width: 90, height: 30 } }

const list = (text: string, fields: Partial<Fingerprint> = {}) =>
  field({ tag: 'select', role: 'combobox', type: '', text, before: ['Date of birth'], ...fields })

const beside = (of: Element, ...after: Element[]): Element => ({
  ...of,
  lookalikes: chooseLookalikes(of, { before: [], after }),
})

const hinted = (placeholder: string, before: string, fields: Partial<Fingerprint> = {}) =>
  field({ name: placeholder, placeholder, before: [before, 'Text'], ...fields })

const drawn = (before: string, after: string) =>
  field({ role: 'combobox', ...NOW, before: [before, 'Seeds'], after: [after, 'Number'] })

const dated = (after: string, fields: Partial<Fingerprint> = {}) =>
  field({ before: ['Date of birth'], after: [after], classes: ['a'], ...fields })

const MONTHS = 'Month January February March April May June July August September'
const DAYS = 'Day 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18'

describe('a field', () => {
  it('is none whose hint differs, also where both stand after the same heading', () => {
    const target = hinted('First name...', 'Sign up')
    expect(
      heal(target, [hinted('Last name...', 'Sign up', NOW), hinted('E-mail...', 'Sign up', NOW)]).outcome,
    ).toBe('failed')
    const best = field({ name: 'First name', label: 'First name', ...NOW })
    expect(heal(target, [hinted('Last name...', 'Sign up', NOW), best])).toMatchObject({ best })
  })

  it('is none of another name between the same texts, where the two names are known to say other things', () => {
    const between = { before: ['Sign up', 'Welcome'], after: ['E-mail', 'Send'] }
    const target = field({ name: 'First name', label: 'First name', nameAttribute: 'a', ...between })
    const other = field({ name: 'Last name', label: 'Last name', nameAttribute: 'b', ...between })
    expect(heal(target, [other]).outcome).toBe('failed')
  })

  it('is not known by a label that other fields of its page had too', () => {
    const target = beside(dated('Country'), dated('Place'))
    expect(heal(target, [dated('E-mail', NOW)]).outcome).toBe('failed')
    expect(heal(dated('Country'), [dated('E-mail', NOW)])).toMatchObject({ outcome: 'tentative' })
  })

  it('is known by the label before it where another field had the same hint', () => {
    const ordinal = { index: 0, count: 2 }
    const own = hinted('Disabled', 'Disabled', { after: ['Notes'], classes: ['a'], ordinal })
    const target = beside(own, hinted('Disabled', 'Readonly', { ordinal: { index: 1, count: 2 } }))
    const best = hinted('Disabled', 'Disabled', { before: ['Disabled', 'Password'], ...NOW })
    const other = hinted('Readonly', 'Readonly', NOW)
    expect(heal(target, [best, other])).toMatchObject({ outcome: 'tentative', best })
    expect(heal(target, [other]).outcome).toBe('failed')
  })

  it('is the one with its label before it, also where the next one has the text after it as its name', () => {
    const target = beside(
      field({ name: 'Place', label: 'Place', classes: ['a'] }),
      field({ name: 'Street', label: 'Street' }),
    )
    const best = field({ before: ['Place', 'Address'], after: ['Street'], ...NOW })
    const next = field({ name: 'Street', label: 'Street', before: ['Street', 'Place'], ...NOW })
    expect(heal(target, [best, next])).toMatchObject({ outcome: 'tentative', best })
  })

  it('is not the next list, where lists are drawn over their fields and show their labels after them', () => {
    const target = beside(hinted('Kind', 'Seeds', { classes: ['a'] }), hinted('Places', 'Seeds'))
    const [kind, places] = [drawn('Beds', 'Kind'), drawn('Kind', 'Places')]
    expect(heal(target, [kind, places])).toMatchObject({ outcome: 'tentative', best: kind })
    expect(heal(target, [places]).outcome).toBe('failed')
  })
})

describe('a list without a name', () => {
  const day = list(DAYS, { ...NOW, before: ['Birthday'] })

  it('is the only one with its options', () => {
    const target = beside(list(MONTHS, { classes: ['a'] }), list(DAYS, { classes: ['a'] }))
    const best = list(`${MONTHS} October`, { ...NOW, before: ['Birthday'] })
    expect(heal(target, [day, best])).toMatchObject({ outcome: 'tentative', best })
    expect(heal(target, [day]).outcome).toBe('failed')
  })

  it('is none of several with these options, then or now', () => {
    const month = () => list(MONTHS, { ...NOW, before: ['Birthday'] })
    expect(heal(list(MONTHS, { classes: ['a'] }), [day, month(), month()]).outcome).toBe('failed')
    const then = (index: number) => list(MONTHS, { classes: ['a'], ordinal: { index, count: 2 } })
    const amongTwo = beside(then(0), then(1))
    expect(heal(amongTwo, [day, month()]).outcome).toBe('failed')
  })
})

describe('a box to tick without a name', () => {
  const SETTINGS = ['Catch errors', 'Show getters', 'Refresh by itself', 'Open at an error']
  const box = { tag: 'input', type: 'checkbox', role: 'checkbox', fieldKind: 'checkbox' }
  const named = SETTINGS.map((label) => field({ ...box, name: label, label, ...NOW }))
  const learn = (texts: string[], at: number): Element => {
    const boxes = SETTINGS.map((_, index) =>
      field({
        ...box,
        classes: ['a'],
        before: [texts[index]!],
        after: [texts[index + 1]!],
        ordinal: { index, count: 4 },
      }),
    )
    const around = { before: boxes.slice(0, at), after: boxes.slice(at + 1) }
    return { ...boxes[at]!, lookalikes: chooseLookalikes(boxes[at]!, around) }
  }

  it('is the one with its label, be that before all of them or after', () => {
    for (const at of [0, 1, 3]) {
      const best = named[at]!
      expect(heal(learn([...SETTINGS, 'Network'], at), named)).toMatchObject({ outcome: 'tentative', best })
      expect(heal(learn(['Console', ...SETTINGS], at), named)).toMatchObject({ outcome: 'tentative', best })
    }
  })

  it('is not the next one, once it has gone', () => {
    for (const at of [0, 1, 3]) {
      const left = named.filter((_, index) => index !== at)
      expect(heal(learn([...SETTINGS, 'Network'], at), left).outcome).toBe('failed')
      expect(heal(learn(['Console', ...SETTINGS], at), left).outcome).toBe('failed')
    }
  })
})
