import { expect, it } from 'vitest'
import { fillVariables } from '../../../automations/variables/fill-variables.ts'
import type { Selector } from '../../../automations/selector.ts'
import { escapeVariables, templateSelector } from './template-selector.ts'

const values = { book: 'Fog', letter: 'a' }
const template = (selector: Selector, ...names: string[]) => templateSelector(selector, names, values)
const fill = (selector: Selector) => {
  const filled = fillVariables({ name: 'a', type: 'click', selectors: [selector] }, values)
  return 'selectors' in filled && filled.selectors?.[0]
}

it.each<[Selector, Selector | undefined]>([
  ['aria/Fog[role="link"]', 'aria/${book}[role="link"]'],
  ['text/A Guide to Fog', 'text/A Guide to ${book}'],
  ['[id="Fog"]', '[id="${book}"]'],
  ['xpath///li[contains(., "Fog")]//a', 'xpath///li[contains(., "${book}")]//a'],
  [
    ['xpath///li[contains(., "Fog")]', 'aria/Buy[role="button"]'],
    ['xpath///li[contains(., "${book}")]', 'aria/Buy[role="button"]'],
  ],
  ['main > a:nth-of-type(2)', undefined],
  ['text/Tide', undefined],
  ['text/fog', undefined],
])('a template has the variable in place of its value in %j', (selector, written) => {
  expect(template(selector, 'book')).toEqual(written)
  if (written) expect(fill(written)).toEqual(selector)
})

it('a single letter is a variable’s value only where it is the whole text', () => {
  expect(template('aria/a[role="tab"]', 'letter')).toBe('aria/${letter}[role="tab"]')
  expect(template('aria/tab a[role="tab"]', 'letter')).toBeUndefined()
})

it('a template needs all of the variables', () => {
  expect(template('text/Fog', 'book', 'letter')).toBeUndefined()
})

it('text of the page that looks like a variable stays text', () => {
  const escaped = escapeVariables(['text/Pay ${book}', 'aria/$${book} and ${'])
  expect(escaped).toEqual(['text/Pay $${book}', 'aria/$$${book} and ${'])
  expect(fill(escaped)).toEqual(['text/Pay ${book}', 'aria/$${book} and ${'])
})
