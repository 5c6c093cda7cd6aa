import type { ExtractedData } from '@waypost/webhooks'
import type { NewArtifact } from '../../../artifacts/store-artifact.ts'
import type { Step } from '../../step.ts'

/** Keeps the file that a step has made, under the step's output where it has one. */
export async function keepFile(
  { name: stepName, output }: { name: string; output?: string | undefined },
  { keep }: Step,
  file: Omit<NewArtifact, 'stepName'>,
): Promise<ExtractedData | void> {
  if (!keep) return undefined
  const artifactId = await keep({ ...file, stepName })
  const { name, contentType, content } = file
  return output === undefined
    ? undefined
    : { [output]: { artifactId, name, contentType, size: content.length } }
}
