import { storableText } from '@waypost/postgres'
import type { BrowserContext } from 'playwright-core'
import type { StepResult } from '../../executions/step-result.ts'
import { maskSecrets } from '../masking/mask-secrets.ts'

const mostOfAStep = 10
const longestText = 300
// The browser repeats in the console that a request failed.
const repeated = 'Failed to load resource'
// A page that is left, or a run that does not want it, ends a request.
const wanted = new Set(['net::ERR_ABORTED', 'net::ERR_BLOCKED_BY_CLIENT'])

/**
 * Records errors in the consoles of a run's pages and of their requests, each with the step that was being performed, without
 * secrets and without the queries of URLs.
 *
 * @param isPaused while nothing may be recorded
 */
export function watchProblems(
  context: BrowserContext,
  { steps, secrets, isPaused }: { steps: StepResult[]; secrets: string[]; isPaused: () => boolean },
): void {
  const record = (kind: 'console' | 'network', text: string): void => {
    // The innermost of several, which comes after those that it is in; between two steps, the one before.
    const step =
      steps.findLast(({ status }) => status === 'running') ??
      steps.findLast(({ startedAt }) => startedAt !== null)
    if (!step || isPaused()) return
    step.problems ??= []
    if (step.problems.length >= mostOfAStep) return
    step.problems.push({ kind, text: storableText(maskSecrets(text, secrets).slice(0, longestText)) })
  }
  context.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith(repeated)) record('console', message.text())
  })
  context.on('weberror', (failure) => record('console', failure.error().message))
  context.on('response', (response) => {
    if (response.status() >= 400) record('network', `${describe(response.request())}: ${response.status()}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'failed'
    if (!wanted.has(reason)) record('network', `${describe(request)}: ${reason}`)
  })
}

const describe = (request: { method(): string; url(): string }) =>
  `${request.method()} ${request.url().split(/[?#]/, 1)[0]}`
