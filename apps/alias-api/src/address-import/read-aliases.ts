import { ValidationError } from '@waypost/http'
import { normaliseAddress } from '../addresses/live-address.ts'
import { parseCsv } from './parse-csv.ts'

/** One alias of a file. */
export interface FileAlias {
  line: number
  /** In the form in which aliases are stored. */
  address: string
  label: string | null
  isActive: boolean
  isDeleted: boolean
  /** In lower case; the first is the main one. */
  mailboxes: string[]
}

const maxRows = 5000
const maxLabel = 100

// SimpleLogin: alias, note, enabled, mailboxes. addy.io: email, description, active, deleted_at among others, and for
// its own import alias, description, recipients. Ours: address, alias.
const addressNames = ['address', 'email', 'alias']
const labelNames = ['note', 'description', 'label', 'alias']
const activeNames = ['enabled', 'active', 'isactive']
const mailboxNames = ['mailboxes', 'recipients']

/** Reads the aliases of a CSV file, whichever service has exported it. */
export function readAliases(csv: string): FileAlias[] {
  const [header, ...rows] = parseCsv(csv) ?? refuse('has a quote that is not closed')
  const names = header?.cells.map((name) => name.trim().toLowerCase()) ?? []
  const find = (wanted: string[]) => names.indexOf(wanted.find((name) => names.includes(name)) ?? '')
  const addressAt = find(addressNames)
  if (addressAt === -1) refuse(`must have a header with one of the columns ${addressNames.join(', ')}`)
  if (rows.length > maxRows) refuse(`must not have more than ${maxRows} rows`)

  const labelAt = find(labelNames.filter((name) => names.indexOf(name) !== addressAt))
  const [activeAt, mailboxesAt, deletedAt] = [find(activeNames), find(mailboxNames), find(['deleted_at'])]
  // addy.io writes no value for false.
  const isActiveIfEmpty = !names.includes('aliasable_id')
  return rows.map(({ line, cells }) => {
    const cell = (at: number) => cells[at]?.trim() ?? ''
    return {
      line,
      address: cell(addressAt).includes('@') ? normaliseAddress(cell(addressAt)) : cell(addressAt),
      label: cell(labelAt).slice(0, maxLabel).trim() || null,
      isActive: activeAt === -1 || isTrue(cell(activeAt), isActiveIfEmpty),
      isDeleted: cell(deletedAt) !== '',
      mailboxes: cell(mailboxesAt)
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter((mailbox) => mailbox !== ''),
    }
  })
}

const isTrue = (text: string, isActiveIfEmpty: boolean): boolean =>
  text === '' ? isActiveIfEmpty : !['false', '0', 'no', 'f', 'n'].includes(text.toLowerCase())

function refuse(says: string): never {
  throw new ValidationError([
    { property: 'csv', rule: 'matches', message: `csv ${says}`, receivedValue: null },
  ])
}
