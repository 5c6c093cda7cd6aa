import { useEffect, useState } from 'react'

/**
 * Whether to wait for what is pending, so that it is shown at once and moves nothing that is shown already.
 *
 * @param mostMs after which what is there is shown without the rest
 */
export function useWait(isPending: boolean, mostMs: number): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), mostMs)
    return () => clearTimeout(timer)
  }, [mostMs])
  return isPending && !isOver
}
