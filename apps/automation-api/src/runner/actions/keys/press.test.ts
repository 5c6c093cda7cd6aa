import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { testActions } from '../../test-actions.ts'
import { watchForm, watchFocusedForm } from '../fields/field-engine.ts'

const run = testActions({
  '/': `<style>body { margin: 0 } #pad { border: 10px solid; width: 200px; height: 100px }</style>
    <div id=pad></div><p></p><script>
    const seen = []
    const say = (event) => {
      const { x, y } = pad.getBoundingClientRect()
      const at = event.clientX === undefined ? '' : ' ' + (event.clientX - x) + ',' + (event.clientY - y)
      seen.push([event.type, event.button ?? '', event.pointerType ?? ''].join(' ') + at)
      document.querySelector('p').innerText = seen.join('\\n')
      event.preventDefault()
    }
    const listen = (...types) => types.forEach((type) => pad.addEventListener(type, say))
  </script>`,
  '/frame': `<iframe style="margin: 40px" srcdoc="<button ontouchend='parent.document.title = 1'>Touch</button>"></iframe>`,
  '/foreign': `<style>body { margin: 50px }</style><script>
    onmessage = ({ data }) => document.title = data
    document.write('<iframe src="//localhost:' + location.port + '/touched"></iframe>')
  </script>`,
  '/touched': `<button ontouchend="parent.postMessage('touched', '*')">Touch</button>`,
  '/link': '<a href="/">Go</a>',
})

async function seeEvents(...types: string[]): Promise<() => Promise<string[]>> {
  await run.open('/')
  await run.page.evaluate(`listen(...${JSON.stringify(types)})`)
  return async () => (await run.text('p')).split('\n')
}

const pad = { selectors: ['#pad'] }

describe('a click', () => {
  it('is in the centre, or at the offsets from the outer edge of the border', async () => {
    const events = await seeEvents('click')
    await run.perform({ type: 'click', ...pad })
    await run.perform({ type: 'click', ...pad, offsetX: 30, offsetY: 20 })
    await run.perform({ type: 'click', ...pad, offsetX: 2, offsetY: 1 })
    await run.perform({ type: 'click', ...pad, offsetX: 219, offsetY: 119 })
    expect(await events()).toEqual([
      'click 0 mouse 110,60',
      'click 0 mouse 30,20',
      'click 0 mouse 2,1',
      'click 0 mouse 219,119',
    ])
  })

  it('is in the centre of an element that has become smaller than the offsets', async () => {
    const events = await seeEvents('click')
    await run.perform({ type: 'click', ...pad, offsetX: 400, offsetY: 20 })
    expect(await events()).toEqual(['click 0 mouse 110,60'])
  })

  it.each([
    ['primary', 0],
    ['auxiliary', 1],
    ['secondary', 2],
    ['back', 3],
    ['forward', 4],
  ] as const)('uses its button: %s', async (button, number) => {
    const events = await seeEvents('mousedown', 'mouseup')
    await run.perform({ type: 'click', ...pad, button })
    expect(await events()).toEqual([`mousedown ${number} 110,60`, `mouseup ${number} 110,60`])
  })

  it('of a pen is reported as a pen’s', async () => {
    const events = await seeEvents('pointerdown', 'click')
    await run.perform({ type: 'click', ...pad, deviceType: 'pen', offsetX: 30, offsetY: 20 })
    expect(await events()).toEqual(['pointerdown 0 pen 30,20', 'click 0 pen 30,20'])
  })

  it('of a finger is reported as a touch', async () => {
    const events = await seeEvents('touchstart', 'touchend')
    await run.perform({ type: 'click', ...pad, deviceType: 'touch' })
    expect(await events()).toEqual(['touchstart', 'touchend'])
  })

  it('of a finger touches an element in a frame', async () => {
    await run.open('/frame')
    await run.perform({ type: 'click', selectors: ['button'], frame: [0], deviceType: 'touch' })
    await expect.poll(() => run.page.title()).toBe('1')
  })

  it('of a finger touches an element in a frame of another site', async () => {
    await run.open('/foreign')
    await run.perform({ type: 'click', selectors: ['button'], deviceType: 'touch' })
    await expect.poll(() => run.page.title()).toBe('touched')
  })

  it('of a finger follows a link', async () => {
    await run.open('/link')
    await run.perform({
      type: 'click',
      selectors: ['a'],
      deviceType: 'touch',
      assertedEvents: [{ type: 'navigation' }],
    })
    expect(run.page.url()).toBe(run.url('/'))
  })

  it.each(['mouse', 'touch', 'pen'] as const)('holds the button for its duration: %s', async (deviceType) => {
    await seeEvents()
    await run.page.evaluate(`
      pad.onpointerdown = ({ timeStamp }) => pad.start = timeStamp
      pad.onpointerup = ({ timeStamp }) => document.title = Math.round(timeStamp - pad.start)`)
    await run.perform({ type: 'click', ...pad, deviceType, duration: 150 })
    await expect.poll(() => run.page.title()).toMatch(/\d/)
    expect(Number(await run.page.title())).toBeGreaterThanOrEqual(145)
  })
})

describe('a double click', () => {
  it.each(['mouse', 'pen'] as const)('is reported to the page as one: %s', async (deviceType) => {
    const events = await seeEvents('dblclick')
    await run.perform({ type: 'doubleClick', ...pad, deviceType, offsetX: 30, offsetY: 20 })
    expect(await events()).toEqual([expect.stringMatching(/^dblclick 0 .*30,20$/)])
  })
})

describe('a page that closes while it is pressed', () => {
  // The runner ends at a rejection that nobody handles, and all its runs with it.
  it.each(['an element', 'a key'])(
    'rejects nothing that nobody handles, where the press of %s fails',
    async (what) => {
      const unhandled = vi.fn()
      process.on('unhandledRejection', unhandled)
      onTestFinished(() => void process.off('unhandledRejection', unhandled))
      await run.page.setContent('<form><button>Send</button></form>')
      await run.page.evaluate('setTimeout(() => { for (;;); })')
      const watching =
        what === 'a key' ? watchFocusedForm(run.page.mainFrame()) : watchForm(run.page.locator('button'))
      await run.page.close()
      const check = await watching
      for (let turns = 0; turns < 10; turns += 1) await turn()
      expect(unhandled).not.toHaveBeenCalled()
      await check()
    },
  )
})
