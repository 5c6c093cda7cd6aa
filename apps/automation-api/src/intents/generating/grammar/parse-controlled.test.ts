import { describe, expect, it } from 'vitest'
import type { Clause } from './clause.ts'
import { parseControlled } from './parse-controlled.ts'

function parse(text: string): Clause[] {
  const parsed = parseControlled(text)
  if ('issue' in parsed) throw new Error(parsed.issue.message)
  return parsed.clauses
}

/** The one clause after the page was opened. */
function read(text: string): object {
  const [, clause, ...more] = parse(`open a.test; ${text}`)
  expect(more).toEqual([])
  const { text: _text, ...verb } = clause!
  return verb
}

const press = (target: string, more: object = {}) => ({
  kind: 'press',
  target,
  how: 'click',
  isConfirmed: false,
  ...more,
})
const extract = (what: string, output: string, isMultiple = false) => ({
  kind: 'extract',
  what,
  output,
  isMultiple,
})

describe('a clause', () => {
  it.each<[string, object]>([
    ['type fog into Title', { kind: 'type', value: 'fog', field: 'Title' }],
    ['ENTER "fog" IN the Title field', { kind: 'type', value: 'fog', field: 'the Title field' }],
    ['fill in the E-mail with a@b.test', { kind: 'type', value: 'a@b.test', field: 'the E-mail' }],
    ['fill Name with Ann, Bo and Co', { kind: 'type', value: 'Ann, Bo and Co', field: 'Name' }],
    ['write “Hi; you, there” into Note', { kind: 'type', value: 'Hi; you, there', field: 'Note' }],
    ['type in ${name} into Name', { kind: 'type', value: '${name}', field: 'Name' }],
    ["type it's into Note", { kind: 'type', value: "it's", field: 'Note' }],
    ['enter 5 as Quantity', { kind: 'type', value: '5', field: 'Quantity' }],
    ['set the Quantity to 3', { kind: 'type', value: '3', field: 'the Quantity' }],
    ['put fish into chips into Order', { kind: 'type', value: 'fish into chips', field: 'Order' }],
    ['clear Name', { kind: 'type', value: '', field: 'Name' }],
    ['click Search', press('Search')],
    ['Please click on the Search button, thanks!', press('the Search button')],
    ['could you please press "Save and submit"', press('"Save and submit"')],
    ["tap Don't show again", press("Don't show again")],
    ['click Terms and conditions', press('Terms and conditions')],
    ['double-click Row', press('Row', { how: 'doubleClick' })],
    ['right click Row', press('Row', { how: 'rightClick' })],
    ['really click Place order', press('Place order', { isConfirmed: true })],
    ['go to Cart', press('Cart')],
    ['open the menu', press('the menu')],
    ['press Delete', press('Delete')],
    ['press the Delete key', { kind: 'key', keys: ['Delete'], isConfirmed: false }],
    ['press Enter', { kind: 'key', keys: ['Enter'], isConfirmed: false }],
    ['hit ctrl+A', { kind: 'key', keys: ['Control', 'a'], isConfirmed: false }],
    ['press the down arrow key', { kind: 'key', keys: ['ArrowDown'], isConfirmed: false }],
    ['press Enter in Search', { kind: 'key', keys: ['Enter'], field: 'Search', isConfirmed: false }],
    ['choose Express in Shipping', { kind: 'choose', option: 'Express', field: 'Shipping' }],
    [
      'select "Salt and vinegar" from the flavours',
      { kind: 'choose', option: 'Salt and vinegar', field: 'the flavours' },
    ],
    ['pick Red as the colour', { kind: 'choose', option: 'Red', field: 'the colour' }],
    ['choose Large', { kind: 'choose', option: 'Large' }],
    ['tick Remember me', { kind: 'check', target: 'Remember me', isOn: true }],
    ['uncheck Newsletter', { kind: 'check', target: 'Newsletter', isOn: false }],
    ['hover over Menu', { kind: 'hover', target: 'Menu' }],
    ['scroll to the bottom', { kind: 'scroll', to: 'bottom' }],
    ['scroll up', { kind: 'scroll', to: 'top' }],
    ['scroll to Reviews', { kind: 'hover', target: 'Reviews' }],
    ['wait for "Welcome back" to appear', { kind: 'waitFor', target: '"Welcome back"', isGone: false }],
    ['check that Done is visible', { kind: 'waitFor', target: 'Done', isGone: false }],
    ['wait until Loading disappears', { kind: 'waitFor', target: 'Loading', isGone: true }],
    ['wait for the url to contain /cart', { kind: 'waitForUrl', url: '*/cart*' }],
    ['wait for 3 seconds', { kind: 'wait', durationMs: 3000 }],
    ['wait 0.5 min', { kind: 'wait', durationMs: 30_000 }],
    ['wait a moment', { kind: 'pause' }],
    ['wait for the page to load', { kind: 'pause' }],
    ['search for rock and roll', { kind: 'search', value: 'rock and roll' }],
    ['submit the form', { kind: 'submit', isConfirmed: false }],
    ['extract the price as price', extract('the price', 'price')],
    ['get the price of A Field Guide to Fog', extract('the price of A Field Guide to Fog', 'price')],
    ['extract all the product names as names', extract('product names', 'names', true)],
    ['save every price as all prices', extract('price', 'allPrices', true)],
    ['read the total → sum', extract('the total', 'sum')],
    ['drag Card onto Done', { kind: 'drag', target: 'Card', onto: 'Done' }],
    ['expect the page to show "Thank you"', { kind: 'expect', shows: 'Thank you' }],
    ['fail unless the url contains /cart', { kind: 'expect', url: '*/cart*' }],
    ['expect that Done is visible', { kind: 'expect', present: 'Done' }],
    ['expect there is no error', { kind: 'expect', absent: 'error' }],
    ['switch to the new tab', { kind: 'window', to: 'newest' }],
    ['go back to the first window', { kind: 'window', to: 'main' }],
    ['upload prices.csv to Your list', { kind: 'upload', file: 'prices.csv', field: 'Your list' }],
    ['let me solve the puzzle', { kind: 'handOver', message: 'Solve the puzzle' }],
    ['click Show more three times', { kind: 'again', target: 'Show more', times: 3 }],
    ['click Show more until there are no more results', { kind: 'again', target: 'Show more' }],
    ['for each product, open it', { kind: 'each', of: 'product' }],
    [
      'wait for the code mailed to a@mail.test from @shop.test as pin',
      { kind: 'mail', address: 'a@mail.test', from: '@shop.test', output: 'pin' },
    ],
    [
      'extract the name and price of every product on every page as products',
      {
        kind: 'pages',
        read: { kind: 'list', of: 'product', fields: ['name', 'price'], output: 'products' },
      },
    ],
    [
      'extract all the names on the first two pages as names',
      { kind: 'pages', read: extract('names', 'names', true), most: 2 },
    ],
  ])('is parsed: %s', (text, verb) => {
    expect(read(text)).toEqual(verb)
  })

  it.each([
    ['open https://a.test/x?a=1;b=2', 'https://a.test/x?a=1;b=2'],
    ['Go to a.test.', 'https://a.test'],
    ['visit the shop at https://a.test/shop,', 'https://a.test/shop'],
    ['open localhost:4100/x', 'http://localhost:4100/x'],
    ['navigate to 127.0.0.1:80', 'http://127.0.0.1:80'],
    ['open https://${host}/a/${path}', 'https://${host}/a/${path}'],
    ['open ${address}', '${address}'],
    ['open the page "https://a.test/a b"', 'https://a.test/a b'],
  ])('is parsed: %s', (text, url) => {
    expect(parse(text)).toMatchObject([{ kind: 'open', url }])
  })
})

