import { getCdpSession } from '../../pages/cdp-session.ts'
import type { ActionOf, Step } from '../../step.ts'

export async function setViewport(action: ActionOf<'setViewport'>, { page }: Step): Promise<void> {
  const {
    width,
    height,
    deviceScaleFactor = 1,
    isMobile = false,
    hasTouch = false,
    isLandscape = false,
  } = action
  // Playwright must know the size too, because it clicks and takes screenshots by it.
  await page.setViewportSize({ width, height })
  const session = await getCdpSession(page)
  await session.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    deviceScaleFactor,
    mobile: isMobile,
    screenOrientation: isLandscape
      ? { type: 'landscapePrimary', angle: 90 }
      : { type: 'portraitPrimary', angle: 0 },
  })
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: hasTouch })
}
