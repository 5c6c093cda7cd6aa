import { setTimeout } from 'node:timers/promises'
import { getCdpSession } from '../../pages/cdp-session.ts'
import type { Step } from '../../step.ts'

type Press = {
  x: number
  y: number
  deviceType: 'mouse' | 'pen' | 'touch'
  button: 'primary' | 'auxiliary' | 'secondary' | 'back' | 'forward'
  duration: number
  clickCount: number
}

const BUTTONS = {
  primary: 'left',
  auxiliary: 'middle',
  secondary: 'right',
  back: 'back',
  forward: 'forward',
} as const

/** Presses any pointer and button at a point of the page, with the events of the real device. */
export async function sendPress(step: Step, press: Press): Promise<void> {
  for (let clickCount = 1; clickCount <= press.clickCount; clickCount++) {
    await (press.deviceType === 'touch' ? touch(step, press) : point(step, { ...press, clickCount }))
  }
}

async function touch({ page, signal }: Step, { x, y, duration }: Press): Promise<void> {
  const session = await getCdpSession(page)
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  await setTimeout(duration, undefined, { signal })
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

async function point({ page, signal }: Step, { x, y, deviceType, button, duration, clickCount }: Press) {
  const session = await getCdpSession(page)
  const pointer = { x, y, pointerType: deviceType === 'pen' ? 'pen' : 'mouse' } as const
  const pressed = { ...pointer, button: BUTTONS[button], clickCount }
  await session.send('Input.dispatchMouseEvent', { ...pointer, type: 'mouseMoved' })
  await session.send('Input.dispatchMouseEvent', { ...pressed, type: 'mousePressed' })
  await setTimeout(duration, undefined, { signal })
  await session.send('Input.dispatchMouseEvent', { ...pressed, type: 'mouseReleased' })
}
