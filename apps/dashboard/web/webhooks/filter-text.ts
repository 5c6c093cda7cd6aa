import type { ChangeEvent } from 'react'

/** The filter that a text says; null where it is empty. Throws where it is no JSON. */
export function readFilter(text: string): Record<string, unknown> | null {
  return text === '' ? null : (JSON.parse(text) as Record<string, unknown>)
}

/** Lets the browser refuse a form whose filter is no JSON object; the service checks what is in it. */
export function requireFilter({ target }: ChangeEvent<HTMLTextAreaElement>): void {
  target.setCustomValidity(
    isFilter(target.value.trim()) ? '' : 'Write a JSON object, such as {"status": "failed"}',
  )
}

function isFilter(text: string): boolean {
  try {
    const filter: unknown = readFilter(text)
    return typeof filter === 'object' && !Array.isArray(filter)
  } catch {
    return false
  }
}
