import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { chooseTheme, readTheme } from './theme.ts'

/** Light or dark. */
export function ThemeButton() {
  const [theme, setTheme] = useState(readTheme)
  const other = theme === 'dark' ? 'light' : 'dark'
  const change = () => {
    chooseTheme(other)
    setTheme(other)
  }
  return (
    <Button tone="plain" onClick={change}>
      {other === 'dark' ? 'Dark colours' : 'Light colours'}
    </Button>
  )
}
