import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { chooseTheme, nextTheme, readTheme } from './theme.ts'

/** Cycles through the themes system, light and dark. */
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
