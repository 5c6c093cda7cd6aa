import type { Random } from '@waypost/testing'

const nest = (levels: number, wrap: (inner: unknown) => unknown): unknown => {
  let nested: unknown = 'innermost'
  for (let level = 0; level < levels; level += 1) nested = wrap(nested)
  return nested
}

/** Makes values that most fields do not accept, a new one for each use. */
const oddities: (() => unknown)[] = [
  () => null,
  () => true,
  () => 0,
  () => -1,
  () => 1.5,
  () => 1e308,
  () => Number.MAX_SAFE_INTEGER + 2,
  () => '',
  () => ' ',
  () => '\0',
  () => 'a\0b',
  () => '\ud800',
  () => 'text \udfff text',
  () => '﷽'.repeat(300),
  () => 'x'.repeat(5000),
  () => 'x'.repeat(200_000),
  () => '\u202e\u2066\ufeff',
  () => '<script>alert(1)</script>',
  () => "'; drop table automation.webhooks; --",
  () => '%00%ff%2e%2e%2f',
  () => '${name}{{name}}%s%n$1',
  () => '2026-02-30T25:61:61Z',
  () => '9999999-01-01T00:00:00Z',
  () => 'http://user:password@example.com/',
  () => 'http://169.254.169.254/latest/meta-data',
  () => 'http://[::ffff:10.0.0.1]/',
  () => 'http://2130706433:65536/',
  () => 'javascript:alert(1)',
  () => 'file:///etc/passwd',
  () => '(a+)+$',
  () => '[',
  () => '__proto__',
  () => 'constructor',
  () => [],
  () => [null],
  () => Array.from({ length: 3000 }, (_, index) => index),
  () => ({}),
  () => ({ length: -1 }),
  () => ({ toString: 1, valueOf: 2, toJSON: 3 }),
  () => nest(50, (inner) => [inner]),
  () => nest(2000, (inner) => [inner]),
  () => nest(2000, (inner) => ({ a: inner })),
]

/** Copies a value and corrupts it in one place: a field is replaced, removed or added. */
export function corruptValue(random: Random, value: unknown): unknown {
  const corrupt = structuredClone(value)
  if (typeof corrupt !== 'object' || corrupt === null) return random.pick(oddities)()
  const stranger = { holder: corrupt, key: random.pick(strangeNames) }
  const { holder, key } = random.pick([...listPlaces(corrupt), stranger])
  if (random.integer(10) === 0) Reflect.deleteProperty(holder, key)
  else Object.assign(holder, { [key]: random.pick(oddities)() })
  return random.integer(30) === 0 ? random.pick(oddities)() : corrupt
}

const strangeNames = [
  'constructor',
  'toString',
  'hasOwnProperty',
  '__defineGetter__',
  'id',
  '',
  ' ',
  '\0',
  'a.b',
  'ownerId',
]

interface Place {
  holder: object
  key: string
}

function listPlaces(holder: object): Place[] {
  return Object.entries(holder).flatMap(([key, inner]: [string, unknown]) => [
    { holder, key },
    ...(typeof inner === 'object' && inner !== null ? listPlaces(inner) : []),
  ])
}
