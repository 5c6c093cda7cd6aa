import { notFound } from '@tanstack/react-router'

export type Service = 'automation' | 'alias'

export const serviceLabels: Record<Service, string> = { automation: 'Automation', alias: 'Alias' }

/** The service that a URL parameter names. */
export function asService(text: string): Service {
  if (text !== 'automation' && text !== 'alias') throw notFound()
  return text
}
