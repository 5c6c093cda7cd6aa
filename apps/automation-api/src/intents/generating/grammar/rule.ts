import type { Verb } from './clause.ts'
import type { ProtectedText } from './protect-text.ts'

export type Reader = Pick<ProtectedText, 'restore' | 'unquote'>

/** A pattern and the verb that it means: a text where something is missing, undefined where it is another verb. */
export type Rule = [RegExp, (groups: string[], text: Reader) => Verb | string | undefined]

export const rule = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`, 'isu')

/** Confirms that a step is wanted although it is irreversible. */
export const REALLY = String.raw`(really |definitely )?`
