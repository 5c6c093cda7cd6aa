import { describeError, describeFully, issuesOf } from '../client/describe-error.ts'
import { useFormIssues } from './form-issues.ts'

/** Shows an error. Errors of a form's fields are shown at the fields instead. */
export function ErrorNote({ error }: { error: Error | null | undefined }) {
  const { isShownAtField } = useFormIssues()
  if (!error) return null
  const issues = issuesOf(error)
  const elsewhere = issues.filter((issue) => !isShownAtField(issue.property))
  const words =
    issues.length === 0
      ? [describeError(error)]
      : elsewhere.length === 0
        ? ['Some fields are invalid. See the message below each field.']
        : elsewhere.map(describeFully)
  return (
    <div className="note note-bad" role="alert">
      {words.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}
