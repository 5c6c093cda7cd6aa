import { describe, expect, it } from 'vitest'
import { type Nameless, testActions } from '../test-actions.ts'

const run = testActions({
  '/': `<title>Page</title>
    <button id=confirm onclick="this.title = confirm('Delete all of it?')">Confirm</button>
    <button id=prompt onclick="this.title = prompt('Your name?')">Prompt</button>
    <button id=alert onclick="alert('Saved')">Alert</button>
    <button id=stay onclick="window.addEventListener('beforeunload', (event) => event.preventDefault())">Stay</button>
    <a id=file href="/file">File</a><a id=next href="/next">Next</a>
    <a id=window href="/next?token=1" target=_blank>Window</a>`,
  '/next': '<h1>Next</h1>',
  '/asks': `<h1>Asks</h1><script>confirm('Accept?')</script>`,
  '/file': (_request, response) => {
    // Slower than the click that navigates here.
    setTimeout(() => {
      response.setHeader('Content-Disposition', 'attachment; filename="report.pdf"').end('content')
    }, 150)
  },
  '/fields': `<input id=date type=date><input id=number type=number maxlength=2><input id=short maxlength=4>
    <textarea maxlength=5></textarea><input id=mail type=email><input id=colour type=color>
    <label>Range <input type=range min=0 max=10></label>
    <input id=tags onchange="this.value = ''" oninput="this.value = ''"><input id=mask maxlength=20
      oninput="this.value = this.value.replace(/\\D/g, '')"><p contenteditable></p>`,
  '/form': `<form action="/next"><label>E-mail <input name=email type=email required></label>
      <button id=send><b>Send</b></button><input name=code pattern="[0-9]+">
      <button id=own onclick="event.preventDefault(); this.form.checkValidity()">Own</button>
      <button id=back formnovalidate>Back</button><button id=later type=button
        onclick="setTimeout(() => this.form.checkValidity())">Later</button></form>
    <form onsubmit="event.preventDefault(); todo.value = ''; todo.focus()"><input id=todo required>
      <button id=add>Add</button></form>
    <form novalidate action="/next"><input required><button id=unchecked>Unchecked</button></form>`,
})

const click = (selector: string) => run.perform({ type: 'click', selectors: [selector] })
const change = (selector: string, value: string) =>
  run.perform({ type: 'change', selectors: [selector], value })
const read: Nameless = { type: 'extractText', selectors: ['#missing'], output: 'text' }

describe('a dialog', () => {
  it('that asks something fails the step that opened it, and the page goes on', async () => {
    await run.open('/')
    await expect(click('#confirm')).rejects.toThrow(
      'the page asked something (confirm), no step answers, and it was cancelled: “Delete all of it?”',
    )
    await expect(click('#prompt')).rejects.toThrow(
      '(prompt), no step answers, and it was cancelled: “Your name?”',
    )
    expect(await run.page.title()).toBe('Page')
    await expect(run.perform({ type: 'navigate', url: run.url('/asks') })).rejects.toThrow('“Accept?”')
    await run.perform({ type: 'hover', selectors: ['h1'] })
  })

  it('that only informs does not fail the step, and is named when the next step finds nothing', async () => {
    await run.open('/')
    await click('#alert')
    await expect(run.perform(read, 100)).rejects.toThrow(
      'no element matches the selector within 100 ms; the page had said “Saved”',
    )
    await run.perform({ type: 'hover', selectors: ['#alert'] })
    await expect(run.perform(read, 100)).rejects.toThrow(/within 100 ms$/)
  })

  it('that asks whether to leave the page fails the step that leaves it', async () => {
    await run.open('/')
    await click('#stay')
    await expect(run.perform({ type: 'navigate', url: run.url('/next') })).rejects.toThrow('(beforeunload)')
    await expect(click('#next')).rejects.toThrow('(beforeunload)')
    expect(await run.page.title()).toBe('Page')
  })
})

it('a download started by a click fails the step, or the next one where its answer comes later', async () => {
  await run.open('/')
  const started = run.page.waitForEvent('download')
  const steps = async () => {
    await click('#file')
    await started
    await run.perform({ type: 'hover', selectors: ['h1'] })
  }
  await expect(steps()).rejects.toThrow(
    'the page started a download that no step asks for, and it was refused: “report.pdf”',
  )
})

it('a window that no step has used is named when nothing is found', async () => {
  await run.open('/')
  await click('#window')
  await expect.poll(() => run.context.pages()[1]?.url()).toBe(run.url('/next?token=1'))
  const url = run.url('/next')
  await expect(run.perform(read, 100)).rejects.toThrow(`no step is about the window that opened at ${url}`)
  await run.perform({ type: 'hover', selectors: ['h1'], target: url })
  await expect(run.perform(read, 100)).rejects.toThrow(/within 100 ms$/)
})

describe('a field', () => {
  it.each([
    ['#date', '31.01.2026', 'a field of type date takes a date as 2026-01-31'],
    ['#number', '1,5', 'a field of type number takes a number as 1234.5'],
    ['#number', '0x10', 'a field of type number takes'],
    ['#colour', 'reddish', 'a field of type color takes'],
    ['label', '11', 'a field of type range takes'],
    ['#short', '12345', 'the field takes at most 4 characters, and the value has more'],
    ['textarea', '12\n456', 'the field takes at most 5 characters'],
  ])('that does not accept a value fails the change: %s %j', async (selector, value, reason) => {
    if (run.page.url() === 'about:blank') await run.open('/fields')
    await expect(change(selector, value)).rejects.toThrow(reason)
  })

  it('whose value is changed by a script does not fail the step', async () => {
    await run.open('/fields')
    await change('#tags', 'one')
    await change('#mask', '+1 (555) 123')
    await change('#mail', ' ada@example.com ')
    await change('#number', '1234')
    await change('#short', '')
    await change('#date', '')
    await change('label', '10')
    await change('#colour', '#000000')
    await change('#colour', '#00FF7f')
    await change('textarea', '1\r\n34')
    await change('p', 'text')
    expect(await run.page.inputValue('#mask')).toBe('1555123')
  })
})

describe('a form', () => {
  it('that the browser does not submit fails the press, and the field is named', async () => {
    await run.open('/form')
    const refused =
      'the form was not sent: the browser refused its field “E-mail”: Please fill out this field.'
    await expect(click('#send')).rejects.toThrow(refused)
    await expect(click('b')).rejects.toThrow(refused)
    await expect(run.perform({ type: 'doubleClick', selectors: ['#send'] })).rejects.toThrow(refused)
    await expect(run.perform({ type: 'click', selectors: ['#send'], deviceType: 'pen' })).rejects.toThrow(
      refused,
    )
    await run.page.focus('[name=email]')
    await expect(run.perform({ type: 'keyDown', key: 'Enter' })).rejects.toThrow(refused)
    await change('[name=email]', 'ada@example.com')
    await change('[name=code]', 'x')
    await expect(click('#send')).rejects.toThrow('“code”: Please match the requested format.')
    expect(run.page.url()).toBe(run.url('/form'))
  })

  it('that the page validates itself does not fail the press', async () => {
    await run.open('/form')
    await click('#own')
    await click('#later')
    await change('#todo', 'milk')
    await click('#add')
    expect(await run.page.inputValue('#todo')).toBe('')
    await run.page.evaluate('document.activeElement.blur()')
    await run.perform({ type: 'keyDown', key: 'Enter' })
    for (const selector of ['#back', '#unchecked']) {
      await run.open('/form')
      await click(selector)
      expect(new URL(run.page.url()).pathname).toBe('/next')
    }
  })
})
