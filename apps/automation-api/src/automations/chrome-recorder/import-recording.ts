import type { core } from 'zod'
import type { Action } from '../action.ts'
import { importStep, type Unsupported } from './import-step.ts'
import { recording, type Recording, type RecordingSettings } from './recording.ts'

export type ImportedRecording = {
  name: string
  actions: Action[]
  recording: RecordingSettings
  /** The part of our exports that is not in a recording; unchecked. */
  settings: Record<string, unknown>
  /** Everything in the file that did not become part of the automation. */
  unsupported: Unsupported[]
}

/**
 * Parses a file of the Recorder. Unsupported steps and properties are listed in `unsupported`; any invalid step makes
 * the whole file invalid, with issues whose paths are those of the file.
 */
export function importRecording(
  json: unknown,
): { imported: ImportedRecording; issues?: never } | { issues: core.$ZodIssue[]; imported?: never } {
  const { data, error } = recording.safeParse(json)
  if (!data) return { issues: error.issues }
  const { title, timeout, selectorAttribute, steps, waypost = {}, ...unknown } = data
  const { actions, unsupported, issues } = importSteps(steps)
  if (issues.length > 0) return { issues }
  return {
    imported: {
      name: title,
      actions,
      recording: {
        ...(timeout !== undefined && { timeoutMs: timeout }),
        ...(selectorAttribute !== undefined && { selectorAttribute }),
      },
      settings: waypost,
      unsupported: [
        ...Object.keys(unknown).map((property) => ({
          index: null,
          type: null,
          property,
          reason: `"${property}" is not part of a recording`,
        })),
        ...unsupported,
      ],
    },
  }
}

function importSteps(steps: Recording['steps']) {
  const actions: Action[] = []
  const unsupported: Unsupported[] = []
  const issues: core.$ZodIssue[] = []
  for (const [index, step] of steps.entries()) {
    const { action, ...refused } = importStep(step, index, actions.length)
    unsupported.push(...(refused.unsupported ?? []))
    issues.push(...(refused.issues ?? []))
    if (!action) continue
    if (actions.some(({ name }) => name === action.name))
      issues.push(issue(['steps', index], 'must have a name of its own', 'arrayUnique'))
    actions.push(action)
  }
  if (actions.length + issues.length + unsupported.length === 0)
    issues.push(issue(['steps'], 'must have a step that can be imported', 'arrayMinSize'))
  return { actions, unsupported, issues }
}

function issue(path: PropertyKey[], message: string, rule: string): core.$ZodIssue {
  return { code: 'custom', path, message, params: { rule }, input: undefined }
}
