import { describe, expect, it } from 'vitest'
import { toFingerprint } from './fingerprint.ts'
import { isDestructive } from './is-destructive.ts'

describe('an element', () => {
  it.each([
    'Delete',
    'Remove item',
    'Pay now',
    'Buy',
    'Send',
    'Unsubscribe',
    'Konto löschen',
    'Jetzt kaufen',
    'Supprimer',
    'Acheter',
    'Eliminar',
    'Comprar',
    'Pagar',
    'Elimina',
    'Usuń',
    'Удалить',
    '删除',
    '購入する',
  ])('called %s may be destructive', (name) => {
    expect(isDestructive(toFingerprint({ name }))).toBe(true)
  })

  it.each([
    'Save',
    'Cancel',
    'Next',
    'Search',
    'Undo',
    'Open',
    'Compare',
    'Weiter',
    'Home',
    'Next page',
    'Pagination',
  ])('called %s is not destructive', (name) => {
    expect(isDestructive(toFingerprint({ name }))).toBe(false)
  })

  it('with a bin icon and no name may be destructive', () => {
    expect(isDestructive(toFingerprint({ icon: 'icon icon-delete' }))).toBe(true)
  })
})
