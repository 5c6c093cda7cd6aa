import { toFingerprint } from '../../runner/healing/fingerprint.ts'
import { isDestructive } from '../../runner/healing/risk/is-destructive.ts'
import { groupsOnButton } from './words/verbs.ts'

/** The effect of a run on the world: none, some, or one that is not easily undone. */
export type Effect = 'reads' | 'changes' | 'destroys'

const READING = new Set(['translate', 'print', 'export'])
const DESTROYING = new Set(['cancel', 'delete', 'unsubscribe', 'reject', 'block', 'revert', 'stop'])
// Their purpose is to show something.
const NAVIGATION =
  /^(open|view|start|go|enter|log|sign|check|continue|next|search|find|show|look|filter|sort|calculate|compute|estimate|convert|compare|download|track|submit query|suche|suchen|anzeigen|anmelden|einloggen|weiter|herunterladen|zeigen|verfolgen|berechnen|vergleichen|rechercher|calculer|comparer|suivre|afficher|connexion|suivant|télécharger|voir|chercher|se connecter|buscar|calcular|comparar|ver|mostrar|siguiente|descargar|iniciar sesión|consultar|seguir|rastrear|entrar)(?![\p{L}])/iu

const SAVING =
  /^(?:save|confirm|apply|place|complete|finish|proceed|yes|speichern|bestätigen|anwenden|fertig|abschließen|enregistrer|confirmer|valider|appliquer|terminer|guardar|confirmar|aplicar|aceptar|finalizar)(?![\p{L}])/iu

function effectOf(groups: string[]): Effect {
  const active = groups.filter((group) => !READING.has(group))
  if (active.length === 0) return 'reads'
  return active.some((group) => DESTROYING.has(group)) ? 'destroys' : 'changes'
}

/**
 * The effect of an automation, by the buttons that it presses. An unknown verb counts too where the name begins with
 * it: "Amortise loan" with a button "Amortise".
 *
 * @param isReading whether it reads or keeps something
 */
export function effectOfSteps(name: string, pressed: string[], isReading: boolean): Effect {
  const lead = headOf(name) ?? ''
  const labels = pressed.filter((label) => !NAVIGATION.test(label) || (!isReading && /^start\b/i.test(label)))
  const effect = effectOf(labels.flatMap(groupsOnButton))
  if (effect !== 'reads') return effect
  // Words of more languages than have verbs here.
  if (labels.some((label) => isDestructive(toFingerprint({ name: label })))) return 'destroys'
  // What reads nothing is for what its buttons do, whatever they are called.
  if (!isReading && labels.length > 0) return 'changes'
  const isKnown = groupsOnButton(lead).length > 0
  return labels.some((label) => SAVING.test(label) || (!isKnown && headOf(label) === lead && lead !== ''))
    ? 'changes'
    : 'reads'
}

const headOf = (label: string) => label.toLowerCase().split(/[^\p{L}\p{N}]+/u)[0]

// Text that addresses a language model, never a service that looks for an automation.
const OVERRIDES =
  /\b(?:ignore|disregard|forget|override|bypass|skip)\b[^.!?\n]{0,60}\b(?:instructions?|prompts?|rules?|above|previous|prior|before|earlier|everything|all|polic(?:y|ies)|guidelines?)\b|(?:^|[\n.!?;>\]])\s{0,10}\W{0,5}(?:system|assistant|developer|admin(?:istrator)?)\b\W{0,5}:|<\W{0,3}(?:system|im_start|instructions?)\b|\[\W{0,3}(?:inst|system)\b|\bnew instructions?\b|\byou are now\b/i

// In German, French and Spanish: `\b` takes ü or é for the end of a word.
const OVERRIDES_ELSEWHERE =
  /(?<!\p{L})(?:ignorier(?:e|en|t)?|missachtet?|vergiss|vergesst|vergessen sie|umgehe|übergehe|ignorez?|oublie[sz]?|contourne[sz]?|ignor[ae]|olvid[ae]|olvides|haz caso omiso)(?!\p{L})[^.!?\n]{0,60}(?<!\p{L})(?:anweisung(?:en)?|anordnung(?:en)?|regeln|vorgaben|richtlinien|prompts?|alles|(?:obig|bisherig|vorherig)\p{L}{1,2}|instructions?|consignes?|règles?|précédentes?|tout|instrucci(?:ón|ones)|reglas|indicaciones|anterior(?:es)?|todo)(?!\p{L})|(?<!\p{L})(?:neue anweisung(?:en)?|nouvelles (?:instructions|consignes)|nuevas instrucciones|du bist (?:jetzt|nun)|tu es (?:maintenant|désormais)|ahora eres)(?!\p{L})/iu

/** Whether a text tries to override its reader's instructions. */
export function overridesInstructions(text: string): boolean {
  return OVERRIDES.test(text) || OVERRIDES_ELSEWHERE.test(text)
}
