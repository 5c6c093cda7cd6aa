import type { AliasApi } from '@waypost/sdk'
import { textOf } from '../controls/form-values.ts'
import { kibibytesOf } from './kibibytes-of.ts'

/** A rule from the fields of its form. What the form does not ask for stays as it is. */
export function readRule(
  values: FormData,
  action: AliasApi.MailRule['action'],
  rule: AliasApi.MailRule | undefined,
): AliasApi.NewMailRule {
  return {
    conditions: readConditions(values, rule?.conditions ?? {}),
    action,
    ...(action === 'forward' && { forwardToId: textOf(values, 'forwardToId') }),
    ...(action === 'label' && { label: textOf(values, 'label') }),
    ...((action === 'forward' || action === 'label') && { stop: values.has('stop') }),
    isActive: rule?.isActive ?? true,
  }
}

function readConditions(values: FormData, before: AliasApi.MailConditions): AliasApi.MailConditions {
  const text = (name: string) => textOf(values, name) || undefined
  // The form shows a size rounded: as long as that is not changed, it is the size that it was.
  const bytes = (name: 'largerThan' | 'smallerThan') => {
    const shown = textOf(values, name)
    if (shown === kibibytesOf(before[name])) return before[name]
    return shown === '' ? undefined : Number(shown) * 1024
  }
  const [from, subject, name, contains] = ['from', 'subject', 'headerName', 'headerContains'].map(text)
  const [largerThan, smallerThan] = [bytes('largerThan'), bytes('smallerThan')]
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
