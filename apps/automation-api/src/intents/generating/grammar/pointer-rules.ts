import type { Verb } from './clause.ts'
import { readKeys } from './read-keys.ts'
import { REALLY, type Reader, type Rule, rule } from './rule.ts'

type Press = Extract<Verb, { kind: 'press' }>

const press =
  (how: Press['how']) =>
  ([really = '', target = '']: string[], { restore }: Reader): Press => ({
    kind: 'press',
    target: restore(target),
    how,
    isConfirmed: really !== '',
  })

const SHOWN = '(?:appears?|is shown|is there|pops? up|shows? up|comes? up|is visible|is asked|opens)'

/** Rules for the mouse and keys. */
export const pointerRules: Rule[] = [
  [
    rule(
      `(?:if|when|in case|should) (?:(?:there is|there are|there[’']s|you see) [^,]{1,60}?|[^,]{1,60}? ${SHOWN}),? (?:then )?(?:click|press|tap|hit|choose|push)(?: on)? (.+)`,
    ),
    ([target = ''], { restore }) => ({
      kind: 'press',
      target: restore(target),
      how: 'click',
      isConfirmed: false,
      isOptional: true,
    }),
  ],
  [rule('enter'), () => ({ kind: 'key', keys: ['Enter'], isConfirmed: false })],
  [
    // A quoted text is never a key.
    rule(`${REALLY}(?:press|hit|tap|push|strike) ([^\uE000-\uF7FF]+?)(?: (?:in|on|inside) (.+))?`),
    ([really = '', phrase = '', field = ''], { restore }) => {
      const keys = readKeys(phrase)
      return (
        keys && { kind: 'key', keys, ...(field && { field: restore(field) }), isConfirmed: really !== '' }
      )
    },
  ],
  [rule(`${REALLY}double[- ]?(?:click|tap)(?: on)? (.+)`), press('doubleClick')],
  [rule(`${REALLY}right[- ]?click(?: on)? (.+)`), press('rightClick')],
  [
    rule(
      `${REALLY}(?:(?:left[- ]?)?click|press|tap|push|hit|activate|follow|clicking|pressing)(?: (?:on|at|upon))? (.+)`,
    ),
    press('click'),
  ],
  [
    rule(`${REALLY}submit(?: (?:the |this )?(?:form|search|it))?`),
    ([really = '']) => ({ kind: 'submit', isConfirmed: really !== '' }),
  ],
  [
    rule(
      '(?:hover(?: over| on)?|mouse over|(?:move|point) (?:the |your )?(?:(?:mouse|pointer|cursor) )?(?:over|to|onto|at)) (.+)',
    ),
    ([target = ''], { restore }) => ({ kind: 'hover', target: restore(target) }),
  ],
]
