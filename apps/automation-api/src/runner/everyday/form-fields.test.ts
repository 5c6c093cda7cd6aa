import { expectText, open, read, type } from './steps.ts'
import { page, testJobs, type Job } from './test-jobs.ts'

const echo = (control: string, script: string) => page(`${control}<p id=out>-</p><script>${script}</script>`)
const out = read('out', '#out')
const agreed = `document.querySelector('input').onchange = (event) => { out.textContent = event.target.checked ? 'yes' : 'no' }`

const jobs: Job[] = [
  {
    does: 'agrees to the terms, whatever the box was before',
    pages: { '/': echo('<label><input type=checkbox> I agree</label>', agreed) },
    actions: [open('/'), { type: 'check', name: 'Agree', selectors: ['aria/I agree'] }, out],
    gives: { out: 'yes' },
    unless: {
      is: 'the box cannot be ticked',
      pages: { '/': echo('<label><input type=checkbox disabled> I agree</label>', '') },
      at: 'Agree',
      error: /not enabled/,
    },
  },
  {
    does: 'declines a newsletter that is ticked',
    pages: { '/': echo('<label><input type=checkbox checked> Newsletter</label>', agreed) },
    actions: [open('/'), { type: 'uncheck', name: 'No newsletter', selectors: ['aria/Newsletter'] }, out],
    gives: { out: 'no' },
    unless: {
      is: 'the page ticks it again',
      pages: {
        '/': echo(
          '<label><input type=checkbox checked onclick="event.preventDefault()"> Newsletter</label>',
          '',
        ),
      },
      at: 'No newsletter',
      error: /did not change its state/,
    },
  },
  {
    does: 'chooses one of several options',
    pages: {
      '/': echo(
        '<label><input type=radio name=way value=post> By post</label><label><input type=radio name=way value=mail> By mail</label>',
        `document.onchange = (event) => { out.textContent = event.target.value }`,
      ),
    },
    actions: [open('/'), { type: 'check', name: 'By mail', selectors: ['aria/By mail'] }, out],
    gives: { out: 'mail' },
    unless: {
      is: 'the option is gone',
      pages: { '/': page('<label><input type=radio> By post</label>') },
      at: 'By mail',
      error: /no element matches/,
    },
  },
  {
    does: 'enters a day into a date field',
    pages: {
      '/': echo(
        '<label>Arrival <input type=date id=day></label>',
        'day.onchange = () => { out.textContent = day.value }',
      ),
    },
    actions: [open('/'), type('aria/Arrival', '2026-03-02'), out],
    gives: { out: '2026-03-02' },
    unless: {
      is: 'the day is written as the field does not take it',
      actions: [open('/'), type('aria/Arrival', '2 March 2026')],
      at: 'Type into aria/Arrival',
      error: /takes a date/,
    },
  },
  {
    does: 'chooses several entries of a list',
    pages: {
      '/': echo(
        '<label>Toppings <select id=toppings multiple><option>Cheese<option>Ham<option>Corn</select></label>',
        `toppings.onchange = () => { out.textContent = [...toppings.selectedOptions].map((each) => each.value).join() }`,
      ),
    },
    actions: [
      open('/'),
      { type: 'select', name: 'Toppings', selectors: ['aria/Toppings'], values: ['Cheese', 'Corn'] },
      out,
    ],
    gives: { out: 'Cheese,Corn' },
    unless: {
      is: 'one is not on the list',
      actions: [
        open('/'),
        { type: 'select', name: 'Toppings', selectors: ['aria/Toppings'], values: ['Olives'] },
      ],
      at: 'Toppings',
      error: /did not find some options/,
    },
  },
  {
    does: 'uploads a file',
    pages: {
      '/': echo(
        '<label>File <input type=file id=file></label>',
        `file.onchange = async () => { out.textContent = file.files[0].name + ':' + await file.files[0].text() }`,
      ),
    },
    actions: [
      open('/'),
      {
        type: 'upload',
        name: 'The list',
        selectors: ['aria/File'],
        file: { name: 'list.csv', contentType: 'text/csv', contentBase64: btoa('a,b') },
      },
      expectText('list.csv', '#out'),
      out,
    ],
    gives: { out: 'list.csv:a,b' },
    unless: {
      is: 'there is no field for it',
      pages: { '/': page('<p>Uploads are closed</p>') },
      at: 'The list',
      error: /no element matches/,
    },
  },
  {
    does: 'uses the keys of an editor',
    pages: {
      '/': echo(
        '<textarea id=text>old</textarea>',
        `text.onkeydown = (event) => { if (event.ctrlKey && event.key === 's') { event.preventDefault(); out.textContent = 'Saved ' + text.value } }`,
      ),
    },
    actions: [
      open('/'),
      { type: 'press', name: 'Everything', key: 'Control+A', selectors: ['#text'] },
      { type: 'press', name: 'Delete', key: 'Backspace' },
      { type: 'press', name: 'Save', key: 'Control+s' },
      expectText('Saved', '#out', 'It is not saved'),
    ],
    unless: {
      is: 'the editor does not listen',
      pages: { '/': echo('<textarea id=text>old</textarea>', '') },
      at: 'Expect Saved',
      error: /It is not saved/,
    },
  },
  {
    does: 'writes into an area that is no field',
    pages: {
      '/': echo(
        '<div contenteditable id=area aria-label=Text></div>',
        'area.oninput = () => { out.textContent = area.innerText }',
      ),
    },
    actions: [open('/'), type('#area', 'Hello'), out],
    gives: { out: 'Hello' },
    unless: {
      is: 'it cannot be edited',
      pages: { '/': page('<div id=area>Text</div>') },
      at: 'Type into #area',
      error: /not an <input>/,
    },
  },
  {
    does: 'changes a cell by a double click and an entry of the keyboard',
    pages: {
      '/': page(`<table><tr><td id=cell ondblclick="this.contentEditable = 'true'; this.focus()">1</td></tr></table>
        <p id=state>-</p><script>
          cell.onkeydown = (event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            cell.contentEditable = 'false'
            state.textContent = 'saved ' + cell.textContent
          }</script>`),
    },
    actions: [
      open('/'),
      { type: 'doubleClick', name: 'Edit', selectors: ['#cell'] },
      { type: 'press', name: 'All of it', key: 'Control+A' },
      { type: 'change', name: 'Write', selectors: ['#cell'], value: '42' },
      { type: 'press', name: 'Save', key: 'Enter', selectors: ['#cell'] },
      expectText('saved 42', '#state', 'The cell is not saved'),
    ],
    unless: {
      is: 'the table cannot be edited',
      pages: { '/': page('<table><tr><td id=cell>1</td></tr></table><p id=state>-</p>') },
      at: 'Write',
      error: /is not an <input>/,
    },
  },
]

testJobs('a field', jobs)
