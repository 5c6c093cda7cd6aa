const NAMED: Record<string, string> = {
  enter: 'Enter',
  return: 'Enter',
  tab: 'Tab',
  escape: 'Escape',
  esc: 'Escape',
  space: 'Space',
  spacebar: 'Space',
  'space bar': 'Space',
  backspace: 'Backspace',
  delete: 'Delete',
  del: 'Delete',
  home: 'Home',
  end: 'End',
  insert: 'Insert',
  'page up': 'PageUp',
  pageup: 'PageUp',
  'page down': 'PageDown',
  pagedown: 'PageDown',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
}

const MODIFIERS: Record<string, string> = {
  ctrl: 'Control',
  control: 'Control',
  cmd: 'Meta',
  command: 'Meta',
  meta: 'Meta',
  alt: 'Alt',
  option: 'Alt',
  shift: 'Shift',
}

/** Words that are hardly ever the name of a button. */
const ALWAYS_KEYS = /^(enter|return|tab|escape|esc|spacebar|backspace|page ?up|page ?down|f\d{1,2})$/i

/** The keys of a phrase such as `Enter`, `the down arrow key` or `Ctrl+A`; undefined where it names none. */
export function readKeys(phrase: string): string[] | undefined {
  const bare = phrase.trim().replace(/^the /i, '')
  const [, named = bare, suffix] = /^(.+?) (key|arrow(?: key)?)$/i.exec(bare) ?? []
  const parts = named.split('+').map((part) => part.trim())
  const last = parts.pop() ?? ''
  const modifiers = parts.map((part) => MODIFIERS[part.toLowerCase()])
  if (modifiers.some((each) => each === undefined)) return undefined
  const isKey = suffix !== undefined || modifiers.length > 0 || ALWAYS_KEYS.test(last)
  const arrow = /^arrow (up|down|left|right)$/i.exec(last)?.[1]
  const key = arrow ? NAMED[arrow.toLowerCase()] : keyCalled(last)
  if (key === undefined || !(isKey || arrow)) return undefined
  return [...(modifiers as string[]), key]
}

function keyCalled(word: string): string | undefined {
  if (/^f([1-9]|1[0-2])$/i.test(word)) return word.toUpperCase()
  if (/^[a-z\d]$/i.test(word)) return word.toLowerCase()
  return NAMED[word.toLowerCase()]
}
