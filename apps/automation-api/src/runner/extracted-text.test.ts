import { describe, expect, it } from 'vitest'
import { testActions } from './test-actions.ts'
import { createRuns } from './test-runs.ts'

const bed = testActions({
  '/list': `<ul><li>  One\n two <li>2 €<li>3 €</ul><input id=field value=" typed "><svg><text>drawn</text></svg>`,
  '/large': `<p>${'x'.repeat(64 * 1024)}`,
  '/unstorable': String.raw`<p></p><script>document.querySelector('p').textContent = 'a\0b\uD800c'</script>`,
  '/tampered': `<p>text</p><script>
    Array.prototype.map = () => ({ not: 'text' })
    Object.defineProperty(HTMLElement.prototype, 'innerText', { get: () => { while (true); } })
    JSON.stringify = () => '["other"]'
  </script>`,
  '/flickers': `<p>text</p><script>setInterval(() => {
    const shown = document.querySelector('p')
    if (shown) shown.remove()
    else document.body.innerHTML = '<p>text</p>'
  }, 3)</script>`,
})
const { open, read, run } = createRuns(() => bed)

describe('extracted text', () => {
  it('is trimmed, and otherwise the visible text', async () => {
    expect((await run([open('/list'), read('ul')])).extractedData.text).toBe('One two\n2 €\n3 €')
    expect((await run([open('/list'), read('svg text')])).extractedData.text).toBe('drawn')
  })

  it('is the value of a field', async () => {
    expect((await run([open('/list'), read('#field')])).extractedData.text).toBe('typed')
  })

  it('is a list of all matches where several are wanted', async () => {
    const { extractedData } = await run([open('/list'), read('li', { multiple: true })])
    expect(extractedData.text).toEqual(['One two', '2 €', '3 €'])
  })

  it('is the capture of the pattern', async () => {
    const pattern = '(\\d+) €'
    expect((await run([open('/list'), read('ul', { pattern })])).extractedData.text).toBe('2')
    expect((await run([open('/list'), read('li', { pattern, multiple: true })])).extractedData.text).toEqual([
      '2',
      '3',
    ])
  })

  it('that the pattern does not match fails the step', async () => {
    expect((await run([open('/list'), read('ul', { pattern: '\\$' })])).error).toMatch(
      'the text does not match the pattern',
    )
  })

  it('fails in time where the pattern backtracks endlessly', async () => {
    const { error } = await run([open('/large'), read('p', { pattern: '(x+x+)+y' })])
    expect(error).toMatch('the pattern could not be matched within its time-out of 1000 ms')
  })

  it('over 64 KiB fails the step', async () => {
    expect((await run([open('/large'), read('p')])).error).toMatch('the text is longer than 64 KiB')
  })

  it('contains nothing that a database refuses', async () => {
    expect((await run([open('/unstorable'), read('p')])).extractedData.text).toBe('ab\uFFFDc')
  })

  it('is what the page shows even where the page has replaced the functions that read it', async () => {
    expect((await run([open('/tampered'), read('p')])).extractedData.text).toBe('text')
  })

  it('is located again when it disappears between being found and being read', async () => {
    const actions = [open('/flickers'), ...Array.from({ length: 15 }, () => read('p'))]
    expect(await run(actions)).toMatchObject({ error: null, extractedData: { text: 'text' } })
  })
})
