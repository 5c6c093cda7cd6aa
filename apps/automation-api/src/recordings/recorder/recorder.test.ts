import { beforeEach, describe, expect, test } from 'vitest'
import { openRecorderBed } from './test-recording.ts'

const page = `<!doctype html><title>Portal</title>
<style>body { margin: 0 } input, button, select, a { display: block; height: 30px } label { display: inline-block }</style>
<h1>Portal</h1>
<form action="/inside">
  <label>E-mail <input name="email" type="email"></label>
  <label>Password <input name="password" type="password"></label>
  <label>Country <select name="country"><option value="de">Germany<option value="fr">France</select></label>
  <label><input type="checkbox" name="stay"> Stay signed in</label>
  <button>Sign in</button>
</form>
<button id="twice" ondblclick="document.title = 'twice'">Twice</button>
<button id="ask" onclick="document.title = confirm('Sure?') ? 'sure' : 'unsure'">Ask</button>
<a href="/other" target="_blank">Other window</a>
<input type="file" id="file">`

const { bed, begin } = openRecorderBed({
  '/inside': '<title>Inside</title><h1>Inside</h1><input aria-label="Search">',
  '/other': '<title>Other</title><h1>Other</h1><button>Press me</button>',
})
beforeEach(() => {
  bed.page = page
})

