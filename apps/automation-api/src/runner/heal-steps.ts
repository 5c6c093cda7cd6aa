import { isDeepStrictEqual } from 'node:util'
import type { Frame, Locator, Page } from 'playwright-core'
import type { Action } from '../automations/action.ts'
import { persistHeal, type HealedAction } from '../automations/persist-heal.ts'
import type { SelfHealEvent } from '../executions/self-heal-event.ts'
import { announceHeal, recordHeal } from '../executions/record-heal.ts'
import type { RunnerServices, Services } from '../services.ts'
import { ElementMissing } from './find-elements.ts'
import { takeFingerprint } from './healing/collect.ts'
import type { Fingerprint } from './healing/fingerprint.ts'
import { healElement, type Healed, type NotHealed } from './healing/heal-element.ts'
import { recordElement } from './healing/record-element.ts'
import { stillFits } from './healing/still-fits.ts'
import type { LearnedElement } from './learned-element.ts'
import type { LearnedElements } from './learned-elements.ts'
import { maskSecrets } from './mask-secrets.ts'
import type { Selector } from './selectors.ts'

const healsPerRun = 3
/** A doubtful heal is written back when so many runs in a row have gone well with it. */
const goodRunsToPersist = 3
const fingerprintTimeoutMs = 1000

/** The step's selectors lead to something else than they did in earlier runs. */
class ElementMistaken extends Error {
  override name = 'ElementMistaken'
}

type ElementAction = Extract<Action, { selectors: Selector[] }>

/** What a run does about the elements of its steps: learn them, notice that one is another, find one again. */
export interface StepHealer {
  /** Looks at what a step is about to act on. Throws ElementMistaken where that is not what it used to be. */
  inspect(action: Action, locator: Locator, frame: Frame): Promise<void>
  /** The failed action with selectors that lead to its element; undefined where there is no telling. */
  heal(page: Page, action: Action, filled: Action, failure: unknown): Promise<Action | undefined>
  /** Says how the step came out after all; `failure` is what it failed with, when it did. */
  settle(action: Action, failure?: string): Promise<void>
  /** Says that the run has come to its end well, so that what the last step needed is written back too. */
  finish(): Promise<void>
  /** The best of what was found but not taken, for the step's error. */
  describeCandidates(): string
}

interface Unsettled {
  action: Action
  healed: Healed
  selectors: Selector[]
  newSelector: string
}

