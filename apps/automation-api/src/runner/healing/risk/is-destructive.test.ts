import { describe, expect, it } from 'vitest'
import { toFingerprint } from '../fingerprint.ts'
import { isDestructive } from './is-destructive.ts'
import { HARMLESS_NAMES } from './test-harmless-names.ts'
import { RISKY_NAMES } from './test-risky-names.ts'

describe.each(Object.entries(RISKY_NAMES))('in %s', (_, names) => {
  it.each(names)('an element called “%s” may be destructive', (name) => {
    expect(isDestructive(toFingerprint({ name }))).toBe(true)
  })
})

describe.each(Object.entries(HARMLESS_NAMES))('in %s', (_, names) => {
  it.each(names)('an element called “%s” is not destructive', (name) => {
    expect(isDestructive(toFingerprint({ name }))).toBe(false)
  })
})

it.each(['icon icon-delete', 'fa fa-trash-o', 'bi bi-trash3', 'glyphicon glyphicon-log-out', 'btnDelete'])(
  'an element without a name and with the icon %s may be destructive',
  (icon) => {
    expect(isDestructive(toFingerprint({ icon }))).toBe(true)
  },
)

it.each(['icon icon-dropdown', 'fa fa-binoculars', 'payload-viewer', 'sortOrder', 'robinson'])(
  'an element without a name and with the icon %s is not destructive',
  (icon) => {
    expect(isDestructive(toFingerprint({ icon }))).toBe(false)
  },
)

it('an id that says what an element does counts as its name does', () => {
  expect(isDestructive(toFingerprint({ id: 'delete-account' }))).toBe(true)
  expect(isDestructive(toFingerprint({ id: 'logOutLink' }))).toBe(true)
  expect(isDestructive(toFingerprint({ id: 'undelete' }))).toBe(false)
})
