import type { ReactNode } from 'react'
import { SelectField } from '../controls/field.tsx'
import { lifetimesUpTo } from './lifetimes.ts'

interface Props {
  /** The longest that the plan allows. */
  maxSeconds: number
  seconds: number
  onChange: (seconds: number) => void
  hint?: ReactNode
  /** A choice before the lifetimes, which stands for none of them. */
  none?: string
}

/** How long an alias lives. A time that programs have chosen stays among the choices. */
export function LifetimeField({ maxSeconds, seconds, onChange, hint, none }: Props) {
  const lifetimes = lifetimesUpTo(maxSeconds)
  const isOther = seconds > 0 && !lifetimes.some((lifetime) => lifetime.seconds === seconds)
  return (
    <SelectField
      label="Expires in"
      name="expiresIn"
      value={seconds}
      onChange={(event) => onChange(Number(event.target.value))}
      hint={hint}
    >
      {none !== undefined && <option value={0}>{none}</option>}
      {isOther && <option value={seconds}>{seconds} seconds</option>}
      {lifetimes.map((lifetime) => (
        <option key={lifetime.seconds} value={lifetime.seconds}>
          {lifetime.label}
        </option>
      ))}
    </SelectField>
  )
}
