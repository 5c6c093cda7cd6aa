import { nameText } from '@waypost/http'
import { frame, selectors } from '@waypost/live-view'
import { z } from 'zod'

const timeoutMs = z.int().min(1).max(60_000)

// The page of a step: `main`, or the URL of a frame or of a window that it opened.
const target = z.string().min(1).max(8192)

// The expected result of the step. In a url and a title `*` stands for any text.
const assertedEvents = z
  .array(
    z.strictObject({
      type: z.literal('navigation'),
      url: z.string().max(8192).optional(),
      title: z.string().max(1000).optional(),
    }),
  )
  .max(20)

export const everyAction = {
  name: nameText(100),
  timeoutMs: timeoutMs.optional(),
  // The run goes on without the step where it fails.
  optional: z.boolean().optional(),
  target: target.optional(),
  assertedEvents: assertedEvents.optional(),
}

export const inFrame = { ...everyAction, frame: frame.optional() }

export const onElement = { ...inFrame, selectors }

/** The name under which a step stores what it reads. */
export const outputName = z
  .string()
  .max(100)
  .regex(/^[A-Za-z][A-Za-z0-9_]*$/)

// Secrets of the run that the page shows are masked in what a step reads, unless it asks for them.
export const showSecrets = z.boolean().optional()

/** As `de-DE`. */
export const languageTag = z
  .string()
  .max(35)
  .refine(isLocale, { message: 'must be a language tag such as de-DE', params: { rule: 'isLocale' } })

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

export function isRegularExpression(pattern: string): boolean {
  try {
    return Boolean(new RegExp(pattern))
  } catch {
    return false
  }
}
