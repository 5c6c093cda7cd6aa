import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { chooseTheme, nextTheme, readTheme } from './theme.ts'

/** Changes from the system's theme to light, to dark, and back. */
export function ThemeButton() {
  const [theme, setTheme] = useState(readTheme)
  const change = () => {
    const next = nextTheme(theme)
    chooseTheme(next)
    setTheme(next)
  }
  return (
    <Button tone="plain" onClick={change}>
      Theme: {theme}
    </Button>
  )
}
