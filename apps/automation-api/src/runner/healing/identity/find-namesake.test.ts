import { describe, expect, it } from 'vitest'
import { hashName } from '../in-page/read-name.ts'
import { element, field, heal, link } from './test-elements.ts'

const NOW = { classes: ['page'], box: { x: 900, y: 2000, width: 90, height: 30 } }
const PAGE = { classes: ['paging'], before: ['3', '2'], after: ['Last'] }

const AT = { classes: ['header'], before: ['Delivery'], after: ['Weight'] }

describe('the only element of a name', () => {
  it('is the learned one, a link whose word an icon shows now', () => {
    const target = link({ role: '', text: 'Next', name: '', ...PAGE })
    const best = element({ name: 'Next', role: 'link', text: '›', before: ['3', '2'], ...NOW })
    const last = element({ name: 'Last', role: 'link', text: '»', ...NOW })
    expect(heal(target, [last, best])).toMatchObject({ outcome: 'tentative', best })
    expect(heal(target, [last]).outcome).toBe('failed')
  })

  it('is the learned one, a text that is pressed and has become a button', () => {
    const pressed = { tag: 'div', role: '', name: '', text: 'Customs keyboard_arrow_down', type: '', ...AT }
    const target = element(pressed, { lookalikes: [] })
    const best = element({ name: 'Customs', ...AT, classes: ['title'] })
    const title = element({ tag: 'h2', role: 'heading', name: 'Customs', type: '', ...NOW })
    expect(heal(target, [best])).toMatchObject({ outcome: 'tentative', best })
    expect(heal(target, [best, title]).outcome).toBe('failed')
    expect(heal({ ...target, others: [hashName('= twin')] }, [best]).outcome).toBe('failed')
  })

  it('is the learned one, a box to tick that has become a switch', () => {
    const box = { tag: 'input', type: 'checkbox' }
    const target = element({
      name: 'Is there a greenhouse?',
      role: 'checkbox',
      ...box,
      classes: ['a'],
      before: ['Soil'],
    })
    const best = element({
      name: 'Is there a greenhouse?',
      role: 'switch',
      ...NOW,
      tag: 'button',
      before: ['Soil'],
    })
    expect(heal(target, [best])).toMatchObject({ best })
    const radio = element({ name: 'Is there a greenhouse?', role: 'radio', ...box, type: 'radio', ...NOW })
    expect(heal(target, [radio]).outcome).toBe('failed')
  })

  it('is another one in another part of the page, where nothing else is the same', () => {
    const known = [hashName('~ ')]
    const target = { ...link({ name: 'Get in touch', classes: ['a'], before: ['Our team'] }), others: known }
    const inMenu = { name: 'Get in touch', landmark: 'navigation' }
    expect(heal(target, [link({ ...inMenu })]).outcome).toBe('failed')
    const best = link({ ...inMenu, before: ['Our team'] })
    expect(heal(target, [best])).toMatchObject({ best })
  })

  it('is no list with the same options as a list of another name', () => {
    const list = { tag: 'select', role: 'combobox', type: '', text: '5 10 25' }
    const target = field({ name: 'Show 5 10 25 entries', label: 'Show 5 10 25 entries', ...list })
    const best = field({ name: 'Entries per page', label: 'Entries per page', ...list, ...NOW })
    expect(heal(target, [best])).toMatchObject({ outcome: 'tentative', best })
    const other = field({ name: 'Minutes', label: 'Minutes', ...list, ...NOW })
    expect(heal(target, [other]).outcome).toBe('failed')
  })
})

describe('an element whose name has more words now', () => {
  it('is not the label that has the words of a link among its own', () => {
    const inForm = { landmark: 'form' }
    const target = {
      ...link({ name: 'I forgot password', classes: ['a'], ...inForm }),
      others: [hashName('~ ')],
    }
    const label = element({ tag: 'label', role: '', type: '', text: 'Password I forgot password', ...inForm })
    expect(heal(target, [label]).outcome).toBe('failed')
    const best = link({ name: 'I forgot password now', ...inForm, ...NOW })
    expect(heal(target, [label, best])).toMatchObject({ best })
  })
})
