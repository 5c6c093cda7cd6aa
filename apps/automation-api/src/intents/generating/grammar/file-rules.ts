// A file's name looks like that of a host.
import { ADDRESS } from './protect-text.ts'
import { rule, type Reader, type Rule } from './rule.ts'

const PAGE = '(?:(?:the|this) )?(?:(?:whole|full|entire|current|visible) )?(?:page|screen|window|tab)'
const AS = '(?: (?:as|to|called|named|into) ([^\\s/\\\\]{1,100}))?'

const named = (name: string, ending: string, { unquote }: Reader): { fileName?: string } => {
  const plain = unquote(name)
  if (plain === '' || /^an?$/i.test(plain)) return {}
  return { fileName: plain.toLowerCase().endsWith(ending) ? plain : `${plain}${ending}` }
}

/** Rules for what is kept as a file, and for dialogs and the history of the window. */
export const fileRules: Rule[] = [
  [
    rule(
      `(?:(?:take|make|capture|save|get) (?:an? )?(?:screen ?shot|picture|image) of|screenshot|capture)(?: (${PAGE})${AS})`,
    ),
    ([page = '', name = ''], text) => ({
      kind: 'screenshot',
      isWhole: /whole|full|entire/i.test(page),
      ...named(name, '.png', text),
    }),
  ],
  [
    rule(`(?:take|make|save) (?:an? )?screen ?shot${AS}`),
    ([name = ''], text) => ({ kind: 'screenshot', isWhole: false, ...named(name, '.png', text) }),
  ],
  [
    rule(`(?:take|make|save) (?:an? )?screen ?shot of (.+? page)${AS}`),
    ([, name = ''], text) => ({ kind: 'screenshot', isWhole: false, ...named(name, '.png', text) }),
  ],
  [
    rule(`(?:take|make|save) (?:an? )?screen ?shot of (.+?)${AS}`),
    ([target = '', name = ''], text) => ({
      kind: 'screenshot',
      target: text.restore(target),
      isWhole: false,
      ...named(name, '.png', text),
    }),
  ],
  [
    rule(
      `(?:save|print|export|keep|store|download) (?:${PAGE}|it) (?:as|to|into) (?:an? )?pdf(?: file)?${AS}`,
    ),
    ([name = ''], text) => ({ kind: 'pdf', ...named(name, '.pdf', text) }),
  ],
  [
    rule(`(?:make|create|save|print) (?:an? )?pdf(?: of ${PAGE})?${AS}`),
    ([name = ''], text) => ({ kind: 'pdf', ...named(name, '.pdf', text) }),
  ],
  [
    rule(`download (.+?)(?: (?:as|to|into) (${ADDRESS}|[^\\s/\\\\]{1,100}\\.\\w{1,5}))?`),
    ([target = '', name = ''], { restore, unquote }) => ({
      kind: 'download',
      target: restore(target),
      ...(name && { fileName: unquote(name) }),
    }),
  ],
  // Of what is clicked before it.
  [
    rule(
      'wait (?:for|until|till) (?:the |a )?(?:file|download)(?: to (?:start|begin|finish|complete|end|arrive)| (?:starts|begins|finishes|completes|is (?:done|finished|complete|there)))?',
    ),
    () => ({ kind: 'download', target: '' }),
  ],
  [
    rule(
      '(accept|confirm|dismiss|cancel|decline|reject|ok) (?:the |that |this )?(?:\\p{L}+ )?(?:dialog(?:ue)?|alert|prompt|pop-?up|confirmation|question)(?: box| window)?',
    ),
    ([answer = '']) => ({
      kind: 'dialog',
      answer: /^(?:accept|confirm|ok)$/i.test(answer) ? 'accept' : 'dismiss',
    }),
  ],
  [
    rule('(?:go|navigate|move|step) back(?: (?:to|a|one) .{1,40})?|back'),
    () => ({ kind: 'history', to: 'back' }),
  ],
  [rule('(?:go|navigate|move) forward(?: (?:a|one) page)?'), () => ({ kind: 'history', to: 'forward' })],
  [rule(`(?:reload|refresh)(?: (?:${PAGE}|it))?`), () => ({ kind: 'history', to: 'reload' })],
]
