import type { Page } from 'playwright-core'
import type { StoredAction } from '../../automations/action.ts'
import type { Selector } from '../../automations/selector.ts'
import { fillVariables } from '../../automations/variables/fill-variables.ts'
import { createCode } from '../../automations/variables/totp.ts'
import type { Item } from '../../automations/variables/scope.ts'
import type { ActionsRun, RunResult } from '../actions-run.ts'

/** What changes while a run goes on. */
export interface RunState {
  run: ActionsRun
  result: RunResult
  /** The window of steps that name none. */
  page: Page
  /** How many steps were performed, every time in a loop. */
  performed: number
  /** Whether the run has ended before its last step. */
  isOver: boolean
  /** Where the elements of healed steps are, for their next times in a loop: by the names of the steps. */
  healed: Map<string, { selectors: Selector[]; frame?: number[] | undefined }>
}

/** Where in the flow a step is performed. */
export interface Place {
  items: Record<string, Item>
  /** Whether it may be performed several times, so that lists are appended to. */
  isInLoop: boolean
  /** For errors: ` in round 2 of "Every page"`. */
  round: string
}

/** A step has failed, and with it the steps that it is in. */
export class StepFailed extends Error {
  override name = 'StepFailed'
}

/** The action with a value for everything that it refers to. */
export function fillStep<Each extends StoredAction>(
  { run, result }: Pick<RunState, 'run' | 'result'>,
  action: Each,
  { items }: Pick<Place, 'items'>,
): Each {
  const { values = {}, authenticators = [], accountSecrets: secrets = {}, secrets: masked } = run
  const codes = authenticators.flatMap((name) =>
    Object.hasOwn(values, name) ? [[name, createCode(values[name]!, `the variable "${name}"`)]] : [],
  )
  for (const [, code] of codes) if (!masked?.includes(code!)) masked?.push(code!)
  const present = { ...values, ...Object.fromEntries(codes) }
  return fillVariables(action, present, { items, outputs: result.extractedData, secrets })
}

/** The page that a step without a target uses. A window that has closed is left. */
export function currentPage(state: RunState, action: Pick<StoredAction, 'target'>): Page {
  if (state.page.isClosed()) state.page = state.run.page
  return action.target === 'main' ? state.run.page : state.page
}
