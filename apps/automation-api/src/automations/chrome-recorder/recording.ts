import { nameText } from '@waypost/http'
import { z } from 'zod'

/*
 * The file format of the Recorder in Chrome's DevTools (the schema of @puppeteer/replay), with our additions. Chrome
 * ignores unknown properties, so properties that the format lacks are in `waypost`; action types that it lacks are
 * custom steps, whose parameters Chrome keeps when it edits a recording. Additions without information are left out,
 * so a recording from Chrome is exported unchanged.
 */

export const RECORDED_TYPES: ReadonlySet<string> = new Set([
  'navigate',
  'click',
  'doubleClick',
  'change',
  'hover',
  'keyDown',
  'keyUp',
  'scroll',
  'setViewport',
  'emulateNetworkConditions',
  'close',
  'waitForElement',
])

export const CUSTOM_STEP_PREFIX = 'waypost.'

/** The Recorder refuses longer time-outs. */
export const MAX_TIMEOUT_MS = 30_000

// Properties that a step of the format must have and an action need not.
export const REQUIRED_PROPERTIES: Record<string, Record<string, unknown>> = {
  click: { offsetX: 1, offsetY: 1 },
  doubleClick: { offsetX: 1, offsetY: 1 },
  setViewport: { deviceScaleFactor: 1, isMobile: false, hasTouch: false, isLandscape: false },
}

/** What an automation keeps of a recording besides its name and its actions. */
const recordingSettings = z.strictObject({
  // For each step without a time-out of its own.
  timeoutMs: z.int().min(1).max(MAX_TIMEOUT_MS).optional(),
  selectorAttribute: z.string().max(200).optional(),
})

export type RecordingSettings = z.infer<typeof recordingSettings>

export const recording = z.looseObject({
  title: nameText(200),
  timeout: recordingSettings.shape.timeoutMs,
  selectorAttribute: recordingSettings.shape.selectorAttribute,
  steps: z
    .array(z.looseObject({ type: z.string() }))
    .min(1)
    .max(200),
  waypost: z.record(z.string(), z.unknown()).optional(),
})

export type Recording = z.infer<typeof recording>
export type RecordedStep = Recording['steps'][number]

/** Our additions to a step of the format. */
export const stepExtension = z.strictObject({
  name: z.string().optional(),
  timeoutMs: z.number().optional(),
  optional: z.unknown().optional(),
  // Of a navigation.
  expectStatus: z.unknown().optional(),
  // Properties that are present only because the format requires them.
  omitted: z.array(z.string()).optional(),
})
