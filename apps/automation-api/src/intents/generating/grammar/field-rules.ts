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

const STATE =
  '(checked|ticked|selected|enabled|on|active|unchecked|unticked|not checked|not ticked|deselected|disabled|off|inactive)'

/** Rules for what a box is to be, whatever it was: before those that wait for something to be seen. */
export const stateRules: Rule[] = [
  [
    rule(`(?:make sure|ensure|see to it|take care)(?: that)? (.+?) (?:is|are|stays|remains) ${STATE}`),
    ([target = '', state = ''], { restore }) => ({
      kind: 'check',
      target: restore(target),
      isOn: !/^(?:un|not|de|dis|off|in)/i.test(state),
    }),
  ],
]

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
    rule('(?:check|tick|enable|activate|turn on|switch on|toggle on) (?!out$|out\\s|that\\s)(.+)'),
    ([target = ''], { restore }) => ({ kind: 'check', target: restore(target), isOn: true }),
  ],
  [
    rule('(?:uncheck|untick|disable|deactivate|turn off|switch off|toggle off|deselect) (.+)'),
    ([target = ''], { restore }) => ({ kind: 'check', target: restore(target), isOn: false }),
  ],
  [
    rule('(?:turn|switch|toggle) (.+) (on|off)'),
    ([target = '', state = ''], { restore }) => ({
      kind: 'check',
      target: restore(target),
      isOn: /^on$/i.test(state),
    }),
  ],
  [
    rule(
      '(?:log|sign)[ -]?in(?:to (?:it|the (?:site|page|account)))? (?:as|with|using) (?:the )?(?:user(?:name)?|e-?mail(?: address)?|account|login)? ?(.+?),? (?:and|with|using|,) (?:the |my )?password (.+)',
    ),
    ([user = '', password = ''], { unquote }) => ({
      kind: 'signIn',
      user: unquote(user),
      password: unquote(password),
    }),
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
