import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { chooseTheme, nextTheme, readTheme } from './theme.ts'

const icons = { system: Monitor, light: Sun, dark: Moon }

/** Cycles through the themes system, light and dark. */
export function ThemeButton() {
  const [theme, setTheme] = useState(readTheme)
  const change = () => {
    const next = nextTheme(theme)
    chooseTheme(next)
    setTheme(next)
  }
  return <IconButton icon={icons[theme]} label={`Theme: ${theme}`} onClick={change} />
}
