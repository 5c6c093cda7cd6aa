import type { Language } from './languages.ts'

export type Foreign = Exclude<Language, 'en'>

/** The verbs of other languages by the English group that does the same, in the forms of requests and of names. */
export const VERBS: Record<Foreign, Record<string, string>> = {
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
    appoint: 'pedir pide pida pídeme concertar concierta reservar reserva reserve',
    renew: 'renovar renueva renueve prolongar prolonga ampliar',
    close: 'cerrar cierra cierre',
    deploy: 'desplegar despliega',
    request: 'solicitar solicita solicite pedir pide pida pídeme',
    change: 'cambiar cambia cambie modificar modifica actualizar actualiza editar edita',
    resume: 'reanudar reanuda',
    contest: 'recurrir impugnar reclamar',
    block: 'bloquear bloquea bloquee desactivar desactiva suspender',
    unblock: 'desbloquear desbloquea activar activa',
    stop: 'detener detén parar apagar apaga',
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

export const READING: Record<Foreign, string> = {
  de: `zeig zeige zeigen such suche suchen find finde finden hol hole holen lade herunterladen lies lesen wie was wann wo
    welche welcher welches wer wieviel gib nenne nenn prüfe prüf prüfen abfragen abrufen anzeigen ansehen liste ist sind
    gibt hat habe kostet steht liegt schau verfolge verfolgen`,
  fr: `montre montrez montrer affiche affichez afficher cherche cherchez chercher trouve trouvez trouver quel quelle quels
    quelles combien où quand comment qui télécharge télécharger donne donnez vérifie vérifier consulter consulte lis
    lire liste est sont voir suis suivre suivez`,
  es: `muestra muéstrame mostrar busca buscar búscame encuentra cuál cuáles cuánto cuánta cuántos cuántas dónde cuándo
    cómo qué quién descarga descargar dame dime consulta consultar verifica comprobar lee leer ver lista es son está sigue seguir rastrea`,
}

// A verb that comes apart: "melde mich ab", "sag den Termin ab".
export const SEPARATED: [RegExp, string][] = [
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

export const NEGATION: Record<Foreign, RegExp> = {
  de: /(?:^|[^\p{L}])(?:nicht|niemals|kein|keine|keinen|keinesfalls)(?![\p{L}])/u,
  fr: /(?:^|[^\p{L}])(?:ne [\p{L}’']+ (?:pas|plus|jamais)|n['’]\p{L}+ (?:pas|plus|jamais)|ne pas|pas de)(?![\p{L}])/u,
  es: /(?:^|[.,;!?]\s*|por favor,? )(?:no|nunca|jamás) \p{L}/u,
}

// A word after one of these is a noun: "ma commande", "mi reserva".
export const DETERMINERS =
  /^(?:der|die|das|den|dem|des|ein|eine|einen|einem|einer|mein|meine|meinen|meiner|meinem|dein|deine|unser|unsere|zur|zum|vom|le|la|les|l|un|une|du|d|ma|mon|mes|ta|ton|tes|sa|son|ses|notre|nos|votre|vos|ce|cette|ces|au|aux|el|los|las|una|unos|unas|mi|mis|tu|tus|su|sus|nuestro|nuestra|este|esta|del|al|de|von)$/
export const LEAD_IN =
  /^(?:bitte|kannst|könntest|könnten|können|du|sie|ich|wir|möchte|will|würde|brauche|brauchen|benötige|gerne|gern|mal|mir|mich|für|hallo|svp|peux|pouvez|pourrais|pourriez|veux|voudrais|besoin|je|tu|vous|nous|il|faut|veuillez|merci|bonjour|stp|me|moi|puedes|podrías|puede|quiero|quisiera|necesito|por|favor|hola|te|se|yo|y|und|et|dann|puis|luego)$/
/** A request in the form of a question. */
export const MODAL =
  /(?:^|[^\p{L}])(?:kannst|könntest|können|könnten|würdest|würden|peux|peut|pouvez|pourrais|pourriez|puedes|puede|podrías|podría)(?![\p{L}])/u

/** Words of a question: what is done with a verb after them is asked about, and not asked for. */
export const ASKING: Record<Foreign, RegExp> = {
  de: /(?:^| )(?:wie|was|wann|wo|wer|wen|wem|warum|wieso|weshalb|wozu|womit|welche[mnrs]?|wieviel|ob|(?:soll|sollte|muss|müsste|darf|dürfte|kann|könnte) (?:ich|man)|(?:sollen|sollten|müssen|müssten|dürfen) wir)(?= |$)|^(?:soll|sollte|sollen|sollten|muss|müssen|darf|dürfen|ist|sind|gibt|lohnt|hat|haben)(?= |$)/u,
  fr: /(?:^| )(?:comment|pourquoi|quand|où|combien|quel|quelle|quels|quelles|(?:dois|devrais|puis) je|(?:doit|devrait|peut) on|(?:devons|devrions|pouvons) nous|(?:faut|faudrait|est) il|est ce possible|qu est ce que?)(?= |$)|(?:^| )est ce qu(?: |e (?!(?:tu|vous) (?:peux|pouvez|pourrais|pourriez)(?: |$)))|^(?:qui|est|sont)(?= (?!ce ))/u,
  es: /(?:^| )(?:cómo|qué|cuándo|dónde|quién|cuál|cuáles|cuánt[oa]s?|debo|debemos|debería|deberíamos|puedo|podemos|se puede|(?:tengo|tenemos|hay) que|es (?:posible|necesario)|conviene|hace falta)(?= |$)|^(?:como|donde|por que|hay)(?= |$)/u,
}
