import { describe, expect, it } from 'vitest'
import { forWhatIsMissing, testGeneration } from './test-generation.ts'

const says = (text: string) => `onclick="said.textContent = '${text}'"`
const SAID = '<p id="said"></p>'

const site = testGeneration({
  '/cases': `${SAID}<button ${says('upper')}>SAVE</button> <button ${says('exact')}>Save</button>
    <button ${says('part')}>Save all</button> <button ${says('id')} id="print-it">🖨</button>
    <button ${says('test id')} data-testid="share-button">↗</button>
    <button ${says('hidden')} style="display: none">Close</button> <button ${says('shown')}>Close</button>
    <button aria-label="Next page" ${says('label')}>›</button> <input type="submit" value="Go!" ${says('value')}>
    <div tabindex="0" role="button" ${says('role')}>Fold</div> <div style="cursor: pointer" ${says('pointer')}>Tile</div>
    <a href="#" ${says('image')}><img alt="Profile" width="9" height="9"></a>
    <input placeholder="Search"> <button ${says('Search')}>search</button>
    <button ${says('first class')}>First class</button>
    <div tabindex="0" ${says('whole')}>Lid</div> <button ${says('a part of it')}>Lid of it</button>`,
  '/fields': `<form onsubmit="said.textContent = JSON.stringify(Object.fromEntries(new FormData(this))); return false">
    <table><tr><td>Given name<td><input name="a"><tr><td>Family name<td><input name="b"></table>
    <input placeholder="Your city" name="c"> <input aria-label="Post code" name="d"> <input name="phone" id="phone">
    <label>Day of birth <input name="e" type="date"></label> <label for="f">Colour</label>
    <select id="f" name="f"><option value="r">Red<option value="g">Green</select>
    <div id="text" contenteditable role="textbox" aria-label="About you" oninput="told.value = this.textContent"></div>
    <input type="hidden" name="g" id="told"> <button>OK</button></form>${SAID}`,
  '/frames': `<h1>Outside</h1><iframe src="/inside" width="400" height="200"></iframe>`,
  '/inside': `<button ${says('from inside')}>Inner</button>${SAID}`,
  '/shadow': `<x-box></x-box>${SAID}<script>
    customElements.define('x-box', class extends HTMLElement { connectedCallback() {
      this.attachShadow({ mode: 'open' }).innerHTML = '<label>Deep <input></label><button>Dig</button><b class="found"></b>'
      this.shadowRoot.querySelector('button').onclick = () =>
        this.shadowRoot.querySelector('b').textContent = this.shadowRoot.querySelector('input').value } })</script>`,
  '/windows': `<a href="/window" target="_blank">New window</a> <h1>Old</h1>`,
  '/window': `<title>New</title><h1>New</h1><button ${says('in the new one')}>Press</button>${SAID}`,
  '/rows': `<table><thead><tr><th>User<th>Role<th>Do</thead><tbody>
    <tr><td>Ann<td>Admin<td><button ${says('Ann')}>Delete row</button><tr><td>Bo<td>Guest<td></tbody></table>
    <ul><li><b>Cid</b> <a href="/inside">Edit</a><li><b>Dee</b> <a href="/window">Edit</a></ul>${SAID}`,
  '/late': `<button onclick="setTimeout(() => { list.innerHTML = '<li>One<li>Two'; }, 400)">Load</button><ul id="list"></ul>
    <p id="wait">Loading</p><script>setTimeout(() => wait.remove(), 500)</script>`,
  '/menu': `<nav><button onmouseover="items.hidden = false">Menu</button>
    <ul id="items" hidden><li><a href="/window">Open it</a></ul></nav><div style="height: 3000px"></div><footer>The end</footer>`,
  '/login': `<form onsubmit="event.preventDefault(); fetch('/slow').then(() => location.href = '/window')">
    <label>Name <input></label><button>Enter</button></form><h1>Old</h1>`,
  '/slow': (_request, response) => void setTimeout(() => response.end(), 300),
  '/text': '<p>Costs ${total} or more</p><a href="/window">Pay ${total}</a>',
})

