import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { BodyOf, QueryOf } from '../client/operation.ts'
import type { AutomationChange, NewAutomation, Operations } from '../generated/automation-api.ts'
import { asPage } from './as-page.ts'

export type TriggerInput = BodyOf<Operations, 'triggerAutomation'>
export type ValidateInput = BodyOf<Operations, 'validateAutomation'>
export type Recording = BodyOf<Operations, 'importAutomation'>

/** Steps to perform in a browser. */
export const automations = ({ call, list }: Client<Operations>) => ({
  /** Newest first, without the contents of files, which `get` returns. */
  list: (query?: QueryOf<Operations, 'listAutomations'>, options?: RequestOptions) =>
    list('listAutomations', { query }, asPage, options),
  /** What automations are called, by up to 100 ids; unknown ones are left out. */
  names: (ids: Iterable<string>, options?: RequestOptions) =>
    call('listAutomationNames', { query: { ids: [...ids].join(',') } }, options),
  get: (id: string, options?: RequestOptions) => call('getAutomation', { path: { id } }, options),
  create: (body: NewAutomation, options?: RequestOptions) => call('createAutomation', { body }, options),
  /** @param options `ifVersion`: a ChangedError where the automation has another version by now */
  update: (id: string, body: AutomationChange, options?: RequestOptions & { ifVersion?: number }) =>
    call('updateAutomation', { path: { id }, body }, options),
  /** Deletes an automation with its executions; a running one is stopped. */
  delete: (id: string, options?: RequestOptions) => call('deleteAutomation', { path: { id } }, options),
  /** Whether an execution is active. */
  status: (id: string, options?: RequestOptions) => call('getAutomationStatus', { path: { id } }, options),
  /** Starts an automation; a ConflictError where it is running already. Use `waitForExecution` for the outcome. */
  trigger: (id: string, body: TriggerInput = {}, options?: RequestOptions) =>
    call('triggerAutomation', { path: { id }, body }, options),
  /** Stops the active execution; a ConflictError where there is none. */
  stop: (id: string, options?: RequestOptions) => call('stopAutomation', { path: { id } }, options),
  /** Validates the steps of a draft, after which it can be triggered. */
  validate: (id: string, body: ValidateInput = {}, options?: RequestOptions) =>
    call('validateAutomation', { path: { id }, body }, options),
  /** The versions of an automation, newest first, without the contents of files, which `version` returns. */
  versions: (id: string, query?: QueryOf<Operations, 'listAutomationVersions'>, options?: RequestOptions) =>
    list('listAutomationVersions', { path: { id }, query }, asPage, options),
  /** One version of an automation. */
  version: (id: string, version: number, options?: RequestOptions) =>
    call('getAutomationVersion', { path: { id, version: String(version) } }, options),
  /** Restores a version as a new version. */
  restore: (id: string, version: number, options?: RequestOptions) =>
    call('restoreAutomationVersion', { path: { id, version: String(version) } }, options),
  /** The heals of all automations that nobody has accepted or refused, newest first. */
  undecidedHeals: (query?: QueryOf<Operations, 'listUndecidedHeals'>, options?: RequestOptions) =>
    list('listUndecidedHeals', { query }, asPage, options),
  /** The steps whose elements runs have found again, newest first. */
  heals: (id: string, options?: RequestOptions) => call('listHeals', { path: { id } }, options),
  /** A picture of the lost element or of the found one, as JPEG. */
  healPicture: (
    id: string,
    healId: string,
    moment: 'before' | 'now',
    options?: RequestOptions,
  ): Promise<Uint8Array> => call('getHealPicture', { path: { id, healId, moment } }, options),
  /** The step keeps the element that was found. */
  acceptHeal: (id: string, healId: string, options?: RequestOptions) =>
    call('acceptHeal', { path: { id, healId } }, options),
  /** No later run takes that element for the one of the step. */
  refuseHeal: (id: string, healId: string, options?: RequestOptions) =>
    call('refuseHeal', { path: { id, healId } }, options),
  /** Imports a recording of Chrome's Recorder as an automation. */
  import: (
    recording: Recording,
    { skipUnsupported = false, ...options }: RequestOptions & { skipUnsupported?: boolean } = {},
  ) =>
    call(
      'importAutomation',
      { body: recording, query: { skipUnsupported: skipUnsupported ? 'true' : 'false' } },
      options,
    ),
  /** Exports an automation as a recording for Chrome's Recorder. */
  export: (id: string, options?: RequestOptions) => call('exportAutomation', { path: { id } }, options),
})
