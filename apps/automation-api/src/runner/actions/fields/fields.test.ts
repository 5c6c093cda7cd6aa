import { describe, expect, it } from 'vitest'
import { type Nameless, testActions } from '../../test-actions.ts'

const run = testActions({
  '/': `<input id=text value=old><textarea></textarea><input id=date type=date><div contenteditable>old</div>
    <select id=one><option value=a>Alpha<option value=b>Beta</select>
    <select id=many multiple><option value=a selected>Alpha<option value=b>Beta<option value=c>Gamma</select>`,
  '/upload': `<input id=shown type=file><label>Choose <input id=labelled type=file hidden></label>
    <input id=behind type=file hidden><button onclick="behind.click()">Attach</button><p></p><script>
    onchange = async ({ target: { id, files: [file] } }) =>
      document.querySelector('p').innerText = [id, file.name, file.type, await file.text()].join('|')
  </script>`,
})

const valueOf = (selector: string) => run.page.inputValue(selector)

describe('a change', () => {
  it.each([
    ['#text', 'new'],
    ['#text', ''],
    ['textarea', 'two\nlines'],
    ['#date', '2026-11-21'],
    ['#one', 'b'],
  ])('puts the value into a field: %s %j', async (selector, value) => {
    await run.open('/')
    await run.perform({ type: 'change', selectors: [selector], value })
    expect(await valueOf(selector)).toBe(value)
  })

  it('replaces editable text', async () => {
    await run.open('/')
    await run.perform({ type: 'change', selectors: ['div'], value: 'new' })
    expect(await run.text('div')).toBe('new')
  })
})

const chosen = () =>
  run.page.locator('#many').evaluate((list) => [...list.selectedOptions].map(({ value }) => value))

describe('a choice', () => {
  it('is made by value or by label, one or several', async () => {
    await run.open('/')
    await run.perform({ type: 'select', selectors: ['#one'], values: ['Beta'] })
    expect(await valueOf('#one')).toBe('b')
    await run.perform({ type: 'select', selectors: ['#many'], values: ['b', 'Gamma'] })
    expect(await chosen()).toEqual(['b', 'c'])
    await run.perform({ type: 'select', selectors: ['#many'], values: [] })
    expect(await chosen()).toEqual([])
  })

  it('of an option that does not exist fails in time', async () => {
    await run.open('/')
    const missing: Nameless = { type: 'select', selectors: ['#one'], values: ['z'] }
    await expect(run.perform(missing, 5000)).rejects.toThrow('did not find some options')
  })
})

describe('an upload', () => {
  const file = {
    name: 'a.txt',
    contentType: 'text/plain',
    contentBase64: Buffer.from('höchst').toString('base64'),
  }

  it.each([
    ['#shown', 'shown'],
    ['#labelled', 'labelled'],
    ['label', 'labelled'],
    ['#behind', 'behind'],
    ['aria/Attach', 'behind'],
  ])(
    'gives the file to a field, hidden or not, or to a button that opens a file chooser: %s',
    async (selector, field) => {
      await run.open('/upload')
      await run.perform({ type: 'upload', selectors: [selector], file })
      await expect.poll(() => run.text('p')).toBe(`${field}|a.txt|text/plain|höchst`)
    },
  )
})
