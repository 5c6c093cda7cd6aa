import type { StoredAction } from '../../automations/action.ts'
import { expectNavigations } from '../pages/expect-navigations.ts'
import type { ActionOf, ActionRunner, ExtractedData, Step } from '../step.ts'
import { change } from './change.ts'
import { click } from './click.ts'
import { close } from './close.ts'
import { doubleClick } from './double-click.ts'
import { emulateNetworkConditions } from './emulate-network-conditions.ts'
import { extractText } from './extract-text.ts'
import { hover } from './hover.ts'
import { keyDown } from './key-down.ts'
import { keyUp } from './key-up.ts'
import { navigate } from './navigate.ts'
import { onPage } from './on-page.ts'
import { scroll } from './scroll.ts'
import { select } from './select.ts'
import { setViewport } from './set-viewport.ts'
import { upload } from './upload.ts'
import { waitForElement } from './wait-for-element.ts'
import { waitForUrl } from './wait-for-url.ts'

const runners: { [Type in StoredAction['type']]: ActionRunner<Type> } = {
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
}

/** Performs the action on its page, and waits for its expected navigations. */
export function performAction(action: StoredAction, runStep: Step): Promise<ExtractedData | void> {
  return onPage(action, runStep, (step) => perform(action, step))
}

async function perform(action: StoredAction, step: Step): Promise<ExtractedData | void> {
  const navigations = expectNavigations(step, action)
  try {
    const extracted = await dispatch(action.type, action, step)
    await navigations.settle()
    return extracted
  } finally {
    navigations.end()
  }
}

function dispatch<Type extends StoredAction['type']>(type: Type, action: ActionOf<Type>, step: Step) {
  return runners[type](action, step)
}
