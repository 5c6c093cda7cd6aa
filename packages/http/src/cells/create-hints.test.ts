import { expect, test, vi } from 'vitest'
import { createHints } from './create-hints.ts'

const answer = (found: string | null = 'c1') => vi.fn(async (_text: string) => found)

test('what was found is remembered, that there is nothing too, until it is asked for anew', async () => {
  const find = answer(null)
  const hints = createHints(find)
  expect([await hints.get('ada'), await hints.get('ada')]).toEqual([null, null])
  expect(find).toHaveBeenCalledOnce()
  find.mockResolvedValue('c1')
  expect([await hints.ask('ada'), await hints.get('ada')]).toEqual(['c1', 'c1'])
  expect(find).toHaveBeenCalledTimes(2)
})

test('what could not be found is asked again', async () => {
  const find = answer().mockRejectedValueOnce(new Error('away'))
  const hints = createHints(find)
  await expect(hints.get('ada')).rejects.toThrow('away')
  expect(await hints.get('ada')).toBe('c1')
})

test('simultaneous requests ask once', async () => {
  const find = answer()
  const hints = createHints(find)
  await Promise.all([hints.get('ada'), hints.get('ada')])
  expect(find).toHaveBeenCalledOnce()
})

test('as many are remembered as may be, those that were used last', async () => {
  const find = answer()
  const hints = createHints(find, 2)
  for (const text of ['ada', 'bea', 'ada', 'cleo']) await hints.get(text)
  find.mockClear()
  await hints.get('ada')
  await hints.get('cleo')
  expect(find).not.toHaveBeenCalled()
  await hints.get('bea')
  expect(find).toHaveBeenCalledOnce()
})
