import type { AliasApi } from '@waypost/sdk'
import { describeSize } from '../controls/describe-size.ts'

/** What is written of a rule, also of one that is not saved yet. */
export type DescribedRule = Pick<AliasApi.MailRule, 'conditions' | 'action' | 'forwardToEmail' | 'label'>

/** Which emails a rule matches, in words. */
export function describeConditions({
  from,
  subject,
  header,
  largerThan,
  smallerThan,
  hasAttachments,
  spam,
}: AliasApi.MailConditions): string {
  const all = [
    from !== undefined && `from “${from}”`,
    subject !== undefined && `with “${subject}” in the subject`,
    header &&
      `with the header ${header.name}${header.contains === undefined ? '' : `: “${header.contains}”`}`,
    largerThan !== undefined && `larger than ${describeSize(largerThan)}`,
    smallerThan !== undefined && `smaller than ${describeSize(smallerThan)}`,
    hasAttachments !== undefined && (hasAttachments ? 'with attachments' : 'without attachments'),
    spam !== undefined && { clean: 'that is clean', suspect: 'that may be spam', spam: 'that is spam' }[spam],
  ].filter((each) => typeof each === 'string')
  return all.length === 0 ? 'Every email' : `Email ${all.join(', ')}`
}

/** What a rule does, in words. */
export const describeAction = ({ action, forwardToEmail, label }: DescribedRule): string =>
  ({
    forward: `forward to ${forwardToEmail ?? 'a mailbox'}`,
    label: `label “${label ?? ''}”`,
    keep: 'keep it here',
    discard: 'move it to Deleted',
    webhook: 'webhooks only',
  })[action]

export const describeRule = (rule: DescribedRule): string =>
  `${describeConditions(rule.conditions)}: ${describeAction(rule)}`
