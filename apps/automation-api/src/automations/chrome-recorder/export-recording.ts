import type { Action } from '../action.ts'
import { nameStep } from './name-step.ts'
import {
  CUSTOM_STEP_PREFIX,
  MAX_TIMEOUT_MS,
  RECORDED_TYPES,
  REQUIRED_PROPERTIES,
  type RecordedStep,
  type Recording,
  type RecordingSettings,
} from './recording.ts'

export type Exported = {
  name: string
  actions: Action[]
  recording?: RecordingSettings | null | undefined
  /** The rest of the automation, for our own import; without secret values. */
  settings?: Record<string, unknown>
}

/** Converts an automation to a file for the Recorder; `importRecording` converts it back without loss. */
export function exportRecording({ name, actions, recording, settings = {} }: Exported): Recording {
  const { timeoutMs, selectorAttribute } = recording ?? {}
  return {
    title: name,
    ...(timeoutMs !== undefined && { timeout: timeoutMs }),
    ...(selectorAttribute !== undefined && { selectorAttribute }),
    ...(Object.keys(settings).length > 0 && { waypost: settings }),
    steps: actions.map(exportAction),
  }
}

function exportAction(action: Action, index: number): RecordedStep {
  const { name, timeoutMs, ...properties } = action
  const { expectStatus, optional, ...rest } = { expectStatus: undefined, ...properties }
  const own = {
    ...(optional !== undefined && { optional }),
    ...(expectStatus !== undefined && { expectStatus }),
    ...(name !== nameStep(action, index) && { name }),
    ...(timeoutMs !== undefined && timeoutMs > MAX_TIMEOUT_MS && { timeoutMs }),
  }
  const timeout = timeoutMs === undefined ? {} : { timeout: Math.min(timeoutMs, MAX_TIMEOUT_MS) }
  return RECORDED_TYPES.has(rest.type)
    ? toStep({ ...rest, ...timeout }, own)
    : toCustomStep({ ...rest, ...timeout }, own)
}

function toStep(step: RecordedStep, own: Record<string, unknown>): RecordedStep {
  const required = REQUIRED_PROPERTIES[step.type] ?? {}
  const omitted = Object.keys(required).filter((property) => !(property in step))
  const extension = { ...own, ...(omitted.length > 0 && { omitted }) }
  return { ...required, ...step, ...(Object.keys(extension).length > 0 && { waypost: extension }) }
}

function toCustomStep(step: RecordedStep, own: Record<string, unknown>): RecordedStep {
  const { type, timeout, target, frame, assertedEvents, ...parameters } = step
  const ofEveryStep = Object.entries({ timeout, target, frame, assertedEvents })
  return {
    type: 'customStep',
    name: `${CUSTOM_STEP_PREFIX}${type}`,
    ...Object.fromEntries(ofEveryStep.filter(([, value]) => value !== undefined)),
    parameters: { ...own, ...parameters },
  }
}
