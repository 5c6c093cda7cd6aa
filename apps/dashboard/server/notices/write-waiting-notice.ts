import type { WaitingNotice } from './notice.ts'

export function writeWaitingNotice(
  { executionId, automationName, message, until }: WaitingNotice,
  publicUrl: URL,
): { subject: string; text: string } {
  const name = automationName.replaceAll(/\s+/g, ' ')
  return {
    subject: `A run waits for you: ${name}`,
    text: `A run of your automation “${name}” waits for you until ${until}:

${message}

You can use its browser on the run's page, and continue the run there:

${publicUrl.origin}/runs/${executionId}
`,
  }
}
