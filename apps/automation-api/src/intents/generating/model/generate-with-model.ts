import { maskSecrets } from '../../../runner/masking/mask-secrets.ts'
import type { ModelConnection } from '../../../runner/healing/model/open-model.ts'
import { askForStep, UnusableAnswer } from './ask-for-step.ts'
import { refuseStep, type StepPolicy } from './check-step.ts'
import type { AddressCheck } from '../moving/compile-open.ts'
import { describePage, withoutQuery } from '../page/describe-page.ts'
import { GenerationFailed, type FailureReason } from '../session/failure.ts'
import { listTelling, type Generation } from '../session/generation.ts'
import { isOnHosts, listNamedHosts } from '../grammar/named-hosts.ts'
import { surveyStill } from '../locating/locate.ts'
import { takeStep } from './take-step.ts'
import { describeStep, INSTRUCTIONS, writePrompt } from './write-prompt.ts'

export interface GenerationModel extends ModelConnection {
  /** Maximum number of questions for one automation; 40 by default. */
  maxQuestions?: number
  /** Maximum number of tokens, of questions and responses together, for one automation; 400 000 by default. */
  maxTokens?: number
}

/** Lets a model decide, step by step, how to do on the live page what a text asks for. */
export async function generateWithModel(
  generation: Generation,
  text: string,
  { model, checkAddress }: { model: GenerationModel; checkAddress: AddressCheck },
): Promise<void> {
  const { values, signal } = generation
  const hosts = listNamedHosts(text, values)
  const secrets = listTelling(values)
  const hide = (shown: string) => maskSecrets(shown, secrets)
  const { maxQuestions = 40, maxTokens = 400_000 } = model
  const done: string[] = []
  let tokens = 0
  let questions = 0
  let problem: { reason: FailureReason; message: string } | undefined

  for (;;) {
    const all = await surveyStill(generation)
    const { lines, items } = describePage(all, hide)
    const address = withoutQuery(generation.current().url())
    if (questions >= maxQuestions)
      throw new GenerationFailed('too_many_steps', `The model was not done after ${maxQuestions} questions.`)
    if (tokens > maxTokens)
      throw new GenerationFailed('too_many_tokens', `The model was not done after ${maxTokens} tokens.`)
    questions += 1
    const before = generation.actions.length
    try {
      const asked = await askForStep(model, {
        instructions: INSTRUCTIONS,
        prompt: writePrompt({ text, values, done, address: hide(address), lines, problem: problem?.message }),
        count: items.length,
        signal,
      })
      tokens += asked.tokens
      const { step } = asked
      const item = step.element === null ? undefined : items[step.element]
      const policy: StepPolicy = {
        text,
        values,
        hosts,
        checkAddress,
        isBlank: generation.actions.length === 0,
      }
      const refusal = refuseStep(step, item, policy)
      if (refusal !== undefined)
        throw new GenerationFailed('action_refused', `The model's step was refused: ${refusal}.`)
      if (step.action === 'give_up')
        throw new GenerationFailed(
          'model_gave_up',
          `The model gave up: ${hide(step.value ?? 'it does not say why').slice(0, 300)}`,
        )
      if (step.action !== 'done') await takeStep(generation, step, { items: all, item, checkAddress })
      checkSite(generation, hosts)
      if (step.action === 'done' || step.isLast) return
      done.push(describeStep(step, item, hide))
      problem = undefined
    } catch (error) {
      const fault = toFault(error)
      // A model that is told of an error once can correct it; a second error ends the generation.
      if (!fault || problem) throw fault ? new GenerationFailed(fault.reason, fault.message) : error
      generation.actions.length = before
      problem = { reason: fault.reason, message: hide(fault.message) }
    }
  }
}

/** An error that the model can correct; undefined where there is nothing more to ask. */
function toFault(error: unknown): { reason: FailureReason; message: string } | undefined {
  if (error instanceof UnusableAnswer)
    return { reason: 'model_malformed', message: `The model's answer could not be used: ${error.message}.` }
  if (!(error instanceof GenerationFailed) || FINAL.has(error.reason)) return undefined
  return { reason: error.reason, message: error.message }
}

const FINAL = new Set<string>([
  'model_unavailable',
  'model_rate_limited',
  'model_timeout',
  'model_gave_up',
  'too_many_steps',
  'too_many_tokens',
  'left_site',
])

/** A click may navigate anywhere. */
function checkSite(generation: Generation, hosts: string[]): void {
  const address = generation.current().url()
  if (/^https?:/.test(address) && !isOnHosts(address, hosts))
    throw new GenerationFailed(
      'left_site',
      `A step led to ${URL.parse(address)?.host}, which the text does not name.`,
    )
}
