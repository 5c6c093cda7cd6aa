import type { Verb } from './clause.ts'
import { writeOutputName } from './output-name.ts'
import { readExpectation } from './read-expectation.ts'
import { rule, type Rule } from './rule.ts'

const MOST_WAIT_MS = 300_000
const TIMES: Record<string, number> = { twice: 2, two: 2, three: 3, four: 4, five: 5, ten: 10 }
const TAB = '(?:(?:browser )?(?:window|tab))'
const GONE =
  '(?:until (?:it|that|this) (?:is gone|is no longer (?:there|shown)|disappears|goes away|is not there any ?more)|until there (?:is|are) (?:no|nothing) more(?: [^,;]{1,40})?|as long as (?:it is there|there is one|possible)|while it is (?:there|shown))'

/** Rules for steps that other rules would take for a press, a wait or a text to look for. */
export const stepRules: Rule[] = [
  [
    rule('drag(?: and drop)? (.+) (?:onto|on to|into|over|to|on) (.+)'),
    ([target = '', onto = ''], { restore }) => ({
      kind: 'drag',
      target: restore(target),
      onto: restore(onto),
    }),
  ],
  [
    rule('(?:expect|assert)(?: that)? (.+)|fail unless (.+)'),
    ([expected = '', unless = ''], text): Verb => ({
      kind: 'expect',
      ...(readExpectation(expected || unless, text) ?? { present: text.restore(expected || unless) }),
    }),
  ],
  [
    rule(
      'wait (?:for )?(?:about )?(\\d{1,6}(?:\\.\\d)?) ?(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?)',
    ),
    ([count = '', unit = '']) => {
      const unitMs = /^(?:ms|milli)/i.test(unit) ? 1 : /^s/i.test(unit) ? 1000 : 60_000
      const durationMs = Math.round(Number(count) * unitMs)
      return durationMs > MOST_WAIT_MS
        ? 'A step waits five minutes at most: wait for what is to be seen instead, as in: wait for "Ready"'
        : { kind: 'wait', durationMs: Math.max(1, durationMs) }
    },
  ],
  [
    rule(
      `(?:switch|change|go|return)(?: back)? to (?:the |a )?(new|newest|last|latest|first|main|original)(?: ${TAB})`,
    ),
    ([which = '']) => ({
      kind: 'window',
      to: /^(?:new|newest|last|latest)$/i.test(which) ? 'newest' : 'main',
    }),
  ],
  [
    rule(
      '(?:upload|attach)(?: (?:the|my))?(?: file)? (.+?) (?:to|into|in|under|at|as)(?: the(?: field)?)? (.+)',
    ),
    ([file = '', field = ''], { unquote, restore }) => ({
      kind: 'upload',
      file: unquote(file),
      field: restore(field),
    }),
  ],
  [
    rule('(?:click|tap)(?: on)? (.+?)(?: (twice)| (\\d{1,3}|two|three|four|five|ten) times)'),
    ([target = '', twice = '', count = ''], { restore }) => {
      const said = (twice || count).toLowerCase()
      const times = TIMES[said] ?? Number(said)
      return times > 0 ? { kind: 'again', target: restore(target), times } : undefined
    },
  ],
  [
    rule(`(?:click|tap|press)(?: on)? (.+?),? ${GONE}`),
    ([target = ''], { restore }) => ({ kind: 'again', target: restore(target) }),
  ],
  [
    rule(
      'for (?:each|every)(?: of(?: the)?)? ([^,;:]{1,60}?),? (?:open|click(?: on)?|follow|go to|visit|view) (?:it|them|its (?:link|page|details?(?: page)?)|the (?:link|page|details?(?: page)?))',
    ),
    ([of = ''], { restore }) => ({ kind: 'each', of: restore(of) }),
  ],
  ...['code', 'number', 'pin'].map((what): Rule => [
    rule(
      `(?:wait for|get|read|fetch) (?:the|an?) (?:[\\p{L}-]{1,30} )?${what} (?:(?:that|which) (?:is|was|gets) )?(?:sent|mailed|e-?mailed|in the (?:e-?)?mail|from the (?:e-?)?mail)(?: by (?:e-?)?mail)? to (\\S+)(?: from (\\S+))?(?: as (\\S+))?`,
    ),
    ([address = '', from = '', name = ''], { unquote }) => {
      const output = writeOutputName(name === '' ? what : unquote(name))
      return output === undefined
        ? undefined
        : {
            kind: 'mail',
            address: unquote(address),
            ...(from !== '' && { from: unquote(from) }),
            output,
          }
    },
  ]),
  [
    rule(
      "(?:let me|ask me(?: to)?|have me|wait for me(?: to)?|wait (?:until|till) i(?: have|[’']ve)?|hand (?:it |the (?:page|browser) )?over(?: to (?:me|a person|somebody))?(?:(?:,)? (?:so that i can|to))?|ask (?:a person|somebody)(?: to)?) (.+)",
    ),
    ([task = ''], { restore }) => ({ kind: 'handOver', message: capitalise(restore(task)) }),
  ],
  [
    rule(
      '(?:answer|reply to|fill in) (?:the |that |this )?(?:dialog(?:ue)?|prompt|pop-?up|question) with (.+)',
    ),
    ([said = ''], { unquote }) => ({ kind: 'dialog', answer: 'accept', text: unquote(said) }),
  ],
]

const capitalise = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
