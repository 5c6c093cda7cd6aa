import type { Action } from '../../automations/action.ts'
import { SITE } from './test-jobs.ts'

// Steps of jobs, named by what they do.

export const open = (path: string): Action => ({
  type: 'navigate',
  name: `Open ${path}`,
  url: `${SITE}${path}`,
  // A twin has little time for the step that fails; a page opens, however busy the machine is.
  timeoutMs: 60_000,
})

export const click = (selector: string, more: object = {}): Action => ({
  type: 'click',
  name: `Click ${selector}`,
  selectors: [selector],
  ...more,
})

export const type = (selector: string, value: string): Action => ({
  type: 'change',
  name: `Type into ${selector}`,
  selectors: [selector],
  value,
})

export const read = (output: string, selector: string, more: object = {}): Action => ({
  type: 'extractText',
  name: `Read ${output}`,
  selectors: [selector],
  output,
  ...more,
})

export const list = (output: string, rows: string, fields: object, more: object = {}): Action => ({
  type: 'extract',
  name: `List ${output}`,
  rows: [rows],
  fields: fields as never,
  output,
  ...more,
})

export const expectText = (text: string, selector?: string, message?: string): Action => ({
  type: 'assert',
  name: `Expect ${text}`,
  text,
  ...(selector !== undefined && { selectors: [selector] }),
  ...(message !== undefined && { message }),
})

export const field = (selector: string, more: object = {}) => ({ selectors: [selector], ...more })
