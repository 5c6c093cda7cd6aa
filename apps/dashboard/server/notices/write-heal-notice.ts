import type { HealNotice } from './notice.ts'

export function writeHealNotice(
  { automationName, actionName }: HealNotice,
  publicUrl: URL,
): { subject: string; text: string } {
  const name = automationName.replaceAll(/\s+/g, ' ')
  const step = actionName.replaceAll(/\s+/g, ' ')
  return {
    subject: `Review a heal: ${name}`,
    text: `A run of your automation “${name}” found the element of the step “${step}” at another place or under another name,
and went on with it.

Say whether it is the right one. An element that you refuse is not used again:

${publicUrl.origin}/heals

You get no further email about the heals of this automation for a week.
`,
  }
}
