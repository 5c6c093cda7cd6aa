import type { Frame, Locator, Page } from 'playwright-core'
import type { StoredAction } from '../automations/action.ts'
import type { SelfHealEvent } from '../executions/self-heal-event.ts'
import type { RunnerServices, Services } from '../services.ts'
import type { Match } from './elements/choose-only.ts'
import { ElementMissing } from './elements/find-elements.ts'
import { healElement, type NotHealed } from './healing/heal-element.ts'
import { takeElementPicture } from './elements/take-element-picture.ts'
import { chooseLearned } from './healing/choose-learned.ts'
import { nameOf } from './healing/identity/names.ts'
import { withoutSecret } from './healing/lookalikes.ts'
import { ElementMistaken, inspectElement, type Inspected } from './elements/inspect-element.ts'
import type { LearnedElement } from './elements/learned-element.ts'
import { maskSecrets } from './masking/mask-secrets.ts'
import {
  createHealReport,
  describeRename,
  type ElementAction,
  explainRename,
  writeSelector,
} from './report-heals.ts'
import {
  isCalledAsBefore,
  type Known,
  type PendingHeal,
  toHeal,
  toRename,
  writeBackHeal,
} from './write-back-heal.ts'

const healsPerRun = 3

type Renamed = NonNullable<Inspected['renamed']>

/** How a run handles the elements of its steps: it learns them, notices changes, and finds lost ones again. */
export interface StepHealer {
  /** Checks the element of a step before the action. Throws ElementMistaken where it is not the learned one. */
  inspect(action: StoredAction, filled: StoredAction, locator: Locator, frame: Frame): Promise<void>
  /** Which of several elements of one name the step has used before; undefined where that is not known. */
  choose(action: StoredAction, filled: StoredAction, matches: Match[]): Promise<Match | undefined>
  /** The failed action with selectors of its element; undefined where the element is not found for certain. */
  heal(
    page: Page,
    action: StoredAction,
    filled: StoredAction,
    failure: unknown,
  ): Promise<StoredAction | undefined>
  /** Records the step's final outcome; `failure` is its error, if it failed. */
  finishStep(action: StoredAction, failure?: string): Promise<void>
  /** Records that the run ended successfully, so that the last step's heal is written back too. */
  finish(): Promise<void>
  /** The best candidates that were not accepted, for the step's error. */
  describeCandidates(): string
}

