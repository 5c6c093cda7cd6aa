import { useEffect, useMemo, useRef, type ReactNode, type SubmitEvent } from 'react'
import { issuesOf } from '../client/describe-error.ts'
import { ErrorNote } from './error-note.tsx'
import { FormIssuesContext, type FormIssues } from './form-issues.ts'

interface Props {
  onSubmit: (values: FormData) => void
  /** The error of the last attempt. */
  error?: Error | null
  children: ReactNode
}

/** A form. Errors are shown at their fields, or at the top if they belong to none. */
export function Form({ onSubmit, error, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const note = useRef<HTMLDivElement>(null)
  // In a long form the submit button is far from the error at the top, so the error is scrolled into view.
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
    // In React's tree, a form in a dialog is inside the page's form, and its submit event would reach that one too.
    event.stopPropagation()
    onSubmit(new FormData(event.currentTarget))
  }
  return (
    <FormIssuesContext value={issues}>
      <form ref={form} className="stack" onSubmit={submit}>
        <div ref={note} className="form-note" tabIndex={-1}>
          <ErrorNote error={error} />
        </div>
        {children}
      </form>
    </FormIssuesContext>
  )
}
