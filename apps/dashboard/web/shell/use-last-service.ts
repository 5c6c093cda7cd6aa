import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Service } from '../services/service.ts'
import { findService } from './navigation-groups.ts'

const place = 'waypost-service'

/** The service whose pages were shown last in this browser, so that pages that both have are opened for it. */
export function useLastService(): Service {
  const shown = useLocation({ select: ({ pathname }) => findService(pathname) })
  useEffect(() => {
    if (shown) localStorage.setItem(place, shown)
  }, [shown])
  return shown ?? (localStorage.getItem(place) === 'alias' ? 'alias' : 'automation')
}
