import { describe, expect, it } from 'vitest'
import { testActions } from '../../test-actions.ts'

const run = testActions({
  '/': `<input><p></p><script>
    for (const type of ['keydown', 'keyup']) addEventListener(type, ({ key, code }) =>
      document.querySelector('p').append(type.slice(3) + ' ' + key + ' ' + code + '; '))
  </script>`,
  '/form': `<form action="/"><input name=q></form>`,
})

async function type(...keys: string[]): Promise<void> {
  await run.open('/')
  await run.page.focus('input')
  for (const key of keys) {
    await run.perform({ type: 'keyDown', key })
    await run.perform({ type: 'keyUp', key })
  }
}

describe('a key', () => {
  it.each([
    ['a', 'a', 'down a KeyA; up a KeyA;'],
    ['Digit1', '1', 'down 1 Digit1; up 1 Digit1;'],
    ['$', '$', 'down $ Digit4; up $ Digit4;'],
    ['é', 'é', 'down é ; up é ;'],
    ['ArrowLeft', '', 'down ArrowLeft ArrowLeft; up ArrowLeft ArrowLeft;'],
    ['Camera', '', 'down Camera ; up Camera ;'],
  ])('is pressed and released: %s', async (key, value, events) => {
    await type(key)
    expect(await run.page.inputValue('input')).toBe(value)
    expect(await run.text('p')).toBe(events)
  })

  it('that is held modifies the others', async () => {
    await run.open('/')
    await run.page.focus('input')
    await run.perform({ type: 'keyDown', key: 'ShiftLeft' })
    await run.perform({ type: 'keyDown', key: 'KeyA' })
    await run.perform({ type: 'keyUp', key: 'KeyA' })
    await run.perform({ type: 'keyUp', key: 'ShiftLeft' })
    await run.perform({ type: 'keyDown', key: 'KeyA' })
    expect(await run.page.inputValue('input')).toBe('Aa')
  })

  it('that submits a form navigates to the expected page', async () => {
    await run.open('/form')
    await run.page.focus('input')
    const assertedEvents = [{ type: 'navigation' as const, url: run.url('/?q=') }]
    await run.perform({ type: 'keyDown', key: 'Enter', assertedEvents })
    expect(run.page.url()).toBe(run.url('/?q='))
  })
})
