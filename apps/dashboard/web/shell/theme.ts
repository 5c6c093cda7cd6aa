const place = 'waypost-theme'
const prefersDark = matchMedia('(prefers-color-scheme: dark)')

const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The theme that was chosen in this browser; `system` by default. */
export function readTheme(): Theme {
  const chosen = localStorage.getItem(place)
  return themes.find((theme) => theme === chosen) ?? 'system'
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(place, theme)
  showTheme()
}

export const nextTheme = (theme: Theme): Theme => themes[(themes.indexOf(theme) + 1) % themes.length]!

/** Applies the chosen theme; `system` follows the operating system. */
export function startTheme(): void {
  showTheme()
  prefersDark.addEventListener('change', showTheme)
}

function showTheme(): void {
  const theme = readTheme()
  const system = prefersDark.matches ? 'dark' : 'light'
  document.documentElement.dataset['theme'] = theme === 'system' ? system : theme
}
