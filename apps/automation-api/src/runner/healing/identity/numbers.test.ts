import { describe, expect, it } from 'vitest'
import type { Fingerprint } from '../fingerprint.ts'
import { element, field, heal } from './test-elements.ts'

/** As after a redesign. */
const NOW = { classes: ['b'], box: { x: 900, y: 2000, width: 90, height: 30 } }

const cell = (before: string, after: string, fields: Partial<Fingerprint> = {}) =>
  element({
    tag: 'td',
    role: 'cell',
    type: '',
    name: '',
    text: '20',
    before: [before, '18'],
    after: [after, '22'],
    ordinal: { index: 0, count: 2 },
    ...fields,
  })

const page = (fields: Partial<Fingerprint> = {}) =>
  element({ name: '3', landmark: 'main', ordinal: { index: 0, count: 2 }, ...fields })

const choice = (name: string, fields: Partial<Fingerprint> = {}) =>
  field({ tag: 'input', role: 'radio', type: 'radio', name, label: name, after: ['1', '2'], ...fields })

describe('a number', () => {
  it('is a name of what is used by it, and of nothing else', () => {
    const day = element({ name: '12', role: 'gridcell', tag: 'td', type: '' })
    const now = element({ name: '12', role: 'gridcell', tag: 'td', type: '', ...NOW })
    expect(heal(day, [now])).toMatchObject({ best: now })
    const price = element({ tag: 'div', role: '', type: '', name: '', text: '12' })
    const other = element({ tag: 'div', role: '', type: '', name: '', text: '12', ...NOW })
    expect(heal(price, [other]).outcome).toBe('failed')
  })

  it('is no evidence beside another number', () => {
    const now = { ordinal: { index: 0, count: 3 }, ...NOW }
    const other = cell('1', '2', NOW)
    expect(heal(cell('19', '21'), [cell('19', '21', now), other]).outcome).toBe('failed')
    const best = cell('Left', 'Price', now)
    expect(heal(cell('Left', 'Price'), [best, other])).toMatchObject({ best })
  })

  it('does not tell which of several is meant by the part of the page alone', () => {
    const target = { ...page({ ordinal: { index: 0, count: 1 } }), others: ['****'] }
    expect(heal(target, [page(NOW), page({ landmark: 'navigation', ...NOW })]).outcome).toBe('failed')
  })

  it('is not the name of what has another role, where nothing beside it has stayed', () => {
    const hour = element({ tag: 'div', role: '', type: '', name: '', text: '3', before: ['1', 'PM'] })
    const day = element({ name: '3', before: ['1', 'Mon'], after: ['4', '5'] })
    expect(heal(hour, [day]).outcome).toBe('failed')
  })

  it('in a date is not found again by the numbers on one side of it alone', () => {
    const numbers = { before: ['1', '31', '30'], after: ['3', '4', '5'] }
    const day = element({
      tag: 'td',
      role: 'gridcell',
      type: '',
      name: 'March 2, 2026',
      text: '2',
      ...numbers,
    })
    const now = (before: string[], fields: Partial<Fingerprint> = {}) =>
      element({ tag: 'td', role: 'cell', type: '', name: '2', ...numbers, before, ...fields })
    const best = now(numbers.before)
    expect(heal(day, [best])).toMatchObject({ best })
    expect(heal(day, [now(['Fr', 'Sa', 'Su'])]).outcome).toBe('failed')
  })

  it('beside a box to choose is the key that chooses it, and no label', () => {
    expect(heal(choice('Selection'), [choice('Hand', NOW)]).outcome).toBe('failed')
  })
})
