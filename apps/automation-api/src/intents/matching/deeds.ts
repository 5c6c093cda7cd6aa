/**
 * What is done, told by verbs. Embeddings hold "book a class" and "cancel a class" for nearly the same, so what a
 * request wants done has to be agreed on by word: verbs that may stand for each other share a deed, and one that is in
 * no list is not understood as a deed at all.
 */
const DEEDS: Record<string, string> = {
  buy: 'buy purchase order shop checkout',
  sell: 'sell auction',
  pay: 'pay settle repay donate',
  transfer: 'transfer send wire remit',
  cancel: 'cancel revoke abort terminate quit giveup giveback withdraw',
  delete: 'delete remove erase wipe clear discard trash empty takeoff cutout',
  create: 'create add new make open file register setup start',
  claim: 'claim submit file reimburse expense',
  submit: 'submit report send handin tell enter',
  log: 'log fillin enter record book fill',
  write: 'write send tell contact message mail reply answer ask complain',
  publish: 'publish post share announce tweet',
  subscribe: 'subscribe signup join enrol enroll',
  unsubscribe: 'unsubscribe takeoff optout leave remove signoff',
  reserve: 'book reserve getplace schedule arrange',
  appoint: 'book make schedule arrange getplace',
  collect: 'schedule collect pickup arrange',
  renew: 'renew extend prolong',
  close: 'close solve resolve finish complete mark',
  deploy: 'deploy ship rollout release kickoff start launch push',
  request: 'request ask apply take',
  repeat: 'order repeat reorder refill ask request',
  cart: 'add put place',
  apply: 'apply',
  change: 'change edit update modify rename adjust set replace move correct',
  block: 'block lock freeze ban suspend disable deactivate',
  unblock: 'unblock unlock enable activate',
  stop: 'stop halt pause kill shut turn switch',
  restart: 'restart rerun retry reboot repeat',
  revert: 'revert rollback undo restore return refund exchange',
  approve: 'approve accept confirm sign',
  reject: 'reject decline refuse deny',
  assign: 'assign delegate forward invite hire',
  follow: 'follow like favourite favorite star',
  unfollow: 'unfollow unlike mute',
  upload: 'upload import attach scan',
  print: 'print',
  rent: 'rent lease hire putup',
  bet: 'bet gamble wager play',
  call: 'call phone ring dial',
  rate: 'rate review vote',
  build: 'build draw paint compose generate plan cook',
  checkin: 'checkin',
  turn: 'turn switch dim',
  remind: 'remind wake',
  translate: 'translate put',
  export: 'export',
}

// Verbs of two words, written as one before anything else is looked at.
const PHRASES: [RegExp, string][] = [
  [/\b(log|sign)(s|ging|ing)? (in|into|on)( to)?\b/g, 'see'],
  [/\btell (me|us)\b/g, 'show'],
  [/\b(sign|signing) (me |us )?up\b/g, 'signup'],
  [/\broll(ing)? back\b/g, 'rollback'],
  [/\broll(ing)? out\b/g, 'rollout'],
  [/\bkick(ing)? off\b/g, 'kickoff'],
  [/\bset(ting)? up\b/g, 'setup'],
  [/\bcheck(ing)? in\b/g, 'checkin'],
  [/\bfill(ing|s)? in\b/g, 'fillin'],
  [/\bhand(ing|s)? in\b/g, 'handin'],
  [/\bopt(ing)? out\b/g, 'optout'],
  [/\bcut(s|ting)? out\b/g, 'cutout'],
  [/\bgiv(e|es|ing) up\b/g, 'giveup'],
  [/\bgiv(e|es|ing) (.{1,40} )?back\b/g, 'giveback'],
  [/\bpick(s|ing)? up\b/g, 'pickup'],
  [/\btak(e|es|ing) (.{1,60} )?off\b/g, 'takeoff'],
  [/\bput(s|ting)? (.{1,40} )?up\b/g, 'putup'],
  [
    /\b(get|gets|take|takes|getting|taking) (me )?(a|the|my) (place|seat|slot|first free slot)\b/g,
    'getplace',
  ],
  [/\bclaim back\b/g, 'claim'],
  [/\bhave (.{1,40} )?collect\b/g, 'collect'],
]

