import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import type { Action } from '../action.ts'
import { testActions } from '../../runner/test-actions.ts'
import { importRecording } from './import-recording.ts'

const run = testActions({
  '/': `<title>Harbour Books</title><form action=/results><input data-testid=search aria-label=Search name=q>
    <input type=hidden name=session value=1></form>`,
  '/results': `<label>Sort by <select id=sort><option>name<option value=price>Price</select></label>
    <ul></ul><a ondblclick="document.title = 'opened'">To the Lighthouse</a><script>
    setTimeout(() => document.querySelector('ul').innerHTML = '<li data-kind=book>A<li data-kind=book>B', 200)
  </script>`,
  '/checkout': `<title>Checkout</title><div id=checkout><shop-checkout></shop-checkout></div><script>
    customElements.define('shop-payment', class extends HTMLElement {
      connectedCallback() {
        this.attachShadow({ mode: 'open' }).innerHTML = '<button>Pay by card</button>'
        this.shadowRoot.querySelector('button').onclick = () => {
          const frame = document.createElement('iframe')
          frame.src = '//localhost:' + location.port + '/card?amount=12'
          document.body.append(frame)
        }
      }
    })
    customElements.define('shop-checkout', class extends HTMLElement {
      connectedCallback() {
        this.attachShadow({ mode: 'open' }).innerHTML = '<shop-payment></shop-payment>'
      }
    })
  </script>`,
  '/card': '<iframe src="/number" style="height: 400px"></iframe>',
  '/number': `<label>Card number <input id=number></label><form action=/paid><button>Pay</button></form>`,
  '/paid': `<p id=spinner>…</p><script>setTimeout(() => spinner.remove(), 200)</script>`,
  '/help': `<meta name=viewport content="width=device-width"><nav><a href="/">Home</a>
    <a href="/answers?from=help" target=_blank>Help</a></nav>`,
  '/answers': `<div id=answers style="height: 200px; overflow: scroll"><p style="height: 900px">Answers</div>
    <p style="height: 4000px"><script>
      for (const each of [document, answers]) each.onscroll = () => opener?.postMessage(scrollY + ' ' + answers.scrollTop)
    </script>`,
})

/** Loads a recording, with its URLs replaced by those of the test's pages. */
async function load(name: string): Promise<Action[]> {
  const file = await readFile(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8')
  const here = file
    .replaceAll('http://shop.test', run.url('/').slice(0, -1))
    .replaceAll('http://pay.test', run.url('/', 'localhost').slice(0, -1))
  const { imported } = importRecording(JSON.parse(here))
  return imported!.actions
}

it('a recorded search runs, with keys, a drop-down, late elements and a double click', async () => {
  for (const action of await load('shop-search')) await run.perform(action)
  expect(run.page.url()).toBe(run.url('/results?q=lighthouse&session=1'))
  expect(await run.page.inputValue('#sort')).toBe('price')
  expect(await run.page.title()).toBe('opened')
})

it('a recorded payment runs, with nested shadow roots and a frame inside a frame of another site', async () => {
  for (const action of await load('checkout-frames')) await run.perform(action)
  const [, , inner] = run.page.frames()
  expect(new URL(inner?.url() ?? '').pathname).toBe('/paid')
})

it('a recorded visit on a phone runs, with a slow network, a new window, scrolling and closing', async () => {
  const actions = await load('slow-popup')
  const closing = actions.findIndex(({ type }) => type === 'close')
  for (const action of actions.slice(0, closing)) await run.perform(action, 8000)
  const [, answers] = run.context.pages()
  expect(await answers?.evaluate('[scrollY, document.querySelector("#answers").scrollTop]')).toEqual([
    800, 120,
  ])
  for (const action of actions.slice(closing)) await run.perform(action)
  expect(run.context.pages()).toEqual([run.page])
  expect(await run.page.evaluate('[innerWidth, devicePixelRatio]')).toEqual([390, 3])
})
