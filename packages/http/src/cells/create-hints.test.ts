import { expect, test, vi } from 'vitest'
import { createHints } from './create-hints.ts'

const answer = (found: string | null = 'c1') => vi.fn(async (texts: string[]) => texts.map(() => found))

test('what was found is remembered, that there is nothing too, until it is asked for anew', async () => {
  const find = answer(null)
  const hints = createHints(find)
  expect([await hints.get('ada'), await hints.get('ada')]).toEqual([null, null])
  expect(find).toHaveBeenCalledOnce()
  find.mockResolvedValue(['c1'])
  expect([await hints.ask('ada'), await hints.get('ada')]).toEqual(['c1', 'c1'])
  expect(find).toHaveBeenCalledTimes(2)
})

test('what could not be found is asked again, once for all who asked', async () => {
  const find = answer().mockRejectedValueOnce(new Error('away'))
  const hints = createHints(find)
  const asked = await Promise.allSettled([hints.get('ada'), hints.get('bea')])
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(find).toHaveBeenCalledOnce()
  expect(await hints.get('ada')).toBe('c1')
})

test('simultaneous requests are found together, each text once', async () => {
  const find = vi.fn(async (texts: string[]) => texts.map((text) => `of ${text}`))
  const hints = createHints(find)
  expect(await Promise.all(['ada', 'bea', 'ada'].map((text) => hints.get(text)))).toEqual([
    'of ada',
    'of bea',
    'of ada',
  ])
  expect(find.mock.calls).toEqual([[['ada', 'bea']]])
})

test('as many are remembered as may be, those that were used last', async () => {
  const find = answer()
  const hints = createHints(find, { mostUnproved: 2 })
  for (const text of ['ada', 'bea', 'ada', 'cleo']) await hints.get(text)
  find.mockClear()
  await hints.get('ada')
  await hints.get('cleo')
  expect(find).not.toHaveBeenCalled()
  await hints.get('bea')
  expect(find).toHaveBeenCalledOnce()
})

test('what somebody has proved is displaced by no number of strangers, and is found anew where it was wrong', async () => {
  const find = answer()
  const hints = createHints(find, { mostProved: 2, mostUnproved: 2 })
  await hints.get('ada')
  hints.prove('ada')
  for (let stranger = 0; stranger < 10; stranger += 1) await hints.get(`stranger ${stranger}`)
  find.mockClear()
  expect(await hints.get('ada')).toBe('c1')
  expect(find).not.toHaveBeenCalled()
  find.mockResolvedValue(['c2'])
  await hints.ask('ada')
  for (let stranger = 0; stranger < 10; stranger += 1) await hints.ask(`stranger ${stranger}`)
  expect(await hints.get('ada')).toBe('c2')
})
