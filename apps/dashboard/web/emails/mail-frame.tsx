import { useEffect, useRef, useState } from 'react'

// A longer email scrolls in its frame.
const highest = 20_000
// One that is as high as its frame and a bit more would grow without an end.
const mostChanges = 30

/**
 * The HTML of an email, in a frame without an origin that submits no forms and runs no script but the server's own, which tells its
 * height.
 */
export function MailFrame({ title, src }: { title: string; src: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState<number>()
  useEffect(() => {
    let changes = 0
    const listen = ({ source, data }: MessageEvent<unknown>) => {
      if (source === null || source !== frame.current?.contentWindow) return
      const told = readHeight(data)
      if (told === undefined || (changes += 1) > mostChanges) return
      setHeight(Math.min(told, highest))
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [src])
  return (
    <iframe
      ref={frame}
      className="mail-frame"
      title={title}
      // The email may say anything, so that its height is a number of pixels and nothing else.
      height={height}
      sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      src={src}
    />
  )
}

function readHeight(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null || !('mailHeight' in data)) return undefined
  const { mailHeight } = data
  return typeof mailHeight === 'number' && mailHeight > 0 ? Math.ceil(mailHeight) : undefined
}
