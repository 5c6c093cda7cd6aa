import { createEgressPolicy, type EgressPolicy } from '@waypost/egress'
import type { Page } from 'playwright-core'
import { maskSecrets } from '../../runner/mask-secrets.ts'
import { storableText } from '@waypost/postgres'
import { compileClauses } from './steps/compile-clauses.ts'
import { type FailureReason, GenerationFailed } from './steps/failure.ts'
import { findAddressProblem, finishAutomation, type GeneratedAutomation } from './finish-automation.ts'
import type { GenerationModel } from './model/generate-with-model.ts'
import { beginGeneration, listTelling } from './steps/generation.ts'
import { listVariablesIn } from './steps/list-variables-in.ts'
import { LimitExceededError } from '../../worker-threads/create-worker-thread.ts'
import { type TextReader, textReader } from '../text-reader.ts'

export interface GenerationOptions {
  /** A page of its own, behind the proxy of a run. It is used up: close its context afterwards. */
  page: Page
  text: string
  /** Asked where the text is not in the small language. Absent: such a text is not understood. */
  model?: GenerationModel | undefined
  /** What stands for each `${name}` of the text while the steps are tried out. None of it is written down. */
  variables?: Record<string, string>
  /** What the page's proxy goes by; told before it is tried. Absent: only the proxy says. */
  egress?: Pick<EgressPolicy, 'checkUrl'>
  signal: AbortSignal
  /** For everything. */
  budgetMs: number
  /** For each step, and for each element to appear. */
  stepTimeoutMs?: number
  /** In place of the thread of the process. */
  reader?: TextReader
}

export type Generated = { outcome: 'generated'; automation: GeneratedAutomation }
export type NotGenerated = { outcome: 'failed'; reason: FailureReason; message: string }

/**
 * Makes an automation of a text by doing on a live page what it says: each step is found, written down, and done by the
 * code that will do it in a run, before the next is looked at. So what comes out has been seen to work once, and each of
 * its selectors led to one element when it was written.
 *
 * A text in the small language (`parseControlled`) needs no model and is always understood the same. Any other is for
 * the model, if there is one. Both do the last click of a text no more than they do what looks irreversible: they only
 * write it down.
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
  const names = listVariablesIn(text)
  const missing = names.filter((name) => !Object.hasOwn(variables, name))
  if (missing.length > 0) return lacks(missing)
  // What is given and not asked for says nothing about what varies.
  const values =
    'clauses' in parsed ? Object.fromEntries(names.map((name) => [name, variables[name]!])) : variables
  const budget = AbortSignal.timeout(budgetMs)
  const generation = beginGeneration({
    page,
    values,
    signal: AbortSignal.any([signal, budget]),
    stepTimeoutMs,
  })
  try {
    const checkAddress = (url: string) => findAddressProblem(egress, url)
    if ('clauses' in parsed) await compileClauses(generation, parsed.clauses, checkAddress)
    else if (model) {
      // A library of its own size, which most runners do not need.
      const { generateWithModel } = await import('./model/generate-with-model.ts')
      await generateWithModel(generation, text, { model, checkAddress })
    }
    generation.end()
    const automation = finishAutomation(text, { ...generation, egress })
    return { outcome: 'generated', automation }
  } catch (error) {
    if (signal.aborted) return fail('aborted', `The generation was stopped: ${reasonOf(signal)}`)
    if (budget.aborted) return fail('timeout', `It was not made within ${budgetMs / 1000} s.`)
    if (!(error instanceof GenerationFailed)) throw error
    // It may tell what the page shows, and any value may be secret.
    return fail(error.reason, maskSecrets(error.message, listTelling(variables)))
  } finally {
    generation.end()
  }
}

// Every address, but not every scheme and port.
const permissive = createEgressPolicy({ allow: ['0.0.0.0/0', '::/0'] })

const fail = (reason: FailureReason, message: string): NotGenerated => ({
  outcome: 'failed',
  reason,
  message: storableText(message),
})

function lacks(names: string[]): NotGenerated {
  const told = names.map((name) => `“${name}”`).join(', ')
  return fail(
    'missing_variable',
    `${told} ${names.length === 1 ? 'has' : 'have'} no value: give one with the text, as its steps are tried out while they are written down.`,
  )
}

const reasonOf = ({ reason }: AbortSignal) => (reason instanceof Error ? reason.message : String(reason))
