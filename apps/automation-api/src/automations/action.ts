import { z } from 'zod'
import { change, keyDown, keyUp, select, upload } from './actions/field-actions.ts'
import { close, emulateNetworkConditions, navigate, setViewport, waitForUrl } from './actions/page-actions.ts'
import { click, doubleClick, hover, scroll } from './actions/pointer-actions.ts'
import { extractText, waitForElement } from './actions/reading-actions.ts'

/** One step of an automation, in the form of the Chrome DevTools Recorder; four kinds are our own. */
export const actionSchema = z.discriminatedUnion('type', [
  navigate,
  click,
  doubleClick,
  change,
  hover,
  keyDown,
  keyUp,
  scroll,
  setViewport,
  emulateNetworkConditions,
  close,
  waitForElement,
  waitForUrl,
  extractText,
  select,
  upload,
])

export type Action = z.infer<typeof actionSchema>
