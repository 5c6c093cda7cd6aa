import { expect, it } from 'vitest'
import { testGeneration } from '../test-generation.ts'

const site = testGeneration({
  '/': '<h1>Start</h1><p class="number">4711</p><a href="/popup" target="_blank">Terms</a><p class="thanks">Thank you</p>',
  '/popup': '<h1>Terms</h1><p class="law">Be kind</p>',
  '/board': `<div id="card" draggable="true" ondragstart="event.dataTransfer.setData('a', 'b')">Card</div>
    <div id="done" style="height: 60px; background: #eee" ondragover="event.preventDefault()" ondrop="said.textContent = 'dropped'">Done</div>
    <p id="said">-</p>`,
  '/ask': `<button onclick="said.textContent = prompt('Which?')">Ask me</button><p id="said">-</p>`,
  '/code':
    '<label>Code <input id="code" oninput="said.textContent = this.value"></label><button>Confirm</button><p id="said">-</p>',
  '/file': '<label>Your list <input type="file"></label><button>Send</button>',
  '/order': '<h1>Order</h1><p class="state">shipped</p>',
})

it.concurrent.each<[string, object[]]>([
  ['expect the page to show "Card"', [{ type: 'assert', text: 'Card' }]],
  ['fail unless the url contains /board', [{ type: 'assert', url: '*/board*' }]],
  ['expect that Done is visible', [{ type: 'assert', selectors: expect.anything() }]],
  ['expect there is no error', [{ type: 'assert', count: 0 }]],
  ['wait 2 seconds', [{ type: 'wait', durationMs: 2000 }]],
  ['let me solve the puzzle', [{ type: 'handOver', message: 'Solve the puzzle' }]],
  ['wait until I have signed in', [{ type: 'handOver', message: 'Signed in' }]],
  ['hand over to a person to check the order', [{ type: 'handOver', message: 'Check the order' }]],
])('is written as a step of its own kind: %s', async (clause, steps) => {
  const { actions } = await site.generated(`open SITE/board; ${clause}`)
  expect(actions.slice(1)).toEqual(steps.map((step) => expect.objectContaining(step)))
})

// A page is dragged on only while it has the browser's input.
it('an element is dragged onto another one', async () => {
  const { actions } = await site.generated('open SITE/board; drag Card onto Done; extract the said as it')
  expect(actions[1]).toMatchObject({ type: 'drag', to: { selectors: expect.anything() } })
  expect((await site.runTogether(actions)).read).toEqual({ it: 'dropped' })
})

it.concurrent('a question of the page is answered', async () => {
  const { actions } = await site.generated(
    'open SITE/ask; click Ask me; answer the prompt with "Blue"; extract the said as it',
  )
  expect((await site.runTogether(actions)).read).toEqual({ it: 'Blue' })
})

it.concurrent('the steps go on in the new window, and back in the first one', async () => {
  const { actions } = await site.generated(
    'open SITE; click Terms; switch to the new tab; extract the law as law; switch back to the first tab; extract the thanks as thanks',
  )
  expect(actions.map(({ type }) => type)).toEqual([
    'navigate',
    'click',
    'switchWindow',
    'extractText',
    'switchWindow',
    'extractText',
  ])
  expect(await site.runTogether(actions)).toMatchObject({
    error: null,
    read: { law: 'Be kind', thanks: 'Thank you' },
  })
})

it.concurrent('what a step has read is used by later ones, as it is in each run', async () => {
  const { actions, variables } = await site.generated(
    'open SITE; extract the number as no; open SITE/order#${no}; extract the state as state',
  )
  expect(variables).toEqual({})
  expect(actions[2]).toMatchObject({ url: `${site.server.url}/order#\${outputs.no}` })
  expect(await site.runTogether(actions)).toMatchObject({
    error: null,
    read: { no: '4711', state: 'shipped' },
  })
})

it.concurrent('a value of the caller is a variable, also where a step reads one of that name', async () => {
  const { variables } = await site.generated('open SITE; extract the number as no; open SITE/order#${no}', {
    variables: { no: '4711' },
  })
  expect(Object.keys(variables)).toEqual(['no'])
})

it.concurrent('a code by mail is waited for in a run, and typed', async () => {
  const { actions } = await site.generated(
    'open SITE/code; wait for the code mailed to shop@mail.example from @shop.example as code; type ${code} into Code; click Confirm',
  )
  const [, mail, typed] = actions
  expect(mail).toMatchObject({
    type: 'waitForEmail',
    address: 'shop@mail.example',
    from: '@shop.example',
    output: 'code',
  })
  expect(typed).toMatchObject({ type: 'change', value: '${outputs.code}' })
  const pattern = new RegExp((mail as { pattern: string }).pattern)
  expect(pattern.exec('Order 12-3456 of 2026: your code is 481516.')?.[1]).toBe('2026')
  expect(pattern.exec('Your code: 481516')?.[1]).toBe('481516')
})

it.concurrent('a file of the account is uploaded, and none while steps are tried out', async () => {
  const { actions } = await site.generated('open SITE/file; upload prices.csv to Your list; click Send')
  expect(actions[1]).toMatchObject({ type: 'upload', accountFile: 'prices.csv' })
})

it.concurrent.each([
  ['open SITE/board; upload prices.csv to Your list', 'element_not_found', 'no field for a file'],
  ['open SITE/board; drag Card onto Nowhere', 'element_not_found', '“Nowhere”'],
  ['open SITE/board; expect the page to show "Paid"', 'step_failed', 'does not show “Paid”'],
  ['open SITE/board; wait 10 minutes', 'not_understood', 'five minutes at most'],
])('is refused with the reason: %s', async (text, reason, message) => {
  expect(await site.failed(text)).toMatchObject({ reason, message: expect.stringContaining(message) })
})
