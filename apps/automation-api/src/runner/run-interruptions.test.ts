import { waitFor } from '@waypost/testing'
import type { BrowserContext, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Nameless, testActions } from './test-actions.ts'
import { createRuns, LOGIN } from './test-runs.ts'

let context: BrowserContext
let page: Page
// Called when a page requests /signal.
let onSignal: () => void

const bed = testActions({
  '/login': LOGIN,
  '/list': `<ul><li>  One\n two <li>2 €<li>3 €</ul><input id=field value=" typed "><svg><text>drawn</text></svg>`,
  '/dialogs': `<script>alert('one')</script><button onclick="alert('two')">Tell</button>
    <button id=later onclick="setTimeout(() => confirm('Send ' + 'sesame' + '?'))">Ask</button>`,
  '/popups': `<button onclick="opened = Array.from({ length: 8 }, () => window.open('/list'))">Open</button><script>
    opened = []
    setInterval(() => { if (opened.filter((each) => each.closed).length === 3) document.body.id = 'three-closed' }, 10)
  </script>`,
  '/signal': (_request, response) => {
    response.end()
    onSignal()
  },
  '/signals': `<script>onload = () => fetch('/signal')</script>`,
  '/hangs': '<script>setTimeout(() => { while (true); }, 50)</script>',
  '/signals-and-hangs': `<script>onload = () => fetch('/signal').finally(() => { while (true); })</script>`,
})
beforeEach(() => {
  ;({ context, page } = bed)
})

const { open, read, run } = createRuns(() => bed)

/** Acts when the page has signalled and the first step is over, so during the second step. */
function duringSecondStep(act: () => void): () => Promise<void> {
  const firstStep = Promise.withResolvers<void>()
  onSignal = () => void firstStep.promise.then(() => setImmediate(act))
  return async () => firstStep.resolve()
}

describe('whatever the page does', () => {
  it('a dialog that only informs does not fail the run', async () => {
    const click: Nameless = { type: 'click', selectors: ['button'] }
    expect(await run([open('/dialogs'), click, read('button')])).toMatchObject({
      error: null,
      extractedData: { text: 'Tell' },
    })
  })

  it('a dialog that asks after the last step fails that step, without showing a secret', async () => {
    const asked = new Promise((resolve) =>
      context.on('dialog', (dialog) => dialog.type() === 'confirm' && resolve(0)),
    )
    const { error, steps } = await run([open('/dialogs'), { type: 'click', selectors: ['#later'] }], {
      secrets: ['sesame'],
      onEnd: async (index) => void (index === 1 && (await asked)),
    })
    expect(error).toMatch(/^Step "Step 2" \(click\) failed: the page asked something .*: “Send \*\*\*\?”$/)
    expect(steps[1]).toMatchObject({ status: 'failed', error: expect.stringContaining('(confirm)') })
  })

  it('windows that it opens stay open, but no more than five', async () => {
    // Windows that open after the run are not closed, so the run lasts until three have been closed.
    const { error } = await run([
      open('/popups'),
      { type: 'click', selectors: ['button'] },
      { type: 'waitForElement', selectors: ['#three-closed'] },
    ])
    expect(error).toBeNull()
    await waitFor('the end of what was too much', () => context.pages().length === 6)
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
  it.each(['/signals', '/signals-and-hangs'])('ends the run with its reason: %s', async (path) => {
    const controller = new AbortController()
    const onEnd = duringSecondStep(() => controller.abort(new Error('Stopped by user')))
    const { signal } = controller
    const { error, steps } = await run([open(path), read('p'), read('p')], { signal, onEnd })
    expect(error).toBe('Stopped by user')
    expect(steps.at(-2)).toMatchObject({ status: 'failed', error: 'Stopped by user' })
    expect(steps.at(-1)).toMatchObject({ status: 'skipped' })
  })

  it('before the first step leaves the page alone', async () => {
    const { error, steps } = await run([open('/login')], {
      signal: AbortSignal.abort(new Error('Stopped by user')),
    })
    expect(error).toBe('Stopped by user')
    expect(steps).toMatchObject([{ status: 'skipped', error: null }])
    expect(page.url()).toBe('about:blank')
  })

  it('does not wait for work between two steps', async () => {
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