const READING =
  /^(what|whats|which|when|where|wheres|who|whose|how|is|are|was|were|did|does|do|has|have|had|show|list|read|see|view|display|find|search|look|check|get|give|fetch|track|monitor|tell|download|summarise|summarize)$/

const DETERMINER = /^(a|an|the|my|our|your|this|that|these|those|all|it|them|me|us|some|any|every|another)$/

const LEAD_IN =
  /^(please|kindly|can|could|would|will|you|i|we|id|like|want|wanna|need|have|let|lets|us|me|help|to|now|just|also|go|try|and|then|so|hey|hi|hello|my|the)$/

export interface Meant {
  /** What it may stand for. */
  deeds: string[]
  /** The word, where it may be a noun as well: "order status" orders nothing. */
  noun?: string
}

export interface Doing {
  /** The verb of each clause that begins with one. */
  meant: Meant[]
  /** It asks for something to be told. */
  isReading: boolean
  /** It asks for something not to be done. */
  isNegated: boolean
}

/** What is to be done, by the verbs that clauses begin with. @param text without what is quoted */
export function findDoing(text: string): Doing {
  const doing: Doing = { meant: [], isReading: false, isNegated: false }
  for (const clause of splitClauses(text)) {
    const words = clause.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
    if (/^(please )*(do not|dont|don t|never)\b/.test(words.join(' '))) doing.isNegated = true
    const at = words.findIndex((word) => !LEAD_IN.test(word))
    const head = words[at]
    if (words.some((word, index) => index < 2 && READING.test(word))) doing.isReading = true
    const deeds = head ? deedsOf(head) : []
    const isNoun = at === 0 && words.length > 1 && !DETERMINER.test(words[1]!)
    if (deeds.length > 0) doing.meant.push({ deeds, ...(isNoun && { noun: head! }) })
  }
  return doing
}

/** Whether whoever does `done` does all that is asked for. @param isNamed whether its name has that word */
export function agrees({ meant }: Doing, done: string[], isNamed: (word: string) => boolean): boolean {
  return meant.every(
    ({ deeds, noun }) => deeds.some((deed) => done.includes(deed)) || (noun !== undefined && isNamed(noun)),
  )
}

/** Whether it is the verb of what is asked for, or the first word of it. */
export function isVerbOf({ meant }: Doing, word: string): boolean {
  if (meant.length === 0) return false
  return (
    /^(roll|kick|sign|set|fill|hand|opt|cut|give|pick|take|put)$/.test(word) ||
    deedsOf(word).some((deed) => meant.some(({ deeds }) => deeds.includes(deed)))
  )
}

function splitClauses(text: string): string[] {
  return joinPhrases(text.toLowerCase().replaceAll(/['’]/g, ''))
    .split(/[.,;:!?\n]+\s|\b(?:and|then|or|so that)\b|[.,;:!?]+$/u)
    .filter((clause) => clause.trim())
}

function joinPhrases(text: string): string {
  return PHRASES.reduce((joined, [phrase, verb]) => joined.replaceAll(phrase, verb), text)
}

const byVerb = new Map<string, string[]>()
for (const [deed, verbs] of Object.entries(DEEDS))
  for (const verb of verbs.split(' ')) byVerb.set(verb, [...(byVerb.get(verb) ?? []), deed])

/** The deeds that a verb may stand for, in any of its forms. */
function deedsOf(word: string): string[] {
  const stems = [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')]
  stems.push(word.replace(/ing$/, ''), word.replace(/ing$/, 'e'), word.replace(/(.)\1ing$/, '$1'))
  return stems.map((stem) => byVerb.get(stem)).find(Boolean) ?? []
}
