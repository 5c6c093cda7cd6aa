import type { ApiDescription } from '@waypost/http'
import { exampleId as id, exampleTime as at } from '../run-shapes.ts'
import { recordedStep } from './recorded-step.ts'
import { listedRecording, newRecording, recording } from './recording.ts'
import { recordingToSave, savedRecording } from './save-recording.ts'

const listed = {
  id,
  status: 'ended',
  url: 'https://shop.example/',
  automationId: null,
  afterStep: null,
  beforeStep: null,
  sessionId: null,
  error: null,
  createdAt: at,
  startedAt: at,
  endedAt: at,
}
const steps = [
  {
    id,
    action: { name: 'Open shop.example', type: 'navigate', url: 'https://shop.example/' },
    question: null,
    hasScreenshot: true,
  },
  {
    id,
    action: { name: 'Fill in Password', type: 'change', selectors: ['#password'], value: '${password}' },
    question: null,
    hasScreenshot: true,
  },
]

/** The shapes of recordings. */
export const recordingShapes: ApiDescription['schemas'] = {
  RecordedStep: { schema: recordedStep, example: steps[0] },
  NewRecording: { schema: newRecording, example: { url: 'https://shop.example/' } },
  Recording: { schema: recording, example: { ...listed, steps, variables: { password: { secret: true } } } },
  ListedRecording: { schema: listedRecording, example: listed },
  RecordingToSave: {
    schema: recordingToSave,
    example: { name: 'Sign in', values: { password: 'correct horse battery staple' } },
  },
  SavedRecording: {
    schema: savedRecording,
    example: {
      automation: {
        id,
        name: 'Sign in',
        description: null,
        actions: steps.map(({ action }) => action),
        variables: { password: { secret: true, default: '[redacted]' } },
        screenshots: 'key',
        version: 1,
        isDraft: true,
        validation: { status: 'running', error: null, executionIds: [id] },
        createdAt: at,
        updatedAt: at,
      },
      executionId: id,
    },
  },
}
