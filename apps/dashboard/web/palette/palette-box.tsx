import { createPortal } from 'react-dom'
import './palette.css'

interface Props {
  text: string
  onType: (text: string) => void
  onClose: () => void
}

/** The palette's field while the rest of it is loaded, so that nothing typed is lost. */
export function PaletteBox({ text, onType, onClose }: Props) {
  return createPortal(
    <>
      <div className="backdrop" onClick={onClose} />
      <div className="palette" role="dialog" aria-label="Search everything" aria-busy="true">
        <input
          className="palette-input"
          aria-label="Search everything"
          placeholder="Automations, runs, aliases, emails, pages …"
          maxLength={255}
          autoFocus
          value={text}
          onChange={({ target }) => onType(target.value)}
          onKeyDown={({ key }) => key === 'Escape' && onClose()}
        />
        <p className="palette-status small quiet">Loading …</p>
      </div>
    </>,
    document.body,
  )
}
