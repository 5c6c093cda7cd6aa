import { describe, expect, it } from 'vitest'
import type { Action } from '../action.ts'
import { fillVariables } from './fill-variables.ts'
import { listVariables } from './list-variables.ts'

const navigate = (url: string): Action => ({ name: 'a', type: 'navigate', url })
const open = (name: string, url: string): Action => ({ name, type: 'navigate', url })
const type = (value: string): Action => ({ name: 'a', type: 'change', selectors: ['#a'], value })
const click = (...selectors: (string | string[])[]): Action => ({ name: 'a', type: 'click', selectors })

const EVERYWHERE: Action[] = [
  {
    name: '${not}',
    type: 'navigate',
    url: 'https://${a}/',
    target: 'https://${b}/',
    assertedEvents: [{ type: 'navigation', url: 'https://${c}/', title: '${d}' }],
  },
  { name: 'a', type: 'change', selectors: ['#${e}', ['text/${f}']], value: '${g} ${a}' },
  { name: 'a', type: 'select', selectors: ['#a'], values: ['${h}'] },
  {
    name: 'a',
    type: 'upload',
    selectors: ['#a'],
    file: { name: '${i}', contentType: 'text/plain', contentBase64: '' },
  },
  { name: 'a', type: 'waitForUrl', url: '${j}' },
  {
    name: 'a',
    type: 'waitForElement',
    selectors: ['#a'],
    attributes: { '${not}': '${k}' },
    properties: { dataset: { a: ['${l}', 1, null] } },
  },
  { name: 'a', type: 'extractText', selectors: ['#a'], output: 'a', pattern: 'a${not}' },
  { name: 'a', type: 'scroll' },
]

describe('variables within steps', () => {
  const actions: Action[] = [
    { name: 'read', type: 'extract', table: ['#${a}'], output: 'orders' },
    {
      name: 'if',
      type: 'if',
      condition: { variable: 'b', equals: '${c}' },
      steps: [open('b', 'https://${d}/')],
      else: [{ name: 'c', type: 'repeat', until: { present: ['#${e}'] }, steps: [open('d', '${f}')] }],
    },
    {
      name: 'each',
      type: 'forEach',
      in: 'orders',
      as: 'order',
      steps: [open('e', '${order.link}?${order}&${g}&${outputs.orders.0.link}')],
    },
    { name: 'cities', type: 'forEach', in: 'cities', as: 'city', steps: [open('f', 'https://${city}/')] },
  ]

  it('are listed, without the items of lists and what steps have read', () => {
    expect(listVariables(actions)).toEqual('a c b d e f g cities'.split(' '))
  })

  it('are filled with the item and with what was read, and other texts with a point stay', () => {
    const scope = {
      items: {
        order: { link: 'https://a/1', price: { amount: 5, currency: 'EUR' }, note: null },
        city: 'Oslo',
      },
      outputs: { orders: [{ link: 'https://a/9' }], total: '7' },
    }
    const fill = (value: string) => fillVariables(type(value), { a: 'v' }, scope)
    expect(fill('${order.link} ${order.price} ${order.price.amount} ${order.note}|')).toMatchObject({
      value: 'https://a/1 5 EUR 5 |',
    })
    expect(fill('${city} ${outputs.total} ${outputs.orders.0.link} ${a}')).toMatchObject({
      value: 'Oslo 7 https://a/9 v',
    })
    expect(fill('${other.link} $${order.link} $${other.link}')).toMatchObject({
      value: '${other.link} ${order.link} $${other.link}',
    })
    expect(() => fill('${order.url}')).toThrow('there is no "order.url"')
  })
})

