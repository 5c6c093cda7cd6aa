import type { Verb } from './clause.ts'
import { type Reader, type Rule, rule } from './rule.ts'

const fill = (value: string, field: string, { unquote, restore }: Reader): Verb => ({
  kind: 'type',
  value: unquote(value),
  field: restore(field),
})

const choose = (option: string, field: string, { unquote, restore }: Reader): Verb => ({
  kind: 'choose',
  option: unquote(option),
  ...(field && { field: restore(field) }),
})

const TYPE = '(?:type in|type|enter|input|write|put|key in|insert|paste|fill in|fill|typing|entering)'
const CHOOSE = '(?:select|choose|pick)(?: the option| option)?'

/** Rules for form fields. Where several readings are possible, the last preposition leads to the field. */
export const fieldRules: Rule[] = [
  [rule('(?:clear|empty|erase) (.+)'), ([field = ''], text) => fill('', field, text)],
  [
    rule('(?:fill in|fill out|fill|populate|complete) (.+?) with (.+)'),
    ([field = '', value = ''], text) => fill(value, field, text),
  ],
  [rule('(?:set|change|update) (.+?) to (.+)'), ([field = '', value = ''], text) => fill(value, field, text)],
  ...['into|in to', 'in|inside', 'as|for|to|on|under'].map((preposition): Rule => [
    rule(`${TYPE} (.+) (?:${preposition}) (.+)`),
    ([value = '', field = ''], text) => fill(value, field, text),
  ]),
  [
    // The key of that name is not text to type.
    rule(`(?!enter$)${TYPE} (.+)`),
    ([value = ''], { restore }) => `It does not say into which field: type ${restore(value)} into "Title"`,
  ],
  ...['in|from|within|under', 'for|as'].map((preposition): Rule => [
    rule(`${CHOOSE} (.+) (?:${preposition}) (.+)`),
    ([option = '', field = ''], text) => choose(option, field, text),
  ]),
  [rule(`${CHOOSE} (.+)`), ([option = ''], text) => choose(option, '', text)],
  [
    rule('(?:check|tick|enable|turn on|switch on|toggle on) (?!out$|out\\s|that\\s)(.+)'),
    ([target = ''], { restore }) => ({ kind: 'check', target: restore(target), isOn: true }),
  ],
  [
    rule('(?:uncheck|untick|disable|turn off|switch off|deselect) (.+)'),
    ([target = ''], { restore }) => ({ kind: 'check', target: restore(target), isOn: false }),
  ],
  [
    rule(
      '(?:search|look)(?: [\\p{L} ]+?)? for (.+?)(?: (?:in|using|with) ((?:the )?\\S+ (?:field|box|input|bar)|\\S+))?',
    ),
    ([value = '', field = ''], { unquote, restore }) => ({
      kind: 'search',
      value: unquote(value),
      ...(field && { field: restore(field) }),
    }),
  ],
]
