import type { LinkProps } from '@tanstack/react-router'

/** Something that the palette leads to. */
export interface PaletteEntry {
  id: string
  label: string
  hint?: string | undefined
  /** When it was, where that tells it from others. */
  at?: string
  link: LinkProps
}

export interface PaletteGroup {
  title: string
  items: PaletteEntry[]
}
