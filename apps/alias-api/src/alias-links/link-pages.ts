import { escapeHtml, htmlPage } from '@waypost/http'
import type { LinkPurpose } from './alias-link.ts'
import { canBeExtended, type FoundAlias } from './find-linked-alias.ts'

type Alias = NonNullable<FoundAlias>

const nameOf = ({ address }: Alias): string => `<strong>${escapeHtml(address)}</strong>`
const timeOf = ({ expiresAt }: Alias): string =>
  `${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Asks by a button: mail scanners follow links, and press no buttons. */
export const askingPage: Record<LinkPurpose, (alias: Alias) => string> = {
  disable: (alias) =>
    htmlPage(
      'Disable this alias?',
      `<p>Mail to ${nameOf(alias)} will be refused, until its owner turns it on again.</p>
${buttonOf('Disable it')}`,
    ),
  extend: (alias) =>
    htmlPage('Extend this alias?', textOf(alias) + (canBeExtended(alias) ? buttonOf('Extend it') : '')),
}

export const donePage: Record<LinkPurpose, (alias: Alias) => string> = {
  disable: (alias) => htmlPage('Disabled', textOf(alias)),
  extend: (alias) => htmlPage(canBeExtended(alias) ? 'Extended' : 'Not extended', textOf(alias)),
}

const buttonOf = (label: string): string => `<form method="post"><button>${label}</button></form>`

function textOf(alias: Alias): string {
  if (!alias.isActive) return `<p>${nameOf(alias)} receives no mail until its owner turns it on again.</p>`
  if (alias.renewSeconds !== null) return `<p>${nameOf(alias)} renews itself before it expires.</p>`
  return `<p>${nameOf(alias)} receives mail until ${timeOf(alias)}.</p>`
}

export const voidPage = htmlPage(
  'This link no longer works',
  '<p>It is too old, the alias is gone or forwards elsewhere, or its owner has switched links off.</p>',
)
