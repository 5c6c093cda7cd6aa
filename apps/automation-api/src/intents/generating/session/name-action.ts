import type { Action } from '../../../automations/action.ts'

const LENGTH = 60

const VERBS: Record<Action['type'], string> = {
  navigate: 'Open',
  click: 'Click',
  doubleClick: 'Double-click',
  change: 'Fill in',
  hover: 'Point at',
  keyDown: 'Press',
  keyUp: 'Release',
  scroll: 'Scroll to',
  setViewport: 'Set the window size',
  emulateNetworkConditions: 'Set the network speed',
  close: 'Close the page',
  waitForElement: 'Wait for',
  waitForUrl: 'Wait for the address',
  extractText: 'Read',
  select: 'Choose in',
  extract: 'Read the list',
  waitForDownload: 'Wait for the download',
  pdf: 'Print',
  screenshot: 'Take a screenshot of',
  waitForEmail: 'Wait for the mail',
  handOver: 'Hand over',
  back: 'Go back',
  forward: 'Go forward',
  reload: 'Reload',
  check: 'Check',
  uncheck: 'Uncheck',
  drag: 'Drag',
  press: 'Press',
  dialog: 'Answer the dialog',
  switchWindow: 'Switch to the window',
  wait: 'Wait for',
  assert: 'Expect',
  if: 'If',
  repeat: 'Repeat',
  forEach: 'For each',
  upload: 'Upload to',
}

/** A short and unique name: the action and its target. Never with a value, which may be secret. */
export function nameAction(type: Action['type'], called: string, taken: { name: string }[]): string {
  const plain = called
    .replaceAll(/["“”„«»`]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, LENGTH)
    .toWellFormed()
  const name = `${VERBS[type]} ${plain}`.trim()
  const isTaken = (each: string) => taken.some((action) => action.name === each)
  let number = 1
  while (isTaken(number === 1 ? name : `${name} (${number})`)) number += 1
  return number === 1 ? name : `${name} (${number})`
}
