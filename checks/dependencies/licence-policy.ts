/**
 * The licences that are allowed at run time: those that require only their notice. docs/decisions has the reasons and the
 * licences that were rejected.
 */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Of fonts, which may be bundled with anything.
  'OFL-1.1',
  'PostgreSQL',
  'Unlicense',
  'Zlib',
])

/**
 * Libraries of another licence that run as files of their own, which everybody can replace, by name:
 * docs/decisions/0030-a-library-of-the-lgpl-runs-unbundled.md.
 */
const accepted = new Map([['openpgp', 'LGPL-3.0+']])

/** Whether a library may be part of a process. */
export const mayRun = (name: string, licence: string): boolean =>
  accepted.get(name) === licence || isPermissive(licence)

/** Whether an SPDX expression allows a choice of permissive licences only. Unknown expressions are refused. */
export function isPermissive(expression: string): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? []
  let at = 0
  // OR binds less than AND: https://spdx.github.io/spdx-spec/v2.3/SPDX-license-expressions/
  const anyOf = (): boolean => {
    let isGood = allOf()
    while (tokens[at]?.toUpperCase() === 'OR') {
      at += 1
      const next = allOf()
      isGood ||= next
    }
    return isGood
  }
  const allOf = (): boolean => {
    let isGood = one()
    while (tokens[at]?.toUpperCase() === 'AND') {
      at += 1
      const next = one()
      isGood &&= next
    }
    return isGood
  }
  const one = (): boolean => {
    const token = tokens[at]
    at += 1
    if (token !== '(') return permissive.has(token ?? '')
    const isGood = anyOf()
    at += 1
    return isGood && tokens[at - 1] === ')'
  }
  return anyOf() && at === tokens.length
}
