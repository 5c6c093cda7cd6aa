import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { NewRecording, Operations, RecordingToSave } from '../generated/automation-api.ts'

/** Steps that a person takes in a browser, to be an automation. */
export const recordings = ({ call }: Client<Operations>) => ({
  /** Those under way, and those that are not saved yet. */
  list: (options?: RequestOptions) => call('listRecordings', {}, options),
  get: (id: string, options?: RequestOptions) => call('getRecording', { path: { id } }, options),
  create: (body: NewRecording, options?: RequestOptions) => call('createRecording', { body }, options),
  /** A WebSocket in which its person acts, at a path of the service, once. */
  liveView: (id: string, options?: RequestOptions) => call('createRecordingView', { path: { id } }, options),
  /** The screenshot of a step, as JPEG. */
  screenshot: (id: string, stepId: string, options?: RequestOptions): Promise<Uint8Array> =>
    call('getRecordedScreenshot', { path: { id, stepId } }, options),
  /** Makes an automation of one that has ended, and validates it. */
  save: (id: string, body: RecordingToSave, options?: RequestOptions) =>
    call('saveRecording', { path: { id }, body }, options),
  delete: (id: string, options?: RequestOptions) => call('deleteRecording', { path: { id } }, options),
})