describe('variables', () => {
  it('are listed once each, from every text that may refer to them', () => {
    expect(listVariables(EVERYWHERE)).toEqual('b c d a e f g h i j k l'.split(' '))
  })

  it('are filled in everywhere that they are listed', () => {
    const values = Object.fromEntries(listVariables(EVERYWHERE).map((name) => [name, `v${name}`]))
    const filled = EVERYWHERE.map((action) => fillVariables(action, values))
    expect(listVariables(filled)).toEqual([])
    expect(filled).toMatchObject([
      {
        name: '${not}',
        url: 'https://va/',
        target: 'https://vb/',
        assertedEvents: [{ url: 'https://vc/', title: 'vd' }],
      },
      { selectors: ['#ve', ['text/vf']], value: 'vg va' },
      { values: ['vh'] },
      { file: { name: 'vi' } },
      { url: 'vj' },
      { attributes: { '${not}': 'vk' }, properties: { dataset: { a: ['vl', 1, null] } } },
      { pattern: 'a${not}' },
      { type: 'scroll' },
    ])
  })

  it('do not change the action itself', () => {
    const before = structuredClone(EVERYWHERE)
    const values = Object.fromEntries(listVariables(EVERYWHERE).map((name) => [name, 'v']))
    for (const action of EVERYWHERE) fillVariables(action, values)
    expect(EVERYWHERE).toEqual(before)
  })

  it.each([
    ['$${a}', '${a}'],
    ['$$${a}', '$${a}'],
    ['${a}${a}', 'vv'],
    ['${a', '${a'],
    ['${}', '${}'],
    ['${1}', '${1}'],
    ['${a b}', '${a b}'],
    ['$a {a}', '$a {a}'],
  ])('have one escape, and other text is unchanged: %s', (value, expected) => {
    const change: Action = { name: 'a', type: 'change', selectors: ['#a'], value }
    expect(fillVariables(change, { a: 'v' })).toMatchObject({ value: expected })
  })

  it('are not filled in twice', () => {
    const change: Action = { name: 'a', type: 'change', selectors: ['#a'], value: '${a}' }
    expect(fillVariables(change, { a: '${b}$&', b: 'no' })).toMatchObject({ value: '${b}$&' })
  })

  it('without a value are named, and properties of Object.prototype are not values', () => {
    expect(() => fillVariables(navigate('https://a/${b}'), { a: 'secret' })).toThrow(
      'the variable "b" has no value',
    )
    expect(() => fillVariables(navigate('https://a/${toString}'), {})).toThrow('"toString" has no value')
  })

  it.each([
    ['${a}', 'https://b/?c=d', 'https://b/?c=d'],
    ['https://b/${a}/d', 'x/y', 'https://b/x/y/d'],
    ['https://b/?c=${a}&d=e', 'x&d=f g#h', 'https://b/?c=x%26d%3Df%20g%23h&d=e'],
  ])('are encoded in the query of a URL: %s', (url, a, expected) => {
    expect(fillVariables(navigate(url), { a })).toMatchObject({ url: expected })
  })

  it.each([
    ['[title="${a}"]', 'x"], *', '[title="x\\"\\]\\,\\ \\*"]'],
    ['#${a}', '1 a', '#\\31 \\ a'],
    ['pierce/#${a}', 'a.b', 'pierce/#a\\.b'],
    ['aria/${a}[role="button"]', 'Größe "½"', 'aria/Größe "½"[role="button"]'],
    ['text/${a}', 'a.b', 'text/a.b'],
    ['xpath///*[@id="${a}"]', 'a.b', 'xpath///*[@id="a.b"]'],
  ])('stand for themselves in a selector: %s', (selector, a, expected) => {
    expect(fillVariables(click(selector, [selector]), { a })).toMatchObject({
      selectors: [expected, [expected]],
    })
  })

  it('cannot end a quoted text in an XPath, and the error does not show the value', () => {
    const action = click('xpath///*[@id="${a}"]')
    expect(() => fillVariables(action, { a: `"] | //button["` })).toThrow(
      /^the variable "a" has a quote in it, which an XPath cannot hold$/,
    )
  })
})
