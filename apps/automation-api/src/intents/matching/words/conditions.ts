import type { Language } from './languages.ts'
import type { Span } from './words.ts'

interface Marker {
  marks: RegExp
  /** Words that follow it where it is a kind way to ask: "if you can". */
  polite: RegExp
}

const MARKERS: Record<Language, Marker> = {
  en: {
    marks:
      /(?<!\p{L})(?:if|unless|whenever|when(?! (?:is|are|was|were|do|does|did|will|can|could|should|would|has|have)(?!\p{L}))|once(?= (?:the|my|our|your|his|her|their|its|this|that|i|we|you|he|she|it|they)(?!\p{L}))|as soon as|(?:as|so) long as|provided|providing|assuming|supposing|in case|in the event|on condition|until(?= (?:i|we|you|he|she|it|they)(?!\p{L}))|(?:after|before)(?= (?:the|my|our|i|we|you|he|she|it|they)(?!\p{L})))(?!\p{L})|^\s*(?:should|were|had) (?:the|my|our|it|they|he|she|prices?|there) (?=[^.!?]*,)|\?\s*(?:then|if so)(?!\p{L})/giu,
    polite:
      /^\s*(?:at all )?(?:possible|(?:you|u) (?:can|could|would|will|please|may|like|want|wish|don['’]?t mind|do not mind|wouldn['’]?t mind|have (?:a |the |some )?(?:time|moment|minute|second|chance)|get (?:a |the )?(?:time|moment|minute|second|chance))(?!\p{L})|i may(?!\p{L})|(?:it|that)(?:['’]s| is)(?: not| no)? (?:possible|ok|okay|alright|too much|trouble|fine))(?!\p{L})/iu,
  },
  de: {
    marks:
      /(?<!\p{L})(?:wenn|falls|sofern|sobald|solange|nachdem|bevor|es sei denn|außer|ausser|vorausgesetzt|angenommen|im fall(?:e)?|für den fall)(?!\p{L})|(?:^|[.!?]\s*)(?:sollten?|steigt|sinkt|fällt|wird|werden|erhöht|ändert|kommt|bleibt|geht|läuft|regnet|verteuert|überschreitet|unterschreitet|erreicht|liegt|kostet) (?=[^.!?]*,)|\?\s*dann(?!\p{L})/giu,
    polite:
      /^(?:['’]s| es| das)?\s*(?:(?:wie )?möglich|irgend möglich|geht|(?:dir|ihnen|euch) (?:nichts|keine (?:umstände|mühe))|(?:du|ihr|sie) (?:so (?:nett|lieb|gut|freundlich)|kannst|könnt|können|magst|mögen|möchtest|möchten|willst|wollen|(?:kurz |gerade |mal )?(?:zeit|einen moment|eine minute))|ich bitten darf)(?!\p{L})/iu,
  },
  fr: {
    marks:
      /(?<!\p{L})(?:[Ss]i|[Ss]['’]ils?|(?:à|a) moins (?:que|qu|de|d)|[Ss]auf|[Pp]ourvu qu[e'’]?|(?:à|a) condition (?:que|qu|de)|(?:au|en) cas|[Ll]orsqu[e'’]?|[Dd]ès qu[e'’]?|[Qq]uand|[Uu]ne fois qu[e'’]?|[Tt]ant qu[e'’]?|[Aa](?:près|vant) qu[e'’]?)(?!\p{L})|\?\s*alors(?!\p{L})/gu,
    polite:
      /^['’]?\s*(?:(?:te|vous) pla[iî]t|possible|(?:tu|vous) (?:peux|pouvez|veux|voulez|pourrais|pourriez|as (?:le temps|un moment)|avez (?:le temps|un moment))|c['’]est possible|(?:cela|ça|ca) ne (?:te|vous) (?:dérange|gêne|ennuie))(?!\p{L})/iu,
  },
  es: {
    marks:
      /(?<!\p{L})(?:[Ss]i|a menos que|[Ss]alvo|[Ee]xcepto|[Ss]iempre (?:que|y cuando)|[Ee]n (?:el )?caso|[Cc]uando|[Ee]n cuanto|[Uu]na vez que|[Cc]on tal de|[Mm]ientras|a no ser que|[Hh]asta que|[Dd]espués de que|[Aa]ntes de que)(?!\p{L})|\?\s*entonces(?!\p{L})/gu,
    polite:
      /^\s*(?:(?:tú |usted )?(?:puedes?|pueden|podrías?|puedas?|podéis|quieres?|quisieras)|es posible|fuera posible|(?:no )?(?:te|le|os) (?:importa|molesta|viene bien)|no es (?:molestia|mucha molestia)|(?:eres|es) tan amable|(?:tienes|tiene) (?:tiempo|un momento))(?!\p{L})/iu,
  },
}

export interface Conditional {
  /** Each from the word that begins it to the end of its clause. */
  conditions: Span[]
  /** What looks like one and is a kind way to ask. */
  polite: Span[]
}

/**
 * The conditions of a request: "if the price rises", "wenn der Preis steigt", "a menos que suba". A kind way to ask is none:
 * "if you can", "wenn möglich", "s'il te plaît".
 *
 * @param text without its quoted parts
 */
export function findConditions(text: string, language: Language): Conditional {
  const found: Conditional = { conditions: [], polite: [] }
  // "Falls" is German for if, and a part of an English name.
  const read: Language[] = language === 'de' ? ['de', 'en'] : ['en', 'fr', 'es']
  for (const { marks, polite } of read.map((each) => MARKERS[each])) {
    for (const match of text.matchAll(marks)) {
      const start = match.index
      const at = start + match[0].length
      const rest = text.slice(at)
      const kind = polite.exec(rest)
      if (kind) found.polite.push({ start, end: at + kind[0].length })
      else found.conditions.push({ start, end: at + /^[^,;.!?\n]*/u.exec(rest)![0].length })
    }
  }
  const isKind = ({ start, end }: Span) => found.polite.some((span) => start < span.end && end > span.start)
  return { ...found, conditions: found.conditions.filter((span) => !isKind(span)) }
}
