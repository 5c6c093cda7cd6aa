import { describe, expect, it } from 'vitest'
import type { Surveyed } from './collect.ts'
import { type Fingerprint, toFingerprint } from './fingerprint.ts'
import { hashName, readName } from './in-page/read-name.ts'
import { contradictsStepName, judgeFound } from './judge-found.ts'
import type { Learned } from './identity/names.ts'

const save = toFingerprint({
  tag: 'button',
  role: 'button',
  type: 'button',
  name: 'Save',
  text: 'Save',
  before: ['Name'],
  after: ['Cancel'],
})
const hashed = (...names: string[]) => names.map((name) => hashName(readName(name).exact))
const learn = (fields: Partial<Fingerprint> = {}, others: string[] = hashed('Cancel')): Learned => ({
  fingerprint: toFingerprint({ ...save, ...fields }),
  isEditable: false,
  isSubmit: false,
  others,
})
const find = (fields: Partial<Fingerprint>, more: Partial<Surveyed> = {}): Surveyed => ({
  fingerprint: toFingerprint({ ...save, ...(fields.name && { text: fields.name }), ...fields }),
  isEditable: false,
  isSubmit: false,
  row: '',
  path: [],
  others: [],
  elsewhere: { exact: 0, bare: 0 },
  called: 0,
  ...more,
})
const judge = (learned: Learned, found: Surveyed, by: Partial<Parameters<typeof judgeFound>[2]> = {}) =>
  judgeFound(learned, found, { selectors: ['#go'], stepName: 'go', isReading: false, ...by }).verdict
const read = { isReading: true }

describe('an element that a selector finds', () => {
  it('is the learned one when only its place, its id or its neighbours are new', () => {
    const box = { x: 500, y: 900, width: 90, height: 30 }
    expect(judge(learn(), find({ id: 'new', before: ['Title'], box }))).toBe('same')
  })

  it('is the renamed one when it has another name at the same place', () => {
    expect(judge(learn(), find({ name: 'Store' }))).toBe('renamed')
  })

  it('is another one when its name and its place differ', () => {
    expect(judge(learn(), find({ name: 'Archive', before: ['Older'], after: ['Newer'] }))).toBe('another')
  })

  it('is another one when it existed beside the learned one, whatever else agrees', () => {
    const keys = { testIds: ['data-testid="x"'], id: 'x', icon: 'disk' }
    expect(judge(learn(keys), find({ ...keys, name: 'Store' }))).toBe('renamed')
    expect(judge(learn(keys, hashed('Store')), find({ ...keys, name: 'Store' }))).toBe('another')
    expect(judge(learn(keys, hashed('Store')), find({ ...keys, name: 'Store (4)' }))).toBe('another')
  })

  it('is another one when the learned name is elsewhere', () => {
    const keys = { testIds: ['data-testid="x"'], id: 'x' }
    const elsewhere = { exact: 1, bare: 1 }
    expect(judge(learn(keys), find({ ...keys, name: 'Store' }, { elsewhere }))).toBe('another')
  })

  it('is not accepted on its own selector alone', () => {
    const selectors = ['[data-testid=x]']
    const keys = { testIds: ['data-testid="x"'] }
    const found = find({ ...keys, name: 'Store', before: ['Up'], after: ['Down'], tag: 'a', role: 'link' })
    expect(judge(learn(keys), found, { selectors })).toBe('another')
  })

  it('needs more evidence where the step has the element’s old name, or where an earlier release learned it', () => {
    expect(judge(learn(), find({ name: 'Store' }), { stepName: 'Save' })).toBe('another')
    expect(judge(learn(), find({ name: 'Save it' }), { stepName: 'Save' })).toBe('renamed')
    const { others: _others, ...ofBefore } = learn()
    expect(judge(ofBefore, find({ name: 'Store' }))).toBe('another')
    expect(judge(ofBefore, find({ name: 'Store' }), { stepName: 'Click the Store' })).toBe('renamed')
  })

  it('is never one that may delete, or a password field, where the learned one was neither', () => {
    expect(judge(learn(), find({ name: 'Delete' }))).toBe('another')
    const field = { tag: 'input', role: '', type: 'text', nameAttribute: 'word', label: 'Word', name: 'Word' }
    expect(judge(learn(field), find({ ...field, type: 'password' }))).toBe('another')
  })

  it.each([
    ['Inbox (3)', 'Inbox (5)'],
    ['Inbox 3', 'Inbox'],
    ['Buy for $12.99', 'Buy for $9'],
    ['Pay 12,50 €', 'Pay EUR 1.250,00'],
    ['Since 3 Nov 2026', 'Since Monday, December 24th'],
    ['Updated 2026-11-22', 'Updated 10:42 am'],
  ])('is the same with another count, price or date: %s and %s', (name, current) => {
    expect(judge(learn({ name, text: name }), find({ name: current }))).toBe('same')
  })

  it('is identified by its number where others differ only in that', () => {
    const pages = learn({ name: 'Page 2', text: 'Page 2' }, [
      ...hashed('Page 1', 'Page 3'),
      hashName('# page'),
    ])
    expect(judge(pages, find({ name: 'Page 3' }))).toBe('another')
    expect(judge(pages, find({ name: 'Page 7', before: ['x'], after: ['y'] }))).not.toBe('same')
  })

  it('is another one in the row of another one of its name', () => {
    const learned = { ...learn({ ordinal: { index: 0, count: 2 } }, ['oak1']), row: 'ash1' }
    expect(judge(learned, find({}, { row: 'ash1' }))).toBe('same')
    expect(judge(learned, find({}, { row: 'new1' }))).toBe('same')
    expect(judge(learned, find({}, { row: 'oak1' }))).toBe('another')
  })
})

