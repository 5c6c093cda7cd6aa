import { useState } from 'react'
import { useSession } from '../accounts/session-query.ts'
import type { Service } from '../services/service.ts'

/** Whether the account's first steps with a service are hidden in this browser. */
export function useHiddenSteps(service: Service): { isHidden: boolean; hide: () => void } {
  const place = `waypost-hidden-steps ${service} ${useSession()?.account.id}`
  const [isHidden, setIsHidden] = useState(() => localStorage.getItem(place) !== null)
  const hide = () => {
    localStorage.setItem(place, 'yes')
    setIsHidden(true)
  }
  return { isHidden, hide }
}
