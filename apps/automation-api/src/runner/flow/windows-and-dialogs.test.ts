import { describe, expect, it } from 'vitest'
import { type Nameless, testActions } from '../test-actions.ts'
import { createRuns } from '../test-runs.ts'

const bed = testActions({
  '/': `<title>Start</title><h1>Start</h1>
    <button id=confirm onclick="this.textContent = confirm('Sure?') ? 'yes' : 'no'">Delete</button>
    <button id=prompt onclick="this.textContent = prompt('Name?')">Name</button>
    <button id=late onclick="setTimeout(() => { this.textContent = confirm('Late?') ? 'yes' : 'no' }, 200)">Late</button>
    <button id=window onclick="window.open('/popup')">Window</button>
    <button id=two onclick="window.open('/popup'); window.open('/other')">Two</button><a href="/next">Next</a>`,
  '/next': '<title>Next</title><h1>Next</h1>',
  '/popup': '<title>Popup</title><h1>Popup</h1><button onclick="window.close()">Close</button>',
  '/other': '<title>Other</title><h1>Other</h1>',
})
const { open, read, run } = createRuns(() => bed)
const click = (selector: string): Nameless => ({ type: 'click', selectors: [selector] })
const answer = (how: 'accept' | 'dismiss', more: object = {}): Nameless => ({
  type: 'dialog',
  answer: how,
  ...more,
})

describe('dialog', () => {
  it.each([
    [[click('#confirm'), answer('accept')], '#confirm', 'yes'],
    [[click('#confirm'), answer('dismiss')], '#confirm', 'no'],
    [[answer('accept'), click('#confirm')], '#confirm', 'yes'],
    [[click('#prompt'), answer('accept', { text: 'Ada ${name}' })], '#prompt', 'Ada Lovelace'],
    [[click('#late'), answer('accept')], '#late', 'yes'],
    [[click('#confirm'), answer('accept', { optional: true })], '#confirm', 'yes'],
  ])('answers the dialog of the step beside it: %#', async (steps, selector, text) => {
    const result = await run([open('/'), ...steps, read(selector)], { values: { name: 'Lovelace' } })
    expect(result).toMatchObject({ error: null, extractedData: { text } })
  })

  it('fails where no dialog opens, unless it is optional', async () => {
    const error = 'no dialog opened in the step before it, or in the one after it'
    expect(await run([open('/'), answer('accept')])).toMatchObject({
      error: `Step "Step 2" (dialog) failed: ${error}`,
      steps: [{}, { status: 'failed', error }],
    })
    expect((await run([open('/'), answer('accept'), click('h1'), click('h1')])).error).toContain(error)
    expect((await run([open('/'), click('h1'), answer('accept', { optional: true })])).error).toBeNull()
  })

  it('answers no other dialog than its own', async () => {
    const result = await run([open('/'), click('#confirm'), answer('accept'), click('#prompt')])
    expect(result.error).toContain('the page asked something (prompt)')
  })
})

describe('switchWindow', () => {
  it.each([
    [{}, 'Popup'],
    [{ url: '*/popup' }, 'Popup'],
    [{ title: 'Pop*' }, 'Popup'],
  ])('makes a window that of the following steps: %j', async (which, text) => {
    const result = await run([open('/'), click('#window'), { type: 'switchWindow', ...which }, read('h1')])
    expect(result).toMatchObject({ error: null, extractedData: { text } })
  })

  it('finds the newest of several windows, and goes back to the first one', async () => {
    const newest: Nameless = { type: 'switchWindow', to: 'newest' }
    const result = await run([open('/'), click('#two'), { type: 'switchWindow', url: '*/other' }, read('h1')])
    expect(result.extractedData).toEqual({ text: 'Other' })
    const back = await run([
      open('/'),
      click('#window'),
      newest,
      { type: 'switchWindow', to: 'main' },
      read('h1'),
    ])
    expect(back.extractedData).toEqual({ text: 'Start' })
  })

  it('ends with the window: the steps after it are in the first one again', async () => {
    const result = await run([
      open('/'),
      click('#window'),
      { type: 'switchWindow' },
      click('button'),
      read('h1'),
    ])
    expect(result).toMatchObject({ error: null, extractedData: { text: 'Start' } })
  })

  it('fails where no such window opens', async () => {
    const result = await run([open('/'), { type: 'switchWindow', timeoutMs: 100 }])
    expect(result.error).toContain('no other window opened within 100 ms')
  })
})

describe('back, forward and reload', () => {
  it('go through the history of the window', async () => {
    const steps: Nameless[] = [open('/'), click('a'), { type: 'back' }, read('h1')]
    expect((await run(steps)).extractedData).toEqual({ text: 'Start' })
    expect((await run([...steps, { type: 'forward' }, read('h1')])).extractedData).toEqual({ text: 'Next' })
  })

  it('load the page again, and fail where there is no page to go to', async () => {
    await run([open('/'), { type: 'reload' }])
    expect(bed.server.requests.filter((path) => path === '/').length).toBeGreaterThan(1)
    expect((await run([open('/'), { type: 'forward' }])).error).toContain('there is no page to go forward to')
  })
})
