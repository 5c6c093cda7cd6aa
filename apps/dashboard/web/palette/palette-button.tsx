import { Search } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { PaletteBox } from './palette-box.tsx'
import { usePaletteKey } from './use-palette-key.ts'

// Its code is loaded when it is first opened.
const load = () => import('./palette.tsx')
const Palette = lazy(async () => ({ default: (await load()).Palette }))

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)

/** Opens the palette, by a press or by the keys ⌘K or Ctrl K. */
export function PaletteButton({ hasKey = false }: { hasKey?: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const close = () => {
    setIsOpen(false)
    setTyped('')
  }
  usePaletteKey(hasKey, () => (isOpen ? close() : setIsOpen(true)))
  return (
    <>
      <button
        type="button"
        className="button palette-button"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={() => void load()}
        onClick={() => setIsOpen(true)}
      >
        <span className="palette-button-label">
          <Search size={16} />
          Search
        </span>
        {hasKey && <kbd aria-hidden="true">{isApple ? '⌘K' : 'Ctrl K'}</kbd>}
      </button>
      {isOpen && (
        <Suspense fallback={<PaletteBox text={typed} onType={setTyped} onClose={close} />}>
          <Palette initial={typed} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