describe('clauses', () => {
  it.each([
    ['open a.test; click A; click B', 3],
    ['open a.test\nclick A\n\nclick B', 3],
    ['1. Open a.test\n2) Click A\n- click B', 3],
    ['Open a.test. Click A. Click B.', 3],
    ['open a.test, click A and press Enter', 3],
    ['open a.test, then click A and then click B', 3],
    ['open a.test → click A → click B', 3],
    ['I would like you to open a.test, and after that please click A for me', 2],
    ['open a.test; type a into A and b into B, and c into C', 4],
    ['open a.test; extract the title as title and the price as price', 3],
    ['open a.test; type x into A, tick B and submit', 4],
    ['open a.test; click Save and submit', 2],
    ['open a.test; click "A; B, then click C"', 2],
    ['open a.test; wait for A, B and C', 2],
  ])('are separated: %s', (text, count) => {
    expect(parse(text)).toHaveLength(count)
  })
})

describe('a condition', () => {
  const typed = { kind: 'type', value: 'a', field: 'A' }

  it.each<[string, object]>([
    ['if there is a form, type a into A and click B', { present: 'form' }],
    ['if there is a form then type a into A, then click B', { present: 'form' }],
    ['when the page shows "Sign in", type a into A and click B', { shows: 'Sign in' }],
    ['if there is no basket, type a into A and click B', { absent: 'basket' }],
    ['if the url is /login, type a into A and click B', { url: '*/login*' }],
  ])('is about the steps of its sentence: %s', (said, condition) => {
    const [, clause, ...more] = parse(`open a.test; ${said}; click C`)
    expect(clause).toMatchObject({
      kind: 'if',
      condition,
      clauses: [typed, press('B')].slice(0, said.includes(', then') ? 1 : 2),
    })
    expect(more.at(-1)).toMatchObject(press('C'))
  })

  it('of a single click makes it one that may be left out', () => {
    expect(read('if there is a banner, click Accept')).toEqual(press('Accept', { isOptional: true }))
    expect(read('if there is a banner then click Accept')).toEqual(press('Accept', { isOptional: true }))
  })
})