describe('a recording', () => {
  test('makes a step of what a person types, chooses and presses, in words, with its selectors', async () => {
    const recording = await begin()
    await recording.press('[name=email]')
    recording.type('ada@example.com')
    recording.key('Tab')
    recording.type('correct horse')
    await recording.press('[name=country]')
    expect((await recording.told('options')).options.map(({ label }) => label)).toEqual(['Germany', 'France'])
    recording.view.send({ type: 'choose', values: ['fr'] })
    await recording.press('[name=stay]')
    await recording.press('form button')
    await recording.until((steps) => steps.length === 6)
    await recording.view.until(({ windows }) => windows[0]!.url.includes('/inside'))
    const host = new URL(bed.site.url).host
    expect(recording.words()).toEqual([
      `Open ${host}: ${bed.site.url}/`,
      'Fill in E-mail: ada@example.com',
      'Fill in Password: ${password}',
      'Choose in Country: France',
      'Check Stay signed in',
      'Click Sign in',
    ])
    const { steps, variables, status, error } = await recording.finish()
    expect([status, error]).toEqual(['ended', null])
    expect(variables).toEqual({ password: { secret: true } })
    expect(JSON.stringify(steps)).not.toContain('correct horse')
    expect(steps.at(-1)!.action).toMatchObject({
      type: 'click',
      selectors: expect.arrayContaining(['aria/Sign in[role="button"]']) as string[],
      assertedEvents: [{ type: 'navigation' }],
    })
    expect(await recording.view.closed).toBe(4000)
  })

  test('makes a step of a double press, of a key, and of the way back', async () => {
    const recording = await begin()
    await recording.press('#twice', { clickCount: 2 })
    await recording.until((steps) => steps.at(-1)?.type === 'doubleClick')
    await recording.press('[name=email]')
    recording.type('ada@example.com')
    recording.key('Enter')
    await recording.view.until(({ windows }) => windows[0]!.url.includes('/inside'))
    expect(recording.words().at(-1)).toBe('Press Enter in E-mail')
    recording.view.send({ type: 'go', to: 'back' })
    await recording.until((steps) => steps.at(-1)?.type === 'back')
    expect(recording.steps().map(({ type }) => type)).toEqual([
      'navigate',
      'doubleClick',
      'change',
      'press',
      'back',
    ])
    await recording.finish()
  })

  test('asks what the page asks, and answers it after the step that opened the question', async () => {
    const recording = await begin()
    await recording.press('#ask')
    expect(await recording.told('dialog')).toMatchObject({ kind: 'confirm', text: 'Sure?' })
    recording.view.send({ type: 'dialog', answer: 'accept' })
    await recording.until((steps) => steps.at(-1)?.type === 'dialog')
    expect(recording.words().slice(1)).toEqual(['Click Ask', 'Answer the dialog confirm: Accept'])
    await recording.press('[name=stay]')
    await recording.until((steps) => steps.at(-1)?.type === 'check')
    expect(await recording.page().title()).toBe('sure')
    await recording.finish()
  })

  test('switches to a window that a step has opened, once something is done there', async () => {
    const recording = await begin()
    await recording.press('a')
    await recording.view.until(({ windows }) => windows.length === 2 && windows[1]!.url.endsWith('/other'))
    await recording.press('button')
    await recording.until((steps) => steps.length === 4)
    expect(recording.words().slice(1)).toEqual([
      'Click Other window',
      'Switch to the window',
      'Click Press me',
    ])
    await recording.finish()
  })

  test('uploads the file that the page was given', async () => {
    const recording = await begin()
    await recording.press('#file')
    await recording.told('fileChooser' as never)
    recording.view.send({
      type: 'files',
      files: [{ name: 'a.txt', contentType: 'text/plain', contentBase64: 'aGk=' }],
    })
    await recording.until((steps) => steps.at(-1)?.type === 'upload')
    const { steps } = await recording.finish()
    expect(steps.at(-1)!.action).toMatchObject({
      type: 'upload',
      file: { name: 'a.txt', contentBase64: 'aGk=' },
    })
  })

  test('lets steps be renamed, moved, deleted and brought back', async () => {
    const recording = await begin()
    await recording.press('[name=stay]')
    await recording.press('#twice')
    const steps = await recording.until((now) => now.length === 3)
    const { send } = recording.view
    send({ type: 'rename', step: steps[1]!.id, name: 'Stay' })
    send({ type: 'move-step', step: steps[2]!.id, to: 1 })
    send({ type: 'remove', step: steps[0]!.id })
    await recording.until((now) => now.length === 2)
    expect(recording.words()).toEqual(['Click Twice', 'Stay'])
    send({ type: 'undo' })
    await recording.until((now) => now.length === 3)
    const stored = await recording.finish()
    expect(stored.steps.map(({ action }) => action.name).slice(1)).toEqual(['Click Twice', 'Stay'])
  })

  test('takes a picture of the page after a step', async () => {
    const recording = await begin()
    await recording.press('[name=stay]')
    await recording.until((steps) => steps.at(-1)?.type === 'check' && steps.at(-1)!.pictures > 0)
    const { steps } = await recording.finish()
    expect(steps.at(-1)!.hasScreenshot).toBe(true)
    const url = `/api/v1/recordings/${recording.id}/steps/${steps.at(-1)!.id}/screenshot`
    const image = await bed.service.app.inject({ url, headers: recording.headers })
    expect(image.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
  })
})

describe('a hostile page', () => {
  test('makes no step by presses, keys and input of its own, and sees nothing of the recorder', async () => {
    bed.page = `<input id="field"><button id="go" onclick="this.textContent = 'pressed'">Go</button><p id="seen"></p>
      <script>
        const before = Object.getOwnPropertyNames(window).length
        setInterval(() => {
          go.click()
          go.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
          field.value = 'forged'
          field.dispatchEvent(new InputEvent('input', { bubbles: true }))
          field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
          seen.textContent = Object.getOwnPropertyNames(window).length - before
        }, 10)
        Document.prototype.elementFromPoint = () => document.body
        Element.prototype.getAttribute = () => 'forged'
      </script>`
    const recording = await begin()
    await recording.press('#go')
    const steps = await recording.until((now) => now.length === 2)
    expect(steps.at(-1)!.name).toBe('Click pressed')
    expect(await recording.page().locator('#seen').textContent()).toBe('0')
    expect((await recording.finish()).steps).toHaveLength(2)
  })
})
