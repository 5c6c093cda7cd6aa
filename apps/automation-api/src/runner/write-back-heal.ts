import type { StoredAction } from '../automations/action.ts'
import { persistHeal, type HealedAction } from '../automations/persist-heal.ts'
import type { Selector } from '../automations/selector.ts'
import { hasVariables } from '../automations/variables/has-variables.ts'
import type { Services } from '../services.ts'
import type { HealMemory, NewHeal } from './elements/heal-memory.ts'
import type { LearnedElement } from './elements/learned-element.ts'
import type { LearnedElements } from './elements/learned-elements.ts'
import type { Healed } from './healing/heal-element.ts'
import { findEvidence } from './healing/find-evidence.ts'
import { listEvidence } from './healing/identity/list-evidence.ts'
import { mergeOthers } from './healing/merge-others.ts'
import { hasSameName, nameOf } from './healing/identity/names.ts'
import type { Recorded } from './healing/recorded.ts'
import { type ElementAction, writeSelector } from './report-heals.ts'

/** A tentative heal is written back after this many successful runs in a row. */
const goodRunsToPersist = 3

/** What is known of an automation's elements from earlier runs. */
export interface Known {
  learned: LearnedElements
  memory: HealMemory
  /** Whether pictures of elements may be kept. */
  isPictured: boolean
}

export interface PendingHeal {
  action: StoredAction
  healed: Healed
  lost: Recorded
  picture: Buffer | undefined
  /** As the action has them, and with this run's variables. */
  selectors: Selector[]
  filled: Selector[]
  newSelector: string
}

/**
 * Writes the selectors that a heal has found into the automation where they are certain; otherwise counts the heal, which
 * becomes certain with further successful runs.
 */
export async function writeBackHeal(
  services: Services,
  ids: { executionId: string; automationId: string },
  { learned, memory }: Known,
  { action, healed, selectors, filled, picture }: PendingHeal,
  isSecret: (value: unknown) => boolean,
): Promise<void> {
  const { name: actionName } = action
  const { recorded, selectors: newSelectors, frame } = healed
  const newSelector = writeSelector(newSelectors[0]!)
  const known = learned.find(actionName, filled)!
  const before = known.tentative
  const goodRuns = before?.selector === newSelector ? before.goodRuns + 1 : 1
  // A selector with a value of this run would be wrong in the next.
  const isLasting = !hasVariables(selectors) && !isSecret(recorded)
  // The learned name stays until a person accepts another one, or saves the step again, except for steps that read.
  const mayBeKept = action.type === 'extractText' || isCalledAsBefore(known.recorded, recorded)
  const isAccepted = memory.decisionOf(actionName, recorded) === 'accepted'
  const isSure = isAccepted || (mayBeKept && (healed.outcome === 'persist' || goodRuns >= goodRunsToPersist))
  const others = mergeOthers({ ...recorded, others: recorded.others ?? [] }, known.recorded)
  const written: HealedAction = { actionName, oldSelectors: selectors, newSelectors, frame }
  if (isLasting && isSure && (await persistHeal(services, ids, written))) {
    learned.keep(actionName, {
      selectors: newSelectors,
      recorded: { ...recorded, others },
      tentative: null,
    })
    if (picture) memory.keepPicture(actionName, picture)
  } else learned.keep(actionName, { ...known, tentative: { selector: newSelector, goodRuns } })
}

/** The heal as a person reviews it. */
export function toHeal(
  { action, healed, lost, picture, selectors, filled }: PendingHeal,
  isSecret: (value: unknown) => boolean,
): NewHeal {
  const { recorded, message, frame, selectors: newSelectors } = healed
  return {
    actionName: action.name,
    found: recorded,
    foundName: nameOf(recorded.fingerprint),
    message,
    evidence: listEvidence(lost, recorded, { selectors, stepName: action.name }),
    oldSelectors: selectors,
    newSelectors,
    frame,
    lost,
    filledSelectors: isSecret(filled) ? null : filled,
    oldFrame: frameOf(action),
    nowImage: picture ?? null,
  }
}

/** An element that a step's own selectors find under another name, as it is before a person has decided about it. */
export interface PendingRename {
  found: LearnedElement
  lost: Recorded
  picture: Buffer | undefined
}

/** The new name as a person reviews it: the step keeps its selectors, whatever they decide. */
export function toRename(
  action: ElementAction,
  { found, lost, picture }: PendingRename,
  told: Pick<NewHeal, 'message' | 'evidence'>,
): NewHeal {
  return {
    ...told,
    actionName: action.name,
    found: found.recorded,
    foundName: nameOf(found.recorded.fingerprint),
    oldSelectors: action.selectors,
    newSelectors: action.selectors,
    frame: frameOf(action),
    lost,
    filledSelectors: found.selectors,
    oldFrame: frameOf(action),
    nowImage: picture ?? null,
  }
}

const frameOf = (action: StoredAction) => ('frame' in action && action.frame) || []

/** A name where there was none before is another one, unless the icon or a key of the code says that it is the same element. */
export function isCalledAsBefore(known: Recorded, found: Recorded): boolean {
  if (nameOf(known.fingerprint) !== '') return hasSameName(known, found)
  if (nameOf(found.fingerprint) === '') return true
  const { icon, sharedKeys } = findEvidence(known.fingerprint, found.fingerprint)
  return icon === 'same' || sharedKeys > 0
}
