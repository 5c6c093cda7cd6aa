import { describe, expect, it } from 'vitest'
import { hashName } from '../in-page/read-name.ts'
import { element, field, heal } from './test-elements.ts'

const submit = (name: string, form: string, fields = {}) =>
  element({ name, type: 'submit', form, ...fields }, { isSubmit: true })

/** Fields of a form, where the star is at the one with the name. */
const inForm = (form: string, names: string[], tag = 'input') => {
  const kinds = form.split(' ')
  return names.map((name, own) =>
    field({ name, tag, form: kinds.map((kind, index) => (index === own ? `*${kind}` : kind)).join(' ') }),
  )
}

const FAR = { x: 900, y: 4000, width: 10, height: 90 }

describe('a button of a form with the same fields', () => {
  it('is the learned one, whatever it is called now', () => {
    const target = submit('Continue', 'text email tel textarea *submit')
    const best = submit('Next step', 'text text tel textarea *submit', { classes: ['btn'] })
    const search = submit('Find', 'search *submit')
    expect(heal(target, [search, best])).toMatchObject({ outcome: 'tentative', best })
  })

  it('is not the button of a form with other fields', () => {
    const target = submit('Continue', 'text email tel textarea *submit')
    for (const form of ['email *submit', 'text password *submit', 'text select select *submit', '*submit'])
      expect(heal(target, [submit('Next step', form)]).outcome).toBe('failed')
  })

  it('is not one of several', () => {
    const target = submit('Continue', 'text email tel textarea *submit')
    const pages = [
      [submit('Save', 'text email tel textarea *submit submit')],
      [submit('One', 'text email tel textarea *submit'), submit('Two', 'text email tel textarea *submit')],
    ]
    for (const page of pages) expect(heal(target, page).outcome).toBe('failed')
  })

  it('is another one where both names are known to say different things', () => {
    const target = submit('Log in', 'text password *submit')
    expect(heal(target, [submit('Sign up', 'text password *submit')]).outcome).toBe('failed')
    const best = submit('Enter', 'text password *submit')
    expect(heal(target, [best])).toMatchObject({ outcome: 'tentative', best })
  })

  it('sends only what the learned one sent', () => {
    const form = 'text email textarea *submit'
    const best = submit('Submit', form)
    expect(heal(submit('Send message', form), [best])).toMatchObject({ outcome: 'tentative', best })
    expect(heal(submit('Preview', form), [best]).outcome).toBe('failed')
    expect(heal(submit('Send message', form), [submit('Delete', form)]).outcome).toBe('failed')
    expect(heal(submit('Delete', form), [submit('Pay', form)]).outcome).toBe('failed')
  })

  it('is no other page’s', () => {
    const target = submit('Continue', 'text email textarea *submit', { pageTemplate: '/contact' })
    const other = submit('Next', 'text email textarea *submit', { pageTemplate: '/login' })
    expect(heal(target, [other]).outcome).toBe('failed')
  })
})

describe('a field of a form with the same fields', () => {
  it('is the learned one at the same place, where its name is similar', () => {
    const [, target] = inForm('text text email submit', ['First', 'Company name'])
    const [first, alike] = inForm('text text email submit', ['Given', 'Company or school'])
    const [, strange] = inForm('text text email submit', ['Given', 'Website'])
    expect(heal(target!, [first!, alike!])).toMatchObject({ outcome: 'tentative', best: alike })
    expect(heal(target!, [first!, strange!]).outcome).toBe('failed')
    const [moved] = inForm('text text email submit', ['Company or school'])
    expect(heal(target!, [moved!]).outcome).toBe('failed')
  })

  it('without a name is the learned one where it is beside the same texts', () => {
    const [, target] = inForm('text number select submit', ['', ''])
    const [, best] = inForm('text number select submit', ['', ''])
    const near = { ...target!, fingerprint: { ...target!.fingerprint, before: ['a', 'b', 'c', 'kg'] } }
    const now = { ...best!, fingerprint: { ...best!.fingerprint, before: ['kg', 'x', 'y', 'z'] } }
    expect(heal(near, [now])).toMatchObject({ outcome: 'tentative', best: now })
    expect(heal(near, [best!]).outcome).toBe('failed')
  })

  it('is never one that was there under that name before', () => {
    const [, target] = inForm('text text email submit', ['First', 'Company name'])
    const [, other] = inForm('text text email submit', ['First', 'Company size'])
    const known = { ...target!, others: [hashName('company size')] }
    expect(heal(target!, [other!])).toMatchObject({ outcome: 'tentative', best: other })
    expect(heal(known, [other!]).outcome).toBe('failed')
  })
})

describe('a button of the same name in a form with the same fields', () => {
  it('is the learned one, though the form is sent by the browser now', () => {
    const target = element({
      name: 'Notify me',
      form: 'text email *button',
      classes: ['a'],
      before: ['Soon'],
      nameAttribute: 'notify',
      label: 'Notify me',
    })
    const best = submit('Notify me', 'text email *submit', { classes: ['b'], box: FAR, before: ['Later'] })
    expect(heal(target, [best])).toMatchObject({ outcome: 'tentative', best })
    const other = submit('Notify me', 'text password *submit', {
      classes: ['b'],
      box: FAR,
      before: ['Later'],
    })
    expect(heal(target, [other]).outcome).toBe('failed')
  })
})
