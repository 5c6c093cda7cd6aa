import { useEffect, useRef, useState, type ReactNode } from 'react'

/** Shows, and so loads, what is below the window once it is scrolled to. What was seen stays. */
export function OnceSeen({ children }: { children: ReactNode }) {
  const [isSeen, setIsSeen] = useState(typeof IntersectionObserver === 'undefined')
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isSeen || !place.current) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true)
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isSeen])
  return isSeen ? children : <div ref={place} className="not-seen" />
}
