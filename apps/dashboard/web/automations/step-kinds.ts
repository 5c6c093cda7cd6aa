import type { AutomationApi } from '@waypost/sdk'

export type StepKind = AutomationApi.Action['type']
export type StepField =
  | 'url'
  | 'expectStatus'
  | 'selectors'
  | 'value'
  | 'key'
  | 'x'
  | 'y'
  | 'width'
  | 'height'
  | 'output'
  | 'multiple'
  | 'pattern'
  | 'values'
  | 'file'
  | 'download'
  | 'upload'
  | 'latency'

/** The label and the fields of each action type. */
export const stepKinds: Record<StepKind, { label: string; fields: StepField[] }> = {
  navigate: { label: 'Open a page', fields: ['url', 'expectStatus'] },
  click: { label: 'Click', fields: ['selectors'] },
  doubleClick: { label: 'Double-click', fields: ['selectors'] },
  change: { label: 'Type text', fields: ['selectors', 'value'] },
  select: { label: 'Choose from a list', fields: ['selectors', 'values'] },
  upload: { label: 'Upload a file', fields: ['selectors', 'file'] },
  hover: { label: 'Hover over', fields: ['selectors'] },
  keyDown: { label: 'Press a key', fields: ['key'] },
  keyUp: { label: 'Release a key', fields: ['key'] },
  scroll: { label: 'Scroll', fields: ['selectors', 'x', 'y'] },
  extractText: { label: 'Extract text', fields: ['selectors', 'output', 'multiple', 'pattern'] },
  waitForElement: { label: 'Wait for an element', fields: ['selectors'] },
  waitForUrl: { label: 'Wait for a URL', fields: ['url'] },
  setViewport: { label: 'Set the window size', fields: ['width', 'height'] },
  emulateNetworkConditions: { label: 'Slow the network down', fields: ['download', 'upload', 'latency'] },
  close: { label: 'Close the window', fields: [] },
}

const blanks: Partial<Record<StepField, unknown>> = {
  url: '',
  selectors: [],
  value: '',
  values: [],
  key: '',
  output: '',
  width: 1280,
  height: 800,
  download: -1,
  upload: -1,
  latency: 0,
  file: { name: '', contentType: 'application/octet-stream', contentBase64: '' },
}

/** Changes a step's action type and keeps the fields that both types have. */
export function changeKind(action: AutomationApi.Action, type: StepKind): AutomationApi.Action {
  const { fields } = stepKinds[type]
  const known: Record<string, unknown> = { ...action }
  const kept = fields.flatMap((field) => {
    const value = known[field] ?? blanks[field]
    return value === undefined ? [] : [[field, value]]
  })
  return { name: action.name, type, ...Object.fromEntries(kept) } as AutomationApi.Action
}
