import { lazy, Suspense } from 'react'
import { TextField } from '../controls/field.tsx'
import { usualPlaceholder, type ChoiceFieldProps } from './choice.ts'

const SearchedChoice = lazy(async () => ({ default: (await import('./searched-choice.tsx')).SearchedChoice }))

/** A choice among more than a list can show: typing searches them on the server. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { label, name, value, placeholder = usualPlaceholder } = props
  return (
    <Suspense
      fallback={
        <TextField label={label} name={name} placeholder={placeholder} defaultValue={value?.label} disabled />
      }
    >
      <SearchedChoice {...props} />
    </Suspense>
  )
}