describe('a text that is not understood', () => {
  it.each([
    ['', 'says nothing'],
    [' ; \n', 'says nothing'],
    ['open a.test; fly to the moon', '“fly to the moon”'],
    ['open a.test; type fog', 'into which field'],
    ['click Search', 'on which page to begin'],
    ['book me a flight to Rome', '“book me a flight to Rome”'],
    ['open a.test and buy me a book', 'buy me a book'],
    ['open a.test; go sideways and up', '“go sideways and up”'],
    [`open a.test; ${'click A; '.repeat(101)}`, 'too many'],
    ['x'.repeat(10_001), 'longer than'],
  ])('is refused with the reason: %s', (text, expected) => {
    const parsed = parseControlled(text)
    expect('issue' in parsed && parsed.issue.message).toContain(expected)
  })

  it.each([
    ['punctuation before the end', `click the button${'!'.repeat(2000)}x`],
    ['spaces before the end', `click the${' '.repeat(2000)}button`],
    ['polite words before the end', `click ${'for me please, '.repeat(600)}x`],
    ['clauses with an invalid last one', `${'extract a as b and '.repeat(60)}extract a b c d e f g h`],
    ['many verbs and commas', `${'type a, '.repeat(1200)}x`],
  ])('is refused in time: %s', (_what, text) => {
    expect(parseControlled(`open a.test; ${text}`)).toBeDefined()
  })

  it('may be too ambiguous', () => {
    const parsed = parseControlled(`open a.test; ${'extract a as b, '.repeat(600)}extract a b c d e f g h`)
    expect('issue' in parsed && parsed.issue.message).toContain('put a ; between')
  })

  it('is not made so by repeated spaces', () => {
    const spaces = ' '.repeat(60)
    expect(read(`click${spaces}the${spaces}button${spaces}for me${spaces}please!${spaces}`)).toEqual(
      press('the button'),
    )
    expect(read(`type "a  b"${spaces}into${spaces}Title`)).toMatchObject({ value: 'a  b', field: 'Title' })
  })

  it('is parsed in linear time, whatever it repeats', () => {
    for (const part of [
      'and ',
      'open ',
      'type a in b and ',
      '"',
      "'",
      ', then ',
      'a.',
      'to to ',
      '  ',
      'click a, ',
    ]) {
      expect(parseControlled(`open a.test; ${part.repeat(9900 / part.length)}`)).toBeDefined()
    }
  })
})