describe('an element that is read', () => {
  const price = {
    tag: 'b',
    role: '',
    type: '',
    name: '',
    text: '$12',
    before: ['Total'],
    after: ['Tax', '$2'],
  }

  it('is identified by its place, not by its number', () => {
    expect(judge(learn(price), find({ ...price, text: '$99' }), read)).toBe('same')
    const tax = { ...price, text: '$2', before: ['Tax', '$12', 'Total'], after: [] }
    expect(judge(learn(price), find(tax), read)).toBe('another')
  })

  it('is renamed by other words at its place, even where the old words are elsewhere', () => {
    const status = { ...price, text: 'Pending', before: ['Order 17'], after: ['Open'] }
    const found = find({ ...status, text: 'Shipped' }, { elsewhere: { exact: 1, bare: 1 } })
    expect(judge(learn(status), found, read)).toBe('renamed')
  })

  it('is the one with the learned words where something else took its place', () => {
    const news = {
      ...price,
      tag: 'h2',
      role: 'heading',
      name: 'News',
      text: 'News',
      after: ['Rain', 'Sport', 'Goal'],
    }
    const sport = { ...news, name: 'Sport', text: 'Sport', before: ['Rain', 'News'], after: ['Goal'] }
    expect(judge(learn(news), find(sport, { elsewhere: { exact: 1, bare: 1 } }), read)).toBe('another')
  })
})

const contradiction = (stepName: string, called: number, selectors = ['#add']) =>
  contradictsStepName(find({ name: 'Wish list' }, { called }), { selectors, stepName })

describe('before anything is learned', () => {
  it('another element with the step’s name makes the step ambiguous', () => {
    expect(contradiction('Add to cart', 1)).toContain('"Wish list"')
  })

  it('a selector is trusted where the step’s name is that of no or several elements, or of its own', () => {
    expect(contradiction('Add to cart', 0)).toBeUndefined()
    expect(contradiction('Add to cart', 2)).toBeUndefined()
    expect(contradiction('Wish lists', 1)).toBeUndefined()
    expect(contradiction('Add to cart', 1, ['aria/Wish list'])).toBeUndefined()
  })
})

it('names of many numbers and dates are read in linear time', () => {
  for (const text of ['1.'.repeat(5000), 'jan '.repeat(3000), '$ '.repeat(5000), '12:'.repeat(4000)]) {
    expect(readName(text).exact.length).toBeLessThanOrEqual(120)
  }
})
