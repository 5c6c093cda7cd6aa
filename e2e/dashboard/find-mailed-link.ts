import { waitFor } from '@waypost/testing'
import { readOutbox } from './read-outbox.ts'

/** Finds the newest link of a kind that the dashboard emailed to an address. */
export function findMailedLink(dashboardUrl: string, email: string, kind: string): Promise<string> {
  const pattern = new RegExp(`https?://\\S+/${kind}#token=[\\w-]+`)
  return waitFor(`the mail with a link to ${kind}`, async () => {
    const mails = await readOutbox(dashboardUrl, email)
    return mails.map(({ bodyText }) => pattern.exec(bodyText)?.[0]).find((link) => link !== undefined)
  })
}
