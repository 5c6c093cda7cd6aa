import { waitFor } from '@waypost/testing'
import type { TestRecording } from './test-recording.ts'

/** A page, what a person does on it, and what the page says then. */
export interface ActedPage {
  name: string
  html: string
  act: (recording: TestRecording) => Promise<void> | void
  said: string
  /** The values of what was typed into password fields. */
  values?: Record<string, string>
}

const say = (code: string) => `out.textContent = ${code}`

/** For tests: everyday pages whose use is recorded, and done again from the steps alone. */
export const actedPages: ActedPage[] = [
  {
    name: 'a calendar that opens with its field',
    html: `<input id="day" readonly onfocus="cal.hidden = false"><div id="cal" hidden><button onclick="day.value = '12'; cal.hidden = true; ${say('day.value')}">12</button><button>13</button></div>`,
    async act({ press, page }) {
      await press('#day')
      await page().locator('#cal').waitFor()
      await press('#cal button >> nth=0')
    },
    said: '12',
  },
  {
    name: 'suggestions that appear while a text is typed',
    html: `<input id="city" role="combobox" aria-label="City" oninput="setTimeout(() => { found.hidden = false }, 50)"><ul id="found" hidden><li onclick="city.value = 'Berlin'; found.hidden = true; ${say('city.value')}" style="cursor: pointer">Berlin, Germany</li></ul>`,
    async act({ press, type, page }) {
      await press('#city')
      type('Ber')
      await page().locator('li').waitFor()
      await press('li')
    },
    said: 'Berlin',
  },
  {
    name: 'a form in a frame',
    html: `<iframe srcdoc="<label>Card <input id='card'></label><button onclick='parent.out.textContent = card.value'>Pay</button>" style="width: 400px; height: 120px; border: 5px solid; padding: 7px; margin: 20px"></iframe>`,
    async act({ pressIn, type }) {
      await pressIn('iframe', '#card')
      type('4242')
      await pressIn('iframe', 'button')
    },
    said: '4242',
  },
  {
    name: 'components with shadow roots',
    html: `<my-form></my-form><script>customElements.define('my-form', class extends HTMLElement { connectedCallback() {
      this.attachShadow({ mode: 'open' }).innerHTML = '<input aria-label="Amount"><button>Send</button>'
      const [field, button] = this.shadowRoot.children
      button.onclick = () => { ${say('field.value')} } } })</script>`,
    async act({ press, type }) {
      await press('my-form input')
      type('12')
      await press('my-form button')
    },
    said: '12',
  },
  {
    name: 'a check box that is drawn by its label, and a radio button',
    html: `<style>#agree { display: none }</style><input type="checkbox" id="agree" onchange="${say('`${agree.checked} ${express.checked}`')}"><label for="agree">I agree</label>
      <label><input type="radio" name="speed" id="slow" checked> Slow</label><label><input type="radio" name="speed" id="express"> Express</label>`,
    async act({ press }) {
      await press('#express')
      await press('label[for=agree]')
    },
    said: 'true true',
  },
  {
    name: 'a menu that opens while it is pointed at',
    html: `<style>#menu button { visibility: hidden } #menu:hover button { visibility: visible }</style><div id="menu" style="width: 200px"><span>Products</span><button onclick="${say("'books'")}">Books</button></div>`,
    async act({ press, view, until, page }) {
      view.send({ type: 'mode', mode: 'hover' })
      await press('#menu span')
      await until((steps) => steps.at(-1)?.type === 'hover')
      view.send({ type: 'mode', mode: 'record' })
      await page().locator('#menu button').waitFor()
      await press('#menu button')
    },
    said: 'books',
  },
  {
    name: 'texts of several lines',
    html: `<textarea id="area" aria-label="Note"></textarea><div id="rich" contenteditable aria-label="Text" style="min-height: 30px; width: 200px"></div><button onclick="${say('area.value.split(/\\n/).length + rich.innerText.trim()')}">Keep</button>`,
    async act({ press, type, key }) {
      await press('#area')
      type('one')
      key('Enter')
      type('two')
      await press('#rich')
      type('bold')
      await press('button')
    },
    said: '2bold',
  },
  {
    name: 'the keyboard alone',
    html: `<input id="who" aria-label="Who"><label><input type="checkbox" id="box"> Sure</label><select id="size" aria-label="Size"><option>Small<option>Large</select><button onclick="${say('[who.value, box.checked, size.value].join()')}">Go</button>`,
    act({ key, type }) {
      key('Tab')
      type('ada')
      key('Tab', ' ', 'Tab', 'ArrowDown', 'Tab', 'Enter')
    },
    said: 'ada,true,Large',
  },
  {
    name: 'questions of the page',
    html: `<button onclick="const answer = prompt('How many?', '1'); ${say('answer')}">Order</button>`,
    async act({ press, told, view }) {
      await press('button')
      await told('dialog')
      view.send({ type: 'dialog', answer: 'accept', text: '3' })
    },
    said: '3',
  },
  {
    name: 'an element that is dragged onto another one',
    html: `<div id="card" draggable="true" style="width: 100px; height: 40px">Card</div><div id="done" style="width: 200px; height: 60px; margin-top: 40px">Done column</div>
      <script>done.ondragover = (event) => event.preventDefault(); done.ondrop = () => { ${say("'dropped'")} }</script>`,
    act: ({ drag }) => drag('#card', '#done'),
    said: 'dropped',
  },
  {
    name: 'a list that grows at its end',
    html: `<div id="list" style="height: 2000px">Many</div><script>onscroll = () => { onscroll = null
      setTimeout(() => list.insertAdjacentHTML('afterend', '<div style="height: 900px"></div><button onclick="${say('`last`').replaceAll('"', '&quot;')}">Last</button>'), 1500) }</script>`,
    async act({ view, until, page, press }) {
      // A wheel that is turned before the page is drawn scrolls nothing, so a person turns it again.
      await waitFor('the page to scroll', () => {
        view.send({ type: 'scroll', x: 600, y: 400, deltaX: 0, deltaY: 3000 })
        return page().evaluate(
          'new Promise((see) => requestAnimationFrame(() => requestAnimationFrame(() => see(scrollY > 0))))',
        )
      })
      await until((steps) => steps.at(-1)?.type === 'scroll')
      await page().locator('button').scrollIntoViewIfNeeded()
      await press('button')
    },
    said: 'last',
  },
  {
    name: 'a password that the page shows',
    html: `<input id="pass" type="password" aria-label="Password"><button id="show" onclick="pass.type = 'text'">Show</button><button id="go" onclick="${say('pass.value.length')}">Go</button>`,
    async act({ press, type }) {
      await press('#pass')
      type('corr')
      await press('#show')
      await press('#pass')
      type('ect')
      await press('#go')
    },
    said: '7',
    values: { password: 'correct' },
  },
]
