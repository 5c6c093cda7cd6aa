import { parseUpstreamProxy } from '@waypost/egress'
import { z } from 'zod'
import { languageTag } from '../actions/step-fields.ts'
import { deviceNames } from './device-names.ts'
import { isHeaderRefused } from './refused-headers.ts'
import { namedSecret, textWithSecrets } from './secret-text.ts'

const pixels = z.int().min(1).max(10_000)

// Of a header's value, and of a user agent: no line breaks, which would begin another header.
const isPrintable = (text: string) => /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(text)
const printable = { message: 'must be printable, on one line', params: { rule: 'matches' } }

const origin = z
  .string()
  .max(500)
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? '') && URL.parse(text)?.origin === text, {
    message: 'must be the origin of a site, as https://shop.example',
    params: { rule: 'isUrl' },
  })

const header = z.strictObject({
  origin: origin.describe('The only site that gets it'),
  name: z
    .string()
    .max(100)
    .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/)
    .refine((name) => !isHeaderRefused(name), {
      message: 'must not be a header that browsers set themselves',
      params: { rule: 'isNotIn' },
    }),
  value: textWithSecrets(4000).refine(isPrintable, printable),
})

const proxy = z.strictObject({
  server: textWithSecrets(500)
    .refine(isProxy, {
      message: 'must be http://host:port or socks5://host:port, without a user and a password',
      params: { rule: 'isUrl', isSecret: true },
    })
    .describe('`http://host:port` or `socks5://host:port`, or a secret with the whole URL'),
  username: textWithSecrets(500).optional(),
  password: namedSecret.optional(),
})

/** What a run's browser is like, where it differs from the usual one. */
export const browserSettings = z
  .strictObject({
    locale: languageTag.optional().describe('Of the browser and of `Accept-Language`; by default en-US'),
    timezone: z
      .string()
      .max(100)
      .refine(isTimezone, {
        message: 'must be a time zone such as Europe/Berlin',
        params: { rule: 'isTimeZone' },
      })
      .optional()
      .describe('By default UTC'),
    device: z
      .enum(deviceNames)
      .optional()
      .describe('A device of Playwright’s list: its screen, touch and user agent'),
    viewport: z
      .strictObject({
        width: pixels,
        height: pixels,
        deviceScaleFactor: z.number().min(0.1).max(10).optional(),
        isMobile: z.boolean().optional(),
        hasTouch: z.boolean().optional(),
      })
      .optional(),
    userAgent: z.string().min(1).max(500).refine(isPrintable, printable).optional(),
    userAgentSuffix: z
      .string()
      .min(1)
      .max(200)
      .refine(isPrintable, printable)
      .optional()
      .describe('Added to the user agent, so that sites know who visits them'),
    geolocation: z
      .strictObject({
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
        accuracy: z.number().min(0).max(1_000_000).optional(),
      })
      .optional(),
    colorScheme: z.enum(['light', 'dark', 'no-preference']).optional(),
    headers: z.array(header).max(50).optional().describe('Sent with every request to their sites'),
    basicAuth: z
      .strictObject({ origin, username: textWithSecrets(500), password: namedSecret })
      .optional()
      .describe('Answers the site’s HTTP authentication'),
    proxy: proxy.optional().describe('The run reaches sites through it, within the limits of the service'),
    block: z
      .array(z.enum(['ads', 'images', 'media', 'fonts']))
      .max(4)
      .optional()
      .describe('Not loaded, so that pages are there sooner'),
    robotsTxt: z
      .enum(['ignore', 'respect'])
      .optional()
      .describe('Whether pages that the site’s robots.txt disallows are refused; by default ignore'),
  })
  .describe('The browser of its runs, where it differs from the usual one')

export type BrowserSettings = z.infer<typeof browserSettings>

function isTimezone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

function isProxy(server: string): boolean {
  if (namedSecret.safeParse(server).success) return true
  const parsed = parseUpstreamProxy(server)
  return parsed !== undefined && parsed.username === undefined && parsed.password === undefined
}
