import { describe, expect, it } from 'vitest'
import { testActions } from '../test-actions.ts'

const run = testActions({
  '/fields': `<label><input type=checkbox id=terms> I agree</label><label><input type=checkbox id=news checked> News</label>
    <span role=switch tabindex=0 aria-checked=false id=switch
      onclick="this.setAttribute('aria-checked', this.ariaChecked !== 'true')">Dark</span>
    <input id=text value=old><form action="/sent"><input id=query name=q></form>`,
  '/board': `<style>div { width: 100px; height: 100px; border: 1px solid }</style>
    <p draggable=true id=card ondragstart="event.dataTransfer.setData('text', 'card')">Card</p>
    <div id=done ondragover="event.preventDefault()" ondrop="this.append(card)">Done</div>`,
  '/sent': '<h1>Sent</h1>',
  '/list': '<h1>Results</h1><ul><li>One<li>Two</ul>',
})

describe('check and uncheck', () => {
  it('set a box, whatever it was before', async () => {
    await run.open('/fields')
    for (let time = 0; time < 2; time += 1) {
      await run.perform({ type: 'check', selectors: ['aria/I agree'] })
      await run.perform({ type: 'check', selectors: ['#switch'] })
      await run.perform({ type: 'uncheck', selectors: ['text/News'] })
    }
    expect(await run.page.isChecked('#terms')).toBe(true)
    expect(await run.page.isChecked('#news')).toBe(false)
    expect(await run.page.getAttribute('#switch', 'aria-checked')).toBe('true')
  })

  it('fail on what is not a box', async () => {
    await run.open('/fields')
    await expect(run.perform({ type: 'check', selectors: ['#text'] })).rejects.toThrow('Not a checkbox')
  })
})

describe('press', () => {
  it('presses several keys at once on an element', async () => {
    await run.open('/fields')
    await run.perform({ type: 'press', selectors: ['#text'], key: 'Control+A' })
    await run.perform({ type: 'press', key: 'Delete' })
    expect(await run.page.inputValue('#text')).toBe('')
  })

  it('sends a form with Enter, and names a key that does not exist', async () => {
    await run.open('/fields')
    await run.perform({ type: 'press', selectors: ['#query'], key: 'Enter' })
    await run.page.waitForURL('**/sent*')
    await expect(run.perform({ type: 'press', key: 'Enterr' })).rejects.toThrow('there is no key "Enterr"')
  })
})

describe('drag', () => {
  it('drags an element onto another one', async () => {
    await run.open('/board')
    await run.perform({ type: 'drag', selectors: ['#card'], to: { selectors: ['#done'] } })
    expect(await run.page.locator('#done > #card').count()).toBe(1)
  })

  it('says where it could not be dragged to', async () => {
    await run.open('/board')
    const drag = run.perform({ type: 'drag', selectors: ['#card'], to: { selectors: ['#gone'] } }, 200)
    await expect(drag).rejects.toThrow('there is nowhere to drag it: no element matches')
  })
})

describe('assert', () => {
  it.each([
    { text: 'Results' },
    { text: 'Two', selectors: ['li'] },
    { url: '*/list' },
    { selectors: ['li'] },
    { selectors: ['li'], count: 2 },
    { selectors: ['li'], operator: '>=' as const, count: 1, text: 'One', url: '*/list' },
    { selectors: ['dt'], count: 0 },
  ])('passes where all of it holds: %j', async (expected) => {
    await run.open('/list')
    await run.perform({ type: 'assert', ...expected })
  })

  it.each([
    [{ text: 'Nothing' }, 'the page does not show “Nothing” after 200 ms'],
    [{ text: 'Three', selectors: ['li'] }, 'the element does not show “Three” after 200 ms'],
    [{ url: '*/other' }, 'and not */other after 200 ms'],
    [{ selectors: ['dt'] }, 'no visible element matches after 200 ms'],
    [{ selectors: ['li'], count: 3 }, '2 visible elements match, not == 3 after 200 ms'],
    [{ selectors: ['li'], count: 3, message: 'The shop is empty' }, 'The shop is empty'],
  ])('fails otherwise, with its message where it has one: %j', async (expected, message) => {
    await run.open('/list')
    await expect(run.perform({ type: 'assert', ...expected }, 200)).rejects.toThrow(message)
  })
})
