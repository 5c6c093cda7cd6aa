import { expect, test } from 'vitest'
import { enter, open, openMatchingBed, press } from './test-matching.ts'

const { create, match } = openMatchingBed()

const MONDAY = { now: Date.UTC(2026, 10, 23, 12), timeZone: 'Europe/Berlin' }

const automations = {
  cancel: () =>
    create('Cancel the gym membership', [open('https://ironhall.example/membership'), press('Cancel')]),
  yoga: () =>
    create('Cancel the class on Friday', [open('https://ironhall.example/classes'), press('Cancel')]),
  table: () =>
    create('Book a table', [open('https://belmonte.example/'), enter('date', 'Date'), press('Book')]),
  kuendigen: () => create('Fitnessstudio kündigen', [open('https://muskelwerk.example/'), press('Kündigen')]),
  resilier: () =>
    create('Résilier l’abonnement au journal', [open('https://lematin.example/'), press('Résilier')]),
  cancelar: () =>
    create('Cancelar la suscripción de música', [open('https://ritmo.example/'), press('Cancelar')]),
}

type Name = keyof typeof automations

test.each<[Name, string]>([
  ['cancel', 'Cancel the gym membership next month'],
  ['cancel', 'Cancel my gym membership tomorrow'],
  ['cancel', 'On Friday, cancel the gym membership'],
  ['cancel', 'Cancel the gym membership in three weeks'],
  ['cancel', 'Cancel the gym membership in January'],
  ['yoga', 'Cancel the class on Friday next week'],
  ['kuendigen', 'Kündige mein Fitnessstudio im Januar'],
  ['kuendigen', 'Kündige mein Fitnessstudio nächsten Monat'],
  ['kuendigen', 'Kündige morgen mein Fitnessstudio'],
  ['resilier', 'Résilie l’abonnement au journal le mois prochain'],
  ['resilier', 'Résilie demain l’abonnement au journal'],
  ['cancelar', 'Cancela la suscripción de música el próximo mes'],
  ['cancelar', 'Cancela mañana la suscripción de música'],
])('a change for another day in words, which no variable takes, asks back: %s, %s', async (name, text) => {
  const automationId = await automations[name]()
  expect(await match(text, {}, MONDAY)).toMatchObject({
    outcome: 'ambiguous',
    candidates: [{ automationId }],
  })
})

test.each<[Name, string]>([
  ['cancel', 'Cancel the gym membership today'],
  ['cancel', 'Cancel the gym membership this month'],
  ['yoga', 'Cancel the class on Friday'],
  ['table', 'Book a table tomorrow'],
  ['kuendigen', 'Kündige heute mein Fitnessstudio'],
  ['kuendigen', 'Guten Morgen, kündige mein Fitnessstudio'],
  ['resilier', "Résilie aujourd'hui l’abonnement au journal"],
  ['cancelar', 'Cancela hoy la suscripción de música'],
])('a change for today, or for a day that is its own or a variable’s, runs: %s, %s', async (name, text) => {
  const automationId = await automations[name]()
  expect(await match(text, {}, MONDAY)).toMatchObject({ outcome: 'matched', automationId })
})
