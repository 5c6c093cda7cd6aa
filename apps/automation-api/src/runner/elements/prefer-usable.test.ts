import { describe, expect, it } from 'vitest'
import { type Nameless, testActions } from '../test-actions.ts'

const says = `onclick="document.title = 'pressed ' + this.id"`
const run = testActions({
  '/search': `<h2>Search the shelves</h2><label for=q>Search</label><input id=q><p id=hint>Search for a book</p>
    <button id=go ${says}>Search</button>`,
  '/named': `<h2>Reply</h2><ul><li><a id=inner href="#" ${says}><b>Reply</b></a></li></ul>
    <div role=region aria-label=Reply>…</div><label>Note <textarea id=note></textarea></label>
    <button id=other aria-label=Note ${says}>✎</button><select aria-label=Note id=pick><option>A<option>B</select>`,
  '/twice': `<p>Books</p><button id=one ${says}>Find</button><p>Maps</p><button id=two ${says}>Find</button>
    <i class=both>1</i><i class=both>2</i><u id=only ${says}>x</u>`,
  '/pointer': `<p>Open</p><div id=made style="cursor:pointer" ${says}><span>Open</span></div>`,
  '/late': `<button id=one ${says}>Find</button><button id=gone ${says}>Find</button>
    <script>setTimeout(() => gone.remove(), 150)</script>`,
})

describe('of several elements with one name', () => {
  it.each(['text/Search', 'aria/Search'])(
    'a click uses the button, and a change the field: %s',
    async (selector) => {
      await run.open('/search')
      await run.perform({ type: 'click', selectors: [selector] })
      expect(await run.page.title()).toBe('pressed go')
      await run.perform({ type: 'change', selectors: [selector], value: 'harbour' })
      expect(await run.page.locator('#q').inputValue()).toBe('harbour')
    },
  )

  it('a click uses the link in a heading of that name, and a change neither a button nor a region', async () => {
    await run.open('/named')
    await run.perform({ type: 'click', selectors: ['aria/Reply'] })
    expect(await run.page.title()).toBe('pressed inner')
    await run.perform({ type: 'select', selectors: ['aria/Note'], values: ['B'] })
    expect(await run.page.locator('#pick').inputValue()).toBe('B')
  })

  it('a click uses the one with a pointer cursor where nothing else can be clicked', async () => {
    await run.open('/pointer')
    await run.perform({ type: 'click', selectors: ['text/Open'] })
    expect(await run.page.title()).toBe('pressed made')
  })

  it.each(['text/Find', 'aria/Find[role="button"]'])(
    'none is used where two are equally suitable: %s',
    async (selector) => {
      await run.open('/twice')
      await expect(run.perform({ type: 'click', selectors: [selector] }, 300)).rejects.toThrow(
        `"${selector}" matches 2 elements, not one: button "Find" after "Books", button "Find" after "Maps"`,
      )
      expect(await run.page.title()).toBe('')
    },
  )

  it('none is read where two are equally suitable', async () => {
    await run.open('/twice')
    const read: Nameless = { type: 'extractText', selectors: ['text/Find'], output: 'found' }
    await expect(run.perform(read, 300)).rejects.toThrow('matches 2 elements, not one')
    const all: Nameless = { type: 'extractText', selectors: ['text/Find'], output: 'found', multiple: true }
    expect(await run.perform(all)).toEqual({ found: ['Find', 'Find'] })
  })

  it('another selector with a single match decides', async () => {
    await run.open('/twice')
    await run.perform({ type: 'click', selectors: ['text/Find', '#only'] })
    expect(await run.page.title()).toBe('pressed only')
  })

  it('the one that remains after a while is used', async () => {
    await run.open('/late')
    await run.perform({ type: 'click', selectors: ['text/Find'] })
    expect(await run.page.title()).toBe('pressed one')
  })

  it('the first is used where CSS or XPath finds them', async () => {
    await run.open('/twice')
    for (const selector of ['button', 'xpath///button']) {
      await run.perform({ type: 'click', selectors: [selector] })
      expect(await run.page.title()).toBe('pressed one')
    }
  })
})
