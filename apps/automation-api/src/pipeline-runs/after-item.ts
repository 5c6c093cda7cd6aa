import type { ExtractedData } from '@waypost/webhooks'
import { writeValue } from '../automations/variables/scope.ts'
import type { MemberRow } from './pipeline-run.ts'

const mostBytes = 1024 * 1024

/**
 * The member after the run for one row: it waits for the next, or has ended. What its rows have read is put together,
 * output by output.
 *
 * @param outcome of the run
 */
export function afterItem(
  member: MemberRow,
  outcome: Partial<MemberRow>,
  continueOnFailure: boolean,
): Partial<MemberRow> {
  const { next, total, failed } = member.fanOut!
  const merged = mergeData(member.extractedData, outcome.extractedData ?? {})
  const fits = Buffer.byteLength(JSON.stringify(merged)) <= mostBytes
  const reason =
    outcome.error ?? (fits ? null : `what it has read is more than ${mostBytes} bytes with the rows before`)
  const hasFailed = outcome.status === 'failed' || !fits
  const fanOut = { next: next + 1, total, failed: failed + (hasFailed ? 1 : 0) }
  const error = member.error ?? (hasFailed ? `Row ${next + 1} of ${total}: ${reason}` : null)
  const isOver = fanOut.next === total || (hasFailed && !continueOnFailure)
  return {
    status: isOver ? (fanOut.failed > 0 ? 'failed' : 'completed') : 'waiting',
    fanOut,
    error,
    extractedData: fits ? merged : member.extractedData,
    sessionId: outcome.sessionId ?? member.sessionId,
    dueAt: null,
    startedAt: member.startedAt ?? outcome.startedAt ?? null,
    completedAt: outcome.completedAt ?? null,
  }
}

function mergeData(data: ExtractedData, more: ExtractedData): ExtractedData {
  const merged = { ...data }
  for (const [name, value] of Object.entries(more)) {
    const before = Object.hasOwn(merged, name) ? listOf(merged[name]!) : []
    merged[name] = join(before, listOf(value))
  }
  return merged
}

type Value = ExtractedData[string]
type List = Extract<Value, unknown[]>

/** A text and a file become a list of one. */
function listOf(value: Value): List {
  if (Array.isArray(value)) return value
  return typeof value === 'string' ? [value] : [{ ...value }]
}

function join(one: List, other: List): List {
  const all = [...one, ...other]
  const texts = all.filter((each) => typeof each === 'string')
  if (texts.length === all.length) return texts
  const rows = all.filter((each) => typeof each !== 'string')
  return rows.length === all.length ? rows : all.map((each) => writeValue(each))
}