export function createStepHealer(
  services: Services & Pick<RunnerServices, 'createRankers' | 'onHeal'>,
  { executionId, automationId }: { executionId: string; automationId: string },
  learned: LearnedElements,
  secrets: string[],
): StepHealer {
  let heals = 0
  let candidates = ''
  /** Of the step that is under way. */
  let seen: LearnedElement | undefined
  let current: Unsettled | undefined
  /** Of an earlier step: written back when another one has succeeded. */
  let waiting: Unsettled | undefined

  const hide = (text: string) => maskSecrets(text, secrets)
  const rankers = services.createRankers?.(hide)
  const isSecret = (value: unknown) => {
    const text = JSON.stringify(value)
    return hide(text) !== text
  }

  const tell = async (action: ElementAction, result: Healed | NotHealed, more: Partial<SelfHealEvent>) => {
    await recordHeal(services, executionId, {
      actionName: action.name,
      outcome: 'failed',
      oldSelector: hide(writeSelector(action.selectors[0]!)),
      newSelector: null,
      score: result.score,
      margin: result.margin,
      persisted: false,
      message: hide(result.message),
      at: new Date(services.clock.now()).toISOString(),
      ...more,
    })
    services.onHeal?.(more.outcome ?? 'failed')
  }

  const writeBack = async ({ action, healed, selectors }: Unsettled): Promise<void> => {
    const { name: actionName } = action
    const { recorded, selectors: newSelectors, frame } = healed
    const newSelector = writeSelector(newSelectors[0]!)
    const known = learned.find(actionName, selectors)!
    const before = known.tentative
    const goodRuns = before?.selector === newSelector ? before.goodRuns + 1 : 1
    // What holds a value of this run would be wrong in the next.
    const isLasting = !hasVariables(selectors) && !isSecret(recorded)
    const isSure = healed.outcome === 'persist' || goodRuns >= goodRunsToPersist
    const written: HealedAction = { actionName, oldSelectors: selectors, newSelectors, frame }
    if (isLasting && isSure && (await persistHeal(services, { executionId, automationId }, written)))
      learned.keep(actionName, { selectors: newSelectors, recorded, tentative: null })
    else learned.keep(actionName, { ...known, tentative: { selector: newSelector, goodRuns } })
  }

  return {
    async inspect(action, locator, frame) {
      if (!hasSelectors(action) || current) return
      const known = learned.find(action.name, action.selectors)
      const found = await takeFingerprint(locator, { frame, timeoutMs: fingerprintTimeoutMs }).catch(
        () => undefined,
      )
      if (!found) return
      if (known && !stillFits(known.recorded.fingerprint, found.fingerprint))
        throw new ElementMistaken('the selectors lead to another element than before')
      if (known && !known.tentative && isAsBefore(known.recorded.fingerprint, found.fingerprint)) return
      const recorded = await recordElement(locator, { frame, timeoutMs: fingerprintTimeoutMs }).catch(
        () => undefined,
      )
      if (!recorded || isSecret(recorded)) return
      seen = { selectors: action.selectors, recorded, tentative: null }
    },

    async heal(page, action, filled, failure) {
      if (!(failure instanceof ElementMissing || failure instanceof ElementMistaken)) return undefined
      if (!hasSelectors(action) || !hasSelectors(filled) || action.type === 'waitForElement') return undefined
      const known = learned.find(action.name, action.selectors)
      if (!known || current || heals >= healsPerRun) return undefined
      heals += 1
      const reason =
        failure instanceof ElementMistaken ? failure.message : 'its selectors find nothing any more'
      const message = `Looking for the element of "${action.name}": ${reason}.`
      await announceHeal(services, executionId, { actionName: action.name, message })
      const { type, selectors } = filled
      const lost = { type, selectors, recorded: known.recorded }
      const healed = await healElement(page, lost, rankers).catch(notHealed)
      if (healed.outcome === 'failed') {
        candidates = hide(describe(healed))
        await tell(action, healed, {})
        return undefined
      }
      const newSelector = hide(writeSelector(healed.selectors[0]!))
      current = { action, healed, selectors: action.selectors, newSelector }
      const { frame: _frame, ...others } = filled
      return {
        ...others,
        selectors: healed.selectors,
        ...(healed.frame.length > 0 && { frame: healed.frame }),
      }
    },

    async settle(action, failure) {
      const [healedNow, seenNow] = [current, seen]
      current = undefined
      seen = undefined
      candidates = ''
      if (healedNow) {
        const { healed, newSelector } = healedNow
        const more: Partial<SelfHealEvent> =
          failure === undefined
            ? { outcome: 'succeeded', newSelector }
            : { newSelector, message: `${healed.message} But: ${failure}` }
        await tell(healedNow.action as ElementAction, healed, more)
      }
      if (failure !== undefined) return
      if (seenNow) learned.keep(action.name, seenNow)
      if (waiting) await writeBack(waiting)
      waiting = healedNow
    },

    async finish() {
      if (waiting) await writeBack(waiting)
    },

    describeCandidates: () => candidates,
  }
}

function hasSelectors(action: Action): action is ElementAction {
  return 'selectors' in action && action.selectors !== undefined
}

/** The page went away while it was looked at. */
function notHealed(failure: unknown): NotHealed {
  const message = `Not found again: ${failure instanceof Error ? failure.message.split('\n', 1)[0] : 'unknown reason'}.`
  return { outcome: 'failed', score: 0, margin: 0, candidates: [], message }
}

const hasVariables = (selectors: Selector[]) => /\$\{\w+\}/.test(JSON.stringify(selectors))

/** As an event or a message shows it. */
const writeSelector = (selector: Selector) => [selector].flat().join(' >> ')

/** Where it stands and what stands around it changes from run to run and is no reason to look more closely. */
function isAsBefore(known: Fingerprint, found: Fingerprint): boolean {
  return isDeepStrictEqual(withoutPlace(known), withoutPlace(found))
}

function withoutPlace({ before: _before, after: _after, box: _box, ...fields }: Fingerprint) {
  return fields
}

function describe({ candidates }: NotHealed): string {
  const shown = candidates.map(({ selector, score }) => `${writeSelector(selector)} (${score.toFixed(2)})`)
  return shown.length > 0 ? `; closest: ${shown.join(', ')}` : ''
}
