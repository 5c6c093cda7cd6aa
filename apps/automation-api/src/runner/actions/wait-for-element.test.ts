import { describe, expect, it } from 'vitest'
import type { ActionOf } from '../step.ts'
import { testActions } from '../test-actions.ts'

const run = testActions({
  '/': '<i>1</i><i>2</i><i style="display: none">3</i><input type=checkbox checked data-kind=a>',
  '/growing': `<script>setInterval(() => document.body.append(document.createElement('hr')), 60)</script><body></body>`,
  '/later': `<input type=checkbox data-kind=a><b data-kind=b>x</b><script>setTimeout(() => {
    document.querySelector('input').checked = true
    document.querySelector('b').dataset.kind = 'c'
  }, 200)</script>`,
  '/framed': '<iframe srcdoc="<em>in the frame</em>"></iframe>',
  '/reloading': `<script>setTimeout(() => location.assign('/reloading?' + Math.random()), 20)</script>`,
})

const wait = (options: Partial<ActionOf<'waitForElement'>>, timeoutMs?: number) =>
  run.perform({ type: 'waitForElement', selectors: ['i'], ...options }, timeoutMs)

describe('waiting for elements', () => {
  it.each<Partial<ActionOf<'waitForElement'>>>([
    {},
    { operator: '==', count: 2 },
    { operator: '<=', count: 2 },
    { count: 2 },
    { operator: '==', count: 3, visible: false },
    { selectors: ['em'], operator: '==', count: 0 },
    { selectors: ['em'], visible: false },
    { selectors: ['em', 'input'], attributes: { 'data-kind': 'a', type: 'checkbox' } },
    { selectors: ['input'], properties: { checked: true, dataset: { kind: 'a' } } },
    { selectors: ['input'], properties: { checked: false }, visible: false },
  ])('ends when the condition is true: %j', async (options) => {
    await run.open('/')
    await wait(options)
  })

  it.each<[Partial<ActionOf<'waitForElement'>>, string]>([
    [{ operator: '==', count: 3 }, '2 visible elements match after 200 ms, not == 3'],
    [{ operator: '<=', count: 1 }, '2 visible elements match after 200 ms, not <= 1'],
    [{ selectors: ['input'], count: 2 }, '1 visible element matches after 200 ms, not >= 2'],
    [{ operator: '==', count: 2, visible: false }, '2 visible elements match after 200 ms'],
    [{ visible: false }, 'an element that matches is still visible after 200 ms'],
    [{ selectors: ['em'] }, 'no element matches the selector within 200 ms'],
    [
      { attributes: { id: 'a' } },
      'an element that matches differs in its attributes or properties after 200 ms',
    ],
    [
      { properties: { dataset: { kind: 'b' } } },
      'an element that matches differs in its attributes or properties',
    ],
  ])('fails in time while the condition is false: %j', async (options, message) => {
    await run.open('/')
    await expect(wait(options, 200)).rejects.toThrow(message)
  })

  it('goes on until there are enough', async () => {
    await run.open('/growing')
    await wait({ selectors: ['hr'], count: 5 })
    expect(await run.page.locator('hr').count()).toBeGreaterThanOrEqual(5)
  })

  it('goes on until attributes and properties have the wanted values', async () => {
    await run.open('/later')
    await wait({ selectors: ['input'], properties: { checked: true } })
    await wait({ selectors: ['b'], attributes: { 'data-kind': 'c' } })
  })

  it('includes frames', async () => {
    await run.open('/framed')
    await wait({ selectors: ['em'] })
    await expect(wait({ selectors: ['em'], visible: false }, 200)).rejects.toThrow('still visible')
    await wait({ selectors: ['em'], frame: [], visible: false })
  })

  it('fails in time on a page that keeps navigating', async () => {
    await run.page.goto(run.url('/reloading'), { waitUntil: 'commit' })
    await expect(wait({ selectors: ['em'] }, 300)).rejects.toThrow('no element matches')
  })
})
