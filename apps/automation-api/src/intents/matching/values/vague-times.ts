import { isGreeting } from './day-words.ts'
import type { Span } from '../words/words.ts'

const words = (text: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${text})(?![\\p{L}\\p{N}])`, 'giu')

const UNIT =
  'week|weekend|month|quarter|year|woche|wochenende|monats?|quartals?|jahre?s?|semaine|mois|trimestre|année|semana|mes|año'
const WEEKDAY =
  '(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend|(?:lun|mar|mercre|jeu|vendre)di|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo'
const DAY = `tomorrow|today|morgen|übermorgen|heute|demain|mañana|christmas|easter|${WEEKDAY}`
const MONTH =
  'january|february|april|june|july|august|september|october|november|december|januar|februar|märz|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|junio|julio|agosto|septiembre|octubre|noviembre|diciembre'
const DETERMINER = "the |next |this |dem |den |der |nächsten |la |le |el |l['’]"

const VAGUE = [
  // Seasons
  words(
    '(?:in|next|this|last|by|until|during|over|early|late|coming) (?:the )?(?:spring|summer|autumn|winter)',
  ),
  words('(?:next|this|last|in the|until|by) fall'),
  words(
    '(?:im|zum|bis(?: zum)?|ab|am|diesen|diesem|nächsten|nächstem|nächstes|kommenden|kommendes|letzten|letztes|vorigen) (?:frühling|frühjahr|sommer|herbst|winter)s?',
  ),
  words(
    "(?:au|en|cet|cette|ce|l['’]|dès l['’]|le) ?(?:printemps|été|automne|hiver)(?<=(?:au |en |cet |ce )\\p{L}+)|(?:printemps|été|automne|hiver) (?:prochaine?|dernier|dernière)",
  ),
  words(
    '(?:en|en la|en el|esta|este|(?:la |el )?próxim[oa]|(?:la |el )?pasad[oa]) (?:primavera|verano|otoño|invierno)|(?:primavera|verano|otoño|invierno) (?:que viene|próxim[oa]|pasad[oa])',
  ),
  // Feast days
  words(
    "(?:at|over|after|before|for|on|by|until) (?:christmas(?: eve)?|easter|new year(?:['’]s(?: eve| day)?)?)",
  ),
  words('(?:an|zu|nach|vor|über|bis) (?:weihnachten|ostern|silvester|neujahr|pfingsten)|(?:an )?heiligabend'),
  words(
    '(?:à|après|avant|pour) (?:noël|pâques)|(?:en|por|después de|antes de) (?:navidad(?:es)?|semana santa|pascua)',
  ),
  // Weekends, of which nobody knows the day
  words('(?:on|at|over|next|this) (?:the )?weekend|(?:am|nächstes|dieses|kommendes) wochenende'),
  words('(?:ce|le) week-?end(?: prochain)?|(?:este|el|el próximo) fin de semana'),
  // A part of a month or a year
  words(
    `(?:early|late|mid|the beginning of|beginning of|start of|middle of|the end of|end of)[ -](?:${DETERMINER})?(?:next |last )?(?:${UNIT}|${MONTH})`,
  ),
  words(
    `(?:anfang|mitte|ende|beginn)(?: des| der| dieses| dieser| nächsten| nächster| kommenden)? (?:${UNIT}|${MONTH})`,
  ),
  words(`(?:début|fin|mi|milieu)[ -](?:du |de la |de l['’])?(?:${UNIT}|${MONTH})`),
  words(
    `(?:principios?|mediados|final(?:es)?|fines|inicios?|comienzos?) (?:de |del )(?:la |el )?(?:próxim[oa] )?(?:${UNIT}|${MONTH})`,
  ),
  // Before or after a day
  words(
    `(?:before|after|vor|nach|avant|après|antes de(?:l)?|después de(?:l)?) (?:${DETERMINER})?(?:${UNIT}|${MONTH}|${DAY})`,
  ),
  // On a Monday, "nächsten Freitag" may be in four days or in eleven.
  words(`(?:nächste[nrs]?|próxim[oa]) (?:${WEEKDAY})|(?:${WEEKDAY}) prochain`),
  words('hace (?:\\p{L}+|\\d+) (?:días?|semanas?|mes(?:es)?|años?)'),
  // Not now
  words('later|someday|some day|später|irgendwann|plus tard|más tarde|más adelante'),
  words(
    `in (?:an|half an) hour|in (?:einer|einer halben) stunde|dans une (?:demi-)?heure|(?:en|dentro de) una hora`,
  ),
  words(`(?:${WEEKDAY})(?:morgen|vormittag|mittag|nachmittag|abend|nacht)s?`),
  // At a time of the day
  words(
    `(?:at|by|from|until|after|before) (?:\\d{1,2}(?:[:.]\\d{2})?(?: ?[ap]\\.?m\\b| o['’]clock)|\\d{1,2}:\\d{2}|noon|midnight)`,
  ),
  words('(?:um|ab|bis|gegen|vor|nach) \\d{1,2}(?:[:.]\\d{2})? ?uhr|(?:um|gegen|zu|bis|vor|nach) mitternacht'),
  words('(?:à|vers|dès|avant|après) (?:\\d{1,2} ?h(?:eures?)?(?: ?\\d{2})?|midi|minuit)'),
  words('(?:a|hacia|antes de|después de) (?:las? \\d{1,2}(?:[:.]\\d{2})?(?: horas)?|mediodía|medianoche)'),
  // Again and again
  words(`every (?:other )?(?:day|night|morning|evening|hour|week|weekend|month|quarter|year|${WEEKDAY})`),
  words(`jede[nrs]? (?:tag|nacht|morgen|abend|stunde|woche|wochenende|monat|quartal|jahr|${WEEKDAY})`),
  words(
    `(?:chaque|tous les|toutes les) (?:jours?|nuits?|matins?|soirs?|heures?|semaines?|mois|ans?|années?|(?:${WEEKDAY})s?)`,
  ),
  words(
    `(?:cada|todos los|todas las) (?:días?|noches?|mañanas?|tardes?|horas?|semanas?|mes(?:es)?|años?|(?:${WEEKDAY})s?)`,
  ),
]

// "Tonight's class" is a class, which may be cancelled now.
const PARTS_OF_DAY = [
  words(
    "(?:tonight|this (?:morning|afternoon|evening|night))(?!['’]s)|in the (?:morning|afternoon|evening)|at night",
  ),
  words(
    'heute (?:früh|morgen|vormittag|mittag|nachmittag|abend|nacht)|am (?:vormittag|nachmittag|abend)|in der nacht',
  ),
  words(
    "ce (?:matin|midi|soir)|cet après-midi|cette nuit|dans (?:la (?:matinée|soirée|nuit)|l['’]après-midi)",
  ),
  words('esta (?:mañana|tarde|noche)|(?:por|en) la (?:mañana|tarde|noche)'),
]

/**
 * Finds what names another time than now and no day: "next spring", "early next year", "before Friday", "am Wochenende". None of
 * them is a value.
 */
export function findVagueTimes(text: string): Span[] {
  const found = findAll(VAGUE, text)
  const greeting = /(?<!\p{L})morgen(?!\p{L})/iu.exec(text)
  if (greeting) {
    const span = { start: greeting.index, end: greeting.index + greeting[0].length }
    if (isGreeting(text, span)) found.push(span)
  }
  return found
}

/** Finds the parts of a day that a text names, which are not now: "tonight", "heute Abend", "por la tarde". */
export const findPartsOfDay = (text: string): Span[] => findAll(PARTS_OF_DAY, text)

const findAll = (patterns: RegExp[], text: string): Span[] =>
  patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: part, index }) => ({ start: index, end: index + part.length })),
  )
