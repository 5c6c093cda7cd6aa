import { z } from 'zod'
import { expectedStatus } from '../expected-status.ts'
import { fillText } from '../variables/fill-text.ts'
import { everyAction } from './step-fields.ts'

export const navigate = z.strictObject({
  ...everyAction,
  type: z.literal('navigate'),
  url: z
    .string()
    .max(2048)
    .refine(isAddress, { message: 'must be an http or https URL', params: { rule: 'isUrl' } }),
  // The statuses that the site must respond with; by default, any below 400.
  expectStatus: expectedStatus.optional(),
})

// The whole URL; `*` stands for any text.
export const waitForUrl = z.strictObject({
  ...everyAction,
  type: z.literal('waitForUrl'),
  url: z.string().min(1).max(2048),
})

const pixels = z.int().min(1).max(10_000)

export const setViewport = z.strictObject({
  ...everyAction,
  type: z.literal('setViewport'),
  width: pixels,
  height: pixels,
  deviceScaleFactor: z.number().min(0).max(10).optional(),
  isMobile: z.boolean().optional(),
  hasTouch: z.boolean().optional(),
  isLandscape: z.boolean().optional(),
})

// Bytes per second, -1 for no limit; without any throughput, the page is offline.
const throughput = z.number().min(-1).max(1e12)

export const emulateNetworkConditions = z.strictObject({
  ...everyAction,
  type: z.literal('emulateNetworkConditions'),
  download: throughput,
  upload: throughput,
  // In milliseconds.
  latency: z.number().min(0).max(60_000),
})

// In the history of the window; fails where there is no page to go to.
export const back = z.strictObject({ ...everyAction, type: z.literal('back') })
export const forward = z.strictObject({ ...everyAction, type: z.literal('forward') })

export const reload = z.strictObject({
  ...everyAction,
  type: z.literal('reload'),
  expectStatus: expectedStatus.optional(),
})

// The window for the following steps, by default the newest one. In a url and a title `*` stands for any text.
export const switchWindow = z
  .strictObject({
    ...everyAction,
    type: z.literal('switchWindow'),
    to: z.enum(['newest', 'main']).optional(),
    url: z.string().min(1).max(2048).optional(),
    title: z.string().min(1).max(1000).optional(),
  })
  .refine(({ to, url, title }) => [to, url, title].filter((each) => each !== undefined).length <= 1, {
    message: 'must name the window in one way',
    params: { rule: 'isIn' },
  })

const MOST_WAIT_MS = 300_000

export const wait = z.strictObject({
  ...everyAction,
  type: z.literal('wait'),
  durationMs: z.int().min(1).max(MOST_WAIT_MS),
})

// Answers the dialog that the step before it opens: `text` is what is typed into a prompt.
export const dialog = z.strictObject({
  ...everyAction,
  type: z.literal('dialog'),
  answer: z.enum(['accept', 'dismiss']),
  text: z.string().max(10_000).optional(),
})

export const close = z.strictObject({ ...everyAction, type: z.literal('close') })

// A URL that begins with a variable is known only once the variable is filled in, and is checked again then.
function isAddress(url: string): boolean {
  const filled = fillText(
    url,
    () => 'a',
    () => 'a',
  )
  return url.startsWith('${') ? filled !== url : isHttpUrl(filled)
}

function isHttpUrl(url: string): boolean {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? '')
}
