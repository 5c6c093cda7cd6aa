import { splitWords, type Facts } from './profile.ts'

/** What a question asks for, and the words of automations that tell it. Other questions leave more open. */
const PROPERTIES: { asked: RegExp; told: RegExp }[] = [
  {
    asked: /^(?:\p{L}+ ){0,2}(?:who|whose|wer|wem|wessen|qui|quién|quiénes)(?![\p{L}])(?!['’])/iu,
    told: /^(?:who|whose|names?|people|persons?|contacts?|customers?|clients?|employees?|staff|team|crew|members?|colleagues?|users?|authors?|owners?|players?|winners?|guests?|visitors?|candidates?|leads?|followers?|managers?|friends?|patients?|students?|teachers?|doctors?|compan(?:y|ies)|suppliers?|senders?|recipients?|speakers?|attendees|participants?|sellers?|buyers?|on.?call|leaders?|holders?|debtors?|invoices?|unpaid|wer|personen|namen?|kunden?|mitarbeiter|gäste|qui|personnes?|clients?|noms?|quién|personas?|clientes?|nombres?)$/iu,
  },
  {
    asked:
      /^¿?(?:(?:what|how much) (?:does|do|did|would|will) [^.!?]{1,80} cost|(?:was|wie viel|wieviel) kostet|combien coûte|cuánto cuesta)(?![\p{L}])/iu,
    told: /^(?:costs?|prices?|prices|pricing|fees?|fares?|rates?|amounts?|totals?|bills?|invoices?|tariffs?|quotes?|rents?|charges?|payments?|budgets?|basket|cart|checkout|tickets?|value|worth|offers?|deals?|products?|kosten|preise?|gebühr(?:en)?|tarife?|miete|rechnung(?:en)?|prix|coûts?|tarifs?|loyer|facture|precios?|costes?|tarifas?|importe|factura)$/iu,
  },
]

/** Whether an automation that reads has a word for what the question asks for, where that is known to need one. */
export function tellsWhatIsAsked(text: string, { says, outputs }: Facts): boolean {
  const own = [...says, ...outputs.flatMap((output) => splitWords(output))]
  return PROPERTIES.every(({ asked, told }) => !asked.test(text) || own.some((word) => told.test(word)))
}
