import { describe, expect, it } from 'vitest'
import { hashName } from '../in-page/read-name.ts'
import { type Element, field, heal, link } from './test-elements.ts'

const entry = (name: string) => link({ name, landmark: 'navigation' })

/** With the words that other elements of its page had. */
const known = (of: Element, ...words: string[]): Element => ({
  ...of,
  others: ['~ ', ...words.map((word) => `~ ${word}`)].map(hashName),
})

const HELP = entry('Imprint')

describe('an element that says what only the learned one said, and no more', () => {
  it.each([
    ['View README', 'README'],
    ['Error log', 'Errors'],
    ['Card overview', 'Cards'],
    ['Calendar', 'Calendar view'],
    ['Advanced wireless settings', 'Advanced'],
  ])('is the learned one: “%s” is “%s” now', (before, now) => {
    const best = entry(now)
    expect(heal(known(entry(before)), [HELP, best])).toMatchObject({ outcome: 'tentative', best })
  })

  it.each([
    ['Orders', 'Orders to invoice'],
    ['Backups', 'Backup wizard'],
    ['All invoices', 'Invoices'],
    ['Edit profile', 'Profile'],
    ['Move right', 'Move'],
    ['Enrolled users', 'User menu'],
    ['Grid view', 'List view'],
  ])('is another one where it says another thing: “%s” and “%s”', (before, now) => {
    expect(heal(known(entry(before)), [HELP, entry(now)]).outcome).toBe('failed')
  })

  it('is another one where something else says so or said so', () => {
    const [target, best] = [entry('View README'), entry('README')]
    expect(heal(known(target), [HELP, best])).toMatchObject({ outcome: 'tentative', best })
    expect(heal(known(target), [HELP, best, entry('Print README')]).outcome).toBe('failed')
    expect(heal(known(target, 'readme'), [HELP, best]).outcome).toBe('failed')
    expect(heal(known(entry('Card overview'), 'cards'), [HELP, entry('Cards')]).outcome).toBe('failed')
  })

  it('is a field where the learned one was a field', () => {
    const target = known(field({ name: 'Returning mm dd yy' }))
    const best = field({ name: 'Returning' })
    expect(heal(target, [field({ name: 'City' }), best])).toMatchObject({ outcome: 'tentative', best })
    expect(heal(target, [field({ name: 'City' }), entry('Returning')]).outcome).toBe('failed')
  })
})
