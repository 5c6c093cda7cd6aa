import { Outlet, useLocation } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { IdentityCheck } from '../accounts/reauthentication/identity-check.tsx'
import { PaletteButton } from '../palette/palette-button.tsx'
import { Button } from '../controls/button.tsx'
import { AccountBar } from './account-bar.tsx'
import { Toaster } from '../toasts/toaster.tsx'
import { Brand } from './brand.tsx'
import { Navigation } from './navigation.tsx'

// Wide windows never load its code.
const MenuDrawer = lazy(async () => ({ default: (await import('./menu-drawer.tsx')).MenuDrawer }))

/** The layout of every page for signed-in users. */
export function AppShell() {
  const { pathname } = useLocation()
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen && !wasOpen) setWasOpen(true)
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    setIsOpen(false)
    // A new page starts at its top, for the scroll position and for screen readers.
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <div className="shell">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <div className="sidebar">
        <Brand />
        <PaletteButton hasKey />
        <Navigation />
        <AccountBar />
      </div>
      <div className="shell-page">
        <div className="topbar">
          <Brand />
          <div className="row">
            <PaletteButton />
            <Button aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setIsOpen(true)}>
              <Menu size={16} />
              Menu
            </Button>
            {wasOpen && (
              <Suspense>
                <MenuDrawer isOpen={isOpen} onClose={() => setIsOpen(false)} />
              </Suspense>
            )}
          </div>
        </div>
        <main className="page" id="main" ref={main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Toaster />
      <IdentityCheck />
    </div>
  )
}
