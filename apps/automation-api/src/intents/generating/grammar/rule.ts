import type { Verb } from './clause.ts'
import type { ProtectedText } from './protect-text.ts'

export type Reader = Pick<ProtectedText, 'restore' | 'unquote'>

/** A way to say something, and what it says; a text where something is lacking, undefined where it is something else. */
export type Rule = [RegExp, (groups: string[], text: Reader) => Verb | string | undefined]

export const rule = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`, 'isu')

/** How to say that a step is wanted although it cannot be taken back. */
export const REALLY = String.raw`(really |definitely )?`
