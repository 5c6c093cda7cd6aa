import { getCdpSession } from '../../pages/cdp-session.ts'
import type { ActionOf, Step } from '../../step.ts'
import { isUnknownKey } from './key-down.ts'

export async function keyUp({ key }: ActionOf<'keyUp'>, { page }: Step): Promise<void> {
  try {
    await page.keyboard.up(key)
  } catch (error) {
    if (!isUnknownKey(error)) throw error
    const session = await getCdpSession(page)
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key })
  }
}
