import { Button, type Tone } from './button.tsx'

interface Props {
  label: string
  tone?: Tone
  isBusy?: boolean
  onCancel: () => void
}

/** The end of a form that can be left. */
export function SubmitOrCancel({ label, tone = 'primary', isBusy = false, onCancel }: Props) {
  return (
    <div className="row">
      <Button type="submit" tone={tone} isBusy={isBusy}>
        {label}
      </Button>
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  )
}
