import { z } from 'zod'
import {
  change,
  keyDown,
  keyUp,
  listedUpload,
  select,
  upload,
  type StoredFile,
} from './actions/field-actions.ts'
import { close, emulateNetworkConditions, navigate, setViewport, waitForUrl } from './actions/page-actions.ts'
import { click, doubleClick, hover, scroll } from './actions/pointer-actions.ts'
import { extractText, waitForElement } from './actions/reading-actions.ts'

const withoutFile = [
  navigate,
  click,
  doubleClick,
  change,
  hover,
  keyDown,
  keyUp,
  scroll,
  setViewport,
  emulateNetworkConditions,
  close,
  waitForElement,
  waitForUrl,
  extractText,
  select,
] as const

/** One step of an automation, in the form of the Chrome DevTools Recorder; four types are our own. */
export const actionSchema = z.discriminatedUnion('type', [...withoutFile, upload])

/** An action in a list, without the contents of its file. */
export const listedActionSchema = z.discriminatedUnion('type', [...withoutFile, listedUpload])

export type Action = z.infer<typeof actionSchema>
export type ListedAction = z.infer<typeof listedActionSchema>

type Upload = z.infer<typeof upload>

/**
 * An action in a row: the contents of its file are in the storage, or still in the row if it was saved before there
 * was a storage.
 */
export type StoredAction =
  | Exclude<Action, Upload>
  | (Omit<Upload, 'file'> & { file: Upload['file'] | StoredFile })
