const words = (text: string) => new Set(text.split(/\s+/).filter(Boolean))

/** Without them a name still says the same. */
export const FILLER = words(
  `a an the your my our please here der die das den dein deine ihr ihre mein meine le la les l un une de du d votre vos
  mon ma mes el los las tu su mi del bitte por favor veuillez`,
)

/** At the start of a name with more words: "Enter your city", "Toggle captions". */
export const LEADING = words(
  `enter insert provide toggle saisissez entrez introduce introduzca ingrese escribe escriba`,
)

/** At the end of a name with more words: "Subscribe now", "City (optional)". */
export const TRAILING = words(
  `now today optional required eingeben pflichtfeld jetzt maintenant facultatif obligatoire ahora opcional obligatorio`,
)

/** What kind of thing something is, at the end of its name: the "Pricing page" is "Pricing". */
export const WEAK_NOUNS = words(
  `page list table section screen view area panel tab button link menu form seite liste tabelle bereich formular ansicht
  tableau formulaire ecran lista tabla formulario pagina pantalla element elements elemente elementos`,
)

/** Alone, they say nothing of what they are done to. */
export const BARE_VERBS = words(
  `add new create edit delete remove view show hide open close save cancel copy print share send submit search find
  select choose upload download import export next previous back more all go start stop apply filter sort reset clear
  refresh update change manage move rename read write check confirm`,
)

/** With them a name means another thing. */
export const DISTINGUISHING = words(
  `first last other another not no without un non re all every each any old public private shared own archived deleted
  draft drafts open closed active inactive paid unpaid incoming outgoing from to until with or for in out of on off
  extra semi ultra very double half more less most least example sample demo`,
)

/** Verbs that only lead to a thing: "View README" is "README". */
export const REACHING = words(`view show see browse overview voir afficher anzeigen ansehen ver`)
