import { isFiller } from './values/find-in-sentence.ts'
import { MIN_PART } from './thresholds.ts'
import { splitWords, type Facts } from './profile.ts'

const NEARLY_ALL = 0.8

const COSTS =
  /^(?:costs?|prices?|prices|pricing|fees?|fares?|rates?|amounts?|totals?|bills?|invoices?|tariffs?|quotes?|rents?|charges?|payments?|budgets?|basket|cart|checkout|tickets?|value|worth|offers?|deals?|products?|kosten|preise?|gebühr(?:en)?|tarife?|miete|rechnung(?:en)?|prix|coûts?|tarifs?|loyer|facture|precios?|costes?|tarifas?|importe|factura)$/iu

/**
 * What a question asks for, and the words of automations that tell it. Other questions leave more open. A request with so
 * much of an automation's name asks for what it is for.
 */
const PROPERTIES: { asked: RegExp; told: RegExp; named: number }[] = [
  {
    named: NEARLY_ALL,
    asked: /^(?:\p{L}+ ){0,2}(?:who|whose|wer|wem|wessen|qui|quién|quiénes)(?![\p{L}])(?!['’])/iu,
    told: /^(?:who|whose|names?|people|persons?|contacts?|customers?|clients?|employees?|staff|team|crew|members?|colleagues?|users?|authors?|owners?|players?|winners?|guests?|visitors?|candidates?|leads?|followers?|managers?|friends?|patients?|students?|teachers?|doctors?|compan(?:y|ies)|suppliers?|senders?|recipients?|speakers?|attendees|participants?|sellers?|buyers?|on.?call|leaders?|holders?|debtors?|invoices?|unpaid|wer|personen|namen?|kunden?|mitarbeiter|gäste|qui|personnes?|clients?|noms?|quién|personas?|clientes?|nombres?)$/iu,
  },
  {
    named: MIN_PART,
    asked:
      /^¿?(?:(?:what|how much) (?:does|do|did|would|will) [^.!?]{1,80} cost|(?:was|wie viel|wieviel) kostet|combien coûte|cuánto cuesta)(?![\p{L}])/iu,
    told: COSTS,
  },
  { named: NEARLY_ALL, asked: /^how much (?:is|are) (?:the|a|an)(?![\p{L}])/iu, told: COSTS },
]

/** Each names the thing that is asked for: none of them is told by an automation that has no word for it. */
const ASKED_FOR = [
  // "What is the PIN of my card", "what is the capital of Peru"
  /^(?:(?:tell|show|give) me )?what(?:['’]s| is| are| was| were) the (?:\p{L}+ )?(\p{L}+) of(?![\p{L}])/iu,
  // "Limit of my card", "the crossword of the newspaper", "get the invoice for order 17"
  /^(?:(?:please )?(?:show|give|get|fetch|read|download|find)(?: me)? )?(?:the )?(\p{L}+) (?:of|for) (?:the|my|our|this|that|a|an|\p{L}+ \d)(?![\p{L}])/iu,
  /^(?:please )?(?:show|give|get|fetch|read|download|find)(?: me)? the (\p{L}+) (?:of|for)(?![\p{L}])/iu,
  // "Which countries does the shop deliver to", "what aircraft is used for flight 12"
  /^(?:which|what) (\p{L}+) (?:do|does|did|is|are|was|were|will|can|has|have|had)(?![\p{L}])/iu,
]
/** How much of something there is, and the words of automations that tell it. */
const MEASURES = [
  {
    asked: /^how heavy (?:is|are)(?![\p{L}])/iu,
    told: /^(?:heavy|weights?|weigh|mass|size|details|specifications?)$/iu,
  },
  {
    asked: /^how (?:tall|high) (?:is|are)(?![\p{L}])/iu,
    told: /^(?:tall|high|heights?|levels?|size|altitude|elevation|details)$/iu,
  },
  {
    asked: /^how old (?:is|are)(?![\p{L}])/iu,
    told: /^(?:old|age|ages|born|birth|birthday|dates?|year|since|details)$/iu,
  },
  {
    asked: /^how long (?:is|are|does|do|will)(?![\p{L}])/iu,
    told: /^(?:long|length|durations?|times?|hours|minutes|days|wait|waiting|delays?|schedules?|timetables?|queues?|left|until|deadline|details|arrivals?|departures?)$/iu,
  },
  {
    asked: /^how far (?:is|are)(?![\p{L}])/iu,
    told: /^(?:far|distances?|routes?|away|kilomet\p{L}+|miles|length|status|track|tracking|progress|details)$/iu,
  },
  {
    asked: /^how fast (?:is|are)(?![\p{L}])/iu,
    told: /^(?:fast|speeds?|durations?|times?|tempo|details)$/iu,
  },
  {
    asked: /^how (?:big|large|wide) (?:is|are)(?![\p{L}])/iu,
    told: /^(?:big|large|wide|sizes?|dimensions|area|width|details|numbers?|count|total)$/iu,
  },
]
// They ask for the thing itself.
const OF_ITSELF =
  /^(?:levels?|states?|status|situation|conditions?|amount|value|number|quality|strength|latest|newest|results?|outcome|figures?|rest|list|details?|information|contents?|kind|type|names?|total|sum|size|height|length|time|date|day|chances?|title|version|schedule|times)$/iu
// "Who coaches the team" asks for none of the things that it names; "who is on the team" does.
const WHO_DOES = /^who (?!is|are|was|were|has|have|had|will|would|can|could|does|did|do)(\p{L}+)(?![\p{L}])/iu
const MOST = /(?<![\p{L}])the (?:most|fewest) (?!recent|current)\p{L}+s(?![\p{L}])/iu
const OF_MOST = /^(?:most|fewest|top|best|ranking|ranked|leaderboard|highest|lowest)$/iu

/**
 * Whether an automation that reads has a word for what the question asks for, where that is known to need one.
 *
 * @param nameShare how much of its name the request has
 * @param isKnown whether the automation has a word for this one
 */
export function tellsWhatIsAsked(
  text: string,
  { says, outputs }: Facts,
  { nameShare, isKnown }: { nameShare: number; isKnown: (word: string) => boolean },
): boolean {
  const own = [...says, ...outputs.flatMap((output) => splitWords(output))]
  const isStrange = (property: string | undefined) =>
    property !== undefined &&
    !OF_ITSELF.test(property) &&
    !isFiller(property.toLowerCase()) &&
    !isKnown(property)
  if (ASKED_FOR.some((asked) => isStrange(asked.exec(text)?.[1]))) return false
  const measure = MEASURES.find(({ asked }) => asked.test(text))
  if (measure && !own.some((word) => measure.told.test(word))) return false
  if (MOST.test(text) && !own.some((word) => OF_MOST.test(word))) return false
  const isDone = WHO_DOES.exec(text)?.[1]
  const named = new Set(isDone === undefined ? [] : splitWords(text))
  const tells = (word: string, told: RegExp) => told.test(word) && !named.has(word)
  return PROPERTIES.every(
    ({ asked, told, named: least }) =>
      nameShare >= least || !asked.test(text) || own.some((word) => tells(word, told)),
  )
}
