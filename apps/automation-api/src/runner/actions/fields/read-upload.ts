import { StorageError } from '@waypost/storage'
import { z } from 'zod'
import { readFile } from '../../../automations/uploads/read-file.ts'
import type { ActionOf, Step } from '../../step.ts'
import { withinRun } from '../../within-run.ts'

interface Upload {
  name: string
  mimeType: string
  buffer: Buffer
}

/** The file that a step uploads: its own, one that a run of the account has kept, or one of the account. */
export async function readUpload(
  { file, artifact = '', accountFile }: ActionOf<'upload'>,
  { storage, readArtifact, readAccountFile, timeoutMs, remainingMs }: Step,
): Promise<Upload> {
  const read = async (): Promise<Upload> => {
    if (file) return { name: file.name, mimeType: file.contentType, buffer: await readFile(storage, file) }
    if (accountFile !== undefined) {
      const found = await readAccountFile?.(accountFile)
      if (!found) throw new Error(`the account has no file "${accountFile}"`)
      return { name: found.name, mimeType: found.contentType, buffer: found.content }
    }
    const kept = await readArtifact?.(getArtifactId(artifact))
    if (!kept) throw new Error('there is no such artifact: it was deleted, or is of another account')
    return { name: kept.name, mimeType: kept.contentType, buffer: kept.content }
  }
  const late = new StorageError(`not done within ${timeoutMs} ms`)
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(late), remainingMs())
  try {
    return await withinRun(read(), limit.signal)
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    const name = file?.name ?? accountFile
    const which = name === undefined ? 'artifact' : `file "${name}"`
    throw new Error(`the ${which} cannot be read: ${error.message}`, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

const reference = z.object({ artifactId: z.uuid() })

/** The id in what `${outputs.report}` says of a file, or the text itself. */
function getArtifactId(text: string): string {
  const { data } = reference.safeParse(readJson(text))
  const id = data?.artifactId ?? text.trim()
  if (!z.uuid().safeParse(id).success) throw new Error(`“${text.slice(0, 100)}” is not a file of a run`)
  return id
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
