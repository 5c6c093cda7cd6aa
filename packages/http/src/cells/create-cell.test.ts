import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCell, type OpenCell } from './create-cell.ts'

const open: OpenCell = { check: async () => undefined, stop: async () => {} }
const refuse = async (): Promise<OpenCell> => {
  await new Promise((resolve) => void setTimeout(resolve, 10_000))
  throw new Error('timeout exceeded when trying to connect')
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('a cell that stops claims nothing more, though a look at it hangs', async () => {
  const hanging = Promise.withResolvers<undefined>()
  const stop = vi.fn(open.stop)
  const check = vi.fn(() => hanging.promise)
  const cell = createCell('c1', async () => ({ check, stop }), vi.fn())
  void cell.start()
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
  void cell.start()
  const stopped = cell.stop()
  opening.resolve({ ...open, stop })
  await stopped
  expect(stop).toHaveBeenCalledOnce()
})

test('a cell that stays away says so once for each thing that is found, and not at every look', async () => {
  const onChange = vi.fn<(problem: string | undefined) => void>()
  const cell = createCell('c1', refuse, onChange)
  void cell.start()
  await vi.advanceTimersByTimeAsync(600_000)
  const away = 'the database does not answer'
  expect(onChange.mock.calls).toEqual([[away], [`${away}: timeout exceeded when trying to connect`]])
  const stopped = cell.stop()
  await vi.advanceTimersByTimeAsync(10_000)
  await stopped
})

test('a cell that is away is there again a second after it answers, and is looked at every five seconds from then on', async () => {
  let isAway = true
  const check = vi.fn(open.check)
  const onChange = vi.fn<(problem: string | undefined) => void>()
  const openOne = async () => {
    if (isAway) throw new Error('not yet')
    return { ...open, check }
  }
  const cell = createCell('c1', openOne, onChange)
  await cell.start()
  await vi.advanceTimersByTimeAsync(60_000)
  isAway = false
  await vi.advanceTimersByTimeAsync(1000)
  expect(onChange.mock.calls).toEqual([['not yet'], [undefined]])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(check).toHaveBeenCalledTimes(3)
  await cell.stop()
})

test('a cell that answers no more is away before the look at it has failed, and there again once it answers', async () => {
  const look = Promise.withResolvers<undefined>()
  const looks = [Promise.resolve(undefined), look.promise]
  const onChange = vi.fn<(problem: string | undefined) => void>()
  const cell = createCell(
    'c1',
    async () => ({ ...open, check: () => looks.shift() ?? open.check() }),
    onChange,
  )
  void cell.start()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(onChange.mock.calls).toEqual([[undefined], ['the database does not answer']])
  look.resolve(undefined)
  await vi.advanceTimersByTimeAsync(0)
  expect(cell.problem()).toBeUndefined()
  await cell.stop()
})
