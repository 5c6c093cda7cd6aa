import type { AliasApi } from '@waypost/sdk'
import { Time } from '../times/time.tsx'

/** How much mail an alias has, and when the last came or left. */
export function EmailCount({ activity }: { activity: AliasApi.Alias['activity'] }) {
  if (!activity || activity.lastEmailAt === null) return <span className="quiet">none</span>
  const { received, sent, lastEmailAt } = activity
  return (
    <span className="count-and-time">
      <span title={`${received} received, ${sent} sent`}>{(received + sent).toLocaleString('en')}</span>
      <span className="small quiet">
        <Time at={lastEmailAt} />
      </span>
    </span>
  )
}
