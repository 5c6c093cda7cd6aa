import { Dialog } from '@base-ui/react/dialog'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { buttonClass } from '../controls/button.tsx'
import { PaletteButton } from '../palette/palette-button.tsx'
import { SignedInAs } from '../accounts/signed-in-as.tsx'
import { Brand } from './brand.tsx'
import { Navigation } from './navigation.tsx'
import { ThemeButton } from './theme-button.tsx'

/** The layout of every page for signed-in users. */
export function AppShell() {
  const { pathname } = useLocation()
  const [isOpen, setIsOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    setIsOpen(false)
    // A new page starts at its top, for the scroll position and for screen readers.
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  const menu = (
    <>
      <Navigation />
      <div className="nav-group stack-tight">
        <SignedInAs />
        <div className="row">
          <ThemeButton />
        </div>
      </div>
    </>
  )
  return (
    <div className="shell">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <div className="sidebar">
        <Brand />
        <PaletteButton hasKey />
        {menu}
      </div>
      <div>
        <div className="topbar">
          <Brand />
          <div className="row">
            <PaletteButton />
            <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
              <Dialog.Trigger className={buttonClass.usual}>Menu</Dialog.Trigger>
              <Dialog.Portal>
                <Dialog.Backdrop className="backdrop" />
                <Dialog.Popup className="drawer" aria-label="Menu">
                  <Brand />
                  {menu}
                  <Dialog.Close className={buttonClass.usual}>Close</Dialog.Close>
                </Dialog.Popup>
              </Dialog.Portal>
            </Dialog.Root>
          </div>
        </div>
        <main className="page" id="main" ref={main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
    </div>
  )
}
