import { expect, test } from 'vitest'
import { enter, open, openMatchingBed, press, read } from './test-matching.ts'

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

const reports = {
  heute: () => create('Verkaufsbericht von heute', [open('https://laden.example/'), read('umsatz')]),
  hier: () => create('Rapport de ventes d’hier', [open('https://magasin.example/'), read('ventes')]),
  ayer: () => create('Informe de ventas de ayer', [open('https://tienda.example/'), read('ventas')]),
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
  ['cancel', 'Cancel the gym membership next spring'],
  ['cancel', 'Cancel the gym membership at the end of the year'],
  ['cancel', 'Cancel the gym membership early next year'],
  ['cancel', 'Cancel the gym membership after Christmas'],
  ['kuendigen', 'Kündige mein Fitnessstudio zum Jahresende'],
  ['kuendigen', 'Kündige mein Fitnessstudio im Frühling'],
  ['kuendigen', 'Kündige mein Fitnessstudio nächsten Freitag'],
  ['kuendigen', 'Kündige mein Fitnessstudio später'],
  ['resilier', 'Résilie l’abonnement au journal à la fin de l’année'],
  ['resilier', 'Résilie l’abonnement au journal vendredi prochain'],
  ['cancelar', 'Cancela la suscripción de música a final de año'],
  ['cancelar', 'Cancela la suscripción de música pasado mañana'],
  ['cancel', 'Cancel the gym membership at 6 pm'],
  ['cancel', 'Cancel the gym membership at 18:30'],
  ['cancel', 'Every Monday, cancel the gym membership'],
  ['cancel', 'Cancel the gym membership every month'],
  ['kuendigen', 'Kündige mein Fitnessstudio um 18 Uhr'],
  ['kuendigen', 'Kündige jeden Montag mein Fitnessstudio'],
  ['resilier', 'Résilie l’abonnement au journal à 18 h'],
  ['resilier', 'Résilie l’abonnement au journal tous les lundis'],
  ['cancelar', 'Cancela la suscripción de música a las 18:00'],
  ['cancelar', 'Cancela la suscripción de música cada mes'],
  ['cancel', 'Cancel the gym membership tonight'],
  ['cancel', 'Cancel the gym membership later this afternoon'],
  ['cancel', 'In the evening, cancel the gym membership'],
  ['kuendigen', 'Kündige heute Abend mein Fitnessstudio'],
  ['kuendigen', 'Kündige mein Fitnessstudio am Nachmittag'],
  ['resilier', 'Résilie ce soir l’abonnement au journal'],
  ['resilier', 'Résilie l’abonnement au journal cet après-midi'],
  ['cancelar', 'Cancela esta noche la suscripción de música'],
  ['cancelar', 'Cancela la suscripción de música por la tarde'],
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
  ['table', 'Book a table tomorrow at 8 pm'],
  ['table', 'Book a table at 19:30 on Friday'],
  ['table', 'Book a table tonight'],
  ['table', 'Book a table tomorrow in the evening'],
  ['cancel', 'Good evening, cancel the gym membership'],
  ['yoga', 'Cancel tonight’s class'],
  ['kuendigen', 'Kündige heute mein Fitnessstudio'],
  ['kuendigen', 'Guten Morgen, kündige mein Fitnessstudio'],
  ['kuendigen', 'Guten Abend, kündige heute mein Fitnessstudio'],
  ['resilier', "Résilie aujourd'hui l’abonnement au journal"],
  ['cancelar', 'Cancela hoy la suscripción de música'],
])('a change for today, or for a day that is its own or a variable’s, runs: %s, %s', async (name, text) => {
  const automationId = await automations[name]()
  expect(await match(text, {}, MONDAY)).toMatchObject({ outcome: 'matched', automationId })
})

test.each<[keyof typeof reports, string]>([
  ['heute', 'Verkaufsbericht von gestern'],
  ['heute', 'Zeig mir den Verkaufsbericht von letzter Woche'],
  ['heute', 'Verkaufsbericht vom 3. Dezember'],
  ['heute', 'Verkaufsbericht von vor drei Tagen'],
  ['hier', 'Rapport de ventes d’aujourd’hui'],
  ['hier', 'Montre le rapport de ventes d’avant-hier'],
  ['hier', 'Rapport de ventes du mois dernier'],
  ['ayer', 'Informe de ventas de hoy'],
  ['ayer', 'Muéstrame el informe de ventas de anteayer'],
])('an automation for another time is a candidate and not run: %s, %s', async (name, text) => {
  const automationId = await reports[name]()
  expect(await match(text, {}, MONDAY)).toMatchObject({
    outcome: 'ambiguous',
    candidates: [{ automationId }],
  })
})

test.each<[keyof typeof reports, string]>([
  ['heute', 'Guten Morgen, zeig mir den Verkaufsbericht von heute'],
  ['heute', 'Verkaufsbericht'],
  ['hier', 'Montre le rapport de ventes d’hier'],
  ['ayer', 'Muéstrame el informe de ventas de ayer'],
])('an automation is run for its own time: %s, %s', async (name, text) => {
  const automationId = await reports[name]()
  expect(await match(text, {}, MONDAY)).toMatchObject({ outcome: 'matched', automationId })
})

test.each([
  ['Réserve une table pour après-demain', '2026-11-25'],
  ['Buche einen Tisch für morgen um 20 Uhr', '2026-11-24'],
  ['Reserva una mesa para pasado mañana', '2026-11-25'],
])('a variable takes the whole date of “%s”', async (text, date) => {
  await create('Tisch buchen, réserver une table, reservar una mesa', [
    open('https://belmonte.example/'),
    enter('date', 'Date'),
    press('Book'),
  ])
  expect(await match(text, {}, MONDAY)).toMatchObject({ outcome: 'matched', variables: { date } })
})

test('“hier” in a German request is here, and no day', async () => {
  const booked = await create('Tisch buchen', [
    open('https://belmonte.example/'),
    enter('datum', 'Datum'),
    press('Buchen'),
  ])
  expect(await match('Buche hier bitte einen Tisch', {}, MONDAY)).toMatchObject({
    outcome: 'none',
    incomplete: { automationId: booked, missing: ['datum'] },
  })
})
