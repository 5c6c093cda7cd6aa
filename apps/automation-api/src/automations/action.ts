import { z } from 'zod'
import { extract } from './actions/extract-action.ts'
import {
  change,
  keyDown,
  keyUp,
  listedUpload,
  press,
  select,
  upload,
  type StoredFile,
} from './actions/field-actions.ts'
import { pdf, screenshot, waitForDownload } from './actions/file-actions.ts'
import { createFlowActions, type ForEach, type If, type Repeat } from './actions/flow-actions.ts'
import {
  back,
  close,
  dialog,
  emulateNetworkConditions,
  forward,
  navigate,
  reload,
  setViewport,
  switchWindow,
  wait,
  waitForUrl,
} from './actions/page-actions.ts'
import { check, click, doubleClick, drag, hover, scroll, uncheck } from './actions/pointer-actions.ts'
import { handOver, waitForEmail } from './actions/waiting-actions.ts'
import { assert, extractText, waitForElement } from './actions/reading-actions.ts'

const withoutFile = [
  navigate,
  back,
  forward,
  reload,
  click,
  doubleClick,
  check,
  uncheck,
  drag,
  change,
  hover,
  keyDown,
  keyUp,
  press,
  scroll,
  dialog,
  switchWindow,
  setViewport,
  emulateNetworkConditions,
  close,
  wait,
  waitForElement,
  waitForUrl,
  assert,
  extractText,
  extract,
  waitForDownload,
  pdf,
  screenshot,
  waitForEmail,
  handOver,
  select,
] as const

type PlainAction = z.infer<(typeof withoutFile)[number]>
type Upload = z.infer<typeof upload>
type ListedUpload = z.infer<typeof listedUpload>

export type Action = PlainAction | Upload | If<Action> | Repeat<Action> | ForEach<Action>

/** An action without the contents of its files. */
export type ListedAction =
  | PlainAction
  | ListedUpload
  | If<ListedAction>
  | Repeat<ListedAction>
  | ForEach<ListedAction>

/**
 * One step of an automation, in the form of the Chrome DevTools Recorder, which lacks some of the types. Three types
 * contain other steps.
 */
export const actionSchema = z.discriminatedUnion('type', [
  ...withoutFile,
  upload,
  ...createFlowActions((): z.ZodType<Action> => actionSchema),
])

/** An action in a list, without the contents of its file. */
export const listedActionSchema = z.discriminatedUnion('type', [
  ...withoutFile,
  listedUpload,
  ...createFlowActions((): z.ZodType<ListedAction> => listedActionSchema),
])

/** An upload in a row: the contents of its file are in the storage, or were saved in the row before there was one. */
type StoredUpload = Omit<Upload, 'file'> & { file?: Upload['file'] | StoredFile }

/** An action in a row. */
export type StoredAction =
  | PlainAction
  | StoredUpload
  | If<StoredAction>
  | Repeat<StoredAction>
  | ForEach<StoredAction>
