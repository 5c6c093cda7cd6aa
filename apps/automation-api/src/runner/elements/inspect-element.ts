import { isDeepStrictEqual } from 'node:util'
import type { Frame, Locator } from 'playwright-core'
import { type Surveyed, surveyElement } from '../healing/collect.ts'
import type { Fingerprint } from '../healing/fingerprint.ts'
import type { Recorded } from '../healing/recorded.ts'
import { hashName } from '../healing/in-page/read-name.ts'
import { contradictsStepName, judgeFound } from '../healing/judge-found.ts'
import { mergeOthers } from '../healing/merge-others.ts'
import { comparable, hasSameName, nameOf, toWanted } from '../healing/identity/names.ts'
import { toPurpose } from '../healing/purpose.ts'
import { toRecorded } from '../healing/record-element.ts'
import type { LearnedElement } from './learned-element.ts'
import type { Selector } from '../../automations/selector.ts'

/** The step's selectors match another element than in earlier runs. */
export class ElementMistaken extends Error {
  override name = 'ElementMistaken'
}

/** The step's name and its selectors mean different elements, and nothing was learned that could decide. */
class StepNameContradicted extends Error {
  override name = 'StepNameContradicted'
}

export interface Inspected {
  /** What to store once the step has succeeded. */
  learned?: LearnedElement
  /** The element's name differs from the learned one. */
  renamed?: {
    from: string
    to: string
    evidence: string[]
    /** What a person decides about: the element with its new name, and the one that was learned; not for a text that is read. */
    proposal?: { found: LearnedElement; lost: Recorded }
    /** Stored once the run has continued successfully; otherwise the learned name stays. */
    accepted?: LearnedElement
  }
}

/** An element that is read is recognised by its new content after this many successful runs in a row. */
const goodRunsToRename = 3
const usualTimeoutMs = 3000

/**
 * Inspects the element that a step's selectors have found, and its surroundings, before the action, in one query to
 * the page.
 *
 * A fingerprint keeps its learned name until a person accepts another one, or saves the step again. Text that is read changes by nature, so
 * there the content of three successful runs replaces the name; where it was different each time, there is no name.
 *
 * @throws ElementMistaken where it is not the learned element, another error where that is unknown
 */
export async function inspectElement(
  step: { name: string; type: string; selectors: Selector[] },
  learned: LearnedElement | undefined,
  { locator, frame, timeoutMs = usualTimeoutMs }: { locator: Locator; frame: Frame; timeoutMs?: number },
): Promise<Inspected> {
  const wanted = toWanted(learned?.recorded, step.name)
  const seen = await surveyElement(locator, wanted, { frame, timeoutMs }).catch(() => undefined)
  // An element that cannot be compared with the learned one may be another one.
  if (!seen && learned)
    throw new Error(`the element could not be compared with that of earlier runs within ${timeoutMs} ms`)
  if (!seen) return {}
  // A scrolled element has changing content, like one that is read.
  const isReading = step.type === 'extractText' || step.type === 'scroll'
  const known = learned && isOfLabel(learned.recorded, seen, step.type) ? undefined : learned
  const found = known?.recorded.varies ? withoutContent(seen) : seen
  // An earlier release may have learned another element, which the selectors matched.
  const isBelieved = known && (known.recorded.others !== undefined || !hasSameName(known.recorded, found))
  if (!isBelieved && toPurpose(step.type, found.fingerprint) !== 'read') {
    const contradiction = contradictsStepName(found, { selectors: step.selectors, stepName: step.name })
    if (contradiction !== undefined) throw new StepNameContradicted(contradiction)
  }
  const record = async (): Promise<Recorded> => {
    const recorded = await toRecorded(frame, found)
    const others = mergeOthers(found, known?.recorded)
    return { ...recorded, others, ...(known?.recorded.varies && { varies: true }) }
  }
  const { selectors } = step
  if (!known) return { learned: { selectors, recorded: await record(), tentative: null } }

  const judgement = judgeFound(known.recorded, found, { selectors, stepName: step.name, isReading })
  if (judgement.verdict === 'another') throw new ElementMistaken(judgement.reason)
  const others = mergeOthers(found, known.recorded)
  const isNewBeside = !others.every((each) => known.recorded.others?.includes(each))
  const asLearned: LearnedElement = { ...known, recorded: { ...known.recorded, others } }
  if (judgement.verdict === 'same') {
    if (known.tentative || !isAsBefore(known.recorded.fingerprint, found.fingerprint))
      return { learned: { selectors, recorded: await record(), tentative: null } }
    return isNewBeside || known.recorded.others === undefined ? { learned: asLearned } : {}
  }

  const [from, to] = [nameOf(known.recorded.fingerprint), nameOf(found.fingerprint)]
  const describe = async () => ({ selectors, recorded: await record(), tentative: null })
  const renamed = {
    from,
    to,
    evidence: judgement.evidence,
    ...(!judgement.isContent && { proposal: { found: await describe(), lost: known.recorded } }),
  }
  if (!isReading) return { ...(isNewBeside && { learned: asLearned }), renamed }
  const before = known.tentative?.name === undefined ? undefined : known.tentative
  const name = hashName(comparable(to).exact)
  const goodRuns = (before?.goodRuns ?? 0) + 1
  const varies = before !== undefined && (before.varies === true || before.name !== name)
  if (goodRuns < goodRunsToRename)
    return {
      renamed: {
        ...renamed,
        accepted: { ...asLearned, tentative: { selector: '', goodRuns, name, varies } },
      },
    }
  const { recorded } = renamed.proposal?.found ?? (await describe())
  const kept = varies ? { ...recorded, ...withoutContent(recorded), varies } : recorded
  return { renamed: { ...renamed, accepted: { selectors, recorded: kept, tentative: null } } }
}

/** An earlier release took the text of a label for a button's name: that says nothing about the button. */
function isOfLabel({ others, fingerprint }: Recorded, found: Surveyed, type: string): boolean {
  const isAction = toPurpose(type, fingerprint) !== 'read'
  return others === undefined && isAction && fingerprint.tag === 'label' && found.fingerprint.tag !== 'label'
}

function withoutContent<Of extends { fingerprint: Fingerprint }>(of: Of): Of {
  return { ...of, fingerprint: { ...of.fingerprint, name: '', text: '' } }
}

/** Place and surroundings change from run to run and are no reason for a closer inspection. */
function isAsBefore(known: Fingerprint, found: Fingerprint): boolean {
  return isDeepStrictEqual(withoutPlace(known), withoutPlace(found))
}

function withoutPlace({ before: _before, after: _after, box: _box, ...fields }: Fingerprint) {
  return fields
}
