import type { ComponentProps } from 'react'

export type Tone = 'primary' | 'usual' | 'danger' | 'plain' | 'plain-danger'

export const buttonClass: Record<Tone, string> = {
  primary: 'button button-primary',
  usual: 'button',
  danger: 'button button-danger',
  plain: 'button button-plain',
  'plain-danger': 'button button-plain button-danger',
}

interface Props extends ComponentProps<'button'> {
  tone?: Tone
  /** The action is in progress, and the button cannot be pressed again. */
  isBusy?: boolean
}

export function Button({ tone = 'usual', isBusy = false, disabled, ...rest }: Props) {
  return (
    <button
      type="button"
      className={buttonClass[tone]}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      {...rest}
    />
  )
}
