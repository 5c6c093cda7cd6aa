import { expect, test } from 'vitest'
import { inEveryDatabase } from './in-every-database.ts'

const cell = (name: string) => ({ name, services: name })
function work(name: string): Promise<string> {
  if (name === 'failing') return Promise.reject(new Error('failed'))
  return name === 'hanging' ? Promise.withResolvers<string>().promise : Promise.resolve(name)
}

test('the answers of the first database and of all cells are told apart', async () => {
  expect(await inEveryDatabase('first', [cell('c1'), cell('c2')], work, fail)).toEqual({
    answers: [
      { cell: null, result: 'first' },
      { cell: 'c1', result: 'c1' },
      { cell: 'c2', result: 'c2' },
    ],
    away: [],
  })
})

test('cells that are away, fail or hang are named, and hide nobody else’s answer', async () => {
  const errors: unknown[] = []
  const cells = [{ name: 'away', services: undefined }, ...['failing', 'hanging', 'c1'].map(cell)]
  const { answers, away } = await inEveryDatabase('first', cells, work, (error) => errors.push(error), 10)
  expect(answers.map(({ result }) => result)).toEqual(['first', 'c1'])
  expect(away).toEqual(['away', 'failing', 'hanging'])
  expect(errors).toEqual([new Error('failed'), new Error('the cell does not answer')])
})

test('where the first database fails, so does the whole', async () => {
  await expect(inEveryDatabase('failing', [cell('c1')], work, fail)).rejects.toThrow('failed')
})

function fail(error: unknown): never {
  throw error
}
