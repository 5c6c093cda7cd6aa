/** The languages that requests are read in. */
export type Language = 'en' | 'de' | 'fr' | 'es'

const words = (text: string) => new Set(text.split(/\s+/).filter(Boolean))

// The words that a sentence of the language can hardly do without, and that the others do not have.
const FUNCTION_WORDS: Record<Language, Set<string>> = {
  en: words(
    `the of and is are my your please what which how for with from this that it you i we can could would will to at
    show get find give tell me any by an`,
  ),
  de: words(
    `der die das den dem des ein eine einen einem einer und ist sind mein meine meinen meiner meinem dein bitte was
    welche welcher welches wie für mit von vom zum zur im ich wir du kannst könntest möchte will nicht kein keine auf
    bei nach über am um mir mich gibt wann wo wer wieviel hoch viel viele lange
    brauche brauchen wird werden wurde kommt kommen kostet kosten lautet lauten steht heute morgen gestern übermorgen
    vorgestern montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz juni juli oktober dezember`,
  ),
  fr: words(
    `le la les un une des du et est sont mon ma mes votre vos ton ta tes quel quelle quels quelles comment combien pour
    avec de dans sur je nous vous peux pouvez veux voudrais ne pas au aux ce cette ces moi qui que où quand svp coûte coûtent demain
    aujourd plaît lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril mai juin juillet
    août septembre octobre novembre décembre`,
  ),
  es: words(
    `el la los las una unos unas del y es son mi mis tu tus su qué cuál cuáles cómo cuánto cuánta cuántos cuántas para con
    de en por yo puedes puede quiero quisiera necesito no al este esta estos estas me dónde cuándo quién favor cuesta cuestan mañana
    ayer hoy pasado lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio
    agosto septiembre octubre noviembre diciembre`,
  ),
}

/** Words that tell a language, and mean something in a request. */
const TELLING: Partial<Record<Language, Set<string>>> = {
  de: words(`tage tagen woche wochen monate monaten monats jahr jahre jahren jahres nächste nächsten nächster nächstes
    letzte letzten letzter letztes diese dieser dieses diesen kommenden übermorgen jahresende monatsende quartalsende
    wochenende weihnachten ostern heiligabend silvester wenn sobald solange bericht anfang ende mitte`),
  fr: words(`jours semaine semaines année années prochain prochaine dernier dernière après avant noël pâques printemps
    dès lorsque début`),
  es: words(`día días semana semanas meses año años próximo próxima última anteayer antier navidad primavera verano otoño
    invierno hace dentro cuando finales principios mediados`),
}

/** The language of a request, by its function words; English where none says otherwise. */
export function detectLanguage(text: string): Language {
  const counts = { en: 0.5, de: 0, fr: 0, es: 0 }
  if (/[¿¡ñ]/u.test(text)) counts.es += 2
  if (/[äöüß]/iu.test(text)) counts.de += 1
  if (/[íóúá]/iu.test(text)) counts.es += 1
  if (/[çœêèùû]|\b[ldjnsc]['’]/iu.test(text)) counts.fr += 1
  for (const word of text.toLowerCase().split(/[^\p{L}]+/u)) {
    for (const language of LANGUAGES) if (FUNCTION_WORDS[language].has(word)) counts[language] += 1
    for (const language of LANGUAGES) if (TELLING[language]?.has(word)) counts[language] += 1
  }
  // French for yesterday, and German for here.
  if (counts.fr > 0 && /(?<!\p{L})hier(?!\p{L})/iu.test(text)) counts.fr += 1
  return LANGUAGES.toSorted((one, other) => counts[other] - counts[one])[0]!
}

const LANGUAGES: Language[] = ['en', 'de', 'fr', 'es']

/** Whether the word says nothing about what is asked for, in any of the languages but English. */
export function isForeignFiller(word: string): boolean {
  return LANGUAGES.some((language) => language !== 'en' && FUNCTION_WORDS[language].has(word))
}
