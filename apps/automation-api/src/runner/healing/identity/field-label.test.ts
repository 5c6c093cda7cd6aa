import { describe, expect, it } from 'vitest'
import type { Fingerprint } from '../fingerprint.ts'
import { hashName } from '../in-page/read-name.ts'
import { chooseLookalikes } from '../lookalikes.ts'
import { readFieldLabel } from './field-label.ts'
import { type Element, field, heal } from './test-elements.ts'

/** As after a redesign. */
const NOW = { classes: ['form-control'], box: { x: 900, y: 2000, width: 90, height: 30 } }

/** In a row of a table, whose first cell says what it is for. */
const inRow = (label: string, fields: Partial<Fingerprint> = {}) =>
  field({ before: [label], ordinal: { index: 0, count: 5 }, ...fields })

const among = (of: Element, ...after: Element[]): Element => ({
  ...of,
  lookalikes: chooseLookalikes(of, { before: [], after }),
})

const read = (fields: Partial<Fingerprint>) =>
  readFieldLabel(field({ before: ['Town:'], after: ['Postcode:'], ...fields }).fingerprint)

const labelled = (name: string, fields: Partial<Fingerprint> = {}) =>
  field({ name, label: name, ...NOW, ...fields })

describe('the label of a field to which none is joined', () => {
  const box = { type: 'checkbox', role: 'checkbox' }

  it('is the text before it, and after a box', () => {
    expect(read({})).toBe('town')
    expect(read(box)).toBe('town')
    expect(read({ ...box, before: ['Options'], after: ['Late arrival'] })).toBe('late arrival')
  })

  it('is none where it says something itself, or the text is a sentence', () => {
    expect(read({ label: 'City' })).toBe('')
    expect(read({ placeholder: 'City' })).toBe('')
    expect(read({ before: ['We never give it to anybody.'] })).toBe('')
    expect(read({ type: 'submit' })).toBe('')
  })
})

describe('a field with such a label', () => {
  const target = among(inRow('Surname'), inRow('Town'), inRow('Postcode'))

  it('is the one whose label says the same now', () => {
    const best = labelled('Last name')
    expect(heal(target, [labelled('City'), best])).toMatchObject({ outcome: 'tentative', best })
    expect(heal(target, [labelled('City'), labelled('First name')]).outcome).toBe('failed')
  })

  it('is not known where another one had the same label', () => {
    const twice = among(inRow('Surname'), inRow('Surname'))
    expect(heal(twice, [labelled('City'), labelled('Last name')]).outcome).toBe('failed')
  })

  it('is not known by a word of it that another label had', () => {
    const form = { landmark: 'form' }
    const page = [labelled('Mode', form), labelled('Channel', form)]
    const mode = { ...inRow('Security mode', form), others: [hashName('~ ')] }
    expect(heal({ ...mode, lookalikes: among(mode, inRow('Town')).lookalikes! }, page)).toMatchObject({
      outcome: 'tentative',
      best: page[0],
    })
    const shared = among(mode, inRow('Network mode')).lookalikes!
    expect(heal({ ...mode, lookalikes: shared }, page).outcome).toBe('failed')
  })
})

it('a prompt is no part of what a field is called', () => {
  const best = field({ name: 'Add a title', placeholder: 'Add a title', ...NOW })
  const target = field({ name: 'Enter title here', placeholder: 'Enter title here' })
  expect(heal(target, [best, field({ name: 'Subtitle', ...NOW })])).toMatchObject({
    outcome: 'tentative',
    best,
  })
})

it('the label of a field may be the heading that was above it', () => {
  const address = { type: 'email', fieldKind: 'email', fieldKindCount: 1, before: ['Your address'] }
  const target = field({ name: 'E-mail', heading: 'Newsletter', ...address })
  const best = field({ name: 'Newsletter', ...address, ...NOW })
  const others = [hashName('newsletter')]
  expect(heal({ ...target, others }, [best])).toMatchObject({ outcome: 'tentative', best })
  const under = field({ name: 'E-mail', heading: 'Sign up', ...address })
  expect(heal({ ...under, others }, [best]).outcome).toBe('failed')
})
