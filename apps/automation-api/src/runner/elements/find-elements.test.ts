import { describe, expect, it } from 'vitest'
import type { Step } from '../step.ts'
import { type Nameless, testActions } from '../test-actions.ts'

/** A page of this name in a frame from another site. */
const foreign = (path: string, host: string) =>
  `<script>document.write('<iframe src="//${host}:' + location.port + '${path}"></iframe>')</script>`

const reports = `onclick="document.title = top === window ? 'page' : parent.postMessage('clicked ' + this.id, '*') ?? ''"`

const run = testActions({
  '/outer': `<p>outer</p>${foreign('/middle', 'localhost')}<iframe srcdoc="<b>second</b>"></iframe>
    <script>onmessage = ({ data }) => document.title = data</script>`,
  '/middle': `<p>middle</p>${foreign('/inner', '127.0.0.1')}
    <script>onmessage = ({ data }) => parent.postMessage('through ' + data, '*')</script>`,
  '/inner': `<p>inner</p><button id=deep ${reports}>Deep</button><div id=host></div><script>
    const outer = host.attachShadow({ mode: 'open' })
    outer.innerHTML = '<section></section>'
    const inner = outer.querySelector('section').attachShadow({ mode: 'open' })
    inner.innerHTML = '<button id=shadowed>Shadowed</button>'
    inner.querySelector('button').onclick = () => parent.postMessage('clicked shadowed', '*')
  </script>`,
  '/late-frame': `<script>setTimeout(() => {
    document.body.insertAdjacentHTML('beforeend', '<iframe srcdoc="<i>late</i>"></iframe>')
  }, 300)</script><body></body>`,
  '/late-in-page': `<iframe srcdoc="<button>Save</button>"></iframe><script>setTimeout(() => {
    document.body.insertAdjacentHTML('beforeend', '<button>Save now</button>')
  }, 200)</script>`,
  '/twins': `<iframe srcdoc="<i class=twin>one</i>"></iframe><iframe srcdoc="<i class=twin>two</i><u>only</u>"></iframe>`,
  '/silent': `<iframe src="/never"></iframe><iframe srcdoc="<i>there</i>"></iframe>`,
  '/never': () => {},
  '/busy': `<iframe srcdoc="<i class=twin>one</i>"></iframe><iframe src="/slow"></iframe>`,
  // After the page alone was searched, and longer than a frame gets that was silent before.
  '/slow': (_request, response) => {
    setTimeout(
      () => response.setHeader('Content-Type', 'text/html').end('<i class=twin>two</i><u>only</u>'),
      1000,
    )
  },
  '/inspected': `<button id=buy onclick="document.title = 'bought'">Buy</button>`,
  '/closed': `<div id=host></div><script>host.attachShadow({ mode: 'closed' }).innerHTML = '<i>closed</i>'</script>`,
})

const read = (selector: string | string[], frame?: number[]): Nameless => ({
  type: 'extractText',
  selectors: [selector],
  output: 'text',
  ...(frame && { frame }),
})

describe('an element in a frame', () => {
  it('is found through frames of other sites without the path to its frame', async () => {
    await run.open('/outer')
    await run.perform({ type: 'click', selectors: ['aria/Deep'] })
    await expect.poll(() => run.page.title()).toBe('through clicked deep')
  })

  it('is found by the path to its frame', async () => {
    await run.open('/outer')
    expect(await run.perform(read('p', [0, 0]))).toEqual({ text: 'inner' })
    expect(await run.perform(read('p', [0]))).toEqual({ text: 'middle' })
    expect(await run.perform(read('p', []))).toEqual({ text: 'outer' })
    expect(await run.perform(read('b', [1]))).toEqual({ text: 'second' })
  })

  it.each([
    [['#host', 'section', 'button']],
    [['#host', 'aria/Shadowed']],
    ['pierce/#shadowed'],
    ['#shadowed'],
    ['text/Shadowed'],
  ])('is found in nested shadow roots there: %j', async (selector) => {
    await run.open('/outer')
    await run.perform({ type: 'click', selectors: [selector], frame: [0, 0] })
    await expect.poll(() => run.page.title()).toBe('through clicked shadowed')
  })

  it('is found by the URL of its frame as the target', async () => {
    await run.open('/outer')
    const target = run.url('/middle', 'localhost')
    expect(await run.perform({ ...read('p'), target })).toEqual({ text: 'middle' })
    expect(await run.perform({ ...read('p', [0]), target })).toEqual({ text: 'inner' })
  })

  it('is waited for until its frame is there', async () => {
    await run.open('/late-frame')
    expect(await run.perform(read('i', [0]))).toEqual({ text: 'late' })
    await run.open('/late-frame')
    expect(await run.perform(read('i'))).toEqual({ text: 'late' })
  })

  it('is not preferred to one of the same name that appears in the page shortly after', async () => {
    await run.open('/late-in-page')
    expect(await run.perform(read('text/Save'))).toEqual({ text: 'Save now' })
  })

  it('is ambiguous where another frame has one too, and another alternative is preferred', async () => {
    await run.open('/twins')
    const either: Nameless = { type: 'extractText', selectors: ['.twin', 'u'], output: 'text' }
    expect(await run.perform(either, 60_000, { silentAfterMs: 30_000 })).toEqual({ text: 'only' })
  })

  it('is ambiguous even where this process is blocked while the frames are queried', async () => {
    await run.open('/twins')
    const either: Nameless = { type: 'extractText', selectors: ['.twin', 'u'], output: 'text' }
    const standing = setInterval(() => {
      const until = performance.now() + 1200
      while (performance.now() < until);
    }, 20)
    try {
      expect(await run.perform(either, 60_000, { silentAfterMs: 2000 })).toEqual({ text: 'only' })
    } finally {
      clearInterval(standing)
    }
  })

  it('is ambiguous where a frame that has one too takes a second to answer', async () => {
    await run.page.goto(run.url('/busy'), { waitUntil: 'commit' })
    const either: Nameless = { type: 'extractText', selectors: ['.twin', 'u'], output: 'text' }
    expect(await run.perform(either, 60_000)).toEqual({ text: 'only' })
  })

  it('is found beside a frame that never responds', async () => {
    await run.page.goto(run.url('/silent'), { waitUntil: 'commit' })
    for (let times = 0; times < 3; times += 1) expect(await run.perform(read('i'))).toEqual({ text: 'there' })
  })

  it('that does not exist fails the step in time', async () => {
    await run.open('/outer')
    await expect(run.perform(read('p', [0, 3]), 300)).rejects.toThrow(
      'the page has no frame 0, 3 within 300 ms',
    )
    await expect(run.perform(read('em'), 300)).rejects.toThrow(
      'no element matches the selector within 300 ms',
    )
  })
})

it('a closed shadow root stays closed', async () => {
  await run.open('/closed')
  await expect(run.perform(read('i'), 300)).rejects.toThrow('no element matches')
})

it('an element is inspected before the action, and can be refused', async () => {
  await run.open('/inspected')
  const seen: unknown[] = []
  const inspect: Step['inspect'] = async (element, frame) => {
    seen.push(await element.getAttribute('id'), frame)
    throw new Error('refused')
  }
  await expect(
    run.perform({ type: 'click', selectors: ['em', '#buy'] }, 60_000, { inspect }),
  ).rejects.toThrow('refused')
  expect(seen).toEqual(['buy', run.page.mainFrame()])
  expect(await run.page.title()).toBe('')
})
