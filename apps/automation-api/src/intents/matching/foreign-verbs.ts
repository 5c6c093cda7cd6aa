import type { Language } from './languages.ts'

type Foreign = Exclude<Language, 'en'>

/** The verbs of other languages by the English group that does the same, in the forms of requests and of names. */
const VERBS: Record<Foreign, Record<string, string>> = {
  de: {
    buy: 'kaufen kauf kaufe kaufst einkaufen erwerben',
    sell: 'verkaufen verkauf verkaufe',
    pay: 'bezahlen bezahl bezahle bezahlst zahlen zahl zahle begleichen begleiche spenden spende',
    transfer: 'überweisen überweise überweis überweist',
    cancel: 'kündigen kündige kündigst stornieren storniere absagen absage widerrufen widerrufe abbrechen',
    delete: 'löschen lösche lösch entfernen entferne',
    create: 'erstellen erstelle erstell anlegen lege anlege hinzufügen füge eröffnen eröffne',
    submit: 'einreichen reiche melden melde übermitteln übermittle mitteilen absenden',
    log: 'erfassen erfasse eintragen trage buchen buche',
    write: 'schreiben schreibe schreib senden sende schicken schicke schick',
    publish: 'veröffentlichen veröffentliche posten poste publizieren',
    subscribe: 'abonnieren abonniere anmelden',
    unsubscribe: 'abbestellen abbestelle abmelden austragen',
    reserve: 'buchen buche buch reservieren reserviere vereinbaren vereinbare',
    appoint: 'vereinbaren vereinbare buchen buche ausmachen',
    renew: 'verlängern verlängere erneuern erneuere',
    close: 'schließen schließe abschließen',
    deploy: 'ausrollen ausliefern deployen deploye',
    request: 'beantragen beantrage anfordern fordere anfragen',
    repeat: 'bestellen bestelle nachbestellen wiederholen wiederhole',
    cart: 'legen',
    change:
      'ändern ändere bearbeiten bearbeite aktualisieren aktualisiere umbenennen anpassen verschieben verschiebe',
    resume: 'fortsetzen fortführen',
    contest: 'widersprechen anfechten',
    block: 'sperren sperre blockieren blockiere deaktivieren deaktiviere',
    unblock: 'entsperren entsperre freischalten aktivieren aktiviere',
    stop: 'stoppen stoppe beenden beende anhalten ausschalten abschalten pausieren',
    turn: 'einschalten anschalten anmachen',
    restart: 'neustarten',
    revert: 'erstatten erstatte zurückgeben zurückschicken rückgängig wiederherstellen',
    approve: 'genehmigen genehmige bestätigen bestätige annehmen',
    reject: 'ablehnen lehne zurückweisen',
    upload: 'hochladen',
    print: 'drucken drucke ausdrucken',
    translate: 'übersetzen übersetze übersetz',
    export: 'exportieren exportiere',
  },
  fr: {
    buy: 'acheter achète achetez commander commande commandez',
    sell: 'vendre vends vendez',
    pay: 'payer paie paye payez régler règle réglez',
    transfer: 'virer vire virez transférer transfère',
    cancel: 'annuler annule annulez résilier résilie résiliez',
    delete: 'supprimer supprime supprimez effacer efface effacez enlever enlève retirer retire',
    create: 'créer crée créez ajouter ajoute ajoutez ouvrir',
    submit: 'soumettre soumets déclarer déclare déclarez transmettre transmets',
    log: 'enregistrer enregistre saisir saisis noter note',
    write: 'écrire écris envoyer envoie envoyez',
    publish: 'publier publie publiez poster',
    subscribe: 'abonner abonne inscrire inscris',
    unsubscribe: 'désabonner désabonne désinscrire désinscris',
    reserve: 'réserver réserve réservez',
    appoint: 'prendre prends réserver réserve',
    renew: 'renouveler renouvelle renouvelez prolonger prolonge prolongez',
    close: 'fermer ferme clôturer clôture',
    deploy: 'déployer déploie déployez',
    request: 'demander demande demandez',
    repeat: 'recommander renouveler',
    change: 'modifier modifie modifiez changer change changez déplacer',
    resume: 'reprendre reprends',
    contest: 'contester conteste',
    block: 'bloquer bloque bloquez désactiver désactive suspendre suspends',
    unblock: 'débloquer débloque activer active réactiver',
    stop: 'arrêter arrête arrêtez éteindre éteins stopper',
    turn: 'allumer allume',
    restart: 'redémarrer redémarre',
    revert: 'rembourser rembourse restaurer retourner',
    approve: 'approuver approuve accepter accepte valider valide confirmer confirme',
    reject: 'refuser refuse rejeter rejette décliner',
    upload: 'téléverser importer',
    print: 'imprimer imprime imprimez',
    translate: 'traduire traduis traduisez',
    export: 'exporter exporte',
  },
  es: {
    buy: 'comprar compra compre pedir pide pida encargar',
    sell: 'vender vende venda',
    pay: 'pagar paga pague abonar',
    transfer: 'transferir transfiere transfiera',
    cancel: 'cancelar cancela cancele anular anula anule',
    delete: 'eliminar elimina elimine borrar borra borre quitar quita suprimir',
    create: 'crear crea cree añadir añade agregar agrega abrir abre',
    submit: 'presentar presenta comunicar comunica notificar notifica declarar',
    log: 'registrar registra registre anotar anota apuntar',
    write: 'escribir escribe enviar envía envíe mandar manda',
    publish: 'publicar publica publique',
    subscribe: 'suscribir suscribe suscribirse inscribir inscribe',
    unsubscribe: 'desuscribir desuscribirse',
    reserve: 'reservar reserva reserve',
    appoint: 'pedir concertar reservar',
    renew: 'renovar renueva renueve prolongar prolonga ampliar',
    close: 'cerrar cierra cierre',
    deploy: 'desplegar despliega',
    request: 'solicitar solicita solicite pedir',
    change: 'cambiar cambia cambie modificar modifica actualizar actualiza editar edita',
    resume: 'reanudar reanuda',
    contest: 'recurrir impugnar reclamar',
    block: 'bloquear bloquea bloquee desactivar desactiva suspender',
    unblock: 'desbloquear desbloquea activar activa',
    stop: 'detener detén parar para apagar apaga',
    turn: 'encender enciende',
    restart: 'reiniciar reinicia',
    revert: 'devolver devuelve reembolsar restaurar',
    approve: 'aprobar aprueba aceptar acepta confirmar confirma',
    reject: 'rechazar rechaza denegar',
    upload: 'subir sube cargar',
    print: 'imprimir imprime',
    translate: 'traducir traduce',
    export: 'exportar exporta',
  },
}

