import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCell, type OpenCell } from './cell.ts'

const open: OpenCell = { check: async () => undefined, stop: async () => {} }

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('a cell that stops claims nothing more, though a look at it hangs', async () => {
  const hanging = Promise.withResolvers<undefined>()
  const stop = vi.fn(open.stop)
  const check = vi.fn(() => hanging.promise)
  const cell = createCell('c1', async () => ({ check, stop }), vi.fn())
  cell.start()
  await vi.waitFor(() => expect(check).toHaveBeenCalled())
  const stopped = cell.stop()
  expect(stop).toHaveBeenCalledOnce()
  hanging.resolve(undefined)
  await stopped
  expect(stop).toHaveBeenCalledOnce()
})

test('a cell that is opened while it stops is stopped too', async () => {
  const opening = Promise.withResolvers<OpenCell>()
  const stop = vi.fn(open.stop)
  const cell = createCell('c1', () => opening.promise, vi.fn())
  cell.start()
  const stopped = cell.stop()
  opening.resolve({ ...open, stop })
  await stopped
  expect(stop).toHaveBeenCalledOnce()
})
