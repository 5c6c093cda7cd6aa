import { findForeignDoing, foreignGroupsOf, isForeignVerb, languageOfVerbs } from './foreign-verbs.ts'
import { detectLanguage, type Language } from './languages.ts'

/**
 * Groups of interchangeable verbs. Embeddings hardly distinguish "book a class" from "cancel a class", so the verb
 * must agree as a word: by a group that both verbs are in.
 */
const GROUPS: Record<string, string> = {
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
  resume: 'resume continue reactivate unpause',
  contest: 'contest appeal dispute object challenge oppose',
  postpone: 'postpone reschedule defer delay',
  block: 'block lock freeze ban suspend disable deactivate switchoff',
  unblock: 'unblock unlock enable activate switchon',
  stop: 'stop halt pause kill shut switchoff',
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
  turn: 'turn switch dim switchon',
  remind: 'remind wake',
  translate: 'translate put',
  export: 'export',
}

// Verbs of two words, joined before anything else is matched.
const PHRASES: [RegExp, string][] = [
  [/\b(turn|switch)(s|es|ing|ed)? on\b/g, 'switchon'],
  [/\b(turn|switch)(s|es|ing|ed)? (.{1,40} )?off\b/g, 'switchoff'],
  // "Switch to the tab on the left" switches nothing on.
  [
    /\b(turn|switch)(s|es|ing|ed)? .{1,40} on(?= *$| *[.,;:!?\n]| (please|now|again|for|at|in)\b)/gm,
    'switchon',
  ],
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
  /^(please|kindly|can|could|would|will|you|i|we|id|like|want|wanna|need|have|let|lets|us|me|help|to|now|just|also|go|try|and|then|so|hey|hi|hello|my|the|im|ive|ill|weve)$/

// Without "get" and "have", which mostly ask for the thing itself.
const ASKING =
  /^(what|whats|which|when|where|wheres|who|whose|why|how|is|are|was|were|did|does|do|show|list|read|see|view|display)$/

const FOLLOWS_VERB = /^(against|for|to|from|about|on|with)$/

/** Verbs that no automation is known to do: a request that begins with one asks for something else. */
const OTHER_VERBS = new Set(
  `insure recommend suggest photograph borrow lend sue teach learn explain describe imagine paint sing dance sew knit
  repair fix clean wash iron polish dig grow harvest feed walk drive ride sail swim climb jump throw catch kick hit
  bake fry boil grill brew pour mix chop peel record film sketch sculpt carve weld solder drill hammer saw glue
  compress convert encrypt decrypt merge split rotate crop resize sharpen blur colour color animate compile debug refactor
  optimise optimize benchmark profile simulate forecast predict guess estimate evaluate grade audit inspect investigate
  negotiate bargain haggle persuade convince threaten warn greet congratulate thank apologise apologize invite
  complain criticise criticize praise recruit fire promote demote coach mentor hide seek steal rob hack crack
  phish spam prank destroy break smash burn melt freeze explode shoot attack defend protect guard rescue evacuate
  bury marry divorce adopt inherit bequeath babysit nurse treat heal vaccinate diagnose prescribe operate
  lose misplace misdeliver intercept redirect reroute weigh measure count multiply divide subtract
  stack pack unpack load unload carry lift`.split(/\s+/),
)

interface Meant {
  /** The groups of the verb. */
  groups: string[]
  /** The word, where it may also be a noun: "order status" orders nothing. */
  noun?: string
}

export interface Doing {
  /** The verb of each clause that begins with one. */
  meant: Meant[]
  /** Words in the place of a verb that are in no group. */
  unknown: string[]
  /** Verbs of something that no automation does. */
  others: string[]
  /** The request asks for information. */
  isReading: boolean
  /** The request asks only for information. */
  isAsking: boolean
  /** The request asks not to do something. */
  isNegated: boolean
  /** In another language than English. */
  isForeign: boolean
}

/**
 * The verbs that begin the clauses of a request.
 *
 * @param text without its quoted parts
 */
export function findDoing(text: string): Doing {
  const language = languageOf(text)
  if (language !== 'en') {
    const { meant, unknown, isReading, isNegated } = findForeignDoing(text, language)
    const isAsking = isReading && meant.length === 0
    return {
      meant: meant.map((groups) => ({ groups })),
      unknown,
      others: [],
      isReading,
      isAsking,
      isNegated,
      isForeign: true,
    }
  }
  const doing: Doing = {
    meant: [],
    unknown: [],
    others: [],
    isReading: false,
    isAsking: false,
    isNegated: false,
    isForeign: false,
  }
  let isAsking = false
  for (const [index, clause] of splitClauses(text).entries()) {
    const words = clause.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
    if (/^(please )*(do not|dont|don t|never)\b/.test(words.join(' '))) doing.isNegated = true
    const at = words.findIndex((word) => !LEAD_IN.test(word))
    const head = words[at]
    const next = words[at + 1]
    if (words.some((word, place) => place < 2 && READING.test(word))) doing.isReading = true
    if (index === 0 && head !== undefined && ASKING.test(head)) isAsking = true
    const groups = head ? groupsOf(head) : []
    const isNoun = at === 0 && words.length > 1 && !DETERMINER.test(next!) && !FOLLOWS_VERB.test(next!)
    if (groups.length > 0) doing.meant.push({ groups, ...(isNoun && { noun: head! }) })
    else if (head !== undefined && index === 0 && OTHER_VERBS.has(head) && words.length > 1)
      doing.others.push(head)
    // A later clause may be the second half of a list: "for Anna and Ben".
    else if (
      head !== undefined &&
      !READING.test(head) &&
      (index === 0 || (next !== undefined && (DETERMINER.test(next) || FOLLOWS_VERB.test(next))))
    )
      doing.unknown.push(head)
  }
  doing.isAsking = isAsking && doing.meant.length === 0
  return doing
}

/** A name such as "Fitnessstudio kündigen" has nothing but its verb to tell its language by. */
function languageOf(text: string): Language {
  const language = detectLanguage(text)
  if (language !== 'en') return language
  const words = text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
  const isEnglish = [words[0], words.at(-1)].some((word) => word !== undefined && isEnglishVerbal(word))
  return (isEnglish ? undefined : languageOfVerbs(text)) ?? 'en'
}

/**
 * Whether the verbs `done` cover everything that is asked for.
 *
 * @param isNamed whether the automation's name has the word
 */
export function agrees({ meant }: Doing, done: string[], isNamed: (word: string) => boolean): boolean {
  return meant.every(
    ({ groups, noun }) =>
      groups.some((group) => done.includes(group)) || (noun !== undefined && isNamed(noun)),
  )
}

/** Whether the word is the verb of the request, or its first word. */
export function isVerbOf({ meant }: Doing, word: string): boolean {
  if (meant.length === 0) return false
  return (
    /^(roll|kick|sign|set|fill|hand|opt|cut|give|pick|take|put)$/.test(word) ||
    [...groupsOf(word), ...foreignGroupsOf(word)].some((group) =>
      meant.some(({ groups }) => groups.includes(group)),
    )
  )
}

function splitClauses(text: string): string[] {
  return joinPhrases(text.toLowerCase().replaceAll(/['’]/g, ''))
    .split(/[.,;:!?](?=\s|$)|\n|\b(?:and|then|or|so that)\b/u)
    .filter((clause) => clause.trim())
}

function joinPhrases(text: string): string {
  return PHRASES.reduce((joined, [phrase, verb]) => joined.replaceAll(phrase, verb), text)
}

const byVerb = new Map<string, string[]>()
for (const [group, verbs] of Object.entries(GROUPS))
  for (const verb of verbs.split(' ')) byVerb.set(verb, [...(byVerb.get(verb) ?? []), group])

/** The groups of a verb, in any of its forms. */
function groupsOf(word: string): string[] {
  const stems = [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')]
  stems.push(word.replace(/ing$/, ''), word.replace(/ing$/, 'e'), word.replace(/(.)\1ing$/, '$1'))
  return stems.map((stem) => byVerb.get(stem)).find(Boolean) ?? []
}

/** Whether the word is a verb, or leads to one, and so is not a misspelling of another word. */
export const isVerbal = (word: string) => isEnglishVerbal(word) || isForeignVerb(word)

const isEnglishVerbal = (word: string) =>
  LEAD_IN.test(word) || READING.test(word) || ASKING.test(word) || groupsOf(word).length > 0

/** The groups of a verb on a button: "Order" orders, "Orders" shows them. */
export function groupsOnButton(label: string): string[] {
  const words = joinPhrases(label.toLowerCase()).split(/[^\p{L}\p{N}]+/u)
  const head = words.find(Boolean) ?? ''
  return byVerb.get(head) ?? foreignGroupsOf(label)
}