const READING: Record<Foreign, string> = {
  de: `zeig zeige zeigen such suche suchen find finde finden hol hole holen lade herunterladen lies lesen wie was wann wo
    welche welcher welches wer wieviel gib nenne nenn prüfe prüf prüfen abfragen abrufen anzeigen ansehen liste ist sind
    gibt hat habe kostet steht liegt schau`,
  fr: `montre montrez montrer affiche affichez afficher cherche cherchez chercher trouve trouvez trouver quel quelle quels
    quelles combien où quand comment qui télécharge télécharger donne donnez vérifie vérifier consulter consulte lis
    lire liste est sont voir`,
  es: `muestra muéstrame mostrar busca buscar búscame encuentra cuál cuáles cuánto cuánta cuántos cuántas dónde cuándo
    cómo qué quién descarga descargar dame dime consulta consultar verifica comprobar lee leer ver lista es son está`,
}

// A verb that comes apart: "melde mich ab", "sag den Termin ab".
const SEPARATED: [RegExp, string][] = [
  [/\b(?:sage?|sag) (?:.{1,60} )?ab(?=$|[.,;!?\s])/g, 'absagen'],
  [/\bmelde (?:.{1,60} )?ab(?=$|[.,;!?\s])/g, 'abmelden'],
  [/\bmelde (?:.{1,60} )?an(?=$|[.,;!?\s])/g, 'anmelden'],
  [/\b(?:schalte?|mache?) (?:.{1,60} )?aus(?=$|[.,;!?\s])/g, 'ausschalten'],
  [/\b(?:schalte?|mache?) (?:.{1,60} )?(?:ein|an)(?=$|[.,;!?\s])/g, 'einschalten'],
  [/\bbestelle? (?:.{1,60} )?ab(?=$|[.,;!?\s])/g, 'abbestellen'],
  [/\b(?:lade?|lad) (?:.{1,60} )?herunter(?=$|[.,;!?\s])/g, 'herunterladen'],
  [/\b(?:lade?|lad) (?:.{1,60} )?hoch(?=$|[.,;!?\s])/g, 'hochladen'],
  [/\blege? (?:.{1,60} )?an(?=$|[.,;!?\s])/g, 'anlegen'],
  [/\btrage? (?:.{1,60} )?ein(?=$|[.,;!?\s])/g, 'eintragen'],
  [/\bstarte? (?:.{1,60} )?neu(?=$|[.,;!?\s])/g, 'neustarten'],
  [/\b(?:da|dar|dame|darse|darme|dé) de baja\b/g, 'cancelar'],
]

