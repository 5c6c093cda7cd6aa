import { expect, it } from 'vitest'
import { findCommonParts, meansTheSame, sayOtherThings } from './means-the-same.ts'

it.each([
  ['Log in', 'Sign in'],
  ['Login', 'Sign In'],
  ['Log in to your account', 'Sign in to your account'],
  ['Lost your password?', 'Forgot password?'],
  ['To', 'Recipient'],
  ['E-mail address', 'Email'],
  ['Search products', 'Find products'],
  ['Add to cart', 'Add to basket'],
  ['Your profile', 'Profile'],
  ['Postleitzahl', 'ZIP code'],
  ['Sign in', 'Anmelden'],
  ['Speichern', 'Save changes'],
  ['Se connecter', 'Log in'],
  ['Preferences', 'Configuracion'],
  ['Pricing table', 'Pricing'],
  ['Table list', 'Tables'],
  ['Form elements', 'Forms'],
  ['Registration page', 'Register'],
  ['Enter your name …', 'Full name'],
  ['Subscribe now', 'Subscribe'],
  ['City (optional)', 'City'],
  ['Import ctrl-i', 'Import'],
  ['Save ⌘S', 'Save'],
  ['»', 'Next'],
  ['×', 'Close'],
  ['Show entries', 'Entries per page'],
  ['Retype password', 'Confirm password'],
  ['Search for…', 'Enter search term'],
  ['Home address', 'Address'],
  ['Newer posts', 'Newer'],
  ['Find out more', 'Learn more'],
  ['prevYear', 'Previous year'],
  ['Close (Esc)', 'Close'],
  ['Bold (Ctrl+B)', 'Bold'],
  ['Next (arrow right)', 'Next'],
  ['Toggle preview', 'Preview'],
  ['Number of rooms', 'Rooms'],
  ['Junk', 'Spam'],
  ['Date of arrival', 'Check-in'],
  ['Insert/edit link (Ctrl+K)', 'Link'],
])('“%s” means the same as “%s”', (one, other) => {
  expect(meansTheSame(one, other)).toBe(true)
  expect(meansTheSame(other, one)).toBe(true)
})

it.each([
  ['Log in', 'Log out'],
  ['Log in', 'Sign up'],
  ['Sign in with Google', 'Sign in with Apple'],
  ['Delete', 'Remove'],
  ['Delete project', 'Delete account'],
  ['Save', 'Save as'],
  ['Add to cart', 'Add to wishlist'],
  ['Go to', 'Recipient'],
  ['Next', 'Previous'],
  ['First name', 'Last name'],
  ['Chairs', 'Chairs'],
  ['Users', 'User'],
  ['Edit page', 'Edit'],
  ['News', 'New'],
  ['Grid view', 'Grid list'],
  ['Profile', 'Edit profile'],
  ['Get started', 'Getting started'],
  ['Help', 'Support'],
  ['Address', 'Email address'],
  ['GitHub', 'Git hub'],
  ['Notes (old)', 'Notes'],
  ['Toggle', 'Menu'],
  ['Arrival', 'Departure'],
  ['Contacts', 'Contact'],
  ['Number of rooms', 'Number of guests'],
])('“%s” does not mean the same as “%s”', (one, other) => {
  expect(meansTheSame(one, other)).toBe(false)
})

it.each([
  ['Next page', 'Last page'],
  ['Open file', 'Close file'],
  ['Form validation', 'Form wizard'],
])('“%s” says another thing than “%s”', (one, other) => {
  expect(sayOtherThings(one, other)).toBe(true)
})

it('a word in another form says no other thing', () => {
  expect(sayOtherThings('Validate form', 'Validation form')).toBe(false)
})

it('a word that tells one thing from another is no addition', () => {
  expect(findCommonParts('Bold', 'Extra bold')).toBeUndefined()
  expect(findCommonParts('Pages', 'Example pages')).toBeUndefined()
  expect(findCommonParts('Invoices', 'Sales invoices')).toBeDefined()
})
