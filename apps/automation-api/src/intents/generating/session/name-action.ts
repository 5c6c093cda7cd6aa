import { actionVerbs } from '../../../automations/action-verbs.ts'
import type { Action } from '../../../automations/action.ts'

const LENGTH = 60

/** A short and unique name: the action and its target. Never with a value, which may be secret. */
export function nameAction(type: Action['type'], called: string, taken: { name: string }[]): string {
  const plain = called
    .replaceAll(/["“”„«»`]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, LENGTH)
    .toWellFormed()
  const name = `${actionVerbs[type]} ${plain}`.trim()
  const isTaken = (each: string) => taken.some((action) => action.name === each)
  let number = 1
  while (isTaken(number === 1 ? name : `${name} (${number})`)) number += 1
  return number === 1 ? name : `${name} (${number})`
}
