import { waitFor } from '@waypost/testing'
import { describe, expect, it } from 'vitest'
import { limitPopups } from '../../pages/limit-popups.ts'
import { type Nameless, testActions } from '../../test-actions.ts'
import { withEnoughTime } from '../../test-limits.ts'

const run = testActions({
  '/opener': `<title>Opener</title><button onclick="window.open('/popup?session=' + Math.random())">Open</button>
    <button id=many onclick="for (let i = 0; i < 9; i++) window.open('/popup?' + i)">Many</button>`,
  '/popup': `<title>Popup</title><input><button onclick="window.close()">Cancel</button><a href="/closes">Allow</a>`,
  '/closes': '<script>window.close()</script>',
  '/redirects': (_request, response) => response.writeHead(302, { location: '/arrived?token=1' }).end(),
  '/arrived': `<script>setTimeout(() => document.title = 'Arrived', 200)</script><h1>Arrived</h1>`,
  '/wanders': `<script>setTimeout(() => location.assign('/arrived?id=42'), 150)</script>`,
  '/pushes': `<button onclick="setTimeout(() => history.pushState(0, '', '/pushed'), 100)">Push</button>`,
  '/links': `<a href="/redirects">Go</a><i onclick="location.hash = 'here'">Stay</i>`,
})

const openPopup = () => run.perform({ type: 'click', selectors: ['aria/Open'] })

const navigation = (url?: string, title?: string) => ({
  type: 'navigation' as const,
  ...(url !== undefined && { url }),
  ...(title !== undefined && { title }),
})

describe('a step with a target', () => {
  it('is performed in the window at that URL, whatever its query, and steps without a target on the run’s own page', async () => {
    await run.open('/opener')
    await openPopup()
    const target = run.url('/popup')
    await run.perform({ type: 'change', target, selectors: ['input'], value: 'there' })
    const [, popup] = run.context.pages()
    await run.perform({ type: 'keyDown', target, key: '!' })
    expect(await popup?.inputValue('input')).toBe('there!')
    expect(
      await run.perform({ type: 'extractText', selectors: ['#many'], output: 'a', target: 'main' }),
    ).toEqual({
      a: 'Many',
    })
  })

  it('is performed in the newest of several windows', async () => {
    await run.open('/opener')
    for (const count of [2, 3]) {
      await openPopup()
      await waitFor('the window', () => run.context.pages()[count - 1]?.url().startsWith(run.url('/popup')))
    }
    await run.perform({ type: 'change', target: run.url('/popup'), selectors: ['input'], value: 'newest' })
    expect(await run.context.pages()[2]?.inputValue('input')).toBe('newest')
  })

  it('may close its window, with or without a navigation', async () => {
    await run.open('/opener')
    for (const assertedEvents of [[], [navigation(run.url('/closes'), 'never seen')]]) {
      await openPopup()
      const selectors = [assertedEvents.length > 0 ? 'aria/Allow' : 'aria/Cancel']
      await run.perform({ type: 'click', target: run.url('/popup'), selectors, assertedEvents })
      await expect.poll(() => run.context.pages()).toEqual([run.page])
    }
  })

  it('is still performed there when the run’s own page is closed', async () => {
    await run.open('/opener')
    await openPopup()
    await run.perform({ type: 'close' })
    await run.perform({ type: 'change', target: run.url('/popup'), selectors: ['input'], value: 'left' })
    expect(await run.context.pages()[0]?.inputValue('input')).toBe('left')
    await expect(run.perform({ type: 'waitForUrl', url: '/' })).rejects.toThrow('has been closed')
    await expect(run.perform({ type: 'hover', selectors: ['p'], frame: [0] })).rejects.toThrow(
      'has been closed',
    )
  })

  it('closes only that window', async () => {
    await run.open('/opener')
    await openPopup()
    await run.perform({ type: 'close', target: run.url('/popup') })
    expect(run.context.pages()).toEqual([run.page])
    await run.perform({ type: 'close' })
    expect(run.page.isClosed()).toBe(true)
  })

  it('waits for a window whose URL is similar to that of the run’s own page', async () => {
    await run.open('/popup?own')
    const change: Nameless = {
      type: 'change',
      target: run.url('/popup'),
      selectors: ['input'],
      value: 'there',
    }
    await expect(run.perform(change, 200)).rejects.toThrow('no page or frame is at')
    await run.page.evaluate(`setTimeout(() => window.open('/popup?other'), 100)`)
    await run.perform(change)
    expect(await run.page.inputValue('input')).toBe('')
    expect(await run.context.pages()[1]?.inputValue('input')).toBe('there')
  })

  it('fails in time where there is no such window', async () => {
    await run.open('/opener')
    const target = run.url('/missing')
    await expect(run.perform({ type: 'close', target }, 200)).rejects.toThrow(
      `no page or frame is at ${target}`,
    )
  })
})

