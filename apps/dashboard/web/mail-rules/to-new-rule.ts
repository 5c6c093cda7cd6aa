import type { AliasApi } from '@waypost/sdk'

/** A rule as it is given back to the service, which replaces all rules of an alias at once. */
export function toNewRule({
  conditions,
  action,
  forwardToId,
  label,
  stop,
  isActive,
}: AliasApi.MailRule): AliasApi.NewMailRule {
  return {
    conditions,
    action,
    ...(forwardToId !== null && { forwardToId }),
    ...(label !== null && { label }),
    stop,
    isActive,
  }
}
