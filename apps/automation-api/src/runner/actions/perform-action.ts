import type { StoredAction } from '../../automations/action.ts'
import { expectNavigations } from '../pages/expect-navigations.ts'
import type { ExtractedData } from '@waypost/webhooks'
import type { ActionOf, ActionRunner, Step } from '../step.ts'
import { assert } from './assert.ts'
import { change } from './fields/change.ts'
import { check } from './fields/check.ts'
import { click } from './pointing/click.ts'
import { close } from './pages/close.ts'
import { dialog } from './dialog.ts'
import { doubleClick } from './pointing/double-click.ts'
import { drag } from './pointing/drag.ts'
import { emulateNetworkConditions } from './pages/emulate-network-conditions.ts'
import { extract } from './extract.ts'
import { extractText } from './extract-text.ts'
import { goInHistory } from './pages/go-in-history.ts'
import { handOver } from './hand-over.ts'
import { hover } from './pointing/hover.ts'
import { keyDown } from './keys/key-down.ts'
import { keyUp } from './keys/key-up.ts'
import { navigate } from './pages/navigate.ts'
import { onPage } from './pages/on-page.ts'
import { pdf } from './files/pdf.ts'
import { pressKeys } from './keys/press-keys.ts'
import { reload } from './pages/reload.ts'
import { screenshot } from './files/screenshot.ts'
import { scroll } from './pointing/scroll.ts'
import { select } from './fields/select.ts'
import { setViewport } from './pages/set-viewport.ts'
import { switchWindow } from './pages/switch-window.ts'
import { uncheck } from './fields/uncheck.ts'
import { upload } from './fields/upload.ts'
import { wait } from './wait.ts'
import { waitForDownload } from './files/wait-for-download.ts'
import { waitForEmail } from './wait-for-email.ts'
import { waitForElement } from './wait-for-element.ts'
import { waitForUrl } from './wait-for-url.ts'

// The steps that contain others are performed by the flow of the run.
type Performed = Exclude<StoredAction['type'], 'if' | 'repeat' | 'forEach'>

const runners: { [Type in Performed]: ActionRunner<Type> } = {
  navigate,
  back: (_action, step) => goInHistory(step, -1),
  forward: (_action, step) => goInHistory(step, 1),
  reload,
  check,
  uncheck,
  drag,
  press: pressKeys,
  dialog,
  switchWindow,
  wait,
  assert,
  extract,
  waitForDownload,
  pdf,
  screenshot,
  waitForEmail,
  handOver,
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
}

/** Performs the action on its page, and waits for its expected navigations. */
export function performAction(action: StoredAction, runStep: Step): Promise<ExtractedData | void> {
  return onPage(action, runStep, (step) => perform(action, step))
}

async function perform(action: StoredAction, step: Step): Promise<ExtractedData | void> {
  const navigations = expectNavigations(step, action)
  try {
    if (action.type === 'if' || action.type === 'repeat' || action.type === 'forEach') return
    const extracted = await dispatch(action.type, action, step)
    await navigations.settle()
    return extracted
  } finally {
    navigations.end()
  }
}

function dispatch<Type extends Performed>(type: Type, action: ActionOf<Type>, step: Step) {
  return runners[type](action, step)
}
