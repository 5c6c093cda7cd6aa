import { expect, it } from 'vitest'
import { meansTheSame } from './means-the-same.ts'

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
  ['Toggle preview', 'Preview'],
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
  ['Toggle', 'Menu'],
])('“%s” does not mean the same as “%s”', (one, other) => {
  expect(meansTheSame(one, other)).toBe(false)
})