const NEGATION: Record<Foreign, RegExp> = {
  de: /(?:^|[^\p{L}])(?:nicht|niemals|kein|keine|keinen|keinesfalls)(?![\p{L}])/u,
  fr: /(?:^|[^\p{L}])(?:ne [\p{L}’']+ (?:pas|plus|jamais)|n['’]\p{L}+ (?:pas|plus|jamais)|ne pas|pas de)(?![\p{L}])/u,
  es: /(?:^|[.,;!?]\s*|por favor,? )(?:no|nunca|jamás) \p{L}/u,
}

const groupsIn = Object.fromEntries(
  Object.entries(VERBS).map(([language, groups]) => {
    const byForm = new Map<string, string[]>()
    for (const [group, forms] of Object.entries(groups))
      for (const form of forms.split(' ')) byForm.set(form, [...(byForm.get(form) ?? []), group])
    return [language, byForm]
  }),
) as Record<Foreign, Map<string, string[]>>

const readingIn = Object.fromEntries(
  Object.entries(READING).map(([language, forms]) => [language, new Set(forms.split(/\s+/).filter(Boolean))]),
) as Record<Foreign, Set<string>>

// A word after one of these is a noun: "ma commande", "mi reserva".
const DETERMINERS =
  /^(?:der|die|das|den|dem|des|ein|eine|einen|einem|einer|mein|meine|meinen|meiner|meinem|dein|deine|unser|unsere|zur|zum|vom|le|la|les|l|un|une|du|d|ma|mon|mes|ta|ton|tes|sa|son|ses|notre|nos|votre|vos|ce|cette|ces|au|aux|el|los|las|una|unos|unas|mi|mis|tu|tus|su|sus|nuestro|nuestra|este|esta|del|al|de|von)$/
const LEAD_IN =
  /^(?:bitte|kannst|könntest|könnten|können|du|sie|ich|wir|möchte|will|würde|gerne|gern|mal|mir|mich|für|hallo|svp|peux|pouvez|pourrais|pourriez|veux|voudrais|je|tu|vous|nous|il|faut|veuillez|merci|bonjour|stp|me|moi|puedes|podrías|puede|quiero|quisiera|necesito|por|favor|hola|te|se|yo|y|und|et|dann|puis|luego)$/

