import type { Random } from '@waypost/testing'

const strangeIds = [
  '',
  '%20',
  '1',
  '-1',
  'null',
  '__proto__',
  'constructor',
  '%',
  '%00',
  '%ff%fe',
  '%2e%2e%2f%2e%2e',
  '..%2f..',
  '%F0%9F%92%A9',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '0195562f-6c1d-7a3e-9d51-0c6c5f1b2a4g',
  "'%20or%20'1'='1",
  'x'.repeat(300),
  'x'.repeat(9000),
  '*',
  ':id',
  ';a=b',
]

const strangeValues = [
  ...strangeIds,
  '0',
  '1e3',
  '0x10',
  '1.5',
  '101',
  '99999999999999999999',
  'true',
  '[]',
  'WyIxIl0',
  'e30=',
  '2026-13-01',
  '%ED%A0%80',
  '%C0%80',
]

/** Fills in the parameters of a path: mostly known ids, and otherwise ids that nothing has. */
export function fillPath(random: Random, path: string, ids: Record<string, string>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const known = ids[name]
    return known !== undefined && random.integer(3) > 0 ? known : random.pick(strangeIds)
  })
}

/** Makes a query of known and unknown names with values that are mostly invalid. */
export function strangeQuery(random: Random, names: string[]): string {
  const known = names.length > 0 ? names : ['limit']
  const pairs = Array.from({ length: random.integer(4) }, () => {
    const name =
      random.integer(4) > 0
        ? random.pick(known)
        : random.pick([...strangeIds, `${known[0]}[]`, `${known[0]}[a]`])
    return `${name}=${random.pick(strangeValues)}`
  })
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}
