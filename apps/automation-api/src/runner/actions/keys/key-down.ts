import { getCdpSession } from '../../pages/cdp-session.ts'
import type { ActionOf, Step } from '../../step.ts'
import { watchFocusedForm } from '../fields/field-engine.ts'

const SUBMITTING = new Set(['Enter', 'NumpadEnter'])

export async function keyDown({ key }: ActionOf<'keyDown'>, { page }: Step): Promise<void> {
  const checkForm = SUBMITTING.has(key) ? await watchFocusedForm(page.mainFrame()) : undefined
  try {
    await page.keyboard.down(key)
  } catch (error) {
    if (!isUnknownKey(error)) throw error
    // A letter of a keyboard other than the American one, or a key of no keyboard.
    const session = await getCdpSession(page)
    const text = /^.$/su.test(key) ? { text: key } : {}
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, ...text })
  }
  await checkForm?.()
}

export function isUnknownKey(error: unknown): boolean {
  return error instanceof Error && error.message.includes('Unknown key')
}
