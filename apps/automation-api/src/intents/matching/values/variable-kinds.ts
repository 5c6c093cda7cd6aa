import { spell, type ProfileVariable } from '../profile.ts'
import type { VariableKind } from '../../../automations/variables/variables.ts'
import { findValues, type ValueKind } from './value-kinds.ts'

/** The kinds of values of a variable, by a word of its name. The first match decides. */
const KINDS: [RegExp, ValueKind[]][] = [
  [/\b(e mail|email|mail|courriel|correo)\b/, ['email']],
  [/\b(domain|domain name|host|hostname)\b/, ['host', 'url']],
  [/\b(url|link|website|web address|webseite|enlace|lien)\b/, ['url', 'host']],
  [/\biban\b/, ['iban']],
  [
    /\b(phone|telephone|mobile|cell|fax|telefon|telefonnummer|handynummer|rufnummer|téléphone|portable|teléfono|móvil)\b/u,
    ['code', 'number', 'quoted'],
  ],
  [/\b(time|o clock|uhrzeit|heure|hora)\b/u, ['time']],
  [
    /\b(date|day|deadline|arrival|departure|birthday|checkin|checkout|check in|check out|datum|tag|fecha|jour|anreise|abreise|arrivée|départ|llegada|salida)\b/,
    ['date'],
  ],
  [/\b(number of \p{L}+|anzahl|nombre de \p{L}+|número de (?:personas|noches|huéspedes))\b/u, ['number']],
  [
    /\b(number|no|id|code|sku|isbn|ean|reference number|plate|registration|permit|postcode|zip|plz|postleitzahl|nummer|numéro|numero|número|kennzeichen|pedido|referenz)\b|nummer\b/,
    ['code', 'number', 'quoted'],
  ],
  [/\b(?:value (?:in|of) |valeur|streitwert|valor )/u, ['money', 'number', 'quoted']],
  [
    /\b(amount|price|sum|total|rent|cost|budget|fee|betrag|preis|miete|montant|prix|importe|precio)\b/,
    ['money', 'number'],
  ],
  [
    /\b(quantity|count|hours|minutes|days|nights|people|guests|persons|reading|limit|max|min|age|year|percent|size|weight|stunden|nächte|personen|gäste|zählerstand|menge|personnes|nuits|quantité|personas|noches|cantidad|horas)\b|stand\b/,
    ['number'],
  ],
]

/** What a value of each declared kind may look like; one that comes from an app is never in a text. */
const DECLARED: Record<VariableKind, ValueKind[]> = {
  text: ['quoted'],
  number: ['number'],
  money: ['money', 'number'],
  date: ['date'],
  dateRange: ['dateRange'],
  url: ['url', 'host'],
  domain: ['host', 'url'],
  email: ['email'],
  code: ['code', 'number', 'quoted'],
  totp: [],
}
/** A value that can be any text must be quoted, or be identified by its place. */
export const TEXT: ValueKind[] = ['quoted']
const PLACE =
  /\b(ort|stadt|ville|ciudad|lieu|lugar|city|town|place|location|country|region|port|harbour|airport|station|area|spot|beach|island|village|district)\b/

export function kindsOf({ name, labels, kind, example }: ProfileVariable): ValueKind[] {
  if (kind === 'text') return TEXT
  if (kind) return DECLARED[kind]
  const shown = example === undefined ? undefined : kindOfExample(example)
  if (shown) return shown
  const own = spell(name).toLowerCase()
  const kinds = [own, ...labels].map((label) => KINDS.find(([pattern]) => pattern.test(label))?.[1])
  // The variable's own name says more than its field's: "Number of guests" is not a code.
  return kinds[0] ?? (PLACE.test(own) ? TEXT : kinds.find(Boolean)) ?? TEXT
}

/** A whole value of one kind, such as an order number, stands for others of that kind; a text for none. */
function kindOfExample(example: string): ValueKind[] | undefined {
  const [value, ...others] = findValues(example)
  if (!value || others.length > 0 || value.start > 0 || value.end < example.length) return undefined
  if (value.kind === 'quoted' || value.kind === 'time') return undefined
  return value.kind === 'code' ? ['code', 'number', 'quoted'] : [value.kind]
}

export const takesText = (variable: ProfileVariable) => kindsOf(variable) === TEXT

export const takesPlace = (variable: ProfileVariable) =>
  takesText(variable) && variable.labels.some((label) => PLACE.test(label))

const STREET =
  /\b(street|road|address|straße|strasse|adresse|anschrift|rue|calle|dirección|direccion)\b(?! of)|straße\b/u

export const takesStreet = (variable: ProfileVariable) =>
  takesText(variable) && variable.labels.some((label) => STREET.test(label))

const MONTH = /^(?:month|monat|mois|mes)$/

/** Only a month is a value of it, or what is quoted. */
export const takesMonth = (variable: ProfileVariable) =>
  takesText(variable) && variable.labels.some((label) => MONTH.test(label))
