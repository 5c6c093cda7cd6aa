import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

interface Props extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  icon: LucideIcon
  /** What it does, for assistive technology and as its tooltip. */
  label: string
  isBusy?: boolean
}

/** A button that is an icon. */
export function IconButton({ icon: Icon, label, isBusy = false, disabled, ...rest }: Props) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      {...rest}
    >
      <Icon size={16} />
    </button>
  )
}
