import { useEffect, useMemo, useRef, type ReactNode, type SubmitEvent } from 'react'
import { issuesOf } from '../client/describe-error.ts'
import { ErrorNote } from './error-note.tsx'
import { FormIssuesContext, type FormIssues } from './form-issues.ts'

interface Props {
  onSubmit: (values: FormData) => void
  /** What the last attempt was refused with. */
  error?: Error | null
  children: ReactNode
}

/** Fields that are sent together; what is wrong is said at each, or at the top where it belongs to none. */
export function Form({ onSubmit, error, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const note = useRef<HTMLDivElement>(null)
  // Where a person looks after pressing the button is far from the top of a long form.
  useEffect(() => {
    if (!error) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const target = field ?? note.current
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: 'center' })
  }, [error])
  const issues = useMemo<FormIssues>(
    () => ({
      messages: new Map(issuesOf(error).map(({ property, message }) => [property, message])),
      isShownAtField: (property) => form.current?.elements.namedItem(property) != null,
    }),
    [error],
  )
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A form in a dialog is inside the page's in React's tree.
    event.stopPropagation()
    onSubmit(new FormData(event.currentTarget))
  }
  return (
    <FormIssuesContext value={issues}>
      <form ref={form} className="stack" onSubmit={submit}>
        <div ref={note} tabIndex={-1}>
          <ErrorNote error={error} />
        </div>
        {children}
      </form>
    </FormIssuesContext>
  )
}
