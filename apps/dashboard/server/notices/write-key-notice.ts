import type { KeyNotice } from './notice.ts'

export function writeKeyNotice(
  { service, ip, at }: KeyNotice,
  publicUrl: URL,
): { subject: string; text: string } {
  return {
    subject: 'New API key in your account',
    text: `Somebody who is signed in to your Waypost account created an API key for the ${service} service at ${at}, from the
IP address ${ip}.

If it was you, there is nothing to do. If not, delete the key:

${publicUrl.origin}/keys/${service}

Then choose a new password, which signs out every browser:

${publicUrl.origin}/forgot-password
`,
  }
}
