import type { Frame, Page } from 'playwright-core'
import type { Action } from '../../../automations/action.ts'
import { listActions } from '../../../automations/nesting/list-actions.ts'
import { fillText } from '../../../automations/variables/fill-text.ts'
import { maskSecrets } from '../../../runner/masking/mask-secrets.ts'
import { runActions } from '../../../runner/run-actions.ts'
import type { ExtractedData } from '@waypost/webhooks'
import { withinRun } from '../../../runner/within-run.ts'
import { GenerationFailed } from './failure.ts'
import { withoutQuery } from '../page/describe-page.ts'
import { nameAction } from './name-action.ts'
import { type Item, surveyPage } from '../page/survey-page.ts'
import { watchTraffic } from '../page/watch-traffic.ts'

export interface GenerationContext {
  page: Page
  /** The value of each `${name}` during generation. */
  values: Record<string, string>
  signal: AbortSignal
  stepTimeoutMs: number
  /** The outputs that later steps refer to as `${name}`; what is read gives `values` theirs. */
  outputs?: Set<string>
}

export type Unnamed<Each = Action> = Each extends Action ? Omit<Each, 'name'> : never

/** An automation that is being generated on a live page: the actions so far, and the state of the page. */
export interface Generation extends GenerationContext {
  actions: Action[]
  /** The variables that were typed into password fields. */
  secrets: Set<string>
  /** The field that was last typed into. */
  field?: Item | undefined
  /** The page of the next step: the newest window that is open. */
  current: () => Page
  /** A text with its variables' values. */
  fill: (text: string) => string
  survey: () => Promise<Item[]>
  settle: () => Promise<void>
  /** Writes the actions down and performs them with the runner's own code. */
  perform: (called: string, ...actions: Unnamed[]) => Promise<ExtractedData>
  /** Only writes them down. */
  write: (called: string, ...actions: Unnamed[]) => Action[]
  /** Only performs them. */
  tryOut: (actions: Action[]) => Promise<ExtractedData>
  /** The actions that `body` writes down, which then are no steps of the automation yet: they go into another one. */
  collect: (body: () => Promise<unknown>) => Promise<Action[]>
  /** The steps from here on are in the newest window, or in the first one, without naming it. */
  switchWindow: (to: 'newest' | 'main') => void
  end: () => void
}

/** The navigation after a step, known only when the next one begins. */
type Watched = { action: Action; page: Page; hasNavigated: boolean }

const LEADING = /^(?:click|doubleClick|press)$/

export function beginGeneration(options: GenerationContext): Generation {
  const { page, signal, stepTimeoutMs, outputs = new Set() } = options
  const values = { ...options.values }
  const context = page.context()
  const traffic = watchTraffic(context)
  const actions: Action[] = []
  const secrets = listTelling(values)
  const opened = new Set<Page>()
  /** Where actions are written: those that are collected, innermost last. */
  const collected: Action[][] = []
  let chosen: 'newest' | 'main' | undefined
  let watched: Watched | undefined

  const record = (frame: Frame) => {
    if (watched && frame === watched.page.mainFrame()) watched.hasNavigated = true
  }
  const watch = (other: Page) => {
    opened.add(other)
    other.on('framenavigated', record)
  }
  page.on('framenavigated', record)
  context.on('page', watch)

  const newest = () => [...opened].findLast((each) => !each.isClosed()) ?? page
  const current = () => (chosen === 'main' ? page : newest())
  const settleWatched = () => {
    // The next step must not be performed on the previous page, which in a run may take longer to unload.
    if (watched?.hasNavigated) Object.assign(watched.action, { assertedEvents: [{ type: 'navigation' }] })
    watched = undefined
  }
  const fill = (text: string) =>
    fillText(text, (name) => {
      if (Object.hasOwn(values, name)) return values[name]!
      throw new GenerationFailed(
        'missing_variable',
        `The variable “${name}” has no value: give one with the text, as its steps are tried out while they are written down.`,
      )
    })

  const generation: Generation = {
    ...options,
    values,
    actions,
    secrets: new Set(),
    current,
    fill,
    settle: () => traffic.settle(signal),
    survey: () => withinRun(surveyPage(current()), signal),
    write(called, ...unnamed) {
      settleWatched()
      const written = unnamed.map((action): Action => {
        const shown = current()
        const isNamed = shown !== page && chosen === undefined
        const target = isNamed ? { target: writeTarget(shown.url(), secrets) } : {}
        const known = listActions([...actions, ...collected.flat()])
        const own = 'steps' in action ? listActions(action.steps) : []
        const named: Action = {
          name: nameAction(action.type, maskSecrets(called, secrets), [...known, ...own]),
          ...target,
          ...action,
        }
        const into = collected.at(-1) ?? actions
        into.push(named)
        return named
      })
      const leading = written.find(({ type }) => LEADING.test(type))
      if (leading) watched = { action: leading, page: current(), hasNavigated: false }
      return written
    },
    async perform(called, ...unnamed) {
      return generation.tryOut(generation.write(called, ...unnamed))
    },
    async tryOut(tried) {
      const { extractedData, error } = await runActions({
        page: chosen === undefined ? page : current(),
        actions: tried,
        values,
        secrets,
        signal,
        defaultTimeoutMs: stepTimeoutMs,
      })
      signal.throwIfAborted()
      for (const [output, value] of Object.entries(extractedData))
        if (outputs.has(output) && typeof value === 'string') values[output] = value
      if (error === null) return extractedData
      const isOpening = tried[0]?.type === 'navigate'
      throw new GenerationFailed(
        isOpening ? 'page_unreachable' : 'step_failed',
        `${error}.`.replace(/\.\.$/, '.'),
      )
    },
    async collect(body) {
      const own: Action[] = []
      collected.push(own)
      try {
        await body()
      } finally {
        collected.pop()
      }
      return own
    },
    switchWindow(to) {
      chosen = to
    },
    end() {
      settleWatched()
      traffic.end()
      page.off('framenavigated', record)
      context.off('page', watch)
      for (const each of opened) each.off('framenavigated', record)
    },
  }
  return generation
}

// One or two letters are part of everything.
const MIN_LENGTH = 3

/** The values that are long enough to be recognised. Any of them may be secret. */
export function listTelling(values: Record<string, string>): string[] {
  return Object.values(values).filter((value) => value.length >= MIN_LENGTH)
}

/** A window's URL with variables in place of their values. */
function writeTarget(address: string, secrets: string[]): string {
  const plain = withoutQuery(address) || address
  const masked = maskSecrets(plain, secrets)
  return masked === plain ? plain : `${masked.replaceAll('***', '*')}*`
}
