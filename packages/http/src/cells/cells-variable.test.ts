import { expect, test } from 'vitest'
import { z } from 'zod'
import { cellsVariable } from './cells-variable.ts'
import { parseEnvironment } from '../environment/parse-environment.ts'

const parse = (text?: string) => parseEnvironment(z.object({ CELLS: cellsVariable }), { CELLS: text }).CELLS

test('a service has the cells that the variable names, in their order, and none without it', () => {
  expect(parse()).toEqual([])
  expect(
    parse('\n c1=postgres://one,two/waypost?target_session_attrs=primary\n c2=postgres://three/a=b\n'),
  ).toEqual([
    { name: 'c1', url: 'postgres://one,two/waypost?target_session_attrs=primary' },
    { name: 'c2', url: 'postgres://three/a=b' },
  ])
})

test.each([
  ['without a name', 'postgres://one/hunter2', 'cell 1 is not name=URL'],
  [
    'with a name that is none',
    'c1=postgres://one/waypost C2=postgres://two/hunter2',
    'cell 2 is not name=URL',
  ],
  ['of another database', 'c1=mysql://hunter2', 'is not a postgres:// URL'],
  ['that is named twice', 'c1=postgres://one/hunter2 c1=postgres://two/hunter2', 'names a cell twice'],
])('a cell %s is refused, and its URL is not repeated', (_name, text, reason) => {
  expect(() => parse(text)).toThrow(`CELLS: ${reason}`)
  expect(() => parse(text)).not.toThrow('hunter2')
})
