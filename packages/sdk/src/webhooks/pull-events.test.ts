import { expect, test } from 'vitest'
import type { AutomationEvent } from '../generated/webhook-events.ts'
import { pullEvents } from './pull-events.ts'

const page = (...names: string[]) =>
  names.map((name) => ({
    position: `after-${name}`,
    id: `delivery-${name}`,
    body: JSON.stringify({ event: 'job.failed', data: { name } }),
  }))

test('events are iterated over page by page, and a page is acknowledged once all of it was handled', async () => {
  const asked: object[] = []
  const pages = [page('a', 'b'), [], page('c')]
  const events = pullEvents<AutomationEvent>((query) => {
    asked.push(query)
    return Promise.resolve(pages.shift() ?? page('d'))
  })
  const read = async () => (await events.next()).value as { position: string }
  expect(await read()).toEqual({
    event: 'job.failed',
    data: { name: 'a' },
    deliveryId: 'delivery-a',
    position: 'after-a',
  })
  await read()
  expect(asked).toEqual([{ wait: 20 }])
  expect((await read()).position).toBe('after-c')
  // Without a position, the service goes on after what was acknowledged last.
  expect(asked.slice(1)).toEqual([{ wait: 20, after: 'after-b' }, { wait: 20 }])
  expect((await read()).position).toBe('after-d')
  expect(asked.at(-1)).toEqual({ wait: 20, after: 'after-c' })
})