export function createStepHealer(
  services: Services & Pick<RunnerServices, 'createRankers' | 'onHeal'>,
  ids: { executionId: string; automationId: string },
  earlier: Known,
  secrets: string[],
): StepHealer {
  const { learned, memory, isPictured } = earlier
  let heals = 0
  let candidates = ''
  /** Of the current step. */
  let seen: LearnedElement | undefined
  let renamed: Renamed | undefined
  let renamedPicture: Buffer | undefined
  let current: PendingHeal | undefined
  let picture: Buffer | undefined
  /** Of an earlier step: applied when a later one has succeeded. */
  let waiting: (() => Promise<void> | void) | undefined

  const hide = (text: string) => maskSecrets(text, secrets)
  const rankers = services.createRankers?.(hide)
  const isSecret = (value: unknown) => {
    const text = JSON.stringify(value)
    return hide(text) !== text
  }

  const withoutSecrets = (of: LearnedElement): LearnedElement => ({
    ...of,
    recorded: withoutSecret(of.recorded, isSecret),
  })

  /** What shows a secret is not stored, so nobody can decide about it. */
  const asReviewed = ({ proposal, ...told }: Renamed): Renamed => {
    const found = proposal && withoutSecrets(proposal.found)
    return found && !isSecret(found) ? { ...told, proposal: { ...proposal, found } } : told
  }

  const report = createHealReport(services, ids.executionId, hide)

  return {
    async inspect(action, filled, locator, frame) {
      if (!hasSelectors(action) || !hasSelectors(filled) || current) return
      const { name, type } = action
      const { selectors } = filled
      const known = learned.find(name, selectors)
      const inspected = await inspectElement({ name, type, selectors }, known, { locator, frame })
      const called = inspected.renamed && asReviewed(inspected.renamed)
      const proposed = called?.proposal?.found
      const decision = proposed && memory.decisionOf(name, proposed.recorded)
      if (decision === 'refused') throw refused(called!.to)
      // A step that is saved again has learned nothing; what was refused for its selectors stays refused.
      const first = known ? undefined : inspected.learned?.recorded
      if (first && memory.isRefusedFor(name, first, action.selectors))
        throw refused(nameOf(first.fingerprint))
      const isAccepted = decision === 'accepted'
      const found = isAccepted ? proposed : inspected.learned && withoutSecrets(inspected.learned)
      if (found && !isSecret(found)) seen = found
      const take = () => takeElementPicture(frame.page(), locator, secrets)
      if (!called || isAccepted) {
        const isWanted = isAccepted || memory.wantsPicture(name)
        if (isPictured && (known ?? seen) && isWanted) picture = await take()
        return
      }
      if (isPictured && proposed) renamedPicture = await take()
      const { from, to } = called
      const message = `The element of "${name}" was called "${from}" and is called "${to}" now.`
      await report.announce(name, message)
      renamed = called
    },

    async choose(action, filled, matches) {
      const known = hasSelectors(filled) ? learned.find(action.name, filled.selectors) : undefined
      return known && chooseLearned(known.recorded, matches)
    },

    async heal(page, action, filled, failure) {
      if (!(failure instanceof ElementMissing || failure instanceof ElementMistaken)) return undefined
      if (!hasSelectors(action) || !hasSelectors(filled) || action.type === 'waitForElement') return undefined
      const known = learned.find(action.name, filled.selectors)
      if (!known || current || heals >= healsPerRun) return undefined
      // What is optional is often not there: then there is nothing to report.
      const isQuiet = action.optional === true
      const reason =
        failure instanceof ElementMistaken ? failure.message : 'its selectors find nothing any more'
      const message = `Looking for the element of "${action.name}": ${reason}.`
      const announce = async () => {
        heals += 1
        await report.announce(action.name, message)
      }
      if (!isQuiet) await announce()
      const { type, selectors } = filled
      const lost = { type, selectors, recorded: known.recorded }
      const healed = await healElement(page, lost, rankers).catch(notHealed)
      if (healed.outcome === 'failed' && isQuiet) return undefined
      if (healed.outcome === 'failed') {
        candidates = hide(describe(healed))
        await report.record(action, healed)
        return undefined
      }
      const isRefused = memory.decisionOf(action.name, healed.recorded) === 'refused'
      if (isRefused && isQuiet) return undefined
      if (isRefused) {
        const found = nameOf(healed.recorded.fingerprint)
        const refused = `Not found again: you have said that ${found ? `"${found}"` : 'what is alike'} is not it.`
        await report.record(action, { ...healed, message: refused })
        return undefined
      }
      if (isQuiet) await announce()
      healed.recorded = withoutSecret(healed.recorded, isSecret)
      const newSelector = hide(writeSelector(healed.selectors[0]!))
      const name = nameOf(healed.recorded.fingerprint)
      const isRenamed = !isCalledAsBefore(known.recorded, healed.recorded)
      if (isRenamed)
        healed.message = `${describeRename(nameOf(known.recorded.fingerprint), name)} ${healed.message}`
      current = {
        action,
        healed,
        lost: known.recorded,
        picture: isPictured ? await takeElementPicture(page, healed.locator, secrets) : undefined,
        selectors: action.selectors,
        filled: selectors,
        newSelector,
      }
      const { frame: _frame, ...others } = filled
      return {
        ...others,
        selectors: healed.selectors,
        ...(healed.frame.length > 0 && { frame: healed.frame }),
      }
    },

    async finishStep(action, failure) {
      const [healedNow, seenNow, renamedNow] = [current, seen, renamed]
      const [pictureNow, renamedPictureNow] = [picture, renamedPicture]
      current = undefined
      picture = undefined
      seen = undefined
      renamed = undefined
      renamedPicture = undefined
      candidates = ''
      if (healedNow) {
        const { healed, newSelector } = healedNow
        const more: Partial<SelfHealEvent> =
          failure === undefined
            ? { outcome: 'succeeded', newSelector }
            : { newSelector, message: `${healed.message} But: ${failure}` }
        await report.record(healedNow.action as ElementAction, healed, more)
      }
      // A step whose element was refused after a renamed one was seen is reported only as healed.
      const shown = healedNow ? undefined : renamedNow
      if (shown) await report.recordRename(action as ElementAction, shown, failure)
      if (failure !== undefined) return
      if (healedNow && !isSecret(healedNow.healed.recorded)) memory.keepHeal(toHeal(healedNow, isSecret))
      if (shown?.proposal) {
        const told = { message: hide(explainRename(shown)), evidence: shown.evidence }
        memory.keepHeal(
          toRename(action as ElementAction, { ...shown.proposal, picture: renamedPictureNow }, told),
        )
      }
      if (pictureNow && !healedNow) memory.keepPicture(action.name, pictureNow)
      if (seenNow) learned.keep(action.name, seenNow)
      await waiting?.()
      const accepted = shown?.accepted && withoutSecrets(shown.accepted)
      if (healedNow) waiting = () => writeBackHeal(services, ids, earlier, healedNow, isSecret)
      else waiting = accepted && !isSecret(accepted) ? () => learned.keep(action.name, accepted) : undefined
    },

    async finish() {
      await waiting?.()
    },

    describeCandidates: () => candidates,
  }
}

const refused = (name: string) =>
  new ElementMistaken(`the selector finds ${quote(name)}, and you have said that this is not it`)

const quote = (name: string) => (name ? `"${name}"` : 'something without a name')

/** What a page is asserted to show is not looked for elsewhere. */
function hasSelectors(action: StoredAction): action is ElementAction {
  return 'selectors' in action && action.selectors !== undefined && action.type !== 'assert'
}

/** The page navigated while the element was inspected. */
function notHealed(failure: unknown): NotHealed {
  const message = `Not found again: ${failure instanceof Error ? failure.message.split('\n', 1)[0] : 'unknown reason'}.`
  return { outcome: 'failed', score: 0, margin: 0, candidates: [], message }
}

function describe({ candidates }: NotHealed): string {
  const shown = candidates.map(({ selector, score }) => `${writeSelector(selector)} (${score.toFixed(2)})`)
  return shown.length > 0 ? `; closest: ${shown.join(', ')}` : ''
}
