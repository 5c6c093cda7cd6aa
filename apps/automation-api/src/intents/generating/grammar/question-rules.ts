import type { Verb } from './clause.ts'
import { writeOutputName } from './output-name.ts'
import { rule, type Reader, type Rule } from './rule.ts'

const ask = (what: string, output: string, { restore }: Reader): Verb | undefined => {
  const name = writeOutputName(output)
  return name === undefined
    ? undefined
    : { kind: 'extract', what: restore(what), output: name, isMultiple: false }
}

const about =
  (attribute: string): Rule[1] =>
  ([thing = ''], reader) =>
    ask(`the ${attribute} of ${thing}`, attribute, reader)

/** Questions, which ask to read something: `what does the viola cost`. */
export const questionRules: Rule[] = [
  [rule('how much (?:does|do|is|are) (?:the |an? )?(.+?)(?: cost)?'), about('price')],
  [
    rule(
      'what (?:does|do) (?:the |an? )?(.+?) cost(?: (?:per|a|for) (?:one |an? )?(?:day|night|week|month|hour|year|person|piece))?',
    ),
    about('price'),
  ],
  // "How high is the deposit for the boat?"
  [
    rule(
      'how (?:high|big|large|long|wide|deep|tall|heavy|old|fast|far|full|warm|hot|cold|expensive) (?:is|are) (?:the |its )?([^,]{1,60}?) (?:of|for|in) (.+)',
    ),
    ([attribute = '', thing = ''], reader) => ask(`the ${attribute} of ${thing}`, attribute, reader),
  ],
  [
    rule('how (?:high|big|large|long|many|much|full) (?:is|are) (?:the |its )([^,]{1,60})'),
    ([attribute = ''], reader) => ask(`the ${attribute}`, attribute, reader),
  ],
  [
    rule('when (?:is|are) (?:the |its )?([^,]{1,60}?) (?:due|over|scheduled|planned)'),
    ([attribute = ''], reader) => ask(`the ${attribute}`, attribute, reader),
  ],
  [rule('how long (?:does|do|is|are) (?:the |an? )?(.+?)(?: take| last)?'), about('time')],
  [rule('who (?:wrote|is the author of) (.+)'), about('author')],
  [
    rule("(?:what|who|when|where)(?: is| are|[’']s) (?:the |its )?([^,]+?) (?:of|for) (.+)"),
    ([attribute = '', thing = ''], reader) => ask(`the ${attribute} of ${thing}`, attribute, reader),
  ],
  [
    rule("(?:what|who|when|where)(?: is| are|[’']s) (?:the |its )?([^,]{1,60})"),
    ([attribute = ''], reader) => ask(`the ${attribute}`, attribute, reader),
  ],
  [
    rule('(?:which|what) ([^,]{1,60}?) (?:are|is) (?:there|listed|shown|available|offered|on sale|open)'),
    ([things = ''], { restore }) => {
      const output = writeOutputName(things)
      return output === undefined
        ? undefined
        : { kind: 'extract', what: restore(things), output, isMultiple: true }
    },
  ],
]
