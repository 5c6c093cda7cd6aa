import { nameText } from '@waypost/http'
import { z } from 'zod'

/*
 * The file that the Recorder of Chrome's DevTools writes and reads (its schema is that of @puppeteer/replay), and what
 * of ours goes into it. Chrome ignores a property it does not know, so what the format has no room for goes into
 * `waypost`; the kinds of actions it does not have are custom steps, whose parameters Chrome keeps when it edits a
 * recording. All of it is left out where it says nothing new: what came from Chrome goes back as it came.
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

/** Longer ones are refused by the Recorder. */
export const MOST_TIMEOUT_MS = 30_000

// What a step must have in the format and an action need not.
export const REQUIRED_PROPERTIES: Record<string, Record<string, unknown>> = {
  click: { offsetX: 1, offsetY: 1 },
  doubleClick: { offsetX: 1, offsetY: 1 },
  setViewport: { deviceScaleFactor: 1, isMobile: false, hasTouch: false, isLandscape: false },
}

/** What an automation keeps of a recording beside its name and its actions. */
const recordingSettings = z.strictObject({
  // Of each step that has no time-out of its own.
  timeoutMs: z.int().min(1).max(MOST_TIMEOUT_MS).optional(),
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

/** What a step of the format carries for us. */
export const stepExtension = z.strictObject({
  name: z.string().optional(),
  timeoutMs: z.number().optional(),
  // Of a navigation.
  expectStatus: z.unknown().optional(),
  // Those of the properties that are there only because the format demands them.
  omitted: z.array(z.string()).optional(),
})
