import { useQuery } from '@tanstack/react-query'
import { ChangedError } from '@waypost/sdk'
import { Button } from '../controls/button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { Modal } from '../controls/modal.tsx'
import { DataTable, type Column } from '../lists/data-table.tsx'
import { Loading } from '../lists/loading.tsx'
import { listDifferences, type Difference } from './list-differences.ts'
import './conflicts.css'

interface Props<Stored> {
  /** What is edited, for people: “automation”. */
  what: string
  /** The error of the last attempt to save. */
  error: Error | null
  /** What the form began with. */
  begun: object
  /** Loads what is stored now. */
  load: () => Promise<Stored>
  /** The part of it that the form edits. */
  toInput: (stored: Stored) => object
  /** Saves the form in spite of what is stored. */
  onOverwrite: (stored: Stored) => void
  /** Begins again with what is stored. */
  onReload: (stored: Stored) => void
  onClose: () => void
}

const mostShown = 50

/** Says what somebody else has changed since a form was opened, and asks which of both is to stay. */
export function ConflictDialog<Stored extends { version: number }>(props: Props<Stored>) {
  const { what, error, begun, load, toInput, onOverwrite, onReload, onClose } = props
  const isConflict = error instanceof ChangedError
  const stored = useQuery({
    queryKey: ['conflict', what, isConflict && error],
    queryFn: load,
    enabled: isConflict,
    gcTime: 0,
    staleTime: Infinity,
  })
  const differences = stored.data ? listDifferences(begun, toInput(stored.data)) : []
  return (
    <Modal title={`This ${what} has changed in the meantime`} isOpen={isConflict} onClose={onClose}>
      <div className="stack">
        <p>
          It was saved since you opened it: by somebody else, by a program, or by a run that healed a step.
          Your changes are not saved yet.
        </p>
        <ErrorNote error={stored.error} />
        {!stored.data && !stored.error && <Loading />}
        {stored.data && <Differences differences={differences} />}
        <div className="row">
          <Button
            tone="danger"
            disabled={!stored.data}
            onClick={() => stored.data && onOverwrite(stored.data)}
          >
            Overwrite with mine
          </Button>
          <Button disabled={!stored.data} onClick={() => stored.data && onReload(stored.data)}>
            Drop mine and reload
          </Button>
          <Button tone="plain" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Modal>
  )
}

const columns: Column<Difference>[] = [
  { label: 'Changed', cell: ({ place }) => place },
  { label: 'When you opened it', cell: ({ before }) => <Value text={before} /> },
  { label: 'Stored now', cell: ({ after }) => <Value text={after} /> },
]

function Differences({ differences }: { differences: Difference[] }) {
  if (differences.length === 0) return <p>What is stored now is the same as when you opened it.</p>
  return (
    <div className="differences">
      <DataTable
        caption="What has changed"
        columns={columns}
        rows={differences.slice(0, mostShown)}
        rowKey={({ place }) => place}
      />
      {differences.length > mostShown && (
        <p className="quiet small">And {differences.length - mostShown} more.</p>
      )}
    </div>
  )
}

function Value({ text }: { text: string | undefined }) {
  if (text === undefined || text === '') return <span className="quiet">nothing</span>
  return <code className="breakable">{text.length > 200 ? `${text.slice(0, 200)} …` : text}</code>
}
