import { getCdpSession } from '../pages/cdp-session.ts'
import type { ActionOf, Step } from '../step.ts'

export async function keyDown({ key }: ActionOf<'keyDown'>, { page }: Step): Promise<void> {
  try {
    await page.keyboard.down(key)
  } catch (error) {
    if (!isUnknownKey(error)) throw error
    // A letter of another keyboard than the American one, or a key that has no place on any.
    const session = await getCdpSession(page)
    const text = /^.$/su.test(key) ? { text: key } : {}
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, ...text })
  }
}

export function isUnknownKey(error: unknown): boolean {
  return error instanceof Error && error.message.includes('Unknown key')
}