it('the number of windows that a page opens is limited, and the others are closed', async () => {
  const end = limitPopups(run.context, 3)
  await run.open('/opener')
  const closed: unknown[] = []
  run.context.on('page', (page) => page.on('close', () => closed.push(page)))
  await run.page.evaluate(`document.querySelector('#many').click()`)
  await expect.poll(() => [closed.length, run.context.pages().length]).toEqual([6, 4])
  expect(run.page.isClosed()).toBe(false)
  end()
})

describe('an expected navigation', () => {
  it('is waited for, by its URL and its title', async () => {
    await run.open('/links')
    await run.perform({
      type: 'click',
      selectors: ['a'],
      assertedEvents: [navigation(run.url('/arrived'), 'Arrived')],
    })
    expect(run.page.url()).toBe(run.url('/arrived?token=1'))
    expect(await run.page.title()).toBe('Arrived')
  })

  it('may be one of several, also within the page', async () => {
    await run.open('/pushes')
    await run.perform({
      type: 'click',
      selectors: ['button'],
      assertedEvents: [navigation(run.url('/pushed'))],
    })
    expect(run.page.url()).toBe(run.url('/pushed'))
    await run.open('/links')
    await run.perform({ type: 'click', selectors: ['i'], assertedEvents: [navigation('*#here', '')] })
    const assertedEvents = [navigation(run.url('/wanders')), navigation(run.url('/arrived'), 'Arr*')]
    await run.perform({ type: 'navigate', url: run.url('/wanders'), assertedEvents })
    expect(run.page.url()).toBe(run.url('/arrived?id=42'))
  })

  it('fails the step when it does not happen, or leads elsewhere', async () => {
    await run.open('/links')
    const click = { type: 'click' as const, selectors: ['i'] }
    /** The step's error, once there was time for the step itself. */
    const failure = (step: Nameless) =>
      withEnoughTime(
        400,
        (timeoutMs) => run.perform(step, timeoutMs).then(() => 'done', String),
        (error) => /no navigation|the title/.test(error),
      )
    expect(await failure({ ...click, assertedEvents: [navigation(run.url('/arrived'))] })).toMatch(
      new RegExp(`no navigation to ${run.url('/arrived')} within \\d+ ms$`),
    )
    expect(await failure({ ...click, assertedEvents: [navigation()] })).toMatch(
      /no navigation within \d+ ms$/,
    )
    const navigate = { type: 'navigate', url: run.url('/opener') } as const
    expect(await failure({ ...navigate, assertedEvents: [navigation('*', 'Other')] })).toMatch(
      'the title of the page is "Opener", not "Other"',
    )
  })
})

describe('waiting for a URL', () => {
  it('ends when the page is there', async () => {
    await run.open('/wanders')
    await run.perform({ type: 'waitForUrl', url: `${run.url('/arrived')}?id=*` })
    await run.perform({ type: 'waitForUrl', url: run.url('/arrived?id=42') })
    expect(await run.text('h1')).toBe('Arrived')
  })

  it('fails in time with the page’s current URL', async () => {
    await run.open('/opener')
    const url = run.url('/opener?')
    await expect(run.perform({ type: 'waitForUrl', url: '*/other' }, 200)).rejects.toThrow(
      `the address is ${url.slice(0, -1)} and not */other after 200 ms`,
    )
  })
})

it('a variable cannot make a navigation leave the web', async () => {
  await expect(run.perform({ type: 'navigate', url: 'file:///etc/passwd' })).rejects.toThrow(
    'not an http or https URL',
  )
  expect(run.page.url()).toBe('about:blank')
})
