import { stringify } from 'csv-stringify/sync'
import type { Cell, ExtractedData, Row } from '@waypost/webhooks'
import type { NewArtifact } from '../../artifacts/store-artifact.ts'
import type { StoredAction } from '../../automations/action.ts'
import { listActions } from '../../automations/nesting/list-actions.ts'
import { firstLine } from '../first-line.ts'
import { writeValue } from '../../automations/variables/scope.ts'

interface KeptResult {
  extractedData: ExtractedData
  error: string | null
}

/** Keeps a file of the run; returns its id. */
export type KeepArtifact = (file: NewArtifact) => Promise<string>

const MOST_ARTIFACTS = 100

/** Limits how many files a run may keep. */
export function limitArtifacts(keep: KeepArtifact): KeepArtifact {
  let count = 0
  return async (file) => {
    count += 1
    if (count > MOST_ARTIFACTS)
      throw new Error(`the run has kept ${MOST_ARTIFACTS} files, the most that it may`)
    return keep(file)
  }
}

/** Longer data is in a file, and the result refers to it. */
const MOST_INLINE_BYTES = 64 * 1024

/**
 * Keeps the lists of a run as files where their steps ask for it, or where they are too long for an event. A run whose
 * lists cannot be kept has failed.
 */
export async function keepLists(
  actions: StoredAction[],
  { extractedData, error }: KeptResult,
  keep: KeepArtifact,
): Promise<KeptResult> {
  try {
    return { extractedData: await writeLists(actions, extractedData, keep), error }
  } catch (failure) {
    const reason = `The extracted data could not be kept: ${firstLine(failure)}`
    return { extractedData: {}, error: error ?? reason }
  }
}

async function writeLists(
  actions: StoredAction[],
  data: ExtractedData,
  keep: KeepArtifact,
): Promise<ExtractedData> {
  const kept = { ...data }
  const lists = listActions(actions).filter((action) => action.type === 'extract')
  for (const { name: stepName, output, saveAs } of new Map(
    lists.map((each) => [each.output, each]),
  ).values()) {
    const rows = data[output]
    if (!Array.isArray(rows) || rows.some((row) => typeof row === 'string')) continue
    const json = Buffer.from(JSON.stringify(rows))
    const isLong = json.length > MOST_INLINE_BYTES
    if (saveAs === undefined && !isLong) continue
    const isCsv = saveAs === 'csv'
    const content = isCsv ? Buffer.from(writeCsv(rows as Row[])) : json
    const name = `${output}.${isCsv ? 'csv' : 'json'}`
    const contentType = isCsv ? 'text/csv; charset=utf-8' : 'application/json'
    const artifactId = await keep({ kind: 'data', stepName, name, contentType, content })
    if (isLong) kept[output] = { artifactId, name, contentType, size: content.length, rows: rows.length }
  }
  return kept
}

function writeCsv(rows: Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = rows.map((row) => columns.map((column) => writeCell(row[column])))
  // A spreadsheet would run what a page has written as a formula.
  return stringify([columns, ...cells], { escape_formulas: true, bom: true })
}

const writeCell = (cell: Cell | undefined) => (typeof cell === 'number' ? cell : writeValue(cell ?? null))
