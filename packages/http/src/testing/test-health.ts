import { expect, test } from 'vitest'
import type { App } from '../app.ts'

/**
 * Adds the tests of every service's health endpoints to the `describe` that calls this.
 *
 * @param broken the same service with a database that does not answer
 */
export function testHealth(app: () => App, broken: () => App): void {
  test('a process that answers is healthy, and ready while its database answers too', async () => {
    for (const url of ['/healthz', '/readyz']) {
      const response = await app().inject({ url })
      expect(response.statusCode).toBe(200)
      expect(response.json()).toEqual({ status: 'ok' })
    }
  })

  test('a process without its database is healthy and not ready', async () => {
    expect((await broken().inject({ url: '/healthz' })).statusCode).toBe(200)
    const response = await broken().inject({ url: '/readyz' })
    expect(response.statusCode).toBe(503)
    expect(response.json()).toEqual({ status: 'unavailable' })
  })
}
