import type { BrowserNotice } from './notice.ts'

/** Without what the browser says of itself: whoever signed in could write anything there. */
export function writeBrowserNotice(
  { ip, at }: BrowserNotice,
  publicUrl: URL,
): { subject: string; text: string } {
  return {
    subject: 'New sign-in to your account',
    text: `Somebody signed in to your Waypost account in a browser that was not used for it before, at ${at}, from the IP
address ${ip}.

If it was you, there is nothing to do. If not, somebody knows your password. Choose a new one, which signs out every browser:

${publicUrl.origin}/forgot-password

Settings, Security lists the browsers that are signed in:

${publicUrl.origin}/account/security
`,
  }
}
