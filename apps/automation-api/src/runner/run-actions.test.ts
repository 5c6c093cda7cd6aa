import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Action } from '../automations/action.ts'
import { launchBrowser } from './browser/launch-browser.ts'
import type { RunnerBrowser } from './browser/runner-browser.ts'
import { waitFor } from '@waypost/testing'
import { type PageServer, startPageServer } from './page-server.ts'
import { runActions } from './run-actions.ts'

const LOGIN = `
  <form action="/welcome">
    <label>E-mail <input name="email"></label>
    <label>Password <input name="password" type="password"></label>
    <select name="language"><option value="en">English<option value="fr">French</select>
    <button>Log in</button>
  </form>`

let browser: RunnerBrowser
let server: PageServer
let context: BrowserContext
let page: Page
// What happens when a page asks for /signal.
let onSignal: () => void

beforeAll(async () => {
  browser = await launchBrowser()
  server = await startPageServer({
    '/login': LOGIN,
    '/welcome': (request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://page')
      // Slower than the click that leads here.
      setTimeout(() => {
        response.setHeader('Content-Type', 'text/html')
        response.end(`<h1>Hello ${searchParams.get('email')}</h1><p>${searchParams.get('language')}</p>`)
      }, 200)
    },
    '/delayed': `<script>setTimeout(() => document.body.innerHTML = '<p id=late>late</p>', 300)</script>`,
    '/hidden': '<p id=hidden style="display:none">hidden</p><p id=visible>visible</p>',
    '/spinner': `<p id=spinner>…</p><script>setTimeout(() => spinner.style.display = 'none', 200)</script>`,
    '/list': `<ul><li>  One\n two <li>2 €<li>3 €</ul><input id=field value=" typed "><svg><text>drawn</text></svg>`,
    '/covered': '<button>Buy</button><div style="position:fixed;inset:0"></div>',
    '/disabled': '<button disabled>Buy</button>',
    '/dialogs': `<script>
      alert('one')
      document.title = String(confirm('two')) + prompt('three')
      onbeforeunload = (event) => event.preventDefault()
    </script><button onclick="alert('four')">Ask</button><p id=title></p><script>title.innerText = document.title</script>`,
    '/popups': `<button onclick="for (let count = 0; count < 8; count++) window.open('/list'); document.body.id = 'all'">
      Open</button>`,
    '/download': (_request, response) =>
      response.setHeader('Content-Disposition', 'attachment').end('content'),
    '/endless-image': '<img src="/never"><p>usable</p>',
    '/never': () => {},
    '/signal': (_request, response) => {
      response.end()
      onSignal()
    },
    '/signals': `<script>onload = () => fetch('/signal')</script>`,
    '/hangs': '<script>setTimeout(() => { while (true); }, 50)</script>',
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
    '/signals-and-hangs': `<script>onload = () => fetch('/signal').finally(() => { while (true); })</script>`,
  })
})

afterAll(async () => {
  await browser.close()
  await server.close()
})

beforeEach(async () => {
  context = await browser.newContext()
  page = await context.newPage()
})

afterEach(() => context.close())

type WithoutName<Each> = Each extends Action ? Omit<Each, 'name'> : never

function open(path: string): WithoutName<Action> {
  return { type: 'navigate', url: new URL(path, server.url).href }
}

function read(selector: string, options: { multiple?: boolean; pattern?: string } = {}): WithoutName<Action> {
  return { type: 'extractText', selectors: [selector], output: 'text', ...options }
}

function run(actions: WithoutName<Action>[], options: Partial<Parameters<typeof runActions>[0]> = {}) {
  return runActions({
    page,
    actions: actions.map((action, index) => ({ ...action, name: `Step ${index + 1}` })),
    signal: new AbortController().signal,
    defaultTimeoutMs: 5000,
    ...options,
  })
}

/** Acts when the page has signalled and the first step is over, which is when the second is under way. */
function duringSecondStep(act: () => void): () => Promise<void> {
  const firstStep = Promise.withResolvers<void>()
  onSignal = () => void firstStep.promise.then(() => setImmediate(act))
  return async () => firstStep.resolve()
}

