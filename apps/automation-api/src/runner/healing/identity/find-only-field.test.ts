import { describe, expect, it } from 'vitest'
import { chooseLookalikes } from '../lookalikes.ts'
import { type Element, element, field, heal } from './test-elements.ts'

const list = (name: string, text: string) =>
  element({ tag: 'select', role: 'combobox', type: 'select-one', name, text })

/** Beside these, of which its action could have meant each. */
const beside = (of: Element, ...others: Element[]): Element => ({
  ...of,
  lookalikes: chooseLookalikes(of, { before: [], after: others }),
})

describe('the only field that could be meant, then and now', () => {
  it('is the learned one where both are lists', () => {
    const target = list('Debit account', 'Current account Savings')
    const best = list('From', 'Checking Deposits')
    expect(heal(beside(target), [best])).toMatchObject({ outcome: 'tentative', best })
    expect(heal(beside(target), [best, list('Currency', 'Euro Dollar')]).outcome).toBe('failed')
    expect(heal(beside(target, list('Currency', 'Euro Dollar')), [best]).outcome).toBe('failed')
    expect(heal(target, [best]).outcome).toBe('failed')
  })

  it('is the learned one where both say that they search', () => {
    const target = beside(field({ name: '', title: 'Search the wiki' }))
    const best = field({ name: 'Find pages and pictures', role: 'searchbox', type: 'search' })
    expect(heal(target, [best])).toMatchObject({ outcome: 'tentative', best })
    expect(heal(target, [field({ name: 'Filter', role: 'searchbox', type: 'search' })]).outcome).toBe(
      'failed',
    )
  })

  it('is another one where both are fields for any text', () => {
    expect(heal(beside(field({ name: 'City' })), [field({ name: 'Nickname' })]).outcome).toBe('failed')
  })
})
