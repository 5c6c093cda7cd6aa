import type { LinkProps } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'

/** Something that the palette leads to. */
export interface PaletteEntry {
  id: string
  label: string
  hint?: string | undefined
  icon?: LucideIcon
  /** When it was, where that tells it from others. */
  at?: string
  link: LinkProps
}

export interface PaletteGroup {
  title: string
  items: PaletteEntry[]
}
