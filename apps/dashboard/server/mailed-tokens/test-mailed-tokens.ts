import type { TestDashboard } from '../create-test-dashboard.ts'

/** For tests: the token of the link in the newest email to an address. */
export async function mailedTokenOf(dashboard: TestDashboard, path: string, to: string): Promise<string> {
  const [mail] = await dashboard.mails(to)
  const [, token] =
    new RegExp(`https://dashboard.example/${path}#token=([\\w-]{43})\n`).exec(mail!.bodyText) ?? []
  return token!
}
