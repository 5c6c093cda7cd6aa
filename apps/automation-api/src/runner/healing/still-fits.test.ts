import { describe, expect, it } from 'vitest'
import { toFingerprint } from './fingerprint.ts'
import { stillFits } from './still-fits.ts'

const save = toFingerprint({
  tag: 'button',
  role: 'button',
  type: 'button',
  name: 'Save',
  text: 'Save',
  before: ['Name'],
  after: ['Cancel'],
})

describe('what a selector finds at a good step', () => {
  it('fits when only its place, its id or its neighbours are new', () => {
    const current = toFingerprint({
      ...save,
      id: 'new',
      before: ['Title'],
      box: { x: 500, y: 900, width: 90, height: 30 },
    })
    expect(stillFits(save, current)).toBe(true)
  })

  it('fits when it was renamed in its place', () => {
    expect(stillFits(save, toFingerprint({ ...save, name: 'Store', text: 'Store' }))).toBe(true)
  })

  it('fits no longer when it is called and placed otherwise', () => {
    const other = toFingerprint({
      ...save,
      name: 'Archive',
      text: 'Archive',
      before: ['Older'],
      after: ['Newer'],
    })
    expect(stillFits(save, other)).toBe(false)
  })

  it('never fits when a text field has become a password field', () => {
    const field = toFingerprint({
      tag: 'input',
      type: 'text',
      nameAttribute: 'word',
      label: 'Word',
      name: 'Word',
    })
    expect(stillFits(field, toFingerprint({ ...field, type: 'password' }))).toBe(false)
  })
})
