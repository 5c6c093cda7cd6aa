import { useId, type ComponentProps, type ReactNode } from 'react'
import { useFormIssues } from './form-issues.ts'

interface FrameProps {
  label: string
  hint?: ReactNode
  name: string
  children: (attributes: {
    id: string
    name: string
    'aria-describedby'?: string
    'aria-invalid'?: true
  }) => ReactNode
}

/** A control with its label, hint and error. */
export function FieldFrame({ label, hint, name, children }: FrameProps) {
  const id = useId()
  const issue = useFormIssues().messages.get(name)
  const described = [hint !== undefined && `${id}-hint`, issue !== undefined && `${id}-error`].filter(Boolean)
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        name,
        ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
        ...(issue !== undefined && { 'aria-invalid': true }),
      })}
      {hint !== undefined && (
        <span className="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {issue !== undefined && (
        <span className="field-error" id={`${id}-error`} role="alert">
          {issue}
        </span>
      )}
    </div>
  )
}

interface Described {
  label: string
  hint?: ReactNode
  name: string
}

const frameOf = ({ label, hint, name }: Described) => ({ label, name, ...(hint !== undefined && { hint }) })

export function TextField({ label, hint, ...rest }: Described & Omit<ComponentProps<'input'>, 'name'>) {
  return (
    <FieldFrame {...frameOf({ label, hint, name: rest.name })}>
      {(attributes) => <input className="input" {...rest} {...attributes} />}
    </FieldFrame>
  )
}

export function TextAreaField({
  label,
  hint,
  ...rest
}: Described & Omit<ComponentProps<'textarea'>, 'name'>) {
  return (
    <FieldFrame {...frameOf({ label, hint, name: rest.name })}>
      {(attributes) => <textarea className="input" rows={4} {...rest} {...attributes} />}
    </FieldFrame>
  )
}

export function SelectField({ label, hint, ...rest }: Described & Omit<ComponentProps<'select'>, 'name'>) {
  return (
    <FieldFrame {...frameOf({ label, hint, name: rest.name })}>
      {(attributes) => <select className="input" {...rest} {...attributes} />}
    </FieldFrame>
  )
}

export function CheckField({ label, ...rest }: { label: ReactNode } & ComponentProps<'input'>) {
  return (
    <label className="check">
      <input type="checkbox" {...rest} />
      <span>{label}</span>
    </label>
  )
}
