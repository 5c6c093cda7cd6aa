import { isDeepStrictEqual } from 'node:util'
import type { Frame, Locator } from 'playwright-core'
import { type Surveyed, surveyElement } from './healing/collect.ts'
import type { Fingerprint } from './healing/fingerprint.ts'
import type { Recorded } from './healing/recorded.ts'
import { hashName } from './healing/in-page/read-name.ts'
import { contradictsStepName, judgeFound } from './healing/identity/judge-found.ts'
import { mergeOthers } from './healing/identity/merge-others.ts'
import { comparable, hasSameName, nameOf, toWanted } from './healing/identity/names.ts'
import { toPurpose } from './healing/purpose.ts'
import { toRecorded } from './healing/record-element.ts'
import type { LearnedElement } from './learned-element.ts'
import type { Selector } from '../automations/selector.ts'

/** The step's selectors lead to something else than they did in earlier runs. */
export class ElementMistaken extends Error {
  override name = 'ElementMistaken'
}

/** What a step is called and what its selectors find are two elements, and nothing was learned that could decide. */
class StepNameContradicted extends Error {
  override name = 'StepNameContradicted'
}

export interface Inspected {
  /** What there is to keep once the step has succeeded. */
  learned?: LearnedElement
  /** The element is called otherwise than it was learned. */
  renamed?: {
    from: string
    to: string
    evidence: string[]
    /** What is to be kept once the run has gone on well with it; the learned name stays otherwise. */
    accepted?: LearnedElement
  }
}

/** A reading whose content is new is known by it after so many good runs in a row. */
const goodRunsToRename = 3
const usualTimeoutMs = 3000

/**
 * Looks at what the selectors of a step have found before anything is done to it, and at what stands beside it, in one
 * question to the page.
 *
 * A fingerprint keeps the name that it was learned with until a person saves the step again. What is read changes by
 * nature, so there the content of three good runs takes its place; where it was another each time, none does.
 *
 * @throws ElementMistaken where it is not the learned element, another error where that cannot be told
 */
export async function inspectElement(
  step: { name: string; type: string; selectors: Selector[] },
  learned: LearnedElement | undefined,
  { locator, frame, timeoutMs = usualTimeoutMs }: { locator: Locator; frame: Frame; timeoutMs?: number },
): Promise<Inspected> {
  const wanted = toWanted(learned?.recorded, step.name)
  const seen = await surveyElement(locator, wanted, { frame, timeoutMs }).catch(() => undefined)
  // What cannot be compared with the learned element may be another one.
  if (!seen && learned)
    throw new Error(`the element could not be compared with that of earlier runs within ${timeoutMs} ms`)
  if (!seen) return {}
  // What is scrolled holds what changes, as what is read does.
  const isReading = step.type === 'extractText' || step.type === 'scroll'
  const known = learned && isOfLabel(learned.recorded, seen, step.type) ? undefined : learned
  const found = known?.recorded.varies ? withoutContent(seen) : seen
  // What a version before has learned may have been learned of another one, which the selectors led to.
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
  const renamed = { from, to, evidence: judgement.evidence }
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
  const recorded = await record()
  const kept = varies ? { ...recorded, ...withoutContent(recorded), varies } : recorded
  return { renamed: { ...renamed, accepted: { selectors, recorded: kept, tentative: null } } }
}

/** A version before took the first text for a button, which was its label's: that says nothing of the button. */
function isOfLabel({ others, fingerprint }: Recorded, found: Surveyed, type: string): boolean {
  const isAction = toPurpose(type, fingerprint) !== 'read'
  return others === undefined && isAction && fingerprint.tag === 'label' && found.fingerprint.tag !== 'label'
}

function withoutContent<Of extends { fingerprint: Fingerprint }>(of: Of): Of {
  return { ...of, fingerprint: { ...of.fingerprint, name: '', text: '' } }
}

/** Where it stands and what stands around it changes from run to run and is no reason to look more closely. */
function isAsBefore(known: Fingerprint, found: Fingerprint): boolean {
  return isDeepStrictEqual(withoutPlace(known), withoutPlace(found))
}

function withoutPlace({ before: _before, after: _after, box: _box, ...fields }: Fingerprint) {
  return fields
}