describe('a run', () => {
  it('fills in a form, follows it to the next page and gives what it read there', async () => {
    const ended: number[] = []
    const result = await run(
      [
        open('/login'),
        { type: 'change', selectors: ['aria/E-mail'], value: 'ada@example.com' },
        { type: 'change', selectors: ['[name=language]'], value: 'fr' },
        { type: 'click', selectors: ['aria/Log in[role="button"]'] },
        { type: 'extractText', selectors: ['h1'], output: 'greeting' },
        { type: 'extractText', selectors: ['p'], output: 'language' },
      ],
      { onEnd: async (index) => void ended.push(index) },
    )
    expect(result.error).toBeNull()
    expect(result.extractedData).toEqual({ greeting: 'Hello ada@example.com', language: 'fr' })
    expect(result.steps.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'completed'))
    expect(ended).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('stops at the first step that fails, says why, and skips the rest', async () => {
    const result = await run([
      open('/login'),
      { type: 'click', selectors: ['#missing', 'aria/Sign in'], timeoutMs: 200 },
      read('h1'),
    ])
    const reason = 'no element matches any of 2 selectors within 200 ms'
    expect(result).toEqual({
      extractedData: {},
      steps: [
        {
          name: 'Step 1',
          type: 'navigate',
          status: 'completed',
          startedAt: expect.any(String),
          durationMs: expect.any(Number),
          error: null,
          hasScreenshot: false,
        },
        {
          name: 'Step 2',
          type: 'click',
          status: 'failed',
          startedAt: expect.any(String),
          durationMs: expect.any(Number),
          error: reason,
          hasScreenshot: false,
        },
        {
          name: 'Step 3',
          type: 'extractText',
          status: 'skipped',
          startedAt: null,
          durationMs: null,
          error: null,
          hasScreenshot: false,
        },
      ],
      error: `Step "Step 2" (click) failed: ${reason}`,
    })
  })

  it('without actions completes', async () => {
    expect(await run([])).toEqual({ extractedData: {}, steps: [], error: null })
  })
})

describe('waiting', () => {
  it('is for an element that is not there yet', async () => {
    expect((await run([open('/delayed'), read('#late')])).extractedData).toEqual({ text: 'late' })
  })

  it('is for an element to be visible, and says so when it stays hidden', async () => {
    const { error } = await run([
      open('/hidden'),
      { type: 'waitForElement', selectors: ['#hidden'], timeoutMs: 200 },
    ])
    expect(error).toBe(
      'Step "Step 2" (waitForElement) failed: no visible element matches the selector within 200 ms',
    )
  })

  it('ends at any visible match', async () => {
    const { error } = await run([open('/list'), { type: 'waitForElement', selectors: ['#missing', 'li'] }])
    expect(error).toBeNull()
  })

  it('can be for an element to go away', async () => {
    const gone: WithoutName<Action> = { type: 'waitForElement', selectors: ['#spinner'], visible: false }
    expect((await run([open('/spinner'), gone])).error).toBeNull()
    const { error } = await run([open('/hidden'), { ...gone, selectors: ['#visible'], timeoutMs: 200 }])
    expect(error).toMatch('an element that matches is still visible after 200 ms')
  })

  it('names what is in the way of a click', async () => {
    const buy: WithoutName<Action> = { type: 'click', selectors: ['button'], timeoutMs: 1500 }
    expect((await run([open('/covered'), buy])).error).toMatch(
      /not done within 1500 ms: <div.* intercepts pointer events$/,
    )
    expect((await run([open('/disabled'), buy])).error).toMatch(
      /not done within 1500 ms: element is not enabled$/,
    )
  })
})

describe('a navigation', () => {
  it('that is refused says so', async () => {
    const closed = await startPageServer({})
    await closed.close()
    const { error } = await run([{ type: 'navigate', url: `${closed.url}/a` }])
    expect(error).toBe(`Step "Step 1" (navigate) failed: could not open ${closed.url}/a: connection refused`)
  })

  it('to a download says so', async () => {
    const { error } = await run([open('/download')])
    expect(error).toMatch('the address is a download, and downloads are refused')
  })

  it('that gets no answer fails in time', async () => {
    expect((await run([{ ...open('/never'), timeoutMs: 300 }])).error).toMatch('not done within 300 ms')
  })

  it('does not fail for an image that never arrives', async () => {
    const result = await run([{ ...open('/endless-image'), timeoutMs: 300 }, read('p')])
    expect(result).toMatchObject({ error: null, extractedData: { text: 'usable' } })
  })
})

describe('extracted text', () => {
  it('is trimmed and otherwise what is to be seen', async () => {
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

  it('is what the pattern captures', async () => {
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

  it('is given up where the pattern backtracks for ever', async () => {
    const { error, steps } = await run([open('/large'), read('p', { pattern: '(x+x+)+y' })])
    expect(error).toMatch('the pattern could not be matched within 250 ms')
    expect(steps[1]?.durationMs).toBeLessThan(2000)
  })

  it('over 64 KiB fails the step', async () => {
    expect((await run([open('/large'), read('p')])).error).toMatch('the text is longer than 64 KiB')
  })

  it('holds nothing that a database refuses', async () => {
    expect((await run([open('/unstorable'), read('p')])).extractedData.text).toBe('ab\uFFFDc')
  })

  it('is what the page shows even where the page has replaced the functions that read it', async () => {
    expect((await run([open('/tampered'), read('p')])).extractedData.text).toBe('text')
  })

  it('is found again where it goes between the look and the reading', async () => {
    const actions = [open('/flickers'), ...Array.from({ length: 15 }, () => read('p'))]
    expect(await run(actions)).toMatchObject({ error: null, extractedData: { text: 'text' } })
  })
})

describe('whatever the page does', () => {
  it('a dialog is dismissed, and one that would keep the page from being left does not', async () => {
    const result = await run([
      open('/dialogs'),
      { type: 'click', selectors: ['button'] },
      read('#title'),
      open('/list'),
    ])
    expect(result).toMatchObject({ error: null, extractedData: { text: 'falsenull' } })
    expect(page.url()).toBe(`${server.url}/list`)
  })

  it('windows it opens stay open, but no more than five', async () => {
    const { error } = await run([
      open('/popups'),
      { type: 'click', selectors: ['button'] },
      { type: 'waitForElement', selectors: ['#all'] },
    ])
    expect(error).toBeNull()
    await waitFor('what is too much to close', async () => context.pages().length === 6)
  })

  it('a crash ends the run', async () => {
    const onEnd = duringSecondStep(() => void page.goto('chrome://crash').catch(() => {}))
    const { error } = await run([open('/signals'), read('#missing')], { onEnd })
    expect(error).toBe('Step "Step 2" (extractText) failed: the page crashed')
  })

  it('a page that closes ends the run', async () => {
    const onEnd = duringSecondStep(() => void page.close())
    const { error } = await run([open('/signals'), read('#missing')], { onEnd })
    expect(error).toBe('Step "Step 2" (extractText) failed: the page was closed')
  })

  it('a script that never yields fails the step in time', async () => {
    const { error } = await run([open('/hangs'), { ...read('#missing'), timeoutMs: 300 }])
    expect(error).toBe('Step "Step 2" (extractText) failed: the page did not respond within 300 ms')
  })
})

describe('an abort', () => {
  it.each(['/signals', '/signals-and-hangs'])(
    'ends the run within 200 ms with its reason: %s',
    async (path) => {
      const controller = new AbortController()
      let abortedAt = 0
      const onEnd = duringSecondStep(() => {
        abortedAt = performance.now()
        controller.abort(new Error('Stopped by user'))
      })
      const { signal } = controller
      const { error, steps } = await run([open(path), read('p'), read('p')], { signal, onEnd })
      expect(performance.now() - abortedAt).toBeLessThan(200)
      expect(error).toBe('Stopped by user')
      expect(steps.at(-2)).toMatchObject({ status: 'failed', error: 'Stopped by user' })
      expect(steps.at(-1)).toMatchObject({ status: 'skipped' })
    },
  )

  it('before the first step leaves the page alone', async () => {
    const { error, steps } = await run([open('/login')], {
      signal: AbortSignal.abort(new Error('Stopped by user')),
    })
    expect(error).toBe('Stopped by user')
    expect(steps).toMatchObject([{ status: 'skipped', error: null }])
    expect(page.url()).toBe('about:blank')
  })

  it('does not wait for what is done between two steps', async () => {
    const controller = new AbortController()
    const { error } = await run([open('/login'), read('form')], {
      signal: controller.signal,
      onEnd: async () => {
        controller.abort(new Error('Stopped by user'))
        await new Promise(() => {})
      },
    })
    expect(error).toBe('Stopped by user')
  })

  it('between two steps skips the rest', async () => {
    const controller = new AbortController()
    const { steps } = await run([open('/login'), read('form')], {
      signal: controller.signal,
      onEnd: async () => controller.abort(new Error('Stopped by user')),
    })
    expect(steps.map(({ status }) => status)).toEqual(['completed', 'skipped'])
  })
})
