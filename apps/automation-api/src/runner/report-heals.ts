import type { StoredAction } from '../automations/action.ts'
import type { Selector } from '../automations/selector.ts'
import { announceHeal, recordHeal } from '../executions/record-heal.ts'
import type { SelfHealEvent } from '../executions/self-heal-event.ts'
import type { RunnerServices, Services } from '../services.ts'
import type { Inspected } from './elements/inspect-element.ts'

type Renamed = NonNullable<Inspected['renamed']>
export type ElementAction = Extract<StoredAction, { selectors: Selector[] }>

/** Tells the owner of a run what became of the elements of its steps. */
export interface HealReport {
  /** Says that a step's element is looked for, or found under another name, while the run goes on. */
  announce(actionName: string, message: string): Promise<void>
  /** Records the outcome of a heal. */
  record(
    action: ElementAction,
    result: Pick<SelfHealEvent, 'score' | 'margin' | 'message'>,
    more?: Partial<SelfHealEvent>,
  ): Promise<void>
  /** Records an element with another name. `failure` is the error of its step, if it failed. */
  recordRename(action: ElementAction, renamed: Renamed, failure: string | undefined): Promise<void>
}

/** @param hide masks secrets, which no report may show */
export function createHealReport(
  services: Services & Pick<RunnerServices, 'onHeal'>,
  executionId: string,
  hide: (text: string) => string,
): HealReport {
  const record: HealReport['record'] = async (action, { score, margin, message }, more = {}) => {
    await recordHeal(services, executionId, {
      actionName: action.name,
      outcome: 'failed',
      oldSelector: hide(writeSelector(action.selectors[0]!)),
      newSelector: null,
      score,
      margin,
      persisted: false,
      message: hide(message),
      at: new Date(services.clock.now()).toISOString(),
      ...more,
    })
    services.onHeal?.(more.outcome ?? 'failed')
  }

  return {
    record,
    announce: (actionName, message) =>
      announceHeal(services, executionId, { actionName, message: hide(message) }),
    async recordRename(action, renamed, failure) {
      const isReviewed = renamed.proposal !== undefined
      const keeps =
        isReviewed || action.type === 'extractText' ? '' : ' Save the step again to accept the new name.'
      const message = `${explainRename(renamed)}${failure === undefined ? keeps : ` But: ${failure}`}`
      const newSelector = hide(writeSelector(action.selectors[0]!))
      const outcome = failure === undefined ? 'succeeded' : 'failed'
      await record(action, { score: null, margin: null, message }, { outcome, newSelector })
    },
  }
}

/** In the form of events and messages. */
export const writeSelector = (selector: Selector) => [selector].flat().join(' >> ')

/** Says why an element with another name was taken for the same one. */
export const explainRename = ({ from, to, evidence }: Renamed) =>
  `${describeRename(from, to)} Taken for the same one by ${evidence.join(', ')}.`

export function describeRename(from: string, to: string): string {
  if (from === '') return `Renamed: what had no name is called "${to}" now.`
  return to === '' ? `Renamed: "${from}" has no name now.` : `Renamed: "${from}" is called "${to}" now.`
}
