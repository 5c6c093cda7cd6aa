import { expect, test } from 'vitest'
import { AliasClient } from './alias/alias-client.ts'
import { AutomationClient } from './automation/automation-client.ts'
import type { Operation } from './client/operation.ts'
import { operations as aliasOperations } from './generated/alias-api.ts'
import { operations as automationOperations } from './generated/automation-api.ts'

// Valid both as an id and as a time.
const argument = '2026-03-02'

/** Calls every method, and returns the requests to the service. */
async function callEverything(
  Client: typeof AutomationClient | typeof AliasClient,
): Promise<{ route: string; credential: string }[]> {
  const asked: { route: string; credential: string }[] = []
  const client = new Client({
    apiKey: 'key',
    token: 'token',
    fetch: async (url, { method, headers } = {}) => {
      const credential = new Headers(headers)
      const route = `${method} ${new URL(url as URL).pathname}`
      // A feed has no end, and asks again.
      if (asked.some((other) => other.route === route && route.endsWith('/events'))) throw new Error('enough')
      asked.push({
        route,
        credential: credential.get('x-api-key') ?? credential.get('authorization')!.slice('Bearer '.length),
      })
      return Response.json({ data: [], completedAt: '' })
    },
  })
  const resources = [client, ...Object.values(client)] as Record<string, unknown>[]
  const own = ['account', 'updateAccount', 'analytics', 'overview'].map(
    (name) => [name, (client as never)[name]] as const,
  )
  const methods = [...own, ...resources.slice(1).flatMap((resource) => Object.entries(resource))]
  for (const [, method] of methods) {
    if (typeof method !== 'function') continue
    // The last one takes the options of the request.
    const given = Array.from({ length: Math.max(2, method.length - 1) }, () => argument)
    const result: unknown = (method as (...given: unknown[]) => unknown).apply(client, given)
    const isList = typeof result === 'object' && result !== null && 'page' in result
    const answer = isList ? (result as { page(): Promise<unknown> }).page() : result
    // The responses do not matter here.
    await Promise.resolve(answer).catch(() => {})
    if (Symbol.asyncIterator in (result as object) && !isList)
      await (result as AsyncGenerator).next().catch(() => {})
  }
  return asked
}

test.each([
  ['automation', AutomationClient, automationOperations],
  ['alias', AliasClient, aliasOperations],
])(
  'every operation of the %s service has a method, which sends the required credential',
  async (_name, Client, operations) => {
    const calls = await callEverything(Client)
    // Rules of an alias are read by two: with their version and without.
    const asked = [...new Map(calls.map((call) => [JSON.stringify(call), call])).values()]
    const expected = Object.values<Operation>(operations).map(({ method, path, credential }) => ({
      route: `${method} ${path.replaceAll(/\{\w+\}/g, argument)}`,
      credential: credential === 'token' ? 'token' : 'key',
    }))
    const sort = (given: typeof asked) => given.toSorted((a, b) => (a.route < b.route ? -1 : 1))
    expect(sort(asked)).toEqual(sort(expected))
  },
)
