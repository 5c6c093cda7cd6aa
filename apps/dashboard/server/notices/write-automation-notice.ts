import type { AutomationNotice } from './notice.ts'

export function writeAutomationNotice(
  { kind, automationName, executionId, error }: AutomationNotice,
  publicUrl: URL,
): { subject: string; text: string } {
  const page = `${publicUrl.origin}/runs/${executionId}`
  const name = automationName.replaceAll(/\s+/g, ' ')
  if (kind === 'automation_recovered')
    return {
      subject: `Automation works again: ${name}`,
      text: `A run of your automation “${name}” completed, after others had failed.

${page}
`,
    }
  return {
    subject: `Automation failed: ${name}`,
    text: `A run of your automation “${name}” failed:

${error ?? 'No reason is known.'}

The run's page shows its steps. You get another email once a run completes, and none until then:

${page}
`,
  }
}
