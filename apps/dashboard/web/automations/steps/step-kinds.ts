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
  | 'showSecrets'
  | 'saveAs'
  | 'fullPage'
  | 'visible'
  | 'format'
  | 'landscape'
  | 'pattern'
  | 'values'
  | 'uploaded'
  | 'download'
  | 'upload'
  | 'latency'
  | 'rows'
  | 'fileName'
  | 'table'
  | 'fields'
  | 'min'
  | 'locale'
  | 'dropOn'
  | 'window'
  | 'durationMs'
  | 'answer'
  | 'text'
  | 'count'
  | 'operator'
  | 'message'
  | 'task'
  | 'address'
  | 'from'
  | 'subject'
  | 'apiKey'
  | 'condition'
  | 'rounds'
  | 'max'
  | 'in'
  | 'as'
  | 'steps'
  | 'else'

/** The label and the fields of each action type. A few fields stand for several properties, or for one under another name. */
export const stepKinds: Record<StepKind, { label: string; fields: StepField[] }> = {
  navigate: { label: 'Open a page', fields: ['url', 'expectStatus'] },
  click: { label: 'Click', fields: ['selectors'] },
  doubleClick: { label: 'Double-click', fields: ['selectors'] },
  change: { label: 'Type text', fields: ['selectors', 'value'] },
  select: { label: 'Choose from a list', fields: ['selectors', 'values'] },
  upload: { label: 'Upload a file', fields: ['selectors', 'uploaded'] },
  hover: { label: 'Hover over', fields: ['selectors'] },
  keyDown: { label: 'Press a key', fields: ['key'] },
  keyUp: { label: 'Release a key', fields: ['key'] },
  scroll: { label: 'Scroll', fields: ['selectors', 'x', 'y'] },
  extractText: {
    label: 'Extract text',
    fields: ['selectors', 'output', 'multiple', 'pattern', 'showSecrets'],
  },
  extract: {
    label: 'Extract a list',
    fields: ['rows', 'table', 'fields', 'output', 'saveAs', 'min', 'locale', 'showSecrets'],
  },
  waitForDownload: { label: 'Keep a download', fields: ['output', 'fileName'] },
  pdf: { label: 'Save as PDF', fields: ['output', 'fileName', 'format', 'landscape'] },
  screenshot: { label: 'Take a screenshot', fields: ['selectors', 'fullPage', 'output', 'fileName'] },
  waitForEmail: {
    label: 'Wait for an email',
    fields: ['address', 'from', 'subject', 'pattern', 'output', 'apiKey'],
  },
  handOver: { label: 'Hand over to a person', fields: ['task'] },
  back: { label: 'Go back', fields: [] },
  forward: { label: 'Go forward', fields: [] },
  reload: { label: 'Reload', fields: ['expectStatus'] },
  check: { label: 'Check a box', fields: ['selectors'] },
  uncheck: { label: 'Uncheck a box', fields: ['selectors'] },
  drag: { label: 'Drag', fields: ['selectors', 'dropOn'] },
  press: { label: 'Press keys', fields: ['key', 'selectors'] },
  dialog: { label: 'Answer a dialog', fields: ['answer', 'text'] },
  switchWindow: { label: 'Switch to a window', fields: ['window'] },
  wait: { label: 'Wait for a time', fields: ['durationMs'] },
  assert: { label: 'Expect', fields: ['text', 'url', 'selectors', 'operator', 'count', 'message'] },
  if: { label: 'If', fields: ['condition', 'steps', 'else'] },
  repeat: { label: 'Repeat', fields: ['rounds', 'max', 'steps'] },
  forEach: { label: 'For each', fields: ['in', 'as', 'steps'] },
  waitForElement: { label: 'Wait for an element', fields: ['selectors', 'visible'] },
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
  durationMs: 1000,
  answer: 'accept',
  condition: { present: [] },
  in: '',
  as: 'item',
  steps: [],
}

/** Changes a step's action type and keeps the fields that both types have. */
export function changeKind(action: AutomationApi.Action, type: StepKind): AutomationApi.Action {
  const { fields } = stepKinds[type]
  const known: Record<string, unknown> = { ...action }
  const kept = fields.flatMap((field) => {
    // What nobody has filled in is no value of a field that may be left out.
    const given = known[field] === '' || isEmptyList(known[field]) ? undefined : known[field]
    const value = optional[type]?.includes(field) ? given : (known[field] ?? blanks[field])
    return value === undefined ? [] : [[field, value]]
  })
  const { optional: isOptional } = action
  return {
    name: action.name,
    type,
    ...(isOptional !== undefined && { optional: isOptional }),
    ...blankOf[type],
    ...Object.fromEntries(kept),
  } as AutomationApi.Action
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

/** The fields that an action type may lack, though others need them. */
export const optional: Partial<Record<StepKind, StepField[]>> = {
  assert: ['url', 'selectors', 'text'],
  press: ['selectors'],
  scroll: ['selectors'],
  waitForDownload: ['output'],
  pdf: ['output'],
  screenshot: ['selectors', 'output'],
  dialog: ['text'],
}

/** The file of an upload before one is chosen. */
export const noFile = { name: '', contentType: 'application/octet-stream', contentBase64: '' }

// What a new action of the type has besides its fields.
const blankOf: Partial<Record<StepKind, object>> = {
  drag: { to: { selectors: [] } },
  upload: { file: noFile },
  extract: { rows: [], fields: { name: {} } },
  repeat: { until: { absent: [] } },
  handOver: { message: '' },
  waitForEmail: { address: '', pattern: '' },
}
