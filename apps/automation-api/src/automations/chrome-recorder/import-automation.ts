import { inputIssues, ValidationError, type InputIssue } from '@waypost/http'
import type { Actor, ApiServices } from '../../services.ts'
import { newAutomation, type Automation } from '../automation.ts'
import { createAutomation } from '../create-automation.ts'
import { importRecording, type ImportedRecording } from './import-recording.ts'

export interface ImportedAutomation {
  automation: Automation
  unsupported: ImportedRecording['unsupported']
}

/**
 * Makes an automation from a recording. A recording with steps that the service does not support is refused, naming
 * each step, because every run would lack them; a caller can accept their loss.
 */
export async function importAutomation(
  services: ApiServices,
  actor: Actor,
  file: unknown,
  { skipUnsupported }: { skipUnsupported: boolean },
): Promise<ImportedAutomation> {
  const { imported, issues } = importRecording(file)
  if (!imported) throw new ValidationError(inputIssues(issues, file))
  const { name, actions, recording, settings, unsupported } = imported
  const refused = skipUnsupported ? [] : unsupported.flatMap(describe)
  if (refused.length > 0) throw new ValidationError(refused)

  const { data, error } = newAutomation.safeParse({ ...settings, name, actions })
  if (!data) throw new ValidationError(inputIssues(error.issues, file))
  const automation = await createAutomation(services, actor, data, { recording })
  return { automation, unsupported }
}

function describe({ index, type, property, reason }: ImportedRecording['unsupported'][number]): InputIssue[] {
  // An unsupported property does not change what the step does.
  if (index === null || property !== undefined) return []
  const message = `steps.${index}.type ${reason}`
  return [{ property: `steps.${index}.type`, rule: 'isIn', message, receivedValue: type }]
}
