import { fillText } from '../automations/variables/fill-text.ts'
import type { MemberSettings } from './member-settings.ts'

/** Something that a member's settings refer to: a value of the trigger, or an output of an earlier member. */
export interface Reference {
  /** The setting, as it is named in an error. */
  property: string
  /** Of the trigger, or of the row. */
  variable?: string
  member?: string
  /** The output of the member. */
  output?: string
}

/** Everything that a member's settings refer to, its own rows excepted. */
export function listReferences({ inputs = {}, when, forEach }: MemberSettings): Reference[] {
  const found: Reference[] = []
  const addOutput = (property: string, path: string) => {
    const [member, output] = path.split('.')
    found.push({ property, member: member!, output: output! })
  }
  for (const [name, text] of Object.entries(inputs)) {
    const property = `inputs.${name}`
    fillText(
      text,
      (variable) => {
        if (variable !== forEach?.as) found.push({ property, variable })
        return ''
      },
      (member, [output]) => {
        // `${secrets.name}` is filled when the step is performed.
        if (member !== forEach?.as && member !== 'secrets') found.push({ property, member, output: output! })
        return ''
      },
    )
  }
  if (when?.output) addOutput('when.output', when.output)
  if (when?.variable) found.push({ property: 'when.variable', variable: when.variable })
  const state = when?.completed ?? when?.failed
  if (state) found.push({ property: when?.completed ? 'when.completed' : 'when.failed', member: state })
  if (forEach) addOutput('forEach.in', forEach.in)
  return found
}
