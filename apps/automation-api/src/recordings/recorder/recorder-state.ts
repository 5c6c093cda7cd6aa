import type { BrowserContext, Dialog, Locator, Page } from 'playwright-core'
import type { Input } from '../../runner/live/apply-input.ts'
import type { RecorderMode, RecorderTold } from '@waypost/live-view'
import type { Draft } from './draft.ts'
import type { Offer } from './picking/offer.ts'
import type { Target } from './pointing/describe-target.ts'
import type { TypedSecrets } from './typed-secrets.ts'

/** A press that is not released yet. */
export interface Pressed {
  page: Page
  x: number
  y: number
  clickCount: number
  button: 'left' | 'middle' | 'right'
  /** Undefined where nothing can be pressed. */
  target: Target | undefined
}

/** The field that is typed into. */
export interface Typing {
  page: Page
  /** Of the element in its document. */
  elementId: number
  locator: Locator
  target: Target
  /** Once its value has changed. */
  stepId: string | undefined
  before: string
  /** Once it was a password, it stays one: a page may show it. */
  isSecret: boolean
}

/** What changes while a person records. */
export interface RecorderState {
  readonly context: BrowserContext
  readonly main: Page
  /** The window of the last step. */
  current: Page
  readonly draft: Draft
  readonly input: Input
  readonly secrets: TypedSecrets
  readonly signal: AbortSignal
  mode: RecorderMode
  pressed: Pressed | undefined
  typing: Typing | undefined
  /** A press into a field: a step only where no typing follows, as in one that opens a calendar. */
  held: { page: Page; target: Target } | undefined
  /** The list that its person was asked to choose from. */
  asked: { page: Page; target: Target } | undefined
  /** The list that a key is changing. */
  choosing: { page: Page; target: Target } | undefined
  /** The last press that may have asked for files. */
  lastPress: { page: Page; target: Target; stepId: string | undefined } | undefined
  /** The check box that a key is changing. */
  checking: { page: Page; target: Target } | undefined
  dialog: Dialog | undefined
  offers: Offer[]
  /** The keys that change others, while they are down. */
  readonly modifiers: Set<string>
  tell(message: RecorderTold): void
  /** Takes a picture of the page for a step, once it has settled. */
  picture(page: Page, stepId: string): void
  /** Resolves once the last step has its picture: the next one changes the page. */
  pictured(): Promise<void>
}
