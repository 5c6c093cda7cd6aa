import { useEffect, useRef, useState } from 'react'
import { loadRemoteImages } from './load-remote-images.ts'

// A longer email scrolls in its frame.
const highest = 20_000
// One that is as high as its frame and a bit more would grow without an end.
const mostChanges = 30

interface Props {
  emailId: string
  title: string
  src: string
  /** How often the reader has asked for the remote images of the email. */
  timesWanted: number
  /** Called when the email turns out to have remote images. */
  onRemoteImages: () => void
  /** Called when they are loaded, with the number of those that were refused for now. */
  onLoaded: (refused: number) => void
}

/**
 * The HTML of an email, in a frame without an origin that submits no forms, loads nothing, and runs no script but the server's own,
 * which tells its height and its remote images, and takes these in.
 */
export function MailFrame({ emailId, title, src, timesWanted, onRemoteImages, onLoaded }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  // For when the frame is shown anew, with what it quotes.
  const loaded = useRef(new Map<string, Blob>())
  const changes = useRef(0)
  const [height, setHeight] = useState<number>()
  const [remoteImages, setRemoteImages] = useState<string[]>([])
  useEffect(() => {
    changes.current = 0
    const listen = ({ source, data }: MessageEvent<unknown>) => {
      if (source === null || source !== frame.current?.contentWindow) return
      const urls = readRemoteImages(data)
      if (urls) {
        setRemoteImages(urls)
        onRemoteImages()
      }
      const told = readHeight(data)
      if (told === undefined || (changes.current += 1) > mostChanges) return
      setHeight(Math.min(told, highest))
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [src, onRemoteImages])
  useEffect(() => {
    const left = new AbortController()
    const show = (url: string, image: Blob) => {
      // Each may make the email higher.
      changes.current = 0
      // A frame without an origin has no other name.
      frame.current?.contentWindow?.postMessage({ url, image }, '*')
    }
    const load = async () => {
      const { signal } = left
      const refused = await loadRemoteImages(emailId, remoteImages, { show, loaded: loaded.current, signal })
      if (!signal.aborted) onLoaded(refused)
    }
    if (timesWanted > 0) void load()
    return () => left.abort()
  }, [emailId, timesWanted, remoteImages, onLoaded])
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

function readRemoteImages(data: unknown): string[] | undefined {
  if (typeof data !== 'object' || data === null || !('mailRemoteImages' in data)) return undefined
  const { mailRemoteImages } = data
  return Array.isArray(mailRemoteImages)
    ? mailRemoteImages.filter((url) => typeof url === 'string')
    : undefined
}
