import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { BodyOf, QueryOf } from '../client/operation.ts'
import type { AutomationChange, NewAutomation, Operations } from '../generated/automation-api.ts'
import { asPage } from './as-page.ts'

export type TriggerInput = BodyOf<Operations, 'triggerAutomation'>
export type ValidateInput = BodyOf<Operations, 'validateAutomation'>
export type Recording = BodyOf<Operations, 'importAutomation'>

/** What to do in a browser, step by step. */
export const automations = ({ call, list }: Client<Operations>) => ({
  /** The newest first, without what is in their files: `get` has that. */
  list: (query?: QueryOf<Operations, 'listAutomations'>, options?: RequestOptions) =>
    list('listAutomations', { query }, asPage, options),
  get: (id: string, options?: RequestOptions) => call('getAutomation', { path: { id } }, options),
  create: (body: NewAutomation, options?: RequestOptions) => call('createAutomation', { body }, options),
  /** @param options `ifVersion`: a ChangedError where the automation is of another version by now */
  update: (id: string, body: AutomationChange, options?: RequestOptions & { ifVersion?: number }) =>
    call('updateAutomation', { path: { id }, body }, options),
  /** With its executions; one that runs is stopped. */
  delete: (id: string, options?: RequestOptions) => call('deleteAutomation', { path: { id } }, options),
  /** Whether an execution is active. */
  status: (id: string, options?: RequestOptions) => call('getAutomationStatus', { path: { id } }, options),
  /** Starts it; a ConflictError where it runs already. What becomes of it: `waitForExecution`. */
  trigger: (id: string, body: TriggerInput = {}, options?: RequestOptions) =>
    call('triggerAutomation', { path: { id }, body }, options),
  /** Stops the execution that is active; a ConflictError where none is. */
  stop: (id: string, options?: RequestOptions) => call('stopAutomation', { path: { id } }, options),
  /** Tries the steps of a draft out, after which it can be triggered. */
  validate: (id: string, body: ValidateInput = {}, options?: RequestOptions) =>
    call('validateAutomation', { path: { id }, body }, options),
  /** What it was, the newest first, without what is in its files: `version` has that. */
  versions: (id: string, query?: QueryOf<Operations, 'listAutomationVersions'>, options?: RequestOptions) =>
    list('listAutomationVersions', { path: { id }, query }, asPage, options),
  /** What it was at one of them. */
  version: (id: string, version: number, options?: RequestOptions) =>
    call('getAutomationVersion', { path: { id, version: String(version) } }, options),
  /** Makes it what it was; that is a version too. */
  restore: (id: string, version: number, options?: RequestOptions) =>
    call('restoreAutomationVersion', { path: { id, version: String(version) } }, options),
  /** Makes an automation of a recording of Chrome's Recorder. */
  import: (
    recording: Recording,
    { skipUnsupported = false, ...options }: RequestOptions & { skipUnsupported?: boolean } = {},
  ) =>
    call(
      'importAutomation',
      { body: recording, query: { skipUnsupported: skipUnsupported ? 'true' : 'false' } },
      options,
    ),
  /** The automation as a recording for Chrome's Recorder. */
  export: (id: string, options?: RequestOptions) => call('exportAutomation', { path: { id } }, options),
})
