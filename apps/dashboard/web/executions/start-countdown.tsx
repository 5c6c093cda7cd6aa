import { useNow } from '../times/use-now.ts'

/** Shows how long a run still waits: an automation runs at most every 45 s. */
export function StartCountdown({ startsAt }: { startsAt: string | undefined }) {
  const now = useNow(500)
  const seconds = startsAt === undefined ? 0 : Math.ceil((Date.parse(startsAt) - now) / 1000)
  return (
    <p className="note" role="status">
      {seconds > 1
        ? `Starts in ${seconds} s. An automation waits 45 s after each run.`
        : 'Waiting to start. An automation waits 45 s after each run.'}
    </p>
  )
}