describe.concurrent('the clicked element', () => {
  it.each([
    ['click Save', 'exact'],
    ['click the SAVE button', 'upper'],
    ['click save all', 'part'],
    ['press "Save all"', 'part'],
    ['click print it', 'id'],
    ['click the share button', 'test id'],
    ['click Close', 'shown'],
    ['click Next page', 'label'],
    ['click go', 'value'],
    ['tap Fold', 'role'],
    ['click Tile', 'pointer'],
    ['click the profile image', 'image'],
    ['click Search', 'Search'],
    ['click First class', 'first class'],
    ['click lid', 'whole'],
    ['click the third button', 'part'],
    ['click button "Save"', 'exact'],
    ['click the button called Fold', 'role'],
  ])('of "%s"', async (clause, said) => {
    expect(await site.read(`open SITE/cases; ${clause}; extract said as said`)).toEqual({ said })
  })

  it('is identified by the words beside it', async () => {
    expect(
      await site.read('open SITE/rows; really click Delete row in the row of Ann; extract said'),
    ).toEqual({ said: 'Ann' })
    // There is only one such button, and it is in another row.
    expect(await site.failed('open SITE/rows; click Delete row in the row of Bo')).toMatchObject({
      reason: 'element_not_found',
    })
    expect(await site.failed('open SITE/rows; click Edit')).toMatchObject({ reason: 'element_ambiguous' })
    const { actions } = await site.generated('open SITE/rows; click Edit next to Dee; wait for New')
    expect(await site.run(actions)).toMatchObject({ path: '/window' })
  })
})

describe.concurrent('the filled field', () => {
  it('is identified by its label, the text beside it, its placeholder or its name', async () => {
    const text =
      'open SITE/fields; type Ann into Given name; enter "Lee" in the Family name field; fill Your city with Bonn; ' +
      'set post code to 53111; write 12-34 in phone; set Day of birth to 2001-02-03; choose green in Colour; ' +
      'type "Hello" into About you; click OK; extract said'
    const { said } = (await site.read(text)) as { said: string }
    expect(JSON.parse(said)).toEqual({
      a: 'Ann',
      b: 'Lee',
      c: 'Bonn',
      d: '53111',
      phone: '12-34',
      e: '2001-02-03',
      f: 'g',
      g: 'Hello',
    })
  })
})

describe.concurrent('an element', () => {
  it('in a frame is found', async () => {
    const { actions } = await site.generated('open SITE/frames; click Inner; extract said')
    expect(actions[1]).toMatchObject({ frame: [0] })
    expect((await site.run(actions)).read).toEqual({ said: 'from inside' })
  })

  it('in a shadow root is found', async () => {
    expect(await site.read('open SITE/shadow; type gold into Deep; click Dig; extract found')).toEqual({
      found: 'gold',
    })
  })

  it('in a window that a step opened is found', async () => {
    const { actions } = await site.generated('open SITE/windows; click New window; click Press; extract said')
    expect(actions.at(-1)).toMatchObject({ target: `${site.server.url}/window` })
    expect((await site.run(actions)).read).toEqual({ said: 'in the new one' })
  })

  it('in a menu that opens on hover is found', async () => {
    const { actions } = await site.generated(
      'open SITE/menu; scroll to the bottom; hover over Menu; click Open it; wait for New',
    )
    expect(await site.run(actions)).toMatchObject({ path: '/window' })
  })
})

describe.concurrent('waiting', () => {
  it('lasts until the element appears', async () => {
    expect(
      await site.read(
        'open SITE/late; wait until Loading disappears; click Load; extract all list items as all',
      ),
    ).toEqual({ all: ['One', 'Two'] })
  })

  it('lasts until a script has navigated', async () => {
    const { actions } = await site.generated(
      'open SITE/login; type Ann into Name; click Enter; extract the heading',
    )
    expect(actions[2]).toMatchObject({ assertedEvents: [{ type: 'navigation' }] })
    expect((await site.run(actions)).read).toEqual({ heading: 'New' })
  })

  it('may be for a URL', async () => {
    const { actions } = await site.generated(
      'open SITE/login; click Enter; wait for the url to contain /window; extract the heading',
    )
    expect((await site.run(actions)).read).toEqual({ heading: 'New' })
  })
})

it.concurrent('text on the page that looks like a variable is treated as text', async () => {
  const { actions, variables } = await site
    .generated('open SITE/text; wait for Costs; click "Pay ${total}"; wait for New', {
      variables: { total: 'x' },
      ...forWhatIsMissing,
    })
    .catch((error: unknown) => ({ actions: [], variables: String(error) }))
  // In the request it is one of the request's own variables, which has another value.
  expect(variables).toContain('element_not_found')
  expect(actions).toEqual([])
  const escaped = await site.generated('open SITE/text; click the link; wait for New')
  expect(escaped.variables).toEqual({})
  expect(JSON.stringify(escaped.actions)).toContain('Pay $${total}')
  expect(await site.run(escaped.actions)).toMatchObject({ path: '/window' })
})
