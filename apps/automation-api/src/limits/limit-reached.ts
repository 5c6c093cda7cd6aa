import { DomainError } from '@waypost/http'
import { defaultLimits } from './limits.ts'

interface Refusal {
  code: 'forbidden' | 'rate_limited'
  /** Names the limit, what is used of it, and how there is room again. */
  describe: (used: number, limit: number) => string
}

const amount = (unit: string): Refusal => ({
  code: 'forbidden',
  describe: (used, limit) =>
    `Limit reached: ${used} of ${limit} ${unit} are used, and the limit does not reset: delete some first`,
})

const refusals = {
  automations: amount('automations'),
  pipelines: amount('pipelines'),
  pipelineMembers: {
    code: 'forbidden',
    describe: (used, limit) =>
      `Limit reached: a pipeline may have ${limit} automations, and this one has ${used}; the limit does not reset`,
  },
  webhooks: amount('webhooks'),
} satisfies Record<string, Refusal>

/** The limits over which a request is refused, besides the one on requests themselves. */
export type RefusingLimit = keyof typeof refusals

/** The error of a request for which an account has no room. */
export const limitReached = (name: RefusingLimit, used: number, limit: number): DomainError =>
  new DomainError(refusals[name].code, refusals[name].describe(used, limit))

/** An example of its message. */
export const limitMessage = (name: RefusingLimit): string =>
  limitReached(name, defaultLimits[name], defaultLimits[name]).message
