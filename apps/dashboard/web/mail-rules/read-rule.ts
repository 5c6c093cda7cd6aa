import type { AliasApi } from '@waypost/sdk'
import { textOf } from '../controls/form-values.ts'

/** A rule from the fields of its form. What the form does not ask for stays as it is. */
export function readRule(
  values: FormData,
  action: AliasApi.MailRule['action'],
  rule: AliasApi.MailRule | undefined,
): AliasApi.NewMailRule {
  return {
    conditions: readConditions(values),
    action,
    ...(action === 'forward' && { forwardToId: textOf(values, 'forwardToId') }),
    ...(action === 'label' && { label: textOf(values, 'label') }),
    ...((action === 'forward' || action === 'label') && { stop: values.has('stop') }),
    isActive: rule?.isActive ?? true,
  }
}

function readConditions(values: FormData): AliasApi.MailConditions {
  const text = (name: string) => textOf(values, name) || undefined
  const bytes = (name: string) => (text(name) === undefined ? undefined : Number(text(name)) * 1024)
  const [from, subject, name, contains] = ['from', 'subject', 'headerName', 'headerContains'].map(text)
  const [largerThan, smallerThan] = ['largerThan', 'smallerThan'].map(bytes)
  const attachments = text('hasAttachments')
  const spam = text('spam') as AliasApi.MailConditions['spam'] | undefined
  return {
    ...(from !== undefined && { from }),
    ...(subject !== undefined && { subject }),
    ...(name !== undefined && { header: { name, ...(contains !== undefined && { contains }) } }),
    ...(largerThan !== undefined && { largerThan }),
    ...(smallerThan !== undefined && { smallerThan }),
    ...(attachments !== undefined && { hasAttachments: attachments === 'yes' }),
    ...(spam !== undefined && { spam }),
  }
}
