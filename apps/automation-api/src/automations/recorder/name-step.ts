const LABEL_LENGTH = 60

const VERBS: Record<string, string> = {
  navigate: 'Open',
  click: 'Click',
  doubleClick: 'Double-click',
  change: 'Fill in',
  hover: 'Point at',
  keyDown: 'Press',
  keyUp: 'Release',
  scroll: 'Scroll',
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
  wait: 'Wait',
  assert: 'Expect',
  if: 'If',
  repeat: 'Repeat',
  forEach: 'For each',
  upload: 'Upload to',
}

type Named = { type: string; selectors?: unknown; url?: unknown; key?: unknown }

/** Names a step without a name. The same step at the same place always gets the same name. */
export function nameStep(step: Named, index: number): string {
  const label = labelOf(step).replaceAll(/\s+/g, ' ').trim().slice(0, LABEL_LENGTH).toWellFormed()
  return `${index + 1}. ${VERBS[step.type] ?? step.type} ${label}`.trim()
}

function labelOf({ selectors, url, key }: Named): string {
  if (typeof key === 'string') return key
  if (typeof url === 'string') return URL.parse(url)?.host ?? ''
  if (!Array.isArray(selectors)) return ''
  const targets = selectors.map((selector: unknown) => String([selector].flat().at(-1)))
  const spoken = targets.find((each) => /^(aria|text)\/[^[]/.test(each)) ?? targets[0] ?? ''
  return spoken.replace(/^(aria|text)\//, '').replace(/\[role="[^"]*"\]$/, '')
}
