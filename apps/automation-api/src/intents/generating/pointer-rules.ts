import type { Deed } from './clause.ts'
import { readKeys } from './read-keys.ts'
import { REALLY, type Reader, type Rule, rule } from './rule.ts'

type Press = Extract<Deed, { kind: 'press' }>

const press =
  (how: Press['how']) =>
  ([really = '', target = '']: string[], { restore }: Reader): Press => ({
    kind: 'press',
    target: restore(target),
    how,
    isConfirmed: really !== '',
  })

/** What one does with a mouse and keys. */
export const pointerRules: Rule[] = [
  [rule('enter'), () => ({ kind: 'key', keys: ['Enter'], isConfirmed: false })],
  [
    // A quoted text is never a key.
    rule(`${REALLY}(?:press|hit|tap|push|strike)\\s+([^\uE000-\uF7FF]+?)(?:\\s+(?:in|on|inside)\\s+(.+))?`),
    ([really = '', phrase = '', field = ''], { restore }) => {
      const keys = readKeys(phrase)
      return (
        keys && { kind: 'key', keys, ...(field && { field: restore(field) }), isConfirmed: really !== '' }
      )
    },
  ],
  [rule(`${REALLY}double[- ]?(?:click|tap)(?: on)?\\s+(.+)`), press('doubleClick')],
  [rule(`${REALLY}right[- ]?click(?: on)?\\s+(.+)`), press('rightClick')],
  [
    rule(
      `${REALLY}(?:(?:left[- ]?)?click|press|tap|push|hit|activate|follow|clicking|pressing)(?:\\s+(?:on|at|upon))?\\s+(.+)`,
    ),
    press('click'),
  ],
  [
    rule(`${REALLY}submit(?: (?:the |this )?(?:form|search|it))?`),
    ([really = '']) => ({ kind: 'submit', isConfirmed: really !== '' }),
  ],
  [
    rule(
      '(?:hover(?: over| on)?|mouse over|(?:move|point) (?:the |your )?(?:(?:mouse|pointer|cursor) )?(?:over|to|onto|at))\\s+(.+)',
    ),
    ([target = ''], { restore }) => ({ kind: 'hover', target: restore(target) }),
  ],
]
