import { beforeEach, describe, expect, test } from 'vitest'
import { openRecorderBed, type TestRecording } from '../test-recording.ts'

const product = (name: string, price: string) =>
  `<li class="product"><h3 class="title">${name}</h3><span class="price">${price}</span><button>Add to cart</button></li>`
const shop = `<!doctype html><meta charset="utf-8"><title>Shop</title><style>body { margin: 0 } * { font-size: 14px }</style><h1>Books</h1>
  <p class="greeting">Hello Ada</p>
  <ul>${product('Fog', '12.00 €')}${product('Harbours', '18.00 €')}${product('Lighthouses', '9.50 €')}</ul>
  <table><tr><th>Order</th><th>Total</th></tr><tr><td>A-1</td><td>30.00 €</td></tr><tr><td>A-2</td><td>9.50 €</td></tr></table>`

const { bed, begin } = openRecorderBed()
beforeEach(() => {
  bed.page = shop
})

async function pick(
  recording: TestRecording,
  mode: 'read' | 'assert' | 'wait' | 'element',
  selector: string,
) {
  recording.view.send({ type: 'mode', mode })
  await recording.press(selector)
  const { offers } = await recording.told('offers')
  return offers
}
const lastAction = async (recording: TestRecording, type: string) => {
  await recording.until((steps) => steps.at(-1)?.type === type)
  return (await recording.finish()).steps.at(-1)!.action
}

describe('what is to be read', () => {
  test('is offered with what is like it: one price of a list offers all of them with their names', async () => {
    const recording = await begin()
    const offers = await pick(recording, 'read', 'li:nth-child(2) .price')
    expect(offers[0]).toMatchObject({
      label: 'The list of 3, each with title, price',
      count: 3,
      sample: [
        ['Fog', '12.00 €'],
        ['Harbours', '18.00 €'],
        ['Lighthouses', '9.50 €'],
      ],
    })
    expect(offers[0]!.boxes).toHaveLength(3)
    expect(offers.map(({ label }) => label)).toEqual([
      'The list of 3, each with title, price',
      'All 3 like this',
      'This text',
    ])
    recording.view.send({ type: 'take', choice: 0, output: 'books' })
    expect(await lastAction(recording, 'extract')).toMatchObject({
      name: 'Read the list books',
      output: 'books',
      rows: expect.arrayContaining(['.product']) as string[],
      fields: { title: {}, price: {} },
    })
  })

  test('is a whole table where it is in one', async () => {
    const recording = await begin()
    const [table] = await pick(recording, 'read', 'td >> nth=1')
    expect(table).toMatchObject({ label: 'The table with 2 rows: Order, Total', count: 2 })
    recording.view.send({ type: 'take', choice: 0, output: 'orders' })
    expect(await lastAction(recording, 'extract')).toMatchObject({ fields: { Order: { column: 'Order' } } })
  })

  test('is one text by what its authors call it, and not by the text itself', async () => {
    const recording = await begin()
    const offers = await pick(recording, 'read', '.greeting')
    expect(offers).toMatchObject([{ label: 'This text', output: 'greeting', sample: [['Hello Ada']] }])
    recording.view.send({ type: 'take', choice: 0 })
    const action = await lastAction(recording, 'extractText')
    expect(action).toMatchObject({ output: 'greeting' })
    expect(JSON.stringify(action)).not.toContain('Ada')
  })

  test('is marked on the picture only, and the page gets no press', async () => {
    bed.page = `${shop}<script>let presses = 0; addEventListener('mousedown', () => document.title = 'pressed')</script>`
    const recording = await begin()
    await pick(recording, 'read', '.greeting')
    const { boxes } = await recording.told('highlight')
    expect(boxes).toHaveLength(1)
    expect(await recording.page().title()).toBe('Shop')
    await recording.finish()
  })
})

test('an assertion of a text finds it by something else than the text', async () => {
  const recording = await begin()
  const offers = await pick(recording, 'assert', '.greeting')
  expect(offers[0]!.label).toBe('It shows “Hello Ada”')
  recording.view.send({ type: 'take', choice: 0 })
  const action = await lastAction(recording, 'assert')
  expect(action).toMatchObject({
    text: 'Hello Ada',
    selectors: expect.arrayContaining(['.greeting']) as string[],
  })
})

test('an address with a secret that was typed is not asserted', async () => {
  bed.page = `<style>body { margin: 0 } input, button { height: 30px }</style><h1></h1><form><input type="password" name="word"><button>Go</button></form>`
  const recording = await begin()
  await recording.press('input')
  recording.type('sesame')
  await recording.press('button')
  await recording.view.until(({ windows }) => windows[0]!.url.endsWith('?word=sesame'))
  const offers = await pick(recording, 'assert', 'button')
  expect(offers.map(({ label }) => label)).toEqual(['It shows “Go”', 'It is shown'])
  expect(JSON.stringify((await recording.finish()).steps)).not.toContain('sesame')
})

test('a wait is until an element is shown, or until it is not', async () => {
  const recording = await begin()
  const offers = await pick(recording, 'wait', 'h1')
  expect(offers.map(({ label }) => label)).toEqual(['Until it is shown', 'Until it is no longer shown'])
  recording.view.send({ type: 'take', choice: 1 })
  expect(await lastAction(recording, 'waitForElement')).toMatchObject({ visible: false })
})

test('which of several elements of one name is meant is asked, and the answer is kept', async () => {
  const recording = await begin()
  await recording.press('li:nth-child(2) button')
  const steps = await recording.until((now) => now.length === 2)
  expect(steps[1]).toMatchObject({
    name: 'Click Add to cart',
    question: {
      text: 'Several elements are called “Add to cart”. Which one is meant?',
      choices: ['The one beside “Harbours”', 'Whichever is at this place of the page'],
    },
  })
  recording.view.send({ type: 'answer', step: steps[1]!.id, choice: 0 })
  await recording.until((now) => now[1]?.question === null)
  const { action } = (await recording.finish()).steps[1]!
  expect(JSON.stringify(action)).toContain('Harbours')
})

test('a selector is tried: how many elements it finds, and where', async () => {
  const recording = await begin()
  recording.view.send({ type: 'try', selectors: ['.nothing', '.price'] })
  expect(await recording.told('tried')).toMatchObject({ count: 3, boxes: { length: 3 } })
  await recording.finish()
})

test('an element is pointed out for a step that is there already', async () => {
  const recording = await begin()
  recording.view.send({ type: 'mode', mode: 'element' })
  await recording.press('h1')
  expect(await recording.told('element')).toMatchObject({ label: 'Books', frame: null })
  expect(recording.steps()).toHaveLength(1)
  await recording.finish()
})