export interface ForeignDoing {
  /** The groups of each verb that does something, wherever it stands: German puts it last. */
  meant: string[][]
  /** Words in the place of a verb that are none that is known. */
  unknown: string[]
  isReading: boolean
  isNegated: boolean
}

/** The verbs of a request in another language, which must do what the automation does, as English ones. */
export function findForeignDoing(text: string, language: Foreign): ForeignDoing {
  const lower = text.toLowerCase()
  const joined = SEPARATED.flatMap(([pattern, verb]) => (lower.search(pattern) === -1 ? [] : [verb]))
  const doing: ForeignDoing = {
    meant: [],
    unknown: [],
    isReading: false,
    // Languages are easily confused, and negations are not.
    isNegated: FOREIGN.some((each) => NEGATION[each].test(lower)),
  }
  let opening: string | undefined
  for (const clause of text.split(/[.,;:!?\n]/u)) {
    const words = clause.split(/[^\p{L}]+/u).filter(Boolean)
    const first = words.findIndex((word) => !LEAD_IN.test(word.toLowerCase()))
    opening ??= words[first]?.toLowerCase()
    for (const [at, word] of words.entries()) {
      const form = word.toLowerCase()
      const isNoun =
        DETERMINERS.test(words[at - 1]?.toLowerCase() ?? '') ||
        (language === 'de' && at > first && /^\p{Lu}/u.test(word))
      if (isNoun) continue
      const groups = groupsIn[language].get(form)
      if (readingIn[language].has(form)) doing.isReading = true
      else if (groups && joined.length === 0) doing.meant.push(groups)
      else if (!groups && isInVerbsPlace(words, at, first, language)) doing.unknown.push(form)
    }
  }
  for (const verb of joined) {
    const groups = groupsIn[language].get(verb)
    if (groups) doing.meant.push(groups)
    else if (readingIn[language].has(verb)) doing.isReading = true
  }
  // A request without any known verb begins with an unknown one, or is only a name.
  const isUnclear = doing.meant.length === 0 && !doing.isReading && doing.unknown.length === 0
  if (isUnclear && opening !== undefined) doing.unknown.push(opening)
  return doing
}

/** An imperative before its object, or an infinitive where the language puts one. */
function isInVerbsPlace(words: string[], at: number, first: number, language: Foreign): boolean {
  const form = words[at]!.toLowerCase()
  if (LEAD_IN.test(form) || DETERMINERS.test(form)) return false
  const next = words[at + 1]?.toLowerCase()
  if (at === first && next !== undefined && DETERMINERS.test(next) && !/^(?:de|von|d)$/.test(next))
    return true
  if (language === 'de')
    return at === words.length - 1 && at > 0 && /^\p{Ll}.*(?:en|ern|eln)$/u.test(words[at]!)
  const before = words[at - 1]?.toLowerCase() ?? ''
  const isInfinitive =
    language === 'fr' ? /(?:er|ir|re)$/.test(form) : /(?:[aei]r)(?:se|me|lo|la)?$/.test(form)
  return isInfinitive && LEAD_IN.test(before)
}

/** The groups of a verb in a name or on a button, in whichever language has it. */
export function foreignGroupsOf(label: string): string[] {
  const found = label
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
  return FOREIGN.flatMap((language) =>
    [found[0], found.at(-1)].flatMap((word) => groupsIn[language].get(word ?? '') ?? []),
  )
}

/** The language whose verb the text has first or last, where it has nothing else to tell it by. */
export function languageOfVerbs(text: string): Foreign | undefined {
  const found = text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
  return FOREIGN.find((language) =>
    [found[0], found.at(-1)].some((word) => word !== undefined && groupsIn[language].has(word)),
  )
}

/** Whether the word is a verb of another language. */
export const isForeignVerb = (word: string) =>
  FOREIGN.some((language) => groupsIn[language].has(word) || readingIn[language].has(word))

const FOREIGN: Foreign[] = ['de', 'fr', 'es']
