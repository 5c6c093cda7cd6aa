import type { StepField } from './step-kinds.ts'

/** Fields that are numbers, with their labels. */
export const numbers: Partial<Record<StepField, string>> = {
  x: 'Horizontal distance, in pixels',
  y: 'Vertical distance, in pixels',
  width: 'Width, in pixels',
  height: 'Height, in pixels',
  download: 'Download, in bytes per second (-1: unlimited)',
  upload: 'Upload, in bytes per second (-1: unlimited)',
  latency: 'Latency, in milliseconds',
  min: 'Least number of rows',
  durationMs: 'Time, in milliseconds',
  count: 'Number of elements',
  max: 'Most rounds',
}

/** Fields that are texts. */
export const texts: Partial<Record<StepField, { label: string; hint?: string; placeholder?: string }>> = {
  url: { label: 'URL', placeholder: 'https://', hint: '${name} is replaced with the value of a variable.' },
  value: { label: 'Text', hint: '${name} is replaced with the value of a variable.' },
  key: { label: 'Key', placeholder: 'Enter' },
  text: { label: 'Text', hint: '${name} is replaced with the value of a variable.' },
  fileName: { label: 'Name of the file' },
  message: { label: 'Message when it fails' },
  address: {
    label: 'Alias',
    hint: 'An alias of yours.',
  },
  apiKey: {
    label: 'Key of the alias service',
    placeholder: '${secrets.aliasApiKey}',
    hint: 'A secret with emails:read. Leave empty to use your secret aliasApiKey.',
  },
  from: { label: 'Sender contains' },
  subject: { label: 'Subject contains' },
  locale: { label: 'Language of numbers and dates', placeholder: 'de-DE' },
  in: { label: 'List', hint: 'What an earlier step stores, or a variable with a list.' },
  as: { label: 'Name of each item', hint: 'Its steps use ${name}, or ${name.field} for a row.' },
  output: { label: 'Store as', placeholder: 'price' },
  pattern: {
    label: 'Pattern',
    hint: 'A regular expression: only what it matches is stored. Leave empty to store the whole text.',
  },
}

/** Fields that are set or not, with their labels. */
export const switches: Partial<Record<StepField, string>> = {
  multiple: 'Extract all matching elements as a list',
  showSecrets: 'Show secrets that the page shows',
  fullPage: 'The whole page',
  landscape: 'Landscape',
}

/** Fields with a few values; the empty one leaves the field out. */
export const choices: Partial<Record<StepField, { label: string; options: Record<string, string> }>> = {
  answer: { label: 'Answer', options: { accept: 'OK', dismiss: 'Cancel' } },
  saveAs: {
    label: 'Also keep as a file',
    options: { '': 'no', csv: 'CSV, for spreadsheets', json: 'JSON' },
  },
  format: {
    label: 'Paper',
    options: { '': 'A4', A3: 'A3', A5: 'A5', Letter: 'Letter', Legal: 'Legal' },
  },
  operator: {
    label: 'There are',
    options: { '': 'exactly as many', '>=': 'at least as many', '<=': 'at most as many' },
  },
}
