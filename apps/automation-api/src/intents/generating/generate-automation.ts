import { createEgressPolicy, type EgressPolicy } from '@waypost/egress'
import type { Page } from 'playwright-core'
import { maskSecrets } from '../../runner/masking/mask-secrets.ts'
import { storableText } from '@waypost/postgres'
import { compileClauses } from './steps/compile-clauses.ts'
import { type FailureReason, GenerationFailed } from './session/failure.ts'
import { findAddressProblem, finishAutomation, type GeneratedAutomation } from './finish-automation.ts'
import type { GenerationModel } from './model/generate-with-model.ts'
import { listOutputs } from './grammar/list-outputs.ts'
import { beginGeneration, listTelling } from './session/generation.ts'
import { listVariablesIn } from './session/list-variables-in.ts'
import { LimitExceededError } from '../../worker-threads/create-worker-thread.ts'
import { type TextReader, textReader } from '../text-reader.ts'

export interface GenerationOptions {
  /** The generation's own page, behind a run's proxy. Close its context afterwards. */
  page: Page
  text: string
  /** Used for a text outside the controlled language. Absent: such a text is not understood. */
  model?: GenerationModel | undefined
  /**
   * The value of each `${name}` in the text while the steps are tried. None of them is written into the automation.
   */
  variables?: Record<string, string>
  /** The policy of the page's proxy, for checks before a URL is tried. Absent: only the proxy checks. */
  egress?: Pick<EgressPolicy, 'checkUrl'>
  signal: AbortSignal
  /** For the whole generation. */
  budgetMs: number
  /** For each step, and for each element to appear. */
  stepTimeoutMs?: number
  /** Used instead of the process's thread. */
  reader?: TextReader
}

export type Generated = { outcome: 'generated'; automation: GeneratedAutomation }
export type NotGenerated = { outcome: 'failed'; reason: FailureReason; message: string }

/**
 * Generates an automation from a text by performing it on a live page. Each step is located, written down, and run by
 * the same code as in a run, before the next one is considered. So every step has been seen to work once, and each
 * selector led to exactly one element when it was written.
 *
 * A text in the controlled language (`parseControlled`) needs no model and is always understood the same. Any other
 * text is for the model, if there is one. In both cases, the last click of a text and anything that looks irreversible
 * are written down but not performed.
 */
export async function generateAutomation({
  page,
  text,
  variables = {},
  model,
  egress = permissive,
  signal,
  budgetMs,
  stepTimeoutMs = 8000,
  reader = textReader,
}: GenerationOptions): Promise<Generated | NotGenerated> {
  const parsed = await reader.parseControlled(text).catch((error: unknown) => {
    if (error instanceof LimitExceededError) return undefined
    throw error
  })
  if (!parsed) return fail('timeout', 'The text takes too long to read.')
  if ('issue' in parsed && !model) return fail('not_understood', parsed.issue.message)
  const read = new Set('clauses' in parsed ? listOutputs(parsed.clauses) : [])
  const outputs = new Set(
    listVariablesIn(text).filter((name) => read.has(name) && !Object.hasOwn(variables, name)),
  )
  const names = listVariablesIn(text).filter((name) => !outputs.has(name))
  const missing = names.filter((name) => !Object.hasOwn(variables, name))
  if (missing.length > 0) return lacks(missing)
  // Given values without a variable in the text are not part of the automation.
  const values =
    'clauses' in parsed ? Object.fromEntries(names.map((name) => [name, variables[name]!])) : variables
  const budget = AbortSignal.timeout(budgetMs)
  const generation = beginGeneration({
    page,
    values,
    signal: AbortSignal.any([signal, budget]),
    stepTimeoutMs,
    outputs,
  })
  try {
    const checkAddress = (url: string) => findAddressProblem(egress, url)
    if ('clauses' in parsed) await compileClauses(generation, parsed.clauses, checkAddress)
    else if (model) {
      // Loaded only here: it is a large library that most runners do not need.
      const { generateWithModel } = await import('./model/generate-with-model.ts')
      await generateWithModel(generation, text, { model, checkAddress })
    }
    generation.end()
    const automation = finishAutomation(text, { ...generation, egress, outputs })
    return { outcome: 'generated', automation }
  } catch (error) {
    if (signal.aborted) return fail('aborted', `The generation was stopped: ${reasonOf(signal)}`)
    if (budget.aborted) return fail('timeout', `It was not made within ${budgetMs / 1000} s.`)
    if (!(error instanceof GenerationFailed)) throw error
    // The message may show the page's text, and any value may be secret.
    return fail(error.reason, maskSecrets(error.message, listTelling(variables)))
  } finally {
    generation.end()
  }
}

// Allows every address, but not every scheme and port.
const permissive = createEgressPolicy({ allow: ['0.0.0.0/0', '::/0'] })

const fail = (reason: FailureReason, message: string): NotGenerated => ({
  outcome: 'failed',
  reason,
  message: storableText(message),
})

function lacks(names: string[]): NotGenerated {
  const listed = names.map((name) => `“${name}”`).join(', ')
  return fail(
    'missing_variable',
    `${listed} ${names.length === 1 ? 'has' : 'have'} no value: give one with the text, as its steps are tried out while they are written down.`,
  )
}

const reasonOf = ({ reason }: AbortSignal) => (reason instanceof Error ? reason.message : String(reason))
