import type { ApiDescription } from '@waypost/http'
import { actionSchema, type Action } from './action.ts'
import { listedUpload } from './actions/field-actions.ts'

const field = ['aria/Search', '#search']
const file = { name: 'list.csv', contentType: 'text/csv' }

const examples: { [Type in Action['type']]: Extract<Action, { type: Type }> } = {
  navigate: { name: 'Open the shop', type: 'navigate', url: 'https://shop.example/' },
  click: { name: 'Go', type: 'click', selectors: ['aria/Go[role="button"]', '#go'] },
  doubleClick: { name: 'Edit the title', type: 'doubleClick', selectors: ['aria/Title', 'h1'] },
  change: { name: 'Search', type: 'change', selectors: field, value: 'harbour' },
  hover: { name: 'Open the menu', type: 'hover', selectors: ['aria/Menu', '#menu'] },
  keyDown: { name: 'Press Enter', type: 'keyDown', key: 'Enter' },
  keyUp: { name: 'Release Enter', type: 'keyUp', key: 'Enter' },
  scroll: { name: 'Scroll down', type: 'scroll', y: 800 },
  setViewport: { name: 'Use a small window', type: 'setViewport', width: 390, height: 844 },
  emulateNetworkConditions: {
    name: 'Slow down',
    type: 'emulateNetworkConditions',
    download: 180_000,
    upload: 84_375,
    latency: 562.5,
  },
  close: { name: 'Close the window', type: 'close', target: 'https://shop.example/help' },
  waitForElement: { name: 'Wait', type: 'waitForElement', selectors: ['.price'], operator: '>=', count: 3 },
  waitForUrl: { name: 'Arrive', type: 'waitForUrl', url: 'https://shop.example/thanks*' },
  extractText: { name: 'Read', type: 'extractText', selectors: ['.price'], output: 'prices', multiple: true },
  extract: {
    name: 'Read the products',
    type: 'extract',
    rows: ['li.product'],
    fields: {
      name: { selectors: ['h3'] },
      price: { selectors: ['.price'], type: 'money', required: true },
      link: { selectors: ['a'], attribute: 'href', type: 'url' },
    },
    output: 'products',
  },
  waitForDownload: { name: 'Keep the invoice', type: 'waitForDownload', output: 'invoice' },
  pdf: { name: 'Print the receipt', type: 'pdf', fileName: 'receipt.pdf' },
  screenshot: { name: 'Show the chart', type: 'screenshot', selectors: ['#chart'], output: 'chart' },
  waitForEmail: {
    name: 'Wait for the code',
    type: 'waitForEmail',
    address: 'shop.4f9k2@mail.example',
    from: '@shop.example',
    pattern: 'code is (\\d{6})',
    output: 'code',
    timeoutMs: 120_000,
  },
  handOver: {
    name: 'Solve the puzzle',
    type: 'handOver',
    message: 'Solve the puzzle on the page',
    timeoutMs: 600_000,
  },
  back: { name: 'Go back', type: 'back' },
  forward: { name: 'Go forward', type: 'forward' },
  reload: { name: 'Reload', type: 'reload' },
  check: { name: 'Agree', type: 'check', selectors: ['aria/I agree', '#agree'] },
  uncheck: { name: 'No newsletter', type: 'uncheck', selectors: ['aria/Newsletter', '#news'] },
  drag: { name: 'Move the card', type: 'drag', selectors: ['#card'], to: { selectors: ['#done'] } },
  press: { name: 'Select everything', type: 'press', key: 'Control+A', selectors: field },
  dialog: { name: 'Confirm', type: 'dialog', answer: 'accept' },
  switchWindow: { name: 'Use the new window', type: 'switchWindow', to: 'newest' },
  wait: { name: 'Wait two seconds', type: 'wait', durationMs: 2000 },
  assert: {
    name: 'Expect results',
    type: 'assert',
    selectors: ['.result'],
    operator: '>=',
    count: 1,
    message: 'The shop has nothing of that name',
  },
  if: {
    name: 'Signed out?',
    type: 'if',
    condition: { present: ['#login'] },
    steps: [{ name: 'Log in', type: 'click', selectors: ['#login'] }],
  },
  repeat: {
    name: 'Every page',
    type: 'repeat',
    until: { absent: ['a.next'] },
    max: 50,
    steps: [{ name: 'Next page', type: 'click', selectors: ['a.next'] }],
  },
  forEach: {
    name: 'Each order',
    type: 'forEach',
    in: 'orders',
    as: 'order',
    steps: [{ name: 'Open the order', type: 'navigate', url: '${order.link}' }],
  },
  select: { name: 'Choose a size', type: 'select', selectors: ['aria/Size', '#size'], values: ['M'] },
  upload: {
    name: 'Send the list',
    type: 'upload',
    selectors: ['aria/List', '#list'],
    file: { ...file, contentBase64: 'YSxiCjEsMgo=' },
  },
}

/** Each action type under its own name, so that listed actions can refer to the same shapes, except for uploads. */
export const actionShapes: ApiDescription['schemas'] = {
  ...Object.fromEntries(
    actionSchema.options.map((schema) => {
      const type = schema.shape.type.value
      return [`Action${type.charAt(0).toUpperCase()}${type.slice(1)}`, { schema, example: examples[type] }]
    }),
  ),
  ListedActionUpload: { schema: listedUpload, example: { ...examples.upload, file: { ...file, size: 8 } } },
}
