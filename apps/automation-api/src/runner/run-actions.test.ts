import { describe, expect, it } from 'vitest'
import { startPageServer } from './page-server.ts'
import { testActions, type Nameless } from './test-actions.ts'
import { withEnoughTime } from './test-limits.ts'
import { createRuns, LOGIN } from './test-runs.ts'

const bed = testActions({
  '/login': LOGIN,
  '/welcome': (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://page')
    // Slower than the click that navigates here.
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
  '/download': (_request, response) => response.setHeader('Content-Disposition', 'attachment').end('content'),
  '/endless-image': '<img src="/never"><p>usable</p>',
  '/never': () => {},
})
const { open, read, run } = createRuns(() => bed)

/** Whether the page did answer in time. */
const isSeen = ({ error }: { error: string | null }) => !/did not respond/.test(error ?? '')

describe('a run', () => {
  it('fills in a form, follows it to the next page and returns the data read there', async () => {
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

  it('stops at the first failing step with the reason, and skips the rest', async () => {
    const result = await withEnoughTime(
      300,
      (timeoutMs) =>
        run([
          open('/login'),
          { type: 'click', selectors: ['#missing', 'aria/Sign in'], timeoutMs },
          read('h1'),
        ]),
      isSeen,
    )
    const reason = expect.stringMatching(/no element matches any of 2 selectors within \d+ ms$/) as string
    expect(result).toEqual({
      extractedData: {},
      steps: [
        {
          id: '1',
          runs: 1,
          name: 'Step 1',
          type: 'navigate',
          status: 'completed',
          startedAt: expect.any(String),
          durationMs: expect.any(Number),
          error: null,
          hasScreenshot: false,
        },
        {
          id: '2',
          runs: 1,
          name: 'Step 2',
          type: 'click',
          status: 'failed',
          startedAt: expect.any(String),
          durationMs: expect.any(Number),
          error: reason,
          hasScreenshot: false,
        },
        {
          id: '3',
          runs: 0,
          name: 'Step 3',
          type: 'extractText',
          status: 'skipped',
          startedAt: null,
          durationMs: null,
          error: null,
          hasScreenshot: false,
        },
      ],
      error: expect.stringMatching(/^Step "Step 2" \(click\) failed: no element matches/) as string,
    })
  })

  it('without actions completes', async () => {
    expect(await run([])).toEqual({ extractedData: {}, steps: [], error: null })
  })
})

const hidden = (timeoutMs: number): Nameless => ({
  type: 'waitForElement',
  selectors: ['#hidden'],
  timeoutMs,
})
const obstacle = async (path: string) => {
  const { error } = await withEnoughTime(
    1500,
    (timeoutMs) => run([open(path), { type: 'click', selectors: ['button'], timeoutMs }]),
    (result) => result.error?.endsWith(' ms') !== true,
  )
  return error
}

describe('waiting', () => {
  it('lasts until a missing element appears', async () => {
    expect((await run([open('/delayed'), read('#late')])).extractedData).toEqual({ text: 'late' })
  })

  it('lasts until an element is visible, and the error says when it stays hidden', async () => {
    const { error } = await withEnoughTime(
      200,
      (timeoutMs) => run([open('/hidden'), hidden(timeoutMs)]),
      isSeen,
    )
    expect(error).toMatch(
      /^Step "Step 2" \(waitForElement\) failed: no visible element matches the selector within \d+ ms$/,
    )
  })

  it('ends at any visible match', async () => {
    const { error } = await run([open('/list'), { type: 'waitForElement', selectors: ['#missing', 'li'] }])
    expect(error).toBeNull()
  })

  it('can last until an element disappears', async () => {
    const gone: Nameless = { type: 'waitForElement', selectors: ['#spinner'], visible: false }
    expect((await run([open('/spinner'), gone])).error).toBeNull()
    const { error } = await withEnoughTime(
      200,
      (timeoutMs) => run([open('/hidden'), { ...gone, selectors: ['#visible'], timeoutMs }]),
      isSeen,
    )
    expect(error).toMatch(/an element that matches is still visible after \d+ ms/)
  })

  it('names the element that covers a click’s target', async () => {
    expect(await obstacle('/covered')).toMatch(/not done within \d+ ms: <div.* intercepts pointer events$/)
    expect(await obstacle('/disabled')).toMatch(/not done within \d+ ms: element is not enabled$/)
  })
})

describe('a navigation', () => {
  it('that is refused fails with that reason', async () => {
    const closed = await startPageServer({})
    await closed.close()
    const { error } = await run([{ type: 'navigate', url: `${closed.url}/a` }])
    expect(error).toBe(`Step "Step 1" (navigate) failed: could not open ${closed.url}/a: connection refused`)
  })

  it('to a download fails with that reason', async () => {
    const { error } = await run([open('/download')])
    expect(error).toMatch('the address is a download, and downloads are refused')
  })

  it('without a response fails in time', async () => {
    expect((await run([{ ...open('/never'), timeoutMs: 300 }])).error).toMatch('not done within 300 ms')
  })

  it('does not fail for an image that never arrives', async () => {
    const result = await withEnoughTime(
      1000,
      async (timeoutMs) => {
        const page = await bed.context.newPage()
        return run([{ ...open('/endless-image'), timeoutMs }, read('p')], { page })
      },
      ({ error }) => error === null,
    )
    expect(result).toMatchObject({ error: null, extractedData: { text: 'usable' } })
  })
})
