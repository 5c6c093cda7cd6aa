const place = 'waypost-theme'

export type Theme = 'light' | 'dark'

/** What was chosen here before, else what the system asks for. */
export function readTheme(): Theme {
  const chosen = localStorage.getItem(place)
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

export function showTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(place, theme)
  showTheme(theme)
}
