import type { AutomationInput } from '../automations/automation-form.tsx'

export interface AutomationTemplate {
  id: string
  title: string
  text: string
  /** What it is at first: it visits the demo site. */
  input: AutomationInput
}

const usual = {
  phrases: [] as string[],
  variables: {},
  screenshots: 'key',
  browser: null,
  login: null,
  trace: 'failures',
} as const

/** @param origin of this dashboard, whose server has the demo site */
export function automationTemplates(origin: string): AutomationTemplate[] {
  const page = (path: string) => new URL(`/demo/${path}`, origin).href
  return [
    {
      id: 'sign-in',
      title: 'Sign in and read',
      text: 'Signs in with an email and a password, and reads a table behind it.',
      input: {
        ...usual,
        name: 'Sign in and read the orders',
        description: 'Signs in, and reads the orders of the account.',
        variables: { email: { default: 'ada@example.com' }, password: { default: 'harbour' } },
        actions: [
          { name: 'Open the sign-in', type: 'navigate', url: page('') },
          { name: 'Enter the email', type: 'change', selectors: ['aria/Email'], value: '${email}' },
          { name: 'Enter the password', type: 'change', selectors: ['aria/Password'], value: '${password}' },
          { name: 'Sign in', type: 'click', selectors: ['aria/Sign in'] },
          { name: 'Wait for the orders', type: 'waitForElement', selectors: ['tbody tr'] },
          {
            name: 'Read the orders',
            type: 'extract',
            rows: ['tbody tr'],
            fields: {
              title: { selectors: ['td:nth-child(1)'] },
              price: { selectors: ['td:nth-child(2)'], type: 'money' },
            },
            output: 'orders',
          },
        ],
      },
    },
    {
      id: 'watch-price',
      title: 'Watch a price',
      text: 'Reads a price and whether there is any. Give it a schedule, and a webhook that takes the result.',
      input: {
        ...usual,
        name: 'Watch a price',
        description: 'Reads the price of a book, and whether it is in stock.',
        actions: [
          { name: 'Open the page', type: 'navigate', url: page('book') },
          {
            name: 'Read the price',
            type: 'extract',
            rows: ['main'],
            fields: {
              title: { selectors: ['h1'] },
              price: { selectors: ['#price'], type: 'money' },
              stock: { selectors: ['#stock'] },
            },
            output: 'book',
          },
        ],
      },
    },
    {
      id: 'fill-form',
      title: 'Fill in a form',
      text: 'Fills in a form with values that each run can be given, sends it, and reads the confirmation.',
      input: {
        ...usual,
        name: 'Fill in a form',
        description: 'Sends a message by a contact form, and reads the confirmation.',
        variables: { name: { default: 'Ada' }, message: { default: 'Where is my order?' } },
        actions: [
          { name: 'Open the form', type: 'navigate', url: page('contact') },
          { name: 'Enter the name', type: 'change', selectors: ['aria/Name'], value: '${name}' },
          { name: 'Enter the message', type: 'change', selectors: ['aria/Message'], value: '${message}' },
          { name: 'Send it', type: 'click', selectors: ['aria/Send'] },
          { name: 'Read the confirmation', type: 'extractText', selectors: ['#receipt'], output: 'receipt' },
        ],
      },
    },
    {
      id: 'download-report',
      title: 'Download a report',
      text: 'Follows a link to a file, and keeps the file with the run.',
      input: {
        ...usual,
        name: 'Download a report',
        description: 'Downloads the report of this month.',
        actions: [
          { name: 'Open the reports', type: 'navigate', url: page('reports') },
          {
            name: 'Start the download',
            type: 'click',
            selectors: ['aria/Download the report of this month'],
          },
          { name: 'Keep the file', type: 'waitForDownload', output: 'report' },
        ],
      },
    },
  ]
}

export const findTemplate = (id: string | undefined): AutomationTemplate | undefined =>
  automationTemplates(location.origin).find((each) => each.id === id)
