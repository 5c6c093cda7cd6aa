import { describe, expect, it } from 'vitest'
import { type Fingerprint, toFingerprint } from './fingerprint.ts'
import { mayHealOnto, type Traits } from './may-heal-onto.ts'
import { toPurpose } from './purpose.ts'

const make = (fields: Partial<Fingerprint>, isEditable = false): Traits => ({
  fingerprint: toFingerprint(fields),
  isEditable,
  isSubmit: false,
})
const button = make({ tag: 'button', role: 'button', type: 'button' })
const link = make({ tag: 'a', role: 'link' })
const text = make({ tag: 'input', role: 'textbox', type: 'text' }, true)
const area = make({ tag: 'textarea', role: 'textbox' }, true)
const date = make({ tag: 'input', type: 'date' }, true)
const password = make({ tag: 'input', type: 'password' }, true)
const select = make({ tag: 'select', role: 'combobox' })
const checkbox = make({ tag: 'input', role: 'checkbox', type: 'checkbox' })
const radio = make({ tag: 'input', role: 'radio', type: 'radio' })
const file = make({ tag: 'input', type: 'file' }, true)
const paragraph = make({ tag: 'p', role: 'paragraph' })

describe('an action', () => {
  it.each([
    ['click', button, link],
    ['click', link, button],
    ['click', checkbox, make({ tag: 'button', role: 'switch' })],
    ['click', make({ tag: 'td', role: 'gridcell' }), button],
    ['change', text, area],
    ['change', select, select],
    ['select', select, select],
    ['upload', file, file],
    ['extractText', paragraph, link],
  ])('that is a %s may heal onto a similar element (%#)', (type, target, candidate) => {
    expect(mayHealOnto(target, candidate, toPurpose(type, target.fingerprint))).toBe(true)
  })

  it.each([
    ['click', button, text],
    ['click', button, select],
    ['click', button, checkbox],
    ['click', text, button],
    ['click', link, make({ tag: 'td', role: 'gridcell' })],
    ['click', make({ tag: 'div', role: 'slider' }), make({ tag: 'div' })],
    ['click', checkbox, radio],
    ['change', text, button],
    ['change', text, password],
    ['change', password, text],
    ['change', text, date],
    ['change', select, text],
    ['select', select, text],
    ['upload', file, text],
    ['extractText', paragraph, text],
  ])('that is a %s never heals onto an element that it cannot be done to (%#)', (type, target, candidate) => {
    expect(mayHealOnto(target, candidate, toPurpose(type, target.fingerprint))).toBe(false)
  })
})
